import type { LeaseTerms, Listing } from '../src/model/home.ts'
import { PETS } from '../src/model/home.ts'
import { isBuilding } from './block.ts'
import type { RentalHouse } from './building.ts'
import { drawListed, marketThen, recordListing, standingDays } from './deals.ts'
import { describe } from './description.ts'
import type { Draft } from './draft.ts'
import { drawContact, putAgents, putMedia, putTimes } from './sale.ts'
import type { Site } from './site.ts'
import { roundedRent } from './worth.ts'

/** Rent of one room as a share of the home's rent. */
const ROOM_SHARE = 0.42

/** Returns who reports a rental: the building's manager or the MLS. */
function reporterOf({ house, block }: Site): string {
  return house?.rental?.managedBy ?? block.zip.metro.mlsName
}

/** Returns the listing of a home for rent, and records its events. */
export function offerForRent(site: Site): Listing {
  const { random, worth, dwelling } = site
  const house = site.house?.rental
  const listed = drawListed(site, standingDays(site, dwelling))
  const terms = drawTerms(site, house)
  const askingRent = roundedRent(worth.rent * random.between(0.93, 1.08) * (terms.space === 'room' ? ROOM_SHARE : 1))
  recordListing(site, { askingPrice: askingRent, until: 0, listed, lessor: reporterOf(site) })
  const byOwner = !house && random.chance(0.3)
  const listing: Draft<Listing> = { kind: 'lease', status: 'Active', listedBy: byOwner ? 'owner' : 'agent' }
  listing.listPrice = askingRent
  putTimes(listing, site, listed)
  if (house) listing.contact = { name: 'Leasing office', businessName: house.name, phone: house.telephone }
  else if (byOwner) listing.contact = drawContact(random)
  else putAgents(listing, site)
  putMedia(listing, site)
  listing.description = describe(site, 'lease')
  listing.lease = { ...terms, securityDeposit: askingRent }
  return listing
}

/** Records the events of an occupied rental. Returns its listing if the lease began in the last two years. */
export function letOut(site: Site): Listing | undefined {
  const { random, ledger, calendar, worth, dwelling } = site
  const house = site.house?.rental
  const oldest = standingDays(site, dwelling)
  const leased = random.whole(20, 1300)
  if (leased >= oldest) return undefined
  const listed = drawListed(site, oldest, leased)
  const rent = roundedRent(worth.rent * marketThen(site, listed))
  const lessor = reporterOf(site)
  ledger.note(leased, 'Listing removed', rent, lessor, true)
  recordListing(site, { askingPrice: rent, until: leased, listed, lessor })
  if (leased > 730) return undefined
  const listing: Draft<Listing> = { kind: 'lease', status: 'Closed', listedBy: house ? 'agent' : 'owner' }
  listing.listPrice = rent
  listing.closePrice = rent
  listing.closeDate = calendar.day(leased)
  putTimes(listing, site, listed)
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
