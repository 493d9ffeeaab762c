import type { Random } from '../src/kit/algorithms/random.ts'
import type { Dwelling } from './dwelling.ts'
import type { Site } from './site.ts'
import { drawClosing, drawDaysToPending, drawDaysWaiting, drawWorkday } from './tempo.ts'
import { roundedAskingPrice, roundedRent, toHundred } from './worth.ts'

export const COUNTY_RECORD = 'Sample county record'

const YEAR_DAYS = 365
/** The earliest sales are this old. Market paths and the calendar go back a bit further. */
const OLDEST_DAYS = 15 * YEAR_DAYS

/** Minimum number of days from the first listing to the closing. */
export const LEAST_SALE_DAYS = 40

/** In dollars. Asking prices are rounded to thousands, so smaller changes would vanish. */
const LEAST_CHANGE = 500

/**
 * Asking prices change about every two months until a buyer is found. A third of all listings have a change, and one
 * change in ten is an increase.
 */
const LEAST_DAYS_AT_PRICE = 9
const MEAN_DAYS_AT_PRICE = 62
const MAX_CHANGES = 3
const RAISED = 0.1

/**
 * Share of homes sold at the asking price, and the mean deviation of other sales. The median home sells at 98 to 99 %
 * of its asking price, and a quarter above 100 %.
 */
const AT_ASKING = 0.17
const MEAN_HAGGLE = 0.03
const MAX_HAGGLE = 0.2

/** Mean number of years that owners stay beyond the minimum. */
const YEARS_OWNED = 14
const LEAST_OWNED_DAYS = 500

/** Returns the metro's price level on a past day, relative to today. */
export function marketThen({ block, calendar }: Site, daysAgo: number): number {
  return block.zip.metro.path.factor(calendar.month(daysAgo))
}

/** Returns how many days ago the home's year of construction began. No listing is older. */
export function standingDays({ calendar }: Pick<Site, 'calendar'>, { yearBuilt }: Dwelling): number {
  return yearBuilt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, calendar.newYear(yearBuilt))
}

/**
 * Draws how many days ago a home was listed, at most `oldest`. `end`: how many days ago the home found a buyer. A home
 * without `end` is still on the market.
 */
export function drawListed({ random, calendar, block }: Site, oldest: number, end?: number): number {
  const { monthsOfSupply } = block.zip.metro.economy
  const listed =
    end === undefined ? drawDaysWaiting(random, monthsOfSupply) : end + drawDaysToPending(random, monthsOfSupply)
  if (listed < oldest) return drawWorkday(random, calendar, listed, oldest)
  return random.whole(end === undefined ? 0 : Math.min(end + 1, oldest), oldest)
}

/**
 * Records the events of a sale that closed `closed` days ago. The listing is at most `oldest` days ago. `isBrief`: only
 * the listing and the closing. Returns prices and days, counted back from today.
 */
export function recordSale(site: Site, closed: number, oldest: number, isBrief = false) {
  const { random, ledger, calendar, block, worth } = site
  const ended = closed + random.whole(14, Math.min(50, oldest - closed - 7))
  const pending = drawWorkday(random, calendar, ended, oldest - 1)
  const listed = drawListed(site, oldest, pending)
  const fair = worth.value * marketThen(site, closed) * Math.exp(0.042 * random.bell())
  const paid = drawPaid(random, listed - pending)
  const lastAskingPrice = roundedAskingPrice(random, fair / paid)
  const closePrice = paid === 1 ? lastAskingPrice : toHundred(fair)
  const { mlsName } = block.zip.metro
  ledger.note(closed, 'Sold', closePrice, COUNTY_RECORD)
  if (isBrief) ledger.note(listed, 'Listed for sale', lastAskingPrice, mlsName)
  else {
    ledger.note(pending, 'Pending sale', lastAskingPrice, mlsName)
    recordListing(site, { askingPrice: lastAskingPrice, until: pending, listed })
  }
  return { pending, listed, closePrice, lastAskingPrice }
}

/**
 * Draws the price paid as a share of the asking price. A buyer within three weeks often pays more; later buyers pay
 * less.
 */
function drawPaid(random: Random, days: number): number {
  const above = days < 21 ? 0.4 : days < 60 ? 0.2 : 0.05
  const luck = random.unit()
  if (luck < AT_ASKING) return 1
  const haggle = Math.min(MAX_HAGGLE, MEAN_HAGGLE * drawExponential(random))
  return luck < AT_ASKING + above ? 1 + haggle : 1 - haggle
}

/** A listing with its last asking price. */
interface PricedListing {
  readonly askingPrice: number
  /** How many days ago the home found a buyer or left the market. 0 while the home is on the market. */
  readonly until: number
  readonly listed: number
  /** Who reports the listing of a rental. Undefined for a sale. */
  readonly lessor?: string
}

/** Records price changes between two days, then the listing at its first price. */
export function recordListing(
  { random, ledger, block }: Site,
  { askingPrice, until, listed, lessor }: PricedListing,
): void {
  const source = lessor ?? block.zip.metro.mlsName
  const isRental = lessor !== undefined
  let price = askingPrice
  let before = until
  for (let change = 0; change < MAX_CHANGES; change++) {
    const day = before + LEAST_DAYS_AT_PRICE + Math.floor(MEAN_DAYS_AT_PRICE * drawExponential(random))
    if (day > listed - LEAST_DAYS_AT_PRICE) break
    const share = random.chance(RAISED) ? random.between(0.955, 0.988) : random.between(1.012, 1.055)
    const earlier = isRental ? roundedRent(price * share) : roundedAskingPrice(random, price * share)
    if (isRental ? earlier === price : Math.abs(earlier - price) < LEAST_CHANGE) break
    ledger.note(day, 'Price change', price, source, isRental)
    before = day
    price = earlier
  }
  ledger.note(listed, isRental ? 'Listed for rent' : 'Listed for sale', price, source, isRental)
}

/**
 * Records sales by earlier owners, 3 to 15 years ago, at the prices of their time. Each sale begins with a listing, at
 * the earliest one year after construction.
 */
export function recordEarlierSales(site: Site): void {
  const { random, ledger, calendar, dwelling } = site
  const first = Math.min(OLDEST_DAYS, standingDays(site, dwelling) - YEAR_DAYS)
  let least = Math.max(3 * YEAR_DAYS + 1, ledger.earliest + LEAST_OWNED_DAYS)
  for (;;) {
    const closed = drawClosing(random, calendar, () => Math.min(least + drawStay(random), first))
    if (closed + LEAST_SALE_DAYS >= first) return
    recordSale(site, closed, first, random.chance(0.55))
    least = ledger.earliest + LEAST_OWNED_DAYS
  }
}

/** Days an owner stays beyond the minimum (exponentially distributed). */
function drawStay(random: Random): number {
  return Math.floor(YEARS_OWNED * YEAR_DAYS * drawExponential(random))
}

/** Draws from the exponential distribution with mean 1. */
function drawExponential(random: Random): number {
  return -Math.log(1 - random.unit())
}
