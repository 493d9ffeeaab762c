import { DAY_MS } from '../src/kit/base/clock.ts'
import type { Home } from '../src/model/home.ts'
import type { ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'

/**
 * Figures about homes, in dollars or dollars per month. `rent`: asking rent. `worth`: estimated rent. `paid`: share of
 * the asking price. `active`: homes for sale in a search now. `fresh`: homes listed in the last 30 days. Only `home`
 * and `fresh` include land. A suffix after a slash limits a figure to a home type or number of bedrooms.
 */
export type Figure =
  | 'home'
  | 'asked'
  | 'active'
  | 'fresh'
  | 'sold'
  | 'paid'
  | `value${'' | `/${Home['homeType']}`}`
  | `${'rent' | 'worth'}${'' | `/${number}`}`

export const ON_MARKET: ReadonlySet<string> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])
/** Homes with this many bedrooms or more are counted together. */
const MAX_BEDROOMS = 4
const FRESH_DAYS = 30
const YEAR_DAYS = 365

/** Collects figures of the sample's homes by ZIP, for the published figures of places. */
export class MarketTally {
  readonly #calendar: Calendar
  readonly #zips = new Map<ZipArea, Map<Figure, number[]>>()

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  /** Returns all values of one figure in some ZIPs. */
  of(zips: readonly ZipArea[], kind: Figure): readonly number[] {
    return zips.flatMap((zip) => this.#zips.get(zip)?.get(kind) ?? [])
  }

  count(zip: ZipArea, { homeType, facts, estimate, listing }: Home): void {
    const note = (kind: Figure, amount: number) => this.#note(zip, kind, amount)
    const { value = 0, rent } = estimate ?? {}
    const rooms = Math.min(MAX_BEDROOMS, facts.bedroomsTotal ?? 0)
    note('home', value)
    if (value > 0 && homeType !== 'LOT') {
      note('value', value)
      note(`value/${homeType}`, value)
    }
    if (rent !== undefined) {
      note('worth', rent)
      note(`worth/${rooms}`, rent)
    }
    if (listing?.listPrice === undefined) return
    if (listing.kind === 'sale') this.#countSale(note, listing, homeType === 'LOT')
    else if (listing.status === 'Active') {
      note('rent', listing.listPrice)
      note(`rent/${rooms}`, listing.listPrice)
    }
  }

  #countSale(
    note: (kind: Figure, amount: number) => void,
    listing: NonNullable<Home['listing']>,
    isLot: boolean,
  ): void {
    const { listPrice = 0, closePrice, closeDate = '', onMarketMs = 0, status } = listing
    if (ON_MARKET.has(status)) {
      if (this.#calendar.nowMs - onMarketMs < FRESH_DAYS * DAY_MS) note('fresh', listPrice)
      if (!isLot) note('asked', listPrice)
      if (!isLot && status === 'Active') note('active', listPrice)
    } else if (closePrice !== undefined && closeDate > this.#calendar.day(YEAR_DAYS) && !isLot) {
      note('sold', closePrice)
      note('paid', closePrice / listPrice)
    }
  }

  #note(zip: ZipArea, kind: Figure, amount: number): void {
    const own = this.#zips.get(zip) ?? new Map<Figure, number[]>()
    const figures = own.get(kind)
    if (figures === undefined) this.#zips.set(zip, own.set(kind, [amount]))
    else figures.push(amount)
  }
}
