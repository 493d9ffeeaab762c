import { Random } from '../src/kit/algorithms/random.ts'
import type { Home } from '../src/model/home.ts'
import type { AgentRoster } from './agents.ts'
import { type Block, houseNumber, isBuilding, pointOf } from './block.ts'
import { type House, sharedBy } from './building.ts'
import type { Calendar } from './calendar.ts'
import { LEAST_SALE_DAYS, recordEarlierSales, standingDays } from './deals.ts'
import type { Draft } from './draft.ts'
import { type Dwelling, drawDwelling } from './dwelling.ts'
import { estimateOf } from './estimate.ts'
import { factsOf } from './facts.ts'
import { addressOf, SOURCE, twoDigits, zpidOf } from './identity.ts'
import { letOut, offerForRent } from './lease.ts'
import { Ledger } from './ledger.ts'
import { OwnerMaker } from './owners.ts'
import { recordedEvents } from './recorded-events.ts'
import { OTHER_MONTHS, offerForSale, SOLD_DAYS, sell, withdraw } from './sale.ts'
import type { SchoolMap } from './schools.ts'
import type { Site } from './site.ts'
import { taxesOf } from './taxes.ts'
import { worthOf } from './worth.ts'

/**
 * Shares of market situations among homes outside rental buildings. Sold: in the last three years, so that about 5 % of
 * all homes are sold per year. The share for sale follows from the metro's months of supply.
 */
const SOLD = 0.2
const FOR_RENT = 0.06
const WITHDRAWN = 0.03
const LET = 0.05
const SOLD_A_MONTH = (SOLD * 365) / (12 * SOLD_DAYS)

const AVAILABLE_UNITS = 0.2
const KNOWN_LEASES = 0.5

/** A rental building is sold as a whole, so its units have no sales. */
const RENTAL_KIND = 'rentals'

/** Makes one home after another. A home depends only on the seed, its index and its block. */
export class HomeMaker {
  readonly #seed: number
  readonly #calendar: Calendar
  readonly #schools: SchoolMap
  readonly #roster: AgentRoster
  readonly #random: Random
  readonly #ofEvents: Random
  readonly #owners: OwnerMaker

  constructor(seed: number, calendar: Calendar, schools: SchoolMap, roster: AgentRoster) {
    this.#seed = seed
    this.#calendar = calendar
    this.#schools = schools
    this.#roster = roster
    this.#random = new Random(seed, 'home')
    this.#ofEvents = new Random(seed, 'recorded')
    this.#owners = new OwnerMaker(seed, calendar)
  }

  /** `house` is given for units of a building. */
  make(block: Block, slot: number, house: House | undefined): Home {
    const index = block.firstIndex + slot
    const random = this.#random
    const calendar = this.#calendar
    random.restart(this.#seed, 'home', index)
    this.#roster.countHome(block.zip)
    const dwelling = drawDwelling(random, block, calendar, house && sharedBy(house, slot))
    const worth = worthOf(random, block, dwelling, calendar.thisYear)
    const ledger = new Ledger(calendar)
    const roster = this.#roster
    const parts = { index, zpid: zpidOf(index), random, block, house, dwelling, worth, ledger, calendar, roster }
    const facts = factsOf(parts, this.#schools.namesFor(block.zip))
    const site = { ...parts, facts }
    const listing = happenings(site)
    if (block.kind !== RENTAL_KIND) recordEarlierSales(site)
    const home: Draft<Home> = {
      zpid: site.zpid,
      source: SOURCE,
      sourceKey: `home-${index}`,
      address: addressOf(block, streetAddress(block, slot, house)),
      point: pointOf(block, slot),
      homeType: dwelling.homeType,
      facts,
      history: ledger.oldestFirst(),
      taxes: block.kind === RENTAL_KIND ? [] : taxesOf(site),
    }
    this.#ofEvents.restart(this.#seed, 'recorded', index)
    const recorded = recordedEvents(this.#ofEvents, home, calendar)
    if (recorded.length > 0) home.recorded = recorded
    if (house) home.lotId = house.lotId
    if (block.kind !== RENTAL_KIND) home.parcelNumber = parcelNumber(block, slot)
    if (listing) home.listing = listing
    const estimate = estimateOf(site)
    if (estimate) home.estimate = estimate
    if (random.chance(0.7)) home.interest = drawInterest(random, listing)
    const owner = this.#owners.ownerOf(index, home)
    if (owner) home.owner = owner
    return home
  }
}

/** Decides the market situation of a home and records its events. Returns its listing, if any. */
function happenings(site: Site): Home['listing'] {
  const { random, block, dwelling, house } = site
  if (house?.rental) {
    if (random.chance(AVAILABLE_UNITS)) return offerForRent(site)
    return random.chance(KNOWN_LEASES) ? letOut(site) : undefined
  }
  let luck = random.unit()
  if (luck < SOLD) {
    const oldest = standingDays(site, dwelling)
    return oldest > LEAST_SALE_DAYS ? sell(site, oldest) : undefined
  }
  luck -= SOLD
  const forSale = SOLD_A_MONTH * (block.zip.metro.economy.monthsOfSupply + OTHER_MONTHS)
  if (luck < forSale) return offerForSale(site)
  luck -= forSale
  if (luck < FOR_RENT) return isRentable(dwelling) ? offerForRent(site) : undefined
  luck -= FOR_RENT
  if (luck < WITHDRAWN) return withdraw(site)
  luck -= WITHDRAWN
  return luck < LET && isRentable(dwelling) ? letOut(site) : undefined
}

function isRentable({ homeType }: Dwelling): boolean {
  return homeType === 'SINGLE_FAMILY' || homeType === 'TOWNHOUSE' || homeType === 'CONDO' || homeType === 'APARTMENT'
}

function streetAddress(block: Block, slot: number, house: House | undefined): string {
  const line = `${houseNumber(block, slot)} ${block.street}`
  if (!house) return line
  const story = Math.floor(slot / house.unitsPerStory) + 1
  const door = twoDigits((slot % house.unitsPerStory) + 1)
  return `${line} ${block.kind === 'condos' ? 'UNIT' : 'APT'} ${block.size <= 12 ? slot + 1 : `${story}${door}`}`
}

function parcelNumber(block: Block, slot: number): string {
  const number = String(block.ordinal).padStart(6, '0')
  return isBuilding(block)
    ? `${number}-U${String(slot + 1).padStart(3, '0')}`
    : `${number}-${String(slot + 1).padStart(4, '0')}`
}

/** Draws page views and favorites. Homes with a listing have more views. */
function drawInterest(random: Random, listing: Home['listing']): NonNullable<Home['interest']> {
  const pageViews = Math.floor((listing ? 2400 : 90) * random.unit() ** 2.4)
  const favorites = Math.floor(pageViews * random.between(0.01, 0.06))
  if (listing?.virtualTourUrl === undefined) return { pageViews, favorites }
  return { pageViews, favorites, tourViews: Math.floor(pageViews * random.between(0.05, 0.25)) }
}
