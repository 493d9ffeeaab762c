import type { CatalogWriter } from '../src/catalog/ports/catalog-writer.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { DAY_MS, type Day, dayOf, startOfDay } from '../src/kit/base/clock.ts'
import type { HistoryEventName, Home, Listing } from '../src/model/home.ts'
import { inOrder } from '../src/model/home-history.ts'
import type { Offer } from '../src/model/offer.ts'
import { COUNTY_RECORD } from './deals.ts'
import type { Draft } from './draft.ts'
import { roundedAskingPrice, roundedRent, toHundred } from './worth.ts'

/**
 * Daily probabilities of a listing's events. The number of homes for sale equals about four months of sales; see
 * `tempo.ts`. One price change in ten is an increase.
 */
const REPRICED = 0.009
const RAISED = 0.1
const BUYER_FOUND = 0.009
const WITHDRAWN = 0.002
const CLOSED = 0.035
const FELL_THROUGH = 0.004
const LEASED = 0.03
const RELISTED = 0.006
const LISTED_AGAIN = 0.0015
const OFFER_CUT = 0.01
const OFFER_GONE = 0.008

const OF_BUYER = ['closePrice', 'closeDate', 'pendingDate', 'buyerAgentId'] as const

const HOUR_MS = 3_600_000

/** Minimum number of days before a home is sold or rented out again. */
const LEAST_DAYS_HELD = 330

/** Statuses of listings that left the market and may return. */
const OFF_MARKET: ReadonlySet<string> = new Set(['Withdrawn', 'Canceled', 'Expired'])

/**
 * Key of a note in the catalog: the number of days since the sample was made. It makes the random events of each day
 * differ.
 */
const DAYS_PASSED = 'sample days'

/** The changes of a sample on one day: prices change, and homes are listed, sold or taken off the market. */
export class NextDay {
  readonly #seed: number
  readonly #passed: number
  readonly #today: Today
  readonly #random: Random
  readonly #homes: Home[] = []
  readonly #offers: Offer[] = []

  /** @param passed How many days have passed since the sample was made. */
  constructor(seed: number, nowMs: number, passed = 0) {
    this.#seed = seed
    this.#passed = passed
    this.#today = { day: dayOf(nowMs), nowMs }
    this.#random = new Random(seed, 'next-day')
  }

  takeHome(home: Home): void {
    this.#homes.push(...nextHome(home, this.#luckOf(home.zpid), this.#today))
  }

  takeOffer(offer: Offer): void {
    this.#offers.push(...nextOffer(offer, this.#luckOf(offer.offerId), this.#today))
  }

