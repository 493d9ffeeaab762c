import type { Random } from '../../kit/algorithms/random.ts'
import type { HistoryEvent, HistoryEventName } from '../../model/home.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import type { Site } from './site.ts'
import { asAsked, toHundred } from './worth.ts'

export const COUNTY_RECORD = 'Sample county record'

const YEAR_DAYS = 365
/** How far back earlier deals go; market paths and the calendar reach a little further. */
const OLDEST_DAYS = 15 * YEAR_DAYS

/** Days from listing to closing. */
export const LONGEST_SALE_DAYS = 160

/** In dollars: asking prices are rounded to thousands, so a smaller cut would vanish. */
const LEAST_CUT = 500

/** Share of the homes that are sold for what was asked. */
const AT_ASKING = 0.17

/** Years that owners stay on average beyond the least that they stay. */
const YEARS_OWNED = 14
const LEAST_OWNED_DAYS = 500

/** The events of one home, recorded from latest to earliest. */
export class Ledger {
  readonly #calendar: Calendar
  readonly #events: HistoryEvent[] = []
  /** Days ago of the earliest event so far; 0 while there is none. */
  earliest = 0

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  note(daysAgo: number, event: HistoryEventName, price: number, source: string): Draft<HistoryEvent> {
    const noted: Draft<HistoryEvent> = { date: this.#calendar.day(daysAgo), event, price, source }
    this.#events.push(noted)
    this.earliest = daysAgo
    return noted
  }

  noteRental(daysAgo: number, event: HistoryEventName, rent: number, source: string): void {
    this.note(daysAgo, event, rent, source).rental = true
  }

  oldestFirst(): readonly HistoryEvent[] {
    return this.#events.toReversed()
  }
}

/** The price level of a home's metro that many days ago, relative to today. */
export function marketThen({ block, calendar }: Site, daysAgo: number): number {
  return block.zip.metro.path.factor(calendar.month(daysAgo))
}

/** The steps of a deal in days ago, latest first, and its asking prices, last first. */
export interface NotedSale {
  readonly closed: number
  readonly pending: number
  readonly listed: number
  readonly closePrice: number
  readonly lastAsked: number
}

/** Records a complete sale that closed `closed` days ago, from closing back to listing. */
export function noteSale(site: Site, closed: number): NotedSale {
  const { random, ledger, block, worth } = site
  const pending = closed + random.whole(18, 55)
  const listed = pending + 3 + Math.floor(95 * random.unit() ** 2.2)
  const fair = worth.value * marketThen(site, closed) * Math.exp(0.035 * random.bell())
  const lastAsked = asAsked(random, fair * random.between(0.97, 1.035))
  const closePrice = random.chance(AT_ASKING) ? lastAsked : toHundred(lastAsked * (0.994 + 0.018 * random.bell()))
  const { mlsName } = block.zip.metro
  ledger.note(closed, 'Sold', closePrice, COUNTY_RECORD)
  ledger.note(pending, 'Pending sale', lastAsked, mlsName)
  noteAsking(site, lastAsked, pending, listed)
  return { closed, pending, listed, closePrice, lastAsked }
}

/** Records a sale known only by its listing and, two weeks to five months later, its closing. */
function noteSaleInBrief(site: Site, closed: number): void {
  const { random, ledger, block, worth } = site
  const asked = asAsked(random, worth.value * marketThen(site, closed) * Math.exp(0.04 * random.bell()))
  ledger.note(closed, 'Sold', toHundred(asked * (1 + 0.018 * random.bell())), COUNTY_RECORD)
  ledger.note(closed + random.whole(14, LONGEST_SALE_DAYS), 'Listed for sale', asked, block.zip.metro.mlsName)
}

/** Records price cuts between two days, then the listing itself at its first price. */
export function noteAsking(site: Site, lastAsked: number, until: number, listed: number): void {
  const { random, ledger, block } = site
  const source = block.zip.metro.mlsName
  let asked = lastAsked
  let before = until
  for (let cut = 0; cut < 2; cut++) {
    const room = listed - before
    if (room < 16 || random.chance(0.5)) break
    before += random.whole(6, room - 8)
    ledger.note(before, 'Price change', asked, source)
    asked = Math.max(asked + LEAST_CUT, asAsked(random, asked * random.between(1.012, 1.055)))
  }
  ledger.note(listed, 'Listed for sale', asked, source)
}

/**
 * Sales of earlier owners, 3 to 15 years back, each at the market of its time. All of them were listed first, that of a
 * new home by its builder too, and none before the year after the home was built.
 */
export function noteEarlierSales(site: Site): void {
  const { random, ledger, calendar, dwelling } = site
  const { yearBuilt } = dwelling
  const first = Math.min(OLDEST_DAYS, yearBuilt === 0 ? OLDEST_DAYS : calendar.newYear(yearBuilt + 1))
  let closed = Math.max(3 * YEAR_DAYS + 1, ledger.earliest + LEAST_OWNED_DAYS) + drawStay(random)
  while (closed + LONGEST_SALE_DAYS < first) {
    if (random.chance(0.45)) noteSale(site, closed)
    else noteSaleInBrief(site, closed)
    closed = ledger.earliest + LEAST_OWNED_DAYS + drawStay(random)
  }
}

/** Days beyond the least, as long as it takes for one of the owners who sell at any time to be this one. */
function drawStay(random: Random): number {
  return Math.floor(-Math.log(1 - random.unit()) * YEARS_OWNED * YEAR_DAYS)
}
