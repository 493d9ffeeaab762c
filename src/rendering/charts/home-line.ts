import type { Catalog } from '../../catalog/catalog.ts'
import type { Home } from '../../model/home.ts'
import { mayBeValued, shownEstimate } from '../../model/shown-estimate.ts'
import { rentIndexAt, valueIndexAt } from '../../valuation/value-index.ts'
import { type ChartLine, type ChartMonth, monthlyPoints, type Point } from './chart-months.ts'
import { askingRents, type DerivedValue, derivedValue, type KnownPrice, sales, sinceDay } from './derived-values.ts'

export const THIS_HOME = 'This home'

/** What a home's line is drawn from, for values and rents alike. */
interface LineInput {
  /** Estimates loaded by the operator, month by month. */
  readonly loaded: readonly (readonly [month: string, value: number])[] | undefined
  /** Today's estimate. */
  readonly current: number | undefined
  readonly prices: readonly KnownPrice[]
  readonly indexAt: typeof valueIndexAt
  /** What the line rests on when nothing is loaded, in words. */
  readonly words: { readonly prices: string; readonly index: string }
}

/**
 * The home's value: the loaded estimates, and before the first of them its sales, adjusted by how values in the area
 * have moved.
 */
export function valueLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { history: loaded, value: current } = shownEstimate(home) ?? {}
  const words = { prices: 'sales', index: 'home values' }
  return homeLine(home, { loaded, current, prices: sales(home), indexAt: valueIndexAt, words }, months, catalog)
}

/** The home's monthly rent, in the same way. */
export function rentLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { rentHistory: loaded, rent: current } = shownEstimate(home) ?? {}
  const words = { prices: 'asked rents', index: 'rents' }
  return homeLine(home, { loaded, current, prices: askingRents(home), indexAt: rentIndexAt, words }, months, catalog)
}

/**
 * Derived values up to the first loaded estimate, loaded ones from there on, and today's estimate in the current month,
 * which is the one that every other answer shows.
 */
async function homeLine(
  home: Home,
  known: LineInput,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<ChartLine> {
  if (!mayBeValued(home)) return { name: THIS_HOME, source: 'the listing forbids showing what it is worth', points: [] }
  const { loaded = [], current } = known
  const estimates = new Map(loaded)
  const thisMonth = months.at(-1)?.month ?? ''
  if (current !== undefined && !estimates.has(thisMonth)) estimates.set(thisMonth, current)
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
    source: sourceOf(derived, points.length > 0 ? `estimates (${home.source})` : '', known),
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
    if (derived?.followed) followed.add(`${words.index} of ${regionWords(derived.followed)}`)
    return derived?.value
  })
  const along = followed.size > 0 ? `, moved on with the ${[...followed].join(', then the ')}` : ''
  return { source: `derived from its ${words.prices} (${home.source})${along}`, points }
}

/** `its ZIP code (survey)` */
function regionWords({ region, source }: NonNullable<DerivedValue['followed']>): string {
  const type = region.slice(0, region.indexOf('/'))
  return `its ${type === 'zipcode' ? 'ZIP code' : type} (${source})`
}
