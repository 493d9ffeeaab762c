import type { Random } from '../src/kit/algorithms/random.ts'
import {
  type Contact,
  LISTING_CONDITIONS,
  type Listing,
  type ListingStatus,
  type OpenHouse,
} from '../src/model/home.ts'
import { sampleTelephone } from './agents.ts'
import { drawListed, LEAST_SALE_DAYS, marketThen, recordListing, recordSale, standingDays } from './deals.ts'
import { describe, loves } from './description.ts'
import type { Draft } from './draft.ts'
import { OTHER_STATUSES } from './draws.ts'
import type { Dwelling } from './dwelling.ts'
import { exampleEmail } from './identity.ts'
import { ON_MARKET } from './market-tally.ts'
import { drawnPhotosMax } from './photos.ts'
import { roomsOf } from './room-list.ts'
import type { Site } from './site.ts'
import { drawClosing, drawWorkday } from './tempo.ts'
import { GIVEN_NAMES, SURNAMES } from './words/names.ts'
import { roundedAskingPrice } from './worth.ts'

/** Three years. */
export const SOLD_DAYS = 1095
/** Share of homes for sale whose owners cannot pay. */
const DISTRESSED = 0.045
/** Share of homes with a tour that also have a list of rooms. */
const MEASURED = 0.65
const HOUR_MS = 3_600_000

/** Number of pending and coming-soon homes, in months of sales. */
export const OTHER_MONTHS = 1.4

/** Makes the listing of a home for sale, and records its events. */
export function offerForSale(site: Site): Listing {
  const { random, ledger, calendar, block, worth, dwelling } = site
  const { economy, mlsName } = block.zip.metro
  const hasBuyer = random.unit() * (economy.monthsOfSupply + OTHER_MONTHS) >= economy.monthsOfSupply
  const oldest = standingDays(site, dwelling)
  const status = hasBuyer && oldest > 0 ? OTHER_STATUSES.draw(random) : 'Active'
  const isPending = status === 'Pending' || status === 'ActiveUnderContract'
  const pending = isPending ? drawWorkday(random, calendar, random.below(Math.min(40, oldest)), oldest - 1) : 0
  const listed = isPending
    ? drawListed(site, oldest, pending)
    : status === 'ComingSoon'
      ? Math.min(oldest, random.below(14))
      : drawListed(site, oldest)
  const askingPrice = roundedAskingPrice(random, worth.value * random.between(0.97, 1.06))
  if (isPending) ledger.note(pending, 'Pending sale', askingPrice, mlsName)
  recordListing(site, { askingPrice, until: pending, listed })
  const listing = beginListing(site, status, listed)
  listing.listPrice = askingPrice
  if (isPending) listing.pendingDate = calendar.day(pending)
  if (status === 'ComingSoon') listing.expectedDate = calendar.day(-random.whole(2, 21))
  else if (status === 'Active' && random.chance(0.22)) listing.openHouses = drawOpenHouses(site)
  // A new home has no owner who could fail to pay.
  if (!block.newlyBuilt && random.chance(DISTRESSED)) listing.conditions = [random.pick(LISTING_CONDITIONS)]
  if (random.chance(0.07)) listing.featured = true
  return listing
}

/** Makes the listing of a home sold in the last three years, at most `oldest` days ago, and records its events. */
export function sell(site: Site, oldest: number): Listing {
  const { random, calendar, block } = site
  const earliest = Math.min(SOLD_DAYS, oldest - LEAST_SALE_DAYS)
  const closed = drawClosing(random, calendar, () => random.whole(0, earliest))
  const { pending, listed, closePrice, lastAskingPrice } = recordSale(site, closed, oldest)
  const listing = beginListing(site, 'Closed', listed)
  listing.listPrice = lastAskingPrice
  listing.closePrice = closePrice
  listing.closeDate = calendar.day(closed)
  listing.pendingDate = calendar.day(pending)
  if (random.chance(0.8)) listing.buyerAgentId = site.roster.pick(random, block.zip)
  return listing
}

/** Makes a listing that ended without a sale in the last three years. Undefined if the home is too new. */
export function withdraw(site: Site): Listing | undefined {
  const { random, ledger, block, worth, dwelling } = site
  const oldest = standingDays(site, dwelling)
  const removed = random.whole(0, 1000)
  if (removed + LEAST_SALE_DAYS > oldest) return undefined
  const listed = drawListed(site, oldest, removed + random.whole(20, Math.min(90, oldest - removed - 1)))
  const askingPrice = roundedAskingPrice(random, worth.value * marketThen(site, listed) * random.between(1.02, 1.12))
  ledger.note(removed, 'Listing removed', askingPrice, block.zip.metro.mlsName)
  recordListing(site, { askingPrice, until: removed, listed })
  const listing = beginListing(site, random.pick(['Canceled', 'Expired', 'Withdrawn'] as const), listed)
  listing.listPrice = askingPrice
  return listing
}

