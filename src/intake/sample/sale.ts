import type { Random } from '../../kit/algorithms/random.ts'
import { type Contact, LISTING_CONDITIONS, type Listing, type ListingStatus, type OpenHouse } from '../../model/home.ts'
import { homeViews } from '../../service/pictures/drawn-views.ts'
import { sampleTelephone } from './agents.ts'
import { marketThen, noteAsking, noteSale } from './deals.ts'
import { describe, loves } from './description.ts'
import type { Draft } from './draft.ts'
import { LISTING_STATUSES } from './draws.ts'
import type { Dwelling } from './dwelling.ts'
import { exampleEmail } from './identity.ts'
import { roomsOf } from './room-list.ts'
import type { Site } from './site.ts'
import { GIVEN_NAMES, SURNAMES } from './words/names.ts'
import { asAsked } from './worth.ts'

/** Three years. */
const SOLD_DAYS = 1095
/** Share of the homes with a tour whose rooms are listed. */
const MEASURED = 0.65
const HOUR_MS = 3_600_000

/** Days on the market: most listings are fresh, a few are three years old. */
export function drawAge(random: Random): number {
  const luck = random.unit()
  if (luck < 0.9) return Math.floor(100 * random.unit() ** 1.7)
  return luck < 0.97 ? random.whole(90, 400) : random.whole(400, 1090)
}

/** A listing on the market; records its events. */
export function offerForSale(site: Site): Listing {
  const { random, ledger, calendar, block, worth, dwelling } = site
  const oldest = dwelling.yearBuilt === 0 ? 1090 : Math.max(0, calendar.newYear(dwelling.yearBuilt))
  const { status, listed, pending } = drawStage(random, oldest)
  const lastAsked = asAsked(random, worth.value * random.between(0.97, 1.06))
  if (pending !== undefined) ledger.note(pending, 'Pending sale', lastAsked, block.zip.metro.mlsName)
  noteAsking(site, lastAsked, pending ?? 0, listed)
  const listing = beginListing(site, status, listed)
  listing.listPrice = lastAsked
  if (pending !== undefined) {
    listing.pendingDate = calendar.day(pending)
    // A listing with a buyer has been reported to the listing service.
    listing.modifiedMs = Math.max(listing.modifiedMs ?? 0, calendar.startMs(pending))
  }
  if (status === 'ComingSoon') listing.expectedDate = calendar.day(-random.whole(2, 21))
  else if (status === 'Active' && random.chance(0.22)) listing.openHouses = drawOpenHouses(site)
  if (random.chance(0.045)) listing.conditions = [random.pick(LISTING_CONDITIONS)]
  if (random.chance(0.07)) listing.featured = true
  return listing
}

/** The steps of an active listing, in days ago; `pending` if it has a buyer, always later than `listed`. */
interface Stage {
  readonly status: ListingStatus
  readonly listed: number
  readonly pending: number | undefined
}

/** No listing is older than `oldest` days. One listed today has no buyer yet. */
function drawStage(random: Random, oldest: number): Stage {
  const status = LISTING_STATUSES.draw(random)
  const listed = Math.min(oldest, status === 'ComingSoon' ? random.below(14) : drawAge(random))
  if (status !== 'Pending' && status !== 'ActiveUnderContract') return { status, listed, pending: undefined }
  if (oldest === 0) return { status: 'Active', listed, pending: undefined }
  const before = Math.max(1, listed)
  return { status, listed: before, pending: Math.min(Math.floor(before / 2), random.below(45)) }
}

/** A sale closed within the last three years; records its events. */
export function sell(site: Site, closedLatest: number): Listing {
  const { random, calendar, block } = site
  const closed = Math.min(closedLatest, random.whole(0, SOLD_DAYS))
  const course = noteSale(site, closed)
  const listing = beginListing(site, 'Closed', course.listed)
  listing.listPrice = course.lastAsked
  listing.closePrice = course.closePrice
  listing.closeDate = calendar.day(course.closed)
  listing.pendingDate = calendar.day(course.pending)
  listing.modifiedMs = Math.min(calendar.nowMs, calendar.startMs(course.closed) + 18 * HOUR_MS)
  if (random.chance(0.8)) listing.buyerAgentId = site.roster.pick(random, block.zip)
  return listing
}

