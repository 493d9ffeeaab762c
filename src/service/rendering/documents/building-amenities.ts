import {
  type Entry,
  flag,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  text,
  type Value,
} from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import type { Home, HomeFacts, LeaseTerms } from '../../../model/home.ts'
import { realFeatures } from '../../../model/real-features.ts'
import { isOnMarket } from '../listing-flags.ts'
import { highest, lowest } from './building-units.ts'

const TEXTS = listOf(text())
const MAYBE_FLAG = nullable(flag(), 'Null if unknown.')
const ABOUT_IT = listOf(text(), 'The amenities about this subject.')
const OF_UNITS = listOf(text(), 'What at least one of the units has.')
const UNIT_TEXT = nullable(text(), 'The value for the units; null if unknown.')
const DEPOSIT = nullable(number(), 'Dollars, for the available units; null if unknown.')

const DETAILED_PETS = nullable(
  object({
    petPolicies: listOf(object({ petType: oneOf(['LargeDogs', 'SmallDogs', 'Cats']), allowed: flag() })),
  }),
  'Null if it is unknown which pets are allowed.',
)

/** A building, and its units that are in the catalog. */
interface Offered {
  readonly building: Building
  readonly units: readonly Home[]
}

const SUMMARY = objectFrom<Offered>()({
  buildingDetails: [listOf(text(), 'The same as amenities.'), ({ building }) => building.amenities],
  laundry: [ABOUT_IT, about(/laundry|washer/i)],
  parking: [ABOUT_IT, about(/parking|garage/i)],
  security: [ABOUT_IT, about(/access|security|gated|doorman|concierge/i)],
})

function about(what: RegExp): (offered: Offered) => readonly string[] {
  return ({ building }) => building.amenities.filter((amenity) => what.test(amenity))
}

const DETAILS = objectFrom<Offered>()({
  hours: [nullable(TEXTS, 'Office hours; null if unknown.'), ({ building }) => building.officeHours],
  pets: [listOf(text(), 'Pets allowed.'), ({ building }) => building.pets ?? []],
  customAmenities: [
    object({ rawAmenities: listOf(text(), 'The same as amenities.') }),
    ({ building }) => ({ rawAmenities: building.amenities }),
  ],
  unitFeatures: [OF_UNITS, anyOf(({ interiorFeatures = [], appliances = [] }) => [...interiorFeatures, ...appliances])],
})

const ATTRIBUTES = objectFrom<Offered>()({
  hasSharedLaundry: named(/shared laundry|laundry room|laundry facilit/i),
  hasElevator: named(/\belevator/i),
  hasSwimmingPool: named(/\bpool\b/i),
  hasBicycleStorage: named(/\b(bike|bicycle) (storage|room|parking)/i),
  hasStorage: named(/\bstorage (unit|space|room|locker)|\bextra storage/i),
  hasGuestSuite: named(/\bguest suite/i),
  hasPackageService: named(/\bpackage (locker|room|service|receiving)/i),
  hasPetPark: named(/\b(dog|pet) (park|run)\b/i),
  hasHotTub: named(/\bhot tub|\bjacuzzi/i),
  hasSauna: named(/\bsauna/i),
  hasBarbecue: named(/\b(barbecue|bbq|grill)/i),
  hasOnsiteManagement: named(/\bon-?site management/i),
  hasFireplace: [MAYBE_FLAG, ({ units }) => units.some(({ facts }) => (facts.fireplacesTotal ?? 0) > 0) || null],
  isFurnished: [MAYBE_FLAG, ({ units }) => units.some(({ facts }) => facts.furnished === true) || null],
  appliances: [OF_UNITS, anyOf(({ appliances }) => appliances)],
  floorCoverings: [OF_UNITS, anyOf(({ flooring }) => flooring)],
  parkingTypes: [OF_UNITS, anyOf(({ parkingFeatures }) => parkingFeatures)],
  viewType: [OF_UNITS, anyOf(({ views }) => views)],
  leaseTerms: [OF_UNITS, leaseTerms],
  airConditioning: [UNIT_TEXT, joined(({ hasCooling, cooling }) => (hasCooling === false ? [] : cooling))],
  heatingSource: [UNIT_TEXT, joined(({ heating }) => heating)],
  depositFeeMin: [DEPOSIT, (offered) => lowest(depositsOf(offered))],
  depositFeeMax: [DEPOSIT, (offered) => highest(depositsOf(offered))],
  customAmenities: [text('The amenities, separated by commas.'), ({ building }) => building.amenities.join(', ')],
  detailedPetPolicy: [DETAILED_PETS, detailedPets],
})

/** A value that is true if the name of an amenity matches the pattern. */
function named(pattern: RegExp): Entry<Offered, Value<boolean | null>> {
  return [MAYBE_FLAG, ({ building }) => building.amenities.some((amenity) => pattern.test(amenity)) || null]
}

/** The building's amenities, under all keys that clients read. */
export const AMENITIES = objectFrom<Offered>()({
  amenities: [TEXTS, ({ building }) => building.amenities],
  amenitySummary: [SUMMARY, (offered) => SUMMARY.of(offered)],
  amenityDetails: [DETAILS, (offered) => DETAILS.of(offered)],
  buildingAttributes: [ATTRIBUTES, (offered) => ATTRIBUTES.of(offered)],
  petPolicy: [
    nullable(listOf(oneOf(['LargeDogs', 'SmallDogs', 'Cats'])), 'Pets allowed.'),
    ({ building }) => building.pets,
  ],
  detailedPetPolicy: [DETAILED_PETS, detailedPets],
  isLowIncome: [
    flag('Whether tenants of an available unit must be below an income limit.'),
    (offered) => leasesOf(offered).some(({ incomeRestricted }) => incomeRestricted === true),
  ],
  isSeniorHousing: [
    flag('Whether units are in a community for people over 55.'),
    ({ units }) => units.some(({ facts }) => facts.seniorCommunity === true),
  ],
})

function detailedPets({ building: { pets } }: Offered) {
  return pets && { petPolicies: pets.map((petType) => ({ petType, allowed: true })) }
}

function leasesOf({ units }: Offered): readonly LeaseTerms[] {
  return units.flatMap(({ listing }) => (isOnMarket(listing) && listing?.lease ? [listing.lease] : []))
}

function leaseTerms(offered: Offered): readonly string[] {
  const months = leasesOf(offered).flatMap(({ leaseTermMonths = [] }) => leaseTermMonths)
  return [...new Set(months)].sort((a, b) => a - b).map((count) => `${count} months`)
}

function depositsOf(offered: Offered): readonly number[] {
  return leasesOf(offered).flatMap(({ securityDeposit }) => securityDeposit ?? [])
}

/** Returns a function that lists every feature of at least one unit, in the order of the units. */
function anyOf(listed: (facts: HomeFacts) => readonly string[] | undefined): (offered: Offered) => readonly string[] {
  return ({ units }) => [...new Set(units.flatMap(({ facts }) => realFeatures(listed(facts))))]
}

function joined(listed: (facts: HomeFacts) => readonly string[] | undefined): (offered: Offered) => string | null {
  const listedIn = anyOf(listed)
  return (offered) => listedIn(offered).join(', ') || null
}