  /** Writes the changed records, and returns their number. The caller commits. */
  put(writer: CatalogWriter): number {
    for (const home of this.#homes) writer.put('home', home)
    for (const offer of this.#offers) writer.put('offer', offer)
    writer.setNote(DAYS_PASSED, String(this.#passed + 1))
    return this.#homes.length + this.#offers.length
  }

  #luckOf(id: number): Random {
    this.#random.restart(this.#seed, `next-day/${this.#passed}`, id)
    return this.#random
  }
}

/** Advances a sample by one day, and returns the number of changed records. The caller commits. */
export function putNextDay(writer: CatalogWriter, seed: number, nowMs: number): number {
  const day = new NextDay(seed, nowMs, Number(writer.note(DAYS_PASSED) ?? '0'))
  for (const home of writer.each('home')) day.takeHome(home)
  for (const offer of writer.each('offer')) day.takeOffer(offer)
  return day.put(writer)
}

interface Today {
  readonly day: Day
  readonly nowMs: number
}

/** A listing's next state, and the event in the home's history. */
interface Step {
  readonly listing: Partial<Listing>
  readonly event: HistoryEventName
  readonly price: number
}

/** Returns the home after the day, or nothing if it does not change. */
function nextHome(home: Home, random: Random, { day, nowMs }: Today): readonly Home[] {
  const { listing } = home
  const step = listing && nextStep(listing, random, { day, nowMs })
  if (listing === undefined || step === undefined) return []
  const { event, price } = step
  const rental = listing.kind === 'lease' && { rental: true as const }
  const source = event === 'Sold' ? COUNTY_RECORD : (listing.mlsName ?? home.source)
  const history = inOrder([...home.history, { date: day, event, price, ...rental, source }])
  // The MLS reports all changes of a day in its first hour.
  const reportedMs = Math.min(nowMs, startOfDay(day) + random.below(HOUR_MS))
  const modifiedMs = Math.max(reportedMs, (listing.modifiedMs ?? 0) + 1)
  const next: Draft<Listing> = { ...listing, ...step.listing, modifiedMs }
  // A listing that returns to the market has no data about its former buyer.
  if (next.status === 'Active') for (const key of OF_BUYER) delete next[key]
  return [{ ...home, listing: next, history }]
}

function nextStep(listing: Listing, random: Random, today: Today): Step | undefined {
  const askingPrice = listing.listPrice
  if (askingPrice === undefined) return undefined
  if (OFF_MARKET.has(listing.status)) return random.chance(RELISTED) ? relisted(listing, askingPrice, today) : undefined
  if (listing.status === 'Closed')
    return random.chance(LISTED_AGAIN) ? nextOfClosed(listing, askingPrice, today) : undefined
  if (listing.status === 'Pending') return nextOfPending(askingPrice, random, today)
  if (listing.status !== 'Active') return undefined
  return listing.kind === 'lease' ? nextOfLease(askingPrice, random) : nextOfSale(askingPrice, random, today)
}

function relisted({ kind }: Listing, askingPrice: number, { day }: Today): Step {
  const event = kind === 'lease' ? 'Listed for rent' : 'Listed for sale'
  return {
    listing: { status: 'Active', onMarketMs: startOfDay(day), listPrice: askingPrice },
    event,
    price: askingPrice,
  }
}

/**
 * Returns a new listing at a slightly higher price, because the owner or tenant leaves. Undefined if they came too
 * recently.
 */
function nextOfClosed(listing: Listing, paid: number, today: Today): Step | undefined {
  const heldSinceMs = startOfDay(listing.closeDate ?? today.day)
  if (today.nowMs - heldSinceMs < LEAST_DAYS_HELD * DAY_MS) return undefined
  const price = 1.04 * paid
  return relisted(listing, listing.kind === 'lease' ? roundedRent(price) : toHundred(price), today)
}

function nextOfPending(askingPrice: number, random: Random, { day }: Today): Step | undefined {
  if (random.chance(CLOSED)) {
    const price = toHundred(askingPrice * random.between(0.97, 1.02))
    return { listing: { status: 'Closed', closePrice: price, closeDate: day }, event: 'Sold', price }
  }
  if (!random.chance(FELL_THROUGH)) return undefined
  return { listing: { status: 'Active' }, event: 'Listed for sale', price: askingPrice }
}

function nextOfSale(askingPrice: number, random: Random, { day }: Today): Step | undefined {
  if (random.chance(BUYER_FOUND))
    return { listing: { status: 'Pending', pendingDate: day }, event: 'Pending sale', price: askingPrice }
  if (random.chance(WITHDRAWN))
    return { listing: { status: 'Withdrawn' }, event: 'Listing removed', price: askingPrice }
  return random.chance(REPRICED)
    ? repriced(askingPrice, roundedAskingPrice(random, askingPrice * drawChange(random)))
    : undefined
}

function nextOfLease(rent: number, random: Random): Step | undefined {
  if (random.chance(LEASED)) return { listing: { status: 'Withdrawn' }, event: 'Listing removed', price: rent }
  return random.chance(REPRICED) ? repriced(rent, roundedRent(rent * drawChange(random))) : undefined
}

function drawChange(random: Random): number {
  return random.chance(RAISED) ? random.between(1.01, 1.04) : random.between(0.94, 0.985)
}

function repriced(askingPrice: number, price: number): Step | undefined {
  return price === askingPrice ? undefined : { listing: { listPrice: price }, event: 'Price change', price }
}

function nextOffer(offer: Offer, random: Random, { day, nowMs }: Today): readonly Offer[] {
  if (offer.price === undefined || offer.goneSince !== undefined) return []
  if (random.chance(OFFER_GONE)) return [{ ...offer, goneSince: day }]
  if (!random.chance(OFFER_CUT)) return []
  const price = toHundred(offer.price * random.between(0.95, 0.99))
  return [{ ...offer, price, modifiedMs: nowMs, priceHistory: [...(offer.priceHistory ?? []), { date: day, price }] }]
}
