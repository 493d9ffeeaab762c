import { each, type FieldsOf, flag, listOf, nullable, number, object, oneOf, text } from '../../answers/index.ts'
import type { Building } from '../../model/building.ts'
import type { Home, HomeFacts } from '../../model/home.ts'
import { isOnMarket } from '../listing-flags.ts'

const TEXTS = listOf(text())
const MAYBE_FLAG = nullable(flag(), 'Null if the data does not say.')
const OF_UNITS = listOf(text(), 'Of the units: what at least one of them has.')

/** Attributes that the amenities of a building tell, by what is written there. */
const TOLD = {
  hasSharedLaundry: /shared laundry|laundry room|laundry facilit/i,
  hasElevator: /\belevator/i,
  hasSwimmingPool: /\bpool\b/i,
  hasBicycleStorage: /\b(bike|bicycle) (storage|room|parking)/i,
  hasStorage: /\bstorage (unit|space|room|locker)|\bextra storage/i,
  hasGuestSuite: /\bguest suite/i,
  hasPackageService: /\bpackage (locker|room|service|receiving)/i,
  hasPetPark: /\b(dog|pet) (park|run)\b/i,
  hasHotTub: /\bhot tub|\bjacuzzi/i,
  hasSauna: /\bsauna/i,
  hasBarbecue: /\b(barbecue|bbq|grill)/i,
  hasOnsiteManagement: /\bon-?site management/i,
} as const

const PET_POLICY = nullable(
  object({
    petPolicies: listOf(object({ petType: oneOf(['LargeDogs', 'SmallDogs', 'Cats']), allowed: flag() })),
  }),
  'Null if the data does not say which pets are allowed.',
)

export const AMENITIES = {
  amenities: TEXTS,
  amenitySummary: object({
    buildingDetails: listOf(text(), 'The same as amenities.'),
    ...each(listOf(text(), 'Those of them that are about it.'), 'laundry', 'parking', 'security'),
  }),
  amenityDetails: object({
    hours: nullable(TEXTS, 'Of the office; null if unknown.'),
    pets: listOf(text(), 'Pets allowed.'),
    customAmenities: object({ rawAmenities: listOf(text(), 'The same as amenities.') }),
    unitFeatures: OF_UNITS,
  }),
  buildingAttributes: object({
    ...each(MAYBE_FLAG, ...(Object.keys(TOLD) as (keyof typeof TOLD)[])), // keys of the table above
    ...each(MAYBE_FLAG, 'hasFireplace', 'isFurnished'),
    ...each(OF_UNITS, 'appliances', 'floorCoverings', 'parkingTypes', 'viewType', 'leaseTerms'),
    ...each(nullable(text(), 'Of the units; null if unknown.'), 'airConditioning', 'heatingSource'),
    ...each(nullable(number(), 'Dollars, of the available units; null if unknown.'), 'depositFeeMin', 'depositFeeMax'),
    detailedPetPolicy: PET_POLICY,
    customAmenities: text('The amenities, separated by commas.'),
  }),
  petPolicy: nullable(listOf(oneOf(['LargeDogs', 'SmallDogs', 'Cats'])), 'Pets allowed.'),
  detailedPetPolicy: PET_POLICY,
  isLowIncome: flag('Tenants of an available unit must be below an income limit.'),
  isSeniorHousing: flag('Units are in a community for people over 55.'),
}

/** What the building offers, in every place in which client programs look for it. */
export function amenitiesOf(building: Building, units: readonly Home[]): FieldsOf<typeof AMENITIES> {
  const { amenities, pets } = building
  const about = (what: RegExp) => amenities.filter((amenity) => what.test(amenity))
  const policy = pets ? { petPolicies: pets.map((petType) => ({ petType, allowed: true })) } : null
  return {
    amenities,
    amenitySummary: {
      buildingDetails: amenities,
      laundry: about(/laundry|washer/i),
      parking: about(/parking|garage/i),
      security: about(/access|security|gated|doorman|concierge/i),
    },
    amenityDetails: {
      hours: building.officeHours ?? null,
      pets: pets ?? [],
      customAmenities: { rawAmenities: amenities },
      unitFeatures: anyOf(units, ({ interiorFeatures, appliances }) => [
        ...(interiorFeatures ?? []),
        ...(appliances ?? []),
      ]),
    },
    buildingAttributes: { ...attributes(building, units), detailedPetPolicy: policy },
    petPolicy: pets ?? null,
    detailedPetPolicy: policy,
    isLowIncome: leasesOf(units).some(({ incomeRestricted }) => incomeRestricted === true),
    isSeniorHousing: units.some(({ facts }) => facts.seniorCommunity === true),
  }
}

type Attributes = Omit<FieldsOf<typeof AMENITIES>['buildingAttributes'], 'detailedPetPolicy'>

function attributes({ amenities }: Building, units: readonly Home[]): Attributes {
  const told = Object.entries(TOLD).map(([name, pattern]) => [name, amenities.some((one) => pattern.test(one)) || null])
  const leases = leasesOf(units)
  const deposits = leases.flatMap(({ securityDeposit }) => securityDeposit ?? [])
  const months = [...new Set(leases.flatMap(({ leaseTermMonths }) => leaseTermMonths ?? []))].sort((a, b) => a - b)
  return {
    ...(Object.fromEntries(told) as { readonly [K in keyof typeof TOLD]: boolean | null }), // one entry for each
    hasFireplace: units.some(({ facts }) => (facts.fireplacesTotal ?? 0) > 0) || null,
    isFurnished: units.some(({ facts }) => facts.furnished === true) || null,
    appliances: anyOf(units, (facts) => facts.appliances),
    floorCoverings: anyOf(units, (facts) => facts.flooring),
    parkingTypes: anyOf(units, (facts) => facts.parkingFeatures),
    viewType: anyOf(units, (facts) => facts.views),
    leaseTerms: months.map((count) => `${count} months`),
    airConditioning: joined(anyOf(units, (facts) => (facts.hasCooling === false ? [] : facts.cooling))),
    heatingSource: joined(anyOf(units, (facts) => facts.heating)),
    depositFeeMin: deposits.length > 0 ? Math.min(...deposits) : null,
    depositFeeMax: deposits.length > 0 ? Math.max(...deposits) : null,
    customAmenities: amenities.join(', '),
  }
}

/** The terms of the available units. */
function leasesOf(units: readonly Home[]) {
  return units.flatMap(({ listing }) => (isOnMarket(listing) && listing?.lease ? [listing.lease] : []))
}

/** What at least one unit has, each once, in the order of the units. */
function anyOf(units: readonly Home[], listed: (facts: HomeFacts) => readonly string[] | undefined): string[] {
  return [...new Set(units.flatMap(({ facts }) => listed(facts) ?? []))]
}

function joined(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(', ')
}
