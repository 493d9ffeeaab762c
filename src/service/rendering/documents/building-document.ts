import type { Context } from '../../../catalog/ports/context.ts'
import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  each,
  fixed,
  large,
  listOf,
  madeList,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  optional,
  Ready,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import type { Home } from '../../../model/home.ts'
import { derivedNumber } from '../../../model/identity.ts'
import type { School } from '../../../model/school.ts'
import { regionIds } from '../../../places/regions/near-regions.ts'
import { HOME_TYPE } from '../listing-flags.ts'
import { buildingPhotos, drawnPhotosUrl, LINK, PHOTO_WIDTHS, PHOTOS, photoUrls, type ShownPhoto } from '../photos.ts'
import { type Place, POINT, placeOf } from '../place.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS, addressLine, DETAILED_ADDRESS } from '../shown-address.ts'
import { type Surroundings, surroundingsOf } from '../surroundings.ts'
import { NEARBY_REGIONS } from './around.ts'
import { AMENITIES } from './building-amenities.ts'
import { UNITS, type Unit, unitsOf } from './building-units.ts'
import { hasMobility, MOBILITY } from './mobility.ts'
import { SCHOOLS, shownSchools } from './schools.ts'

/** Everything that a building's document is made from. */
interface Gathered extends ReturnType<typeof unitsOf> {
  readonly building: Building
  /** The building's units that are in the catalog. */
  readonly homes: readonly Home[]
  readonly schools: readonly School[]
  readonly place: Place
  readonly photos: readonly Ready<ShownPhoto>[]
  readonly surroundings: Surroundings
}

const buildingOf = ({ building }: Gathered) => building

const IDENTITY = objectFrom<Gathered>()({
  lotId: [text('Id of the building.'), ({ building }) => building.lotId],
  buildingId: [large('Number of the building, as in cards and documents of its units.'), buildingNumber],
  id: [text('The same number as text.'), (gathered) => String(buildingNumber(gathered))],
  buildingName: [text(), ({ building }) => building.name],
  address: [DETAILED_ADDRESS, ({ building }) => DETAILED_ADDRESS.of(building)],
  ...ADDRESS.within(buildingOf),
  fullAddress: [text('On one line.'), ({ building }) => addressLine(building)],
  neighborhood: [MAYBE_TEXT, ({ building }) => building.address.neighborhood],
  county: [text('Full name, such as `Travis County`; empty if unknown.'), ({ place }) => place.county],
  country: fixed('USA'),
  currency: fixed('USD'),
  bestGuessTimezone: [text('IANA name; empty if unknown.'), ({ place }) => place.timeZone],
  regionIds: [
    object({ city: whole(), zipcode: whole() }),
    ({ building: { address } }) => {
      const { city = 0, zipcode = 0 } = regionIds(address)
      return { city, zipcode }
    },
  ],
  ...POINT.within(({ building }: Gathered) => building.point),
  buildingUrl: [text(), ({ building, surroundings }) => surroundings.words.portalOrigin + buildingPath(building)],
  bdpUrl: [text('Path of the building’s page.'), ({ building }) => buildingPath(building)],
})

function buildingNumber({ building }: Gathered): number {
  return derivedNumber('building', building.lotId)
}

const CONTACT_INFO = objectFrom<Gathered>()({
  agentFullName: [MAYBE_TEXT, (gathered) => unitContact(gathered)?.name],
  businessName: [MAYBE_TEXT, (gathered) => gathered.building.managedBy ?? unitContact(gathered)?.businessName],
  phoneNumber: [MAYBE_TEXT, (gathered) => gathered.building.phone ?? unitContact(gathered)?.phone],
})

/** Returns the contact of the first rental unit that has one. */
function unitContact({ homes }: Gathered) {
  return homes.find(({ listing }) => listing?.kind === 'lease' && listing.contact)?.listing?.contact
}

/** Whom to call: the building itself, or else the contact of one of its units. */
const CONTACT = objectFrom<Gathered>()({
  ...each([MAYBE_TEXT, ({ building }: Gathered) => building.phone], 'phone', 'buildingPhoneNumber'),
  managedBy: [MAYBE_TEXT, ({ building }) => building.managedBy],
  contactInfo: [CONTACT_INFO, (gathered) => CONTACT_INFO.of(gathered)],
  specialOffers: [
    listOf(object({ description: text() })),
    ({ building: { specialOffers = [] } }) => specialOffers.map((description) => ({ description })),
  ],
})

/** Number of nearby schools among which to look for the assigned schools. */
const SCHOOLS_AROUND = 24

export const BUILDING_DOCUMENT = component(
  'ApartmentBuilding',
  objectFrom<Gathered>()({
    ...IDENTITY.keys,
    buildingType: [
      oneOf(['FOR_RENT', 'FOR_SALE', 'OTHER'], 'What its units are offered for.'),
      ({ units }) => buildingType(units),
    ],
    homeTypes: [
      listOf(HOME_TYPE, 'Types of the units.'),
      ({ homes }) => [...new Set(homes.map(({ homeType }) => homeType))],
    ],
    description: [text('Empty if unknown.'), ({ building }) => building.description ?? ''],
    ...each([PHOTOS, ({ photos }: Gathered) => Ready.list(photos)], 'photos', 'galleryPhotos'),
    photoCount: [whole(), ({ photos }) => photos.length],
    thumb: madeList(LINK, thumb, 'The first picture; empty if there is none.'),
    ...AMENITIES.within(({ building, homes }: Gathered) => ({ building, units: homes })),
    yearBuilt: [optional(whole()), ({ building }) => building.yearBuilt],
    storiesTotal: [nullable(number()), ({ building }) => building.storiesTotal],
    ...CONTACT.keys,
    ...UNITS.keys,
    ...MOBILITY.within(({ homes }: Gathered) => homes.find(({ facts }) => hasMobility(facts))?.facts ?? {}),
    assignedSchools: [
      SCHOOLS,
      ({ building, homes, schools }) =>
        shownSchools(schools, building.point, homes[0]?.facts ?? {}).filter(({ assigned }) => assigned === true),
    ],
    ...NEARBY_REGIONS.within(({ building, surroundings: { regions } }: Gathered) => ({ placed: building, regions })),
  }),
)

/** Returns everything that the catalog knows about a building. */
export async function buildingDocument(
  building: Building,
  context: Context,
): Promise<AnswerOf<typeof BUILDING_DOCUMENT>> {
  const { catalog } = context
  const surroundings = surroundingsOf(context)
  const zpids = building.floorPlans.flatMap((plan) => plan.units)
  const [records, schools] = await Promise.all([
    Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid))),
    catalog.near.schools(building.point, SCHOOLS_AROUND),
  ])
  const units = new Map(records.filter((home) => home !== undefined).map((home) => [home.zpid, home]))
  return BUILDING_DOCUMENT.of({
    ...unitsOf(building, units, surroundings.nowMs),
    building,
    homes: [...units.values()],
    schools,
    place: placeOf(building, surroundings.regions),
    photos: buildingPhotos(building, surroundings.words),
    surroundings,
  })
}

function thumb({ building, surroundings: { words } }: Gathered) {
  const [narrowest] = PHOTO_WIDTHS
  return photoUrls(building, drawnPhotosUrl('building', building.lotId, words), narrowest, 1)
}

function buildingType(units: readonly Unit[]): 'FOR_RENT' | 'FOR_SALE' | 'OTHER' {
  const offered = units.map(({ listingType }) => listingType)
  if (offered.includes('FOR_RENT')) return 'FOR_RENT'
  return offered.includes('FOR_SALE') ? 'FOR_SALE' : 'OTHER'
}
