import type { UnitKind, UnitsSummary } from '../../../catalog/ports/cards.ts'
import {
  type AnswerOf,
  always,
  component,
  fixed,
  flag,
  large,
  made,
  madeList,
  number,
  object,
  objectFrom,
  optional,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Building } from '../../../model/building.ts'
import { derivedNumber } from '../../../model/identity.ts'
import { POINT } from '../place.ts'
import { ADDRESS } from '../shown-address.ts'
import { MEDIA, picturesOf } from './card-media.ts'
import { RENTAL } from './home-card.ts'
import { RECOMMENDATION } from './recommendation.ts'

const BUILDING_ADDRESS = objectFrom<Building>()({
  ...ADDRESS.keys,
  buildingId: [large(), ({ lotId }) => derivedNumber('building', lotId)],
})

/** The keys that do not depend on which units match the search. */
const OF_BUILDING = objectFrom<{ readonly building: Building; readonly words: Words }>()({
  lotId: [text('Id of the building.'), ({ building }) => building.lotId],
  title: [text(), ({ building }) => building.name],
  location: made(POINT, ({ building }) => building.point),
  address: made(BUILDING_ADDRESS, ({ building }) => building),
  groupType: [text(), () => 'apartmentCommunity'],
  listingStatus: fixed('FOR_RENT'),
  media: made(MEDIA, ({ building, words }) => picturesOf(building, 'building', building.lotId, words)),
  rental: made(RENTAL, () => ({ listing: undefined, price: undefined })),
  listCardRecommendation: made(RECOMMENDATION, () => undefined),
  currency: fixed('usd'),
  country: fixed('usa'),
})

const UNIT_KIND = objectFrom<UnitKind>()({
  bedrooms: [number(), ({ bedrooms }) => bedrooms],
  minPrice: [number(), ({ minPrice }) => minPrice],
  isRoomForRent: [flag(), ({ room }) => room],
})

const MONTHLY = optional(number('Dollars per month.'))

const OF_UNITS = objectFrom<UnitsSummary>()({
  zpid: [large('Id of one of the matching units.'), ({ zpid }) => zpid],
  minPrice: [MONTHLY, ({ minPrice }) => minPrice],
  maxPrice: [MONTHLY, ({ maxPrice }) => maxPrice],
  unitsGroup: madeList(UNIT_KIND, ({ kinds }) => kinds),
  matchingHomeCount: [whole('Matching units.'), ({ count }) => count],
})

/** A rental building with those units that match the search. */
export const BUILDING_CARD = component('BuildingCard', object({ ...OF_BUILDING.fields, ...OF_UNITS.fields }))
export type BuildingCard = AnswerOf<typeof BUILDING_CARD>

export const BUILDING_RESULT = component(
  'BuildingResult',
  object({ property: BUILDING_CARD, resultType: always('propertyGroup') }),
)

const writeBuilding = OF_BUILDING.writer()
const writeUnits = OF_UNITS.writer()

/** Returns the beginning of a building's search result, which does not depend on the matching units. */
export function buildingPart(building: Building, words: Words): string {
  return `{"property":${writeBuilding({ building, words }).slice(0, -1)}`
}

/** Returns the rest of a building's search result, starting with a comma. */
export function unitsPart(units: UnitsSummary): string {
  return `,${writeUnits(units).slice(1)},"resultType":"propertyGroup"}`
}