function beginListing(site: Site, status: ListingStatus, listed: number): Draft<Listing> {
  const { random, block, dwelling } = site
  const byOwner = status !== 'Closed' && random.chance(0.06)
  const listing: Draft<Listing> = { kind: 'sale', status, listedBy: byOwner ? 'owner' : 'agent' }
  putTimes(listing, site, listed)
  if (block.newlyBuilt) listing.newConstruction = true
  if (byOwner) {
    listing.contact = drawContact(random)
    if (dwelling.homeType !== 'LOT' && random.chance(0.6)) listing.whatILove = loves(random, block)
  } else putAgents(listing, site)
  putMedia(listing, site)
  listing.description = describe(site, 'sale')
  return listing
}

/** Sets the listing's agents and its number in the metro's MLS. */
export function putAgents(listing: Draft<Listing>, site: Site): void {
  const { random, block, roster, index } = site
  listing.mlsId = `${block.zip.metro.economy.mlsPrefix}${2_000_000 + index}`
  listing.mlsName = block.zip.metro.mlsName
  listing.listAgentId = roster.pick(random, block.zip)
  if (random.chance(0.08)) {
    const partner = roster.pick(random, block.zip)
    if (partner !== listing.listAgentId) listing.coListAgentId = partner
  }
}

export function putMedia(listing: Draft<Listing>, site: Site): void {
  const { random, dwelling, zpid } = site
  const photos = dwelling.homeType === 'LOT' ? random.whole(1, 4) : random.whole(6, 26)
  if (random.chance(0.985))
    listing.drawnPhotos = Math.min(photos, drawnPhotosMax(dwelling.homeType === 'LOT', site.facts))
  if (random.chance(0.2)) {
    listing.has3DTour = true
    listing.virtualTourUrl = `https://tours.example/${zpid}/3d`
    // Homes scanned for a tour have measured rooms.
    if (listsRooms(dwelling) && random.chance(MEASURED)) site.facts.rooms = roomsOf(random, dwelling)
  } else if (random.chance(0.06)) listing.virtualTourUrl = `https://tours.example/${zpid}`
  if (random.chance(0.07)) listing.videoUrl = `https://tours.example/${zpid}/film`
}

/**
 * Whether a listing may have a list of rooms. Lots have no rooms, and the rooms of a multi-family house belong to
 * several homes.
 */
function listsRooms({ homeType }: Dwelling): boolean {
  return homeType !== 'LOT' && homeType !== 'MULTI_FAMILY'
}

/**
 * Sets the times of a listing. The last change is on the day of the last event; for homes on the market it may be
 * later.
 */
export function putTimes(listing: Draft<Listing>, site: Site, listed: number): void {
  const { random, calendar, ledger } = site
  const onMarketMs = momentOf(site, listed)
  const lastMs = Math.max(onMarketMs, momentOf(site, ledger.latest))
  listing.onMarketMs = onMarketMs
  listing.modifiedMs = ON_MARKET.has(listing.status)
    ? Math.round(lastMs + (calendar.nowMs - lastMs) * random.unit() ** 2)
    : lastMs
}

/** Draws a time in office hours. Milliseconds make times almost unique. */
function momentOf({ random, calendar }: Site, daysAgo: number): number {
  return calendar.startMs(daysAgo) + random.whole(14 * HOUR_MS, 23 * HOUR_MS)
}

/** Draws open houses on one or two afternoons in the coming week. */
function drawOpenHouses({ random, calendar, block }: Site): OpenHouse[] {
  const first = random.whole(2, 7)
  const hour = random.whole(11, 15) - block.zip.metro.economy.utcOffsetHours
  return Array.from({ length: random.whole(1, 2) }, (_, at) => {
    const startMs = calendar.startMs(-first - at) + hour * HOUR_MS
    return { startMs, endMs: startMs + 2 * HOUR_MS }
  })
}

export function drawContact(random: Random): Contact {
  const given = random.pick(GIVEN_NAMES)
  const surname = random.pick(SURNAMES)
  return {
    name: `${given} ${surname}`,
    phone: sampleTelephone(random),
    email: exampleEmail(given, surname),
  }
}