/** A listing that ended without a sale within the last three years; none if the home is too new. */
export function withdraw(site: Site): Listing | undefined {
  const { random, ledger, calendar, block, worth, dwelling } = site
  const standing = dwelling.yearBuilt === 0 ? Number.POSITIVE_INFINITY : calendar.newYear(dwelling.yearBuilt)
  const removed = Math.min(random.whole(0, 1000), standing - 185)
  if (removed < 0) return undefined
  const listed = removed + random.whole(25, 180)
  const lastAsked = asAsked(random, worth.value * marketThen(site, listed) * random.between(1.02, 1.12))
  ledger.note(removed, 'Listing removed', lastAsked, block.zip.metro.mlsName)
  noteAsking(site, lastAsked, removed, listed)
  const listing = beginListing(site, random.pick(['Canceled', 'Expired', 'Withdrawn'] as const), listed)
  listing.listPrice = lastAsked
  listing.modifiedMs = Math.min(calendar.nowMs, calendar.startMs(removed) + 18 * HOUR_MS)
  return listing
}

function beginListing(site: Site, status: ListingStatus, listed: number): Draft<Listing> {
  const { random, block, dwelling } = site
  const byOwner = status !== 'Closed' && random.chance(0.06)
  const listing: Draft<Listing> = { kind: 'sale', status, listedBy: byOwner ? 'owner' : 'agent' }
  listing.onMarketMs = marketMoment(site, listed)
  listing.modifiedMs = latestMoment(site, listing.onMarketMs)
  if (block.newlyBuilt) listing.newConstruction = true
  if (byOwner) {
    listing.contact = drawContact(random)
    if (dwelling.homeType !== 'LOT' && random.chance(0.6)) listing.whatILove = loves(random, block)
  } else putAgents(listing, site)
  putMedia(listing, site)
  listing.description = describe(site, 'sale')
  return listing
}

/** An agent's listing is in the metro's listing service, with its own number. */
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
  // No view is shown twice.
  if (random.chance(0.985))
    listing.drawnPhotos = Math.min(photos, homeViews({ homeType: dwelling.homeType, facts: site.facts }).length)
  if (random.chance(0.2)) {
    listing.has3DTour = true
    listing.virtualTourUrl = `https://tours.example/${zpid}/3d`
    // A home scanned for a tour has had its rooms measured.
    if (listsRooms(dwelling) && random.chance(MEASURED)) site.facts.rooms = roomsOf(random, dwelling)
  } else if (random.chance(0.06)) listing.virtualTourUrl = `https://tours.example/${zpid}`
  if (random.chance(0.07)) listing.videoUrl = `https://tours.example/${zpid}/film`
}

/** A lot has no rooms, and the rooms of a multi-family house belong to no single home. */
function listsRooms({ homeType }: Dwelling): boolean {
  return homeType !== 'LOT' && homeType !== 'MULTI_FAMILY'
}

/** During that day, but never in the future. */
export function marketMoment({ random, calendar }: Site, daysAgo: number): number {
  const moment = calendar.startMs(daysAgo) + random.whole(14 * 60, 23 * 60) * 60_000
  return Math.min(moment, calendar.nowMs)
}

export function latestMoment({ random, calendar }: Site, onMarketMs: number): number {
  return Math.round(onMarketMs + (calendar.nowMs - onMarketMs) * random.unit() ** 2)
}

/** One or two afternoons of the coming week. */
function drawOpenHouses({ random, calendar, block }: Site): OpenHouse[] {
  const first = random.whole(1, 6)
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
