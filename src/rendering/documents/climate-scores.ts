import { type AnswerOf, component, listOf, mapOf, number, object, oneOf, text } from '../../answers/index.ts'
import { rounded } from '../../base/figures.ts'
import { CLIMATE_PERILS, CLIMATE_RESOLUTIONS, type ClimateScore } from '../../model/market.ts'

/** Two sources that are further apart than this share of their scales disagree. */
const MOST_APART = 1 / 3

/**
 * One score for each peril and name, in order of name: where a source scores several areas of a home, the finest
 * counts.
 */
export function finestOfEachName(scores: readonly ClimateScore[]): readonly ClimateScore[] {
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
    sources: listOf(text(), 'The one that sees less risk, then the one that sees more.'),
    difference: number('How far apart they are, each on its own scale from 0 to 1.'),
    detail: text(),
  }),
)

export const DISAGREEMENTS = mapOf(listOf(DISAGREEMENT), 'By peril: sources that are far apart.')

export type Disagreement = AnswerOf<typeof DISAGREEMENT>

/**
 * Every pair of sources that are more than a third of their scale apart on one peril or hazard, the widest gap first.
 */
export function disagreements(scores: readonly ClimateScore[]): readonly Disagreement[] {
  const found = scores.flatMap((one, at) =>
    scores.slice(at + 1).flatMap((other) => {
      if (other.peril !== one.peril || other.hazard !== one.hazard) return []
      return apart(...(riskShare(one) <= riskShare(other) ? ([one, other] as const) : ([other, one] as const)))
    }),
  )
  return found.sort((one, other) => other.difference - one.difference)
}

function apart(low: ClimateScore, high: ClimateScore): readonly Disagreement[] {
  const difference = riskShare(high) - riskShare(low)
  if (!Number.isFinite(difference) || difference <= MOST_APART) return [] // a scale without width: nothing to compare
  const detail = `${high.name} (${scaled(high)}) sees much more ${high.peril} risk than ${low.name} (${scaled(low)}).`
  return [{ peril: low.peril, sources: [low.name, high.name], difference: rounded(difference, 4), detail }]
}

/** 0 for the least risk that the source's scale has, 1 for the greatest. */
function riskShare({ score, scaleMin, scaleMax, lowerIsWorse }: ClimateScore): number {
  const share = (score - scaleMin) / (scaleMax - scaleMin)
  return lowerIsWorse ? 1 - share : share
}

function scaled({ score, scaleMin, scaleMax }: ClimateScore): string {
  return `${score} on a scale from ${scaleMin} to ${scaleMax}`
}
