import type { LeaseTerms, Listing, Pet } from '../../model/home.ts'
import { PETS } from '../../model/home.ts'
import { isBuilding } from './block.ts'
import { marketThen } from './deals.ts'
import { describe } from './description.ts'
import type { Draft } from './draft.ts'
import { drawAge, drawContact, latestMoment, marketMoment, putAgents, putMedia } from './sale.ts'
import type { Site } from './site.ts'

/** The units of a rental building share these. */
export interface RentalHouse {
  readonly name: string
  readonly telephone: string
  readonly managedBy: string
  readonly pets: readonly Pet[] | undefined
  readonly incomeRestricted: boolean
  readonly onSiteParking: boolean
  readonly acceptsApplications: boolean
}

/** The rent of one room as a share of the home's rent. */
const ROOM_SHARE = 0.42

/** Who reports the events of a rental: the manager of its building, or the listing service. */
function reporterOf({ house, block }: Site): string {
  return house?.rental?.managedBy ?? block.zip.metro.mlsName
}

/** A home available for rent now; records its events. */
export function offerForRent(site: Site): Listing {
  const { random, ledger, calendar, worth, dwelling } = site
  const house = site.house?.rental
  const oldest = Math.max(0, calendar.newYear(dwelling.yearBuilt))
  const listed = Math.min(oldest, house ? Math.min(400, drawAge(random)) : drawAge(random))
  const terms = drawTerms(site, house)
  const asked = asRent(worth.rent * random.between(0.93, 1.08) * (terms.space === 'room' ? ROOM_SHARE : 1))
  const source = reporterOf(site)
  if (listed > 20 && random.chance(0.35)) {
    ledger.noteRental(random.whole(1, listed - 5), 'Price change', asked, source)
    ledger.noteRental(listed, 'Listed for rent', asRent(asked * random.between(1.01, 1.06)), source)
  } else ledger.noteRental(listed, 'Listed for rent', asked, source)
  const byOwner = !house && random.chance(0.3)
  const listing: Draft<Listing> = { kind: 'lease', status: 'Active', listedBy: byOwner ? 'owner' : 'agent' }
  listing.listPrice = asked
  listing.onMarketMs = marketMoment(site, listed)
  listing.modifiedMs = latestMoment(site, listing.onMarketMs)
  if (house) listing.contact = { name: 'Leasing office', businessName: house.name, phone: house.telephone }
  else if (byOwner) listing.contact = drawContact(random)
  else putAgents(listing, site)
  putMedia(listing, site)
  listing.description = describe(site, 'lease')
  listing.lease = { ...terms, securityDeposit: asked }
  return listing
}

/** An occupied rental; records its events. A lease within the last two years keeps its listing. */
export function letOut(site: Site): Listing | undefined {
  const { random, ledger, calendar, worth, dwelling } = site
  const house = site.house?.rental
  const built = calendar.newYear(dwelling.yearBuilt)
  const leased = Math.min(random.whole(20, 1300), built - 100)
  if (leased < 0) return undefined
  const listed = leased + random.whole(6, 70)
  const rent = asRent(worth.rent * marketThen(site, listed))
  const source = reporterOf(site)
  ledger.noteRental(leased, 'Listing removed', rent, source)
  ledger.noteRental(listed, 'Listed for rent', rent, source)
  if (leased > 730) return undefined
  const listing: Draft<Listing> = { kind: 'lease', status: 'Closed', listedBy: house ? 'agent' : 'owner' }
  listing.listPrice = rent
  listing.closePrice = rent
  listing.closeDate = calendar.day(leased)
  listing.onMarketMs = marketMoment(site, listed)
  listing.modifiedMs = calendar.startMs(leased)
  listing.lease = { space: 'entire', leaseTermMonths: 12 }
  return listing
}

function drawTerms(site: Site, house: RentalHouse | undefined): LeaseTerms {
  const { random, calendar, block, dwelling } = site
  const room = !house && dwelling.bedrooms >= 3 && random.chance(0.12)
  const terms: Draft<LeaseTerms> = { space: room ? 'room' : 'entire' }
  if (random.chance(0.8))
    terms.availabilityDate = calendar.day(random.chance(0.45) ? random.below(20) : -random.below(90))
  const pets = house ? house.pets : random.chance(0.55) ? random.some(PETS, random.whole(1, 3)) : undefined
  if (pets) terms.pets = pets
  if (house ? house.acceptsApplications : random.chance(0.35)) terms.acceptsApplications = true
  if (house ? house.incomeRestricted : random.chance(0.01)) terms.incomeRestricted = true
  if (house ? house.onSiteParking : isBuilding(block) ? random.chance(0.5) : dwelling.garageSpaces > 0) {
    terms.onSiteParking = true
  }
  if (random.chance(0.7)) terms.leaseTermMonths = room ? 6 : 12
  return terms
}

function asRent(rent: number): number {
  return Math.max(350, Math.round(rent / 5) * 5)
}
