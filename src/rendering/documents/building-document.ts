import { streetParts } from '../../addresses/address.ts'
import {
  type AnswerOf,
  component,
  day,
  each,
  type FieldsOf,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { Context } from '../../catalog/context.ts'
import type { Building, FloorPlan } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { marketState } from '../../model/market-state.ts'
import { MAYBE_TEXT, maybeTexts } from '../answer-head.ts'
import { buildingPhotos, PHOTOS } from '../photos.ts'
import { POINT_FIELDS } from '../place.ts'
import { buildingPath, homePath } from '../portal-urls.ts'
import { ADDRESS_FIELDS, disclosedStreet, shownAddress } from '../shown-address.ts'

const UNIT = component(
  'Unit',
  object({
    zpid: large('Id of the home.'),
    unitNumber: MAYBE_TEXT,
    ...each(nullable(number()), 'beds', 'baths'),
    sqft: nullable(number(), 'Square feet.'),
    price: nullable(number(), 'Monthly rent in dollars; null if the unit is not available.'),
    available: flag(),
    availableFrom: nullable(day()),
    hdpUrl: text('Path of the home’s page.'),
  }),
)

const FLOOR_PLAN = component(
  'FloorPlan',
  object({
    name: text(),
    beds: number(),
    baths: number(),
    sqft: nullable(number(), 'Square feet.'),
    ...each(nullable(number(), 'Of the available units, in dollars per month.'), 'minPrice', 'maxPrice'),
    availableCount: whole('Available units.'),
    units: listOf(UNIT),
  }),
)

const IDENTITY = {
  lotId: text('Id of the building.'),
  buildingName: text(),
  ...ADDRESS_FIELDS,
  ...POINT_FIELDS,
  buildingUrl: text(),
}

export const BUILDING_DOCUMENT = object({
  ...IDENTITY,
  description: text('Empty if there is none.'),
  photos: PHOTOS,
  amenities: listOf(text()),
  petPolicy: nullable(listOf(oneOf(['LargeDogs', 'SmallDogs', 'Cats'])), 'Pets allowed.'),
  yearBuilt: optional(whole()),
  storiesTotal: nullable(number()),
  ...maybeTexts('phone', 'managedBy'),
  unitCount: whole(),
  floorPlans: listOf(FLOOR_PLAN),
})

/** Everything that the catalogue knows about a building. */
export async function buildingDocument(
  building: Building,
  { catalog, clock, words }: Context,
): Promise<AnswerOf<typeof BUILDING_DOCUMENT>> {
  const nowMs = clock.now()
  const zpids = building.floorPlans.flatMap((plan) => plan.units)
  const homes = await Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid)))
  const units = new Map(homes.filter((home) => home !== undefined).map((home) => [home.zpid, home]))
  return {
    ...identity(building, words),
    description: building.description ?? '',
    photos: buildingPhotos(building, words),
    amenities: building.amenities,
    petPolicy: building.pets ?? null,
    ...(building.yearBuilt !== undefined && { yearBuilt: building.yearBuilt }),
    storiesTotal: building.storiesTotal ?? null,
    phone: building.phone ?? null,
    managedBy: building.managedBy ?? null,
    unitCount: units.size,
    floorPlans: building.floorPlans.map((plan) => floorPlan(plan, units, nowMs)),
  }
}

function identity(building: Building, words: Words): FieldsOf<typeof IDENTITY> {
  return {
    lotId: building.lotId,
    buildingName: building.name,
    ...shownAddress(building),
    latitude: building.point.latitude,
    longitude: building.point.longitude,
    buildingUrl: words.portalOrigin + buildingPath(building),
  }
}

/** A plan with its units. */
function floorPlan(plan: FloorPlan, homes: ReadonlyMap<number, Home>, nowMs: number): AnswerOf<typeof FLOOR_PLAN> {
  const units = plan.units.flatMap((zpid) => {
    const home = homes.get(zpid)
    return home ? [unit(home, nowMs)] : []
  })
  const rents = units.flatMap(({ price, available }) => (available && price !== null ? [price] : []))
  return {
    name: plan.name,
    beds: plan.bedrooms,
    baths: plan.bathrooms,
    sqft: plan.livingArea ?? null,
    minPrice: rents.length > 0 ? Math.min(...rents) : null,
    maxPrice: rents.length > 0 ? Math.max(...rents) : null,
    availableCount: units.filter(({ available }) => available).length,
    units,
  }
}

function unit(home: Home, nowMs: number): AnswerOf<typeof UNIT> {
  const available = marketState(home, nowMs) === 'FOR_RENT'
  return {
    zpid: home.zpid,
    unitNumber: unitNumber(home),
    beds: home.facts.bedroomsTotal ?? null,
    baths: home.facts.bathrooms ?? null,
    sqft: home.facts.livingArea ?? null,
    price: available ? (home.listing?.listPrice ?? null) : null,
    available,
    availableFrom: available ? (home.listing?.lease?.availabilityDate ?? null) : null,
    hdpUrl: homePath(home),
  }
}

/** Null if the address has no unit or may not be shown. */
function unitNumber(home: Home): string | null {
  const door = streetParts(disclosedStreet(home)).unit
  return door === '' ? null : door.toUpperCase()
}
