import { DAY_MS } from '../../base/clock.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Home } from '../../model/home.ts'
import { rentIndexAt, valueIndexAt } from '../value-index.ts'
import { type ChartLine, type ChartMonth, monthlyPoints } from './chart-months.ts'
import { askedRents, type DerivedValue, derivedValue, type KnownPrice, sales, sinceDay } from './derived-values.ts'

export const THIS_HOME = 'This home'

/** What a home's line is drawn from, value or rent alike. */
interface Known {
  /** Estimates that the operator has loaded, month by month. */
  readonly loaded: readonly (readonly [month: string, value: number])[] | undefined
  /** The estimate of today. */
  readonly current: number | undefined
  readonly prices: readonly KnownPrice[]
  readonly indexAt: typeof valueIndexAt
  /** What is followed when nothing is loaded, in words. */
  readonly words: { readonly prices: string; readonly index: string }
}

/** What the home was worth: the loaded estimates, else its sales, moved on with the values around it. */
export function valueLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { history: loaded, value: current } = home.estimate ?? {}
  const words = { prices: 'sales', index: 'home values' }
  return homeLine(home, { loaded, current, prices: sales(home), indexAt: valueIndexAt, words }, months, catalog)
}

/** What the home would have let for by the month, in the same way. */
export function rentLine(home: Home, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { rentHistory: loaded, rent: current } = home.estimate ?? {}
  const words = { prices: 'asked rents', index: 'rents' }
  return homeLine(home, { loaded, current, prices: askedRents(home), indexAt: rentIndexAt, words }, months, catalog)
}

async function homeLine(home: Home, known: Known, months: readonly ChartMonth[], catalog: Catalog): Promise<ChartLine> {
  const { loaded = [], current } = known
  const thisMonth = months.at(-1)
  const isLoaded = loaded.length > 0
  const line = isLoaded ? loadedLine(home, loaded, months) : await derivedLine(home, known, months, catalog)
  // Today's estimate is the one that every other answer shows, unless the loaded history goes up to this month.
  const hasToday = loaded.some(([month]) => month === thisMonth?.month)
  if (current === undefined || thisMonth === undefined || hasToday) return line
  const today = monthlyPoints([thisMonth], () => current)
  const earlier = line.points.filter(({ x }) => x < thisMonth.firstDay * DAY_MS)
  const source = isLoaded || earlier.length === 0 ? estimates(home) : `${line.source}; this month ${estimates(home)}`
  return { name: THIS_HOME, source, points: [...earlier, ...today] }
}

function estimates({ source }: Home): string {
  return `estimates of ${source}`
}

function loadedLine(
  home: Home,
  loaded: readonly (readonly [month: string, value: number])[],
  months: readonly ChartMonth[],
): ChartLine {
  const byMonth = new Map(loaded)
  return { name: THIS_HOME, source: estimates(home), points: monthlyPoints(months, ({ month }) => byMonth.get(month)) }
}

async function derivedLine(
  home: Home,
  { prices, indexAt, words }: Known,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<ChartLine> {
  const since = sinceDay(prices, months[0]?.lastDay ?? 0)
  if (since === undefined)
    return { name: THIS_HOME, source: `no estimates and no ${words.prices} are known`, points: [] }
  const index = await indexAt(home.address, home.homeType, since, catalog)
  const followed = new Set<string>()
  const points = monthlyPoints(months, (month) => {
    const derived = derivedValue(prices, index, month)
    if (derived?.followed) followed.add(`${words.index} of ${regionWords(derived.followed)}`)
    return derived?.value
  })
  const along = followed.size > 0 ? `, moved on with the ${[...followed].join(', then the ')}` : ''
  return { name: THIS_HOME, source: `derived from its ${words.prices} (${home.source})${along}`, points }
}

/** `its ZIP code (survey)` */
function regionWords({ region, source }: NonNullable<DerivedValue['followed']>): string {
  const type = region.slice(0, region.indexOf('/'))
  return `its ${type === 'zipcode' ? 'ZIP code' : type} (${source})`
}
