import { type AnswerOf, component, listOf, mapOf, number, object, oneOf, text } from '../../../kit/answers/index.ts'
import { rounded } from '../../../kit/base/figures.ts'
import { CLIMATE_PERILS, CLIMATE_RESOLUTIONS, type ClimateScore } from '../../../model/market.ts'

/** Two sources disagree if their scores differ by more than this share of their scales. */
const MAX_GAP = 1 / 3

/**
 * Returns one score per peril and name, sorted by name. If a source has scores for several areas around the home, the
 * smallest area counts.
 */
export function finestByName(scores: readonly ClimateScore[]): readonly ClimateScore[] {
  const finestFirst = scores.toSorted((one, other) => fineness(one) - fineness(other))
  const kept = new Map<string, ClimateScore>()
  for (const score of finestFirst) {
    const key = `${score.peril}/${score.name}`
    if (!kept.has(key)) kept.set(key, score)
  }
  return [...kept.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function fineness({ resolution }: ClimateScore): number {
  return CLIMATE_RESOLUTIONS.indexOf(resolution)
}

const DISAGREEMENT = component(
  'ClimateDisagreement',
  object({
    peril: oneOf(CLIMATE_PERILS),
    sources: listOf(text(), 'The source that sees less risk, then the one that sees more.'),
    difference: number('The difference of the two scores, each converted to a scale from 0 to 1.'),
    detail: text(),
  }),
)

export const DISAGREEMENTS = mapOf(listOf(DISAGREEMENT), 'Sources that disagree, by peril.')

export type Disagreement = AnswerOf<typeof DISAGREEMENT>

/**
 * Returns all pairs of sources whose scores for the same peril and hazard differ by more than a third of their scales,
 * largest difference first.
 */
export function disagreements(scores: readonly ClimateScore[]): readonly Disagreement[] {
  const gaps = scores.flatMap((one, at) =>
    scores.slice(at + 1).flatMap((other) => {
      if (other.peril !== one.peril || other.hazard !== one.hazard) return []
      return disagreementOf(...(riskShare(one) <= riskShare(other) ? ([one, other] as const) : ([other, one] as const)))
    }),
  )
  return gaps.sort((one, other) => other.difference - one.difference)
}

function disagreementOf(low: ClimateScore, high: ClimateScore): readonly Disagreement[] {
  const difference = riskShare(high) - riskShare(low)
  if (!Number.isFinite(difference) || difference <= MAX_GAP) return [] // a scale without a width gives no finite number
  const detail = `${high.name} (${scaled(high)}) sees much more ${high.peril} risk than ${low.name} (${scaled(low)}).`
  return [{ peril: low.peril, sources: [low.name, high.name], difference: rounded(difference, 4), detail }]
}

/** Returns 0 for the lowest risk on the source's scale, 1 for the highest. */
function riskShare({ score, scaleMin, scaleMax, lowerIsWorse }: ClimateScore): number {
  const share = (score - scaleMin) / (scaleMax - scaleMin)
  return lowerIsWorse ? 1 - share : share
}

function scaled({ score, scaleMin, scaleMax }: ClimateScore): string {
  return `${score} on a scale from ${scaleMin} to ${scaleMax}`
}
