import { DAY_MS } from '../../kit/base/clock.ts'
import type { Home } from '../../model/home.ts'
import type { ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'

type Bedrooms = 0 | 1 | 2 | 3 | 4

/** Prices in dollars and rents in dollars a month that are counted, each kind on its own. */
export type PriceKind =
  | 'asked'
  | 'sold'
  | `value${'' | '/SINGLE_FAMILY' | '/CONDO'}`
  | `${'rent' | 'worth'}${'' | `/${Bedrooms}`}`

/** Amounts are counted in steps of this share, from the least to the most that any home of the sample costs. */
const STEP = 0.04
const LEAST = 150
const STEPS = Math.ceil(Math.log(100_000_000 / LEAST) / STEP)

/** Most bedrooms that are told apart. */
const MAX_BEDROOMS = 4

/**
 * The prices of the sample's own homes of a place, from which published figures of the place are made. Counts, not prices, are kept,
 * so that the memory needed depends on the number of ZIPs alone.
 */
export class Prices {
  readonly #counts = new Map<PriceKind, Uint32Array>()
  /** Homes for sale now as a search shows them, without land, and those on the market that were listed within 30 days. */
  forSale = 0
  fresh = 0
  homes = 0

  note(kind: PriceKind, amount: number): void {
    let counts = this.#counts.get(kind)
    if (counts === undefined) {
      counts = new Uint32Array(STEPS)
      this.#counts.set(kind, counts)
    }
    const at = Math.min(STEPS - 1, Math.max(0, Math.floor(Math.log(amount / LEAST) / STEP)))
    counts[at] = (counts[at] as number) + 1 // `at` is within the table
  }

  count(kind: PriceKind): number {
    return this.#counts.get(kind)?.reduce((sum, count) => sum + count, 0) ?? 0
  }

  /** Within a few percent; undefined when there is none of the kind. */
  median(kind: PriceKind): number | undefined {
    const last = this.count(kind) - 1
    if (last < 0) return undefined
    return (this.#ranked(kind, Math.floor(last / 2)) + this.#ranked(kind, Math.ceil(last / 2))) / 2
  }

  /** The amount that `rank` others are below. */
  #ranked(kind: PriceKind, rank: number): number {
    let before = 0
    for (const [at, count] of this.#counts.get(kind)?.entries() ?? []) {
      if (rank < before + count) return LEAST * Math.exp((at + (rank - before + 0.5) / count) * STEP)
      before += count
    }
    return LEAST
  }

  join(other: Prices): void {
    for (const [kind, counts] of other.#counts) {
      const own = this.#counts.get(kind)
      if (own === undefined) this.#counts.set(kind, counts.slice())
      else for (let at = 0; at < STEPS; at++) own[at] = (own[at] as number) + (counts[at] as number) // same length
    }
    this.forSale += other.forSale
    this.fresh += other.fresh
    this.homes += other.homes
  }
}

export const ON_MARKET: ReadonlySet<string> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])
const FRESH_DAYS = 30
const YEAR_DAYS = 365

/** Counts homes by ZIP as they are made. */
export class MarketTally {
  readonly #calendar: Calendar
  readonly #zips = new Map<ZipArea, Prices>()

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  count(zip: ZipArea, { homeType, facts, estimate, listing }: Home): void {
    const prices = this.#pricesOf(zip)
    prices.homes++
    const rooms = Math.min(MAX_BEDROOMS, facts.bedroomsTotal ?? 0) as Bedrooms // whole and never negative
    if (estimate?.value !== undefined && homeType !== 'LOT') {
      prices.note('value', estimate.value)
      if (homeType === 'SINGLE_FAMILY' || homeType === 'CONDO') prices.note(`value/${homeType}`, estimate.value)
    }
    if (estimate?.rent !== undefined) {
      prices.note('worth', estimate.rent)
      prices.note(`worth/${rooms}`, estimate.rent)
    }
    if (listing?.listPrice === undefined) return
    if (listing.kind === 'lease') {
      if (listing.status !== 'Active') return
      prices.note('rent', listing.listPrice)
      prices.note(`rent/${rooms}`, listing.listPrice)
    } else this.#countSale(prices, listing, homeType)
  }

  /** The prices of the homes of some ZIPs together. */
  of(zips: readonly ZipArea[]): Prices {
    const together = new Prices()
    for (const zip of zips) {
      const prices = this.#zips.get(zip)
      if (prices !== undefined) together.join(prices)
    }
    return together
  }

  #countSale(prices: Prices, listing: NonNullable<Home['listing']>, homeType: Home['homeType']): void {
    const { listPrice = 0, closePrice, closeDate = '', onMarketMs = 0, status } = listing
    if (ON_MARKET.has(status)) {
      if (status === 'Active' && homeType !== 'LOT') prices.forSale++
      if (this.#calendar.nowMs - onMarketMs < FRESH_DAYS * DAY_MS) prices.fresh++
      if (homeType !== 'LOT') prices.note('asked', listPrice)
    } else if (closePrice !== undefined && closeDate > this.#calendar.day(YEAR_DAYS) && homeType !== 'LOT')
      prices.note('sold', closePrice)
  }

  #pricesOf(zip: ZipArea): Prices {
    let prices = this.#zips.get(zip)
    if (prices === undefined) {
      prices = new Prices()
      this.#zips.set(zip, prices)
    }
    return prices
  }
}
