import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Home } from '../../../model/home.ts'
import { mayBeValued, shownEstimate } from '../../../model/shown-estimate.ts'
import { shownValue } from '../../../worth/valuation/estimate.ts'
import { rentIndexAt, valueIndexAt } from '../../../worth/valuation/value-index.ts'
import { type ChartLine, type ChartMonth, monthlyPoints, type Point } from './chart-months.ts'
import { askingRents, derivedValue, followedWords, movedOn, sales, sinceDay } from './derived-values.ts'
import { estimatedMonths, type LineInput } from './estimated-months.ts'

export const THIS_HOME = 'This home'

/**
 * Returns the line of the home's value: the estimates that its source publishes, or else Plat's own estimates as of
 * each month. Before the first estimate, it shows sales adjusted by how values in the area have moved.
 */
export async function valueLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { history: loaded } = shownEstimate(home) ?? {}
  const words = { prices: 'sales', index: 'home values' }
  const current = await shownValue('price', home, lastDayOf(months), catalog)
  const input: LineInput = { kind: 'price', loaded, current, prices: sales(home), indexAt: valueIndexAt, words }
  return homeLine(home, input, months, catalog)
}

/** Returns the line of the home's monthly rent, made in the same way as `valueLine`. */
export async function rentLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { rentHistory: loaded } = shownEstimate(home) ?? {}
  const words = { prices: 'asked rents', index: 'rents' }
  const current = await shownValue('rent', home, lastDayOf(months), catalog)
  const input: LineInput = { kind: 'rent', loaded, current, prices: askingRents(home), indexAt: rentIndexAt, words }
  return homeLine(home, input, months, catalog)
}

function lastDayOf(months: readonly ChartMonth[]): number {
  return months.at(-1)?.lastDay ?? 0
}

/**
 * Returns derived values up to the first estimate, and estimates from there on. The current month has today's estimate,
 * as other answers show it.
 */
async function homeLine(
  home: Home,
  known: LineInput,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<ChartLine> {
  if (!mayBeValued(home)) return { name: THIS_HOME, source: 'the listing forbids showing the value', points: [] }
  const { loaded = [], current } = known
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
