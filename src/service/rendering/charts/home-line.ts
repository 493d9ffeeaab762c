import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { ValueKind } from '../../../catalog/ports/estimator-lookup.ts'
import type { Home } from '../../../model/home.ts'
import { mayBeValued, shownEstimate } from '../../../model/shown-estimate.ts'
import { shownValue } from '../../../worth/valuation/estimate.ts'
import { rentIndexAt, valueIndexAt } from '../../../worth/valuation/value-index.ts'
import { type ChartLine, type ChartMonth, monthlyPoints, type Point } from './chart-months.ts'
import { askingRents, derivedValue, followedWords, movedOn, sales, sinceDay } from './derived-values.ts'
import { estimatedMonths, type LineInput } from './estimated-months.ts'

export const THIS_HOME = 'This home'

/** What the lines of values and of rents are computed from, apart from today's data. */
const INPUTS = {
  price: (home: Home) => ({
    loaded: shownEstimate(home)?.history ?? [],
    prices: sales(home),
    indexAt: valueIndexAt,
    words: { prices: 'sales', index: 'home values' },
  }),
  rent: (home: Home) => ({
    loaded: shownEstimate(home)?.rentHistory ?? [],
    prices: askingRents(home),
    indexAt: rentIndexAt,
    words: { prices: 'asked rents', index: 'rents' },
  }),
} as const satisfies Record<ValueKind, unknown>

/**
 * Returns the line of the home's value or monthly rent: estimates of its source, or else Plat's own estimates for each
 * month. Before the first estimate, shows sales or asking rents, adjusted by how values in the area have moved. The
 * current month has today's estimate, as in other answers.
 */
export async function homeLine(
  kind: ValueKind,
  home: Home,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<ChartLine> {
  if (!mayBeValued(home)) return { name: THIS_HOME, source: 'the listing forbids showing the value', points: [] }
  const current = await shownValue(kind, home, months.at(-1)?.lastDay ?? 0, catalog)
  const known = { kind, current, ...INPUTS[kind](home) }
  const { loaded } = known
  const estimates = new Map(loaded)
  const sources = estimates.size > 0 ? [`estimates (${home.source})`] : []
  const isOwn = current?.own !== undefined
  if (isOwn && estimates.size === 0) {
    const own = await estimatedMonths(home, known, months, catalog)
    for (const [month, value] of own.values) estimates.set(month, value)
    sources.push(own.source)
  }
  const thisMonth = months.at(-1)?.month ?? ''
  if (current !== undefined && !estimates.has(thisMonth)) estimates.set(thisMonth, current.amount)
  if (current !== undefined && sources.length === 0) sources.push(`estimates (${home.source})`)
  if (isOwn && loaded.length > 0) sources.push('today’s estimate by Plat')
  const begin = [...estimates.keys()].reduce((first, month) => (month < first ? month : first), '9999')
  const derived = await derivedPart(
    home,
    known,
    months.filter(({ month }) => month < begin),
    catalog,
  )
  const points = monthlyPoints(months, ({ month }) => estimates.get(month))
  return {
    name: THIS_HOME,
    source: sourceOf(derived, points.length > 0 ? sources.join('; then ') : '', known),
    points: [...derived.points, ...points],
  }
}

interface Part {
  readonly source: string
  readonly points: readonly Point[]
}

function sourceOf(derived: Part, estimates: string, { words }: LineInput): string {
  const parts = [derived.points.length > 0 ? derived.source : '', estimates].filter((part) => part !== '')
  return parts.length > 0 ? parts.join('; then ') : `no estimates and no ${words.prices} are known`
}

async function derivedPart(
  home: Home,
  { prices, indexAt, words }: LineInput,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<Part> {
  const since = sinceDay(prices, months[0]?.lastDay ?? 0)
  if (since === undefined || months.length === 0) return { source: '', points: [] }
  const index = await indexAt(home.address, home.homeType, since, catalog)
  const followed = new Set<string>()
  const points = monthlyPoints(months, (month) => {
    const derived = derivedValue(prices, index, month)
    if (derived?.followed) followed.add(followedWords(words.index, derived.followed))
    return derived?.value
  })
  return { source: `derived from its ${words.prices} (${home.source})${movedOn(followed)}`, points }
}
