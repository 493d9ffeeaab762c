import { component, each, madeList, objectFrom, oneOf, text } from '../../../kit/answers/index.ts'
import { grouped } from '../../../kit/base/figures.ts'
import type { Home } from '../../../model/home.ts'
import { realFeatures } from '../../../model/real-features.ts'
import type { PriceChange } from '../price-history.ts'

interface Highlight {
  readonly text: string
  readonly type: 'priceCut' | 'homeInsight'
}

const TYPE = oneOf(['priceCut', 'homeInsight'])

const HIGHLIGHT = objectFrom<Highlight>()({
  displayString: [text('For example `Price cut: $22,000 (11/10)`, with month and day.'), (highlight) => highlight.text],
  ...each([TYPE, ({ type }: Highlight) => type], 'flexFieldType', 'contentType'),
})

export const RECOMMENDATION = component(
  'CardRecommendation',
  objectFrom<Highlight | undefined>()({
    flexFieldRecommendations: madeList(
      HIGHLIGHT,
      (highlight) => (highlight === undefined ? [] : [highlight]),
      'Highlights to show next to the figures, best first.',
    ),
  }),
)

export function recommended({ facts }: Home, change: PriceChange | undefined): Highlight | undefined {
  if (change && change.changeUsd < 0) return { text: priceCutText(change), type: 'priceCut' }
  const [feature] = [facts.exteriorFeatures, facts.interiorFeatures, facts.lotFeatures].flatMap(realFeatures)
  return feature === undefined ? undefined : { text: feature, type: 'homeInsight' }
}

/** `Price cut: $22,000 (11/10)` */
function priceCutText({ changeUsd, date }: PriceChange): string {
  const [, month, day] = date.split('-').map(Number)
  return `Price cut: $${grouped(-changeUsd)} (${month}/${day})`
}
