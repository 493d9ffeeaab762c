import {
  type AnswerOf,
  always,
  component,
  type FieldsOf,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  Ready,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { Context } from '../../catalog/context.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { derivedNumber } from '../../model/identity.ts'
import { MAYBE_TEXT, maybeTexts } from '../answer-head.ts'
import { HOME_TYPE } from '../listing-flags.ts'
import { buildingPhotos, drawnPhotosUrl, LINK, PHOTO_WIDTHS, PHOTOS, photoUrls } from '../photos.ts'
import { POINT_FIELDS, placeOf } from '../place.ts'
import { buildingPath } from '../portal-urls.ts'
import { regionId } from '../regions.ts'
import { ADDRESS_FIELDS, addressLine, DETAILED_ADDRESS, districts, shownAddress } from '../shown-address.ts'
import { type Surroundings, surroundingsOf } from '../surroundings.ts'
import { NEARBY_REGIONS, nearbyRegionsOf } from './around.ts'
import { AMENITIES, amenitiesOf } from './building-amenities.ts'
import { UNITS, type Unit, unitsOf } from './building-units.ts'
import { hasMobility, MOBILITY_FIELDS, mobility } from './mobility.ts'
import { assignedSchools, SCHOOLS } from './schools.ts'

const IDENTITY = {
  lotId: text('Id of the building.'),
  buildingId: large('Number of the building, as cards and documents of its units have it.'),
  id: text('The same number as a text.'),
  buildingName: text(),
  address: DETAILED_ADDRESS,
  ...ADDRESS_FIELDS,
  fullAddress: text('On one line.'),
  neighborhood: MAYBE_TEXT,
  county: text('With its word; empty if unknown.'),
  country: always('USA'),
  currency: always('USD'),
  bestGuessTimezone: text('IANA name; empty if unknown.'),
  regionIds: object({ city: whole(), zipcode: whole() }),
  ...POINT_FIELDS,
  buildingUrl: text(),
  bdpUrl: text('Path of the building’s page.'),
}

const CONTACT = {
  ...maybeTexts('phone', 'buildingPhoneNumber', 'managedBy'),
  contactInfo: object(maybeTexts('agentFullName', 'businessName', 'phoneNumber')),
  specialOffers: listOf(object({ description: text() })),
}

/** Schools looked at for those that the units are assigned to. */
const SCHOOLS_AROUND = 24

export const BUILDING_DOCUMENT = component(
  'ApartmentBuilding',
  object({
    ...IDENTITY,
    buildingType: oneOf(['FOR_RENT', 'FOR_SALE', 'OTHER'], 'What its units are offered for.'),
    homeTypes: listOf(HOME_TYPE, 'Of its units.'),
    description: text('Empty if there is none.'),
    photos: PHOTOS,
    galleryPhotos: PHOTOS,
    photoCount: whole(),
    thumb: listOf(LINK, 'The first picture; empty if there is none.'),
    ...AMENITIES,
    yearBuilt: optional(whole()),
    storiesTotal: nullable(number()),
    ...CONTACT,
    ...UNITS,
    ...MOBILITY_FIELDS,
    assignedSchools: SCHOOLS,
    ...NEARBY_REGIONS,
  }),
)

/** Everything that the catalogue knows about a building. */
export async function buildingDocument(
  building: Building,
  context: Context,
): Promise<AnswerOf<typeof BUILDING_DOCUMENT>> {
  const { catalog, words } = context
  const around = surroundingsOf(context)
  const zpids = building.floorPlans.flatMap((plan) => plan.units)
  const [homes, schools] = await Promise.all([
    Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid))),
    catalog.near.schools(building.point, SCHOOLS_AROUND),
  ])
  const units = new Map(homes.filter((home) => home !== undefined).map((home) => [home.zpid, home]))
  const known = [...units.values()]
  const ofUnits = unitsOf(building, units, around.nowMs)
  return {
    ...identity(building, around),
    buildingType: buildingType(ofUnits.ungroupedUnits),
    homeTypes: [...new Set(known.map(({ homeType }) => homeType))],
    description: building.description ?? '',
    ...pictures(building, words),
    ...amenitiesOf(building, known),
    ...(building.yearBuilt !== undefined && { yearBuilt: building.yearBuilt }),
    storiesTotal: building.storiesTotal ?? null,
    ...contact(building, known),
    ...ofUnits,
    ...mobility(known.find(({ facts }) => hasMobility(facts))?.facts ?? {}),
    assignedSchools: assignedSchools(schools, building.point, known[0]?.facts ?? {}),
    ...nearbyRegionsOf(building, around.regions),
  }
}

function identity(building: Building, { words, regions }: Surroundings): FieldsOf<typeof IDENTITY> {
  const { lotId, address, point } = building
  const shown = shownAddress(building)
  const { county, timeZone } = placeOf(building, regions)
  const buildingId = derivedNumber('building', lotId)
  return {
    lotId,
    buildingId,
    id: String(buildingId),
    buildingName: building.name,
    address: { ...shown, ...districts(address) },
    ...shown,
    fullAddress: addressLine(building),
    neighborhood: address.neighborhood ?? null,
    county,
    country: 'USA',
    currency: 'USD',
    bestGuessTimezone: timeZone,
    regionIds: { city: regionId('city', address), zipcode: regionId('zipcode', address) },
    latitude: point.latitude,
    longitude: point.longitude,
    buildingUrl: words.portalOrigin + buildingPath(building),
    bdpUrl: buildingPath(building),
  }
}

function pictures(building: Building, words: Words) {
  const shown = buildingPhotos(building, words)
  const photos = Ready.list(shown).inPlace
  const [narrowest] = PHOTO_WIDTHS
  const first = photoUrls(building, drawnPhotosUrl('building', building.lotId, words), narrowest, 1)
  return { photos, galleryPhotos: photos, photoCount: shown.length, thumb: first.map((url) => ({ url })) }
}

function buildingType(units: readonly Unit[]): 'FOR_RENT' | 'FOR_SALE' | 'OTHER' {
  const offered = units.map(({ listingType }) => listingType)
  if (offered.includes('FOR_RENT')) return 'FOR_RENT'
  return offered.includes('FOR_SALE') ? 'FOR_SALE' : 'OTHER'
}

/** Whom to call: the building itself, or else whoever lets its units. */
function contact(building: Building, units: readonly Home[]): FieldsOf<typeof CONTACT> {
  const { phone = null, managedBy = null, specialOffers = [] } = building
  const ofUnit = units.find(({ listing }) => listing?.kind === 'lease' && listing.contact)?.listing?.contact
  return {
    phone,
    buildingPhoneNumber: phone,
    managedBy,
    contactInfo: {
      agentFullName: ofUnit?.name ?? null,
      businessName: managedBy ?? ofUnit?.businessName ?? null,
      phoneNumber: phone ?? ofUnit?.phone ?? null,
    },
    specialOffers: specialOffers.map((description) => ({ description })),
  }
}
