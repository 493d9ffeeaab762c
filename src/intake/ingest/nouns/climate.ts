import { isDeepStrictEqual } from 'node:util'
import { quote } from '../../../kit/base/sentence.ts'
import { CLIMATE_FIELDS } from '../../../model/climate-fields.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { type ClimateArea, type ClimateScore, climateScoreId } from '../../../model/market.ts'
import { stateOfFips } from '../../../places/regions/states.ts'
import { type Check, type Finding, judge, type Made, made, Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { twiceUnlike, withRequired } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

type ClimateRecord = RecordOf<typeof CLIMATE_FIELDS>

const REQUIRED = ['Peril', 'ScoreName', 'Score', 'ScaleMin', 'ScaleMax', 'ScoreUnit', 'Vintage', 'Explanation'] as const

export const climateScores = importNoun({
  noun: 'climate',
  called: 'score',
  plural: 'scores',
  fields: CLIMATE_FIELDS,
  required: REQUIRED,
  keyed: false,
  make: makeScore,
  id: (score) => score.scoreId,
  clash: (one, other) => (isDeepStrictEqual(one, other) ? undefined : twiceUnlike('score', one.scoreId)),
  keep: keepScore,
  /** The later vintage wins, even if it was imported first. */
  merge: (existing, fresh) => {
    const [newest] = [...fresh, ...(existing ? [existing] : [])].sort((a, b) =>
      a.vintage < b.vintage ? 1 : a.vintage > b.vintage ? -1 : 0,
    )
    if (!newest) throw new Error('there is no score to merge')
    return newest
  },
})

const FILLS: Fills = { Hazard: 'hazard', LowerIsWorseYN: 'lowerIsWorse', Rating: 'rating' }

/** Keeps known values that the file has no column for, if the score and its vintage are unchanged. */
function keepScore(merged: ClimateScore, known: ClimateScore, mapped: ReadonlySet<string>): ClimateScore {
  const isSame = merged.vintage === known.vintage && merged.score === known.score
  return isSame ? withUnmapped(merged, known, FILLS, mapped) : merged
}

const CHECKS: readonly Check<ClimateScore>[] = [
  reject('scale.order', 'ScaleMin is not below ScaleMax.', ({ scaleMin, scaleMax }) =>
    scaleMin < scaleMax ? undefined : `${scaleMin} to ${scaleMax}`,
  ),
  reject('score.range', 'The score is outside its scale.', ({ score, scaleMin, scaleMax }) =>
    score >= scaleMin && score <= scaleMax ? undefined : `${score} on a scale from ${scaleMin} to ${scaleMax}`,
  ),
  reject(
    'vintage.form',
    'Vintage is not YYYY, YYYY-MM or YYYY-MM-DD, so vintages cannot be compared.',
    ({ vintage }) => (/^\d{4}(-\d{2}){0,2}$/.test(vintage) ? undefined : `vintage ${quote(vintage)}`),
  ),
]

function makeScore({ record }: RowContent, { source, gazetteer }: FileContext): Made<ClimateScore> | Rejection {
  // the row reader checked the fields' kinds
  const given = withRequired<ClimateRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const area = areaOf(given)
  if (area instanceof Rejection) return area
  const identity = { ...area, peril: given.Peril, name: given.ScoreName }
  const score = compact<ClimateScore>({
    scoreId: climateScoreId(identity),
    source,
    ...identity,
    hazard: given.Hazard,
    score: given.Score,
    scaleMin: given.ScaleMin,
    scaleMax: given.ScaleMax,
    lowerIsWorse: given.LowerIsWorseYN === true ? true : undefined,
    unit: given.ScoreUnit,
    rating: given.Rating,
    vintage: given.Vintage,
    explanation: given.Explanation,
  })
  return made(score, judge(CHECKS, score), unlisted(area, gazetteer))
}

function areaOf(given: ClimateRecord): ClimateArea | Rejection {
  const { CountyFips, CensusTract, PropertyId } = given
  const named = [CountyFips, CensusTract, PropertyId].filter((id) => id !== undefined)
  if (named.length !== 1) {
    return new Rejection(
      'area.one',
      'A score needs exactly one of CountyFips, CensusTract and PropertyId.',
      `${named.length} of the three are given`,
    )
  }
  if (PropertyId !== undefined) return { resolution: 'parcel', areaId: PropertyId }
  const [resolution, areaId, form] =
    CensusTract === undefined
      ? (['county', CountyFips ?? '', /^\d{5}$/] as const)
      : (['tract', CensusTract, /^\d{11}$/] as const)
  if (form.test(areaId) && stateOfFips(areaId) !== undefined) return { resolution, areaId }
  return new Rejection('county.unknown', 'No county has this code.', `unknown ${resolution} ${quote(areaId)}`)
}

/** Reports a county code that is not known. It is stored, because it may belong to a new county. */
function unlisted({ resolution, areaId }: ClimateArea, gazetteer: FileContext['gazetteer']): readonly Finding[] {
  if (resolution === 'parcel' || gazetteer.county(areaId.slice(0, 5)) !== undefined) return []
  const sentence = 'The county is unknown; the score is kept under its code.'
  return [{ rule: 'county.unlisted', sentence, detail: `unknown ${resolution} ${quote(areaId)}` }]
}
