import { figuresOf } from '../../catalog/ports/catalog.ts'
import { ZPID_TEXT } from '../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  day,
  each,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  Ready,
  text,
  whole,
} from '../../kit/answers/index.ts'
import { DAY_MS, dayNumber, dayOf } from '../../kit/base/clock.ts'
import { rounded } from '../../kit/base/figures.ts'
import { currentPrice } from '../../model/market-state.ts'
import type { Comparison } from '../../worth/estimator/appraisal.ts'
import { TRAITS, type Trait, type Traits, traitsOf } from '../../worth/estimator/likeness.ts'
import { comparablesOf } from '../../worth/valuation/comparables.ts'
import { disagreements, METERS_PER_MILE } from '../../worth/valuation/disagreements.ts'
import { sourcedValues } from '../../worth/valuation/sourced-values.ts'
import { valuationDay } from '../../worth/valuation/valuation-day.ts'
import { OWN_ESTIMATE, SAID_VALUE } from '../rendering/documents/value-source.ts'
import { MINI_ROW, type MiniRow, miniRows } from '../rendering/rows/mini-row.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { homeOperation } from './about-one.ts'

/** A sold home, and its comparison with another home as of a day. */
interface Compared {
  readonly comparison: Comparison
  readonly home: Traits
  readonly asOfDay: number
}

const COMPARISON = component(
  'Comparison',
  objectFrom<Compared>()({
    distanceMiles: [number(), ({ comparison }) => rounded(comparison.distanceM / METERS_PER_MILE, 2)],
    soldDate: [day(), ({ comparison, asOfDay }) => dayOf((asOfDay - comparison.daysAgo) * DAY_MS)],
    differences: [
      object(
        each(nullable(number()), ...TRAITS),
        'How much more of each trait the sold home has; null unless known for both.',
      ),
      ({ comparison, home }) => differences(comparison.traits, home),
    ],
    marketFactor: [
      number('Factor by which the market has moved since the sale.'),
      ({ comparison }) => rounded(comparison.marketFactor, 4),
    ],
    adjustedPrice: [
      whole('Value of this home in dollars according to this sale alone.'),
      ({ comparison }) => Math.round(comparison.adjustedPrice),
    ],
    weight: [number('Share of the valuation, 0 to 1.'), ({ comparison }) => rounded(comparison.weight, 4)],
  }),
)

const SOLD_ROW = component(
  'SoldHomeRow',
  object({
    ...MINI_ROW.fields,
    price: number('Price paid, in dollars.'),
    bedrooms: number('0 if unknown; the difference is then null.'),
  }),
)

export const comparableHomes = homeOperation({
  path: '/comparable_homes',
  summary:
    'Homes sold in the last year that are most relevant to the value of this home, and the value that each suggests.',
  answer: 'ComparableHomes',
  keys: {
    zpid: ZPID_TEXT,
    comparable_homes: listOf(object({ property: SOLD_ROW, comparison: COMPARISON }), 'Most relevant first.'),
    valuation: object({
      asOf: day(
        'Day that the value is for: today, or the day of the newest sale if the county has had no recent sales.',
      ),
      value: nullable(
        number(),
        'Value of this home in dollars according to all of these sales; null if there are none, or if its listing forbids a valuation.',
      ),
      estimate: nullable(
        OWN_ESTIMATE,
        'Plat’s own estimate, from these sales and what it learned from all others; null if too few sales are known.',
      ),
      values: listOf(
        SAID_VALUE,
        'The value of the home according to each source. The first is the value that other answers show, with its range.',
      ),
      disagreements: listOf(
        text(),
        'A sentence for each value whose range does not overlap the first range: how far apart they are, and what may explain it.',
      ),
      marketIndex: nullable(
        object({ region: text(), source: text() }),
        'Price index used to bring prices up to date; null if none is known.',
      ),
    }),
  },
  empty: { comparable_homes: [] },
  run: async (home, context) => {
    const { catalog } = context
    // lenient handling, because the declared answer needs a number of bedrooms
    const surroundings = surroundingsOf(context, 'lenient')
    const figures = figuresOf(catalog)
    const asOfDay = await valuationDay(home, dayNumber(surroundings.nowMs), figures)
    const comparables = await comparablesOf(home, asOfDay, figures)
    const { comparisons, value, market, estimate } = comparables
    const said = sourcedValues(home, comparables, catalog.about())
    const zpids = comparisons.map(({ zpid }) => zpid)
    const rows = await miniRows(zpids, catalog, surroundings)
    const bySale = new Map(comparisons.map((comparison) => [comparison.zpid, comparison]))
    const compared = rows.flatMap(({ home: sold, row }) => {
      const comparison = bySale.get(sold.zpid)
      // an import has changed the home since the comparison
      if (comparison === undefined || currentPrice(sold) === null) return []
      return [
        { property: priced(row).inPlace, comparison: COMPARISON.of({ comparison, home: traitsOf(home), asOfDay }) },
      ]
    })
    return {
      zpid: String(home.zpid),
      comparable_homes: compared,
      valuation: {
        asOf: dayOf(asOfDay * DAY_MS),
        value: value === undefined ? null : Math.round(value),
        estimate: estimate === undefined ? null : OWN_ESTIMATE.of(estimate),
        values: said.map((one) => SAID_VALUE.of(one)),
        disagreements: disagreements(said, home, comparables),
        marketIndex: market ?? null,
      },
    }
  },
})

/** Narrows the type of a row: its price is known, and its bedrooms are a number. */
function priced(row: Ready<MiniRow>): Ready<AnswerOf<typeof SOLD_ROW>> {
  return new Ready(row.json)
}

function differences(sold: Traits, home: Traits): Readonly<Record<Trait, number | null>> {
  const more = TRAITS.map((trait) => [trait, known(rounded(sold[trait] - home[trait], 2))] as const)
  return Object.fromEntries(more) as Record<Trait, number | null> // one entry for each trait
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
