import {
  type AnswerOf,
  always,
  component,
  each,
  flag,
  large,
  listOf,
  number,
  object,
  optional,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { UnitKind, UnitsSummary } from '../../catalog/cards.ts'
import type { Building } from '../../model/building.ts'
import { derivedNumber } from '../../model/identity.ts'
import { POINT } from '../place.ts'
import { ADDRESS_FIELDS, shownAddress } from '../shown-address.ts'
import { cardMedia, MEDIA } from './card-media.ts'
import { RECOMMENDATION, RENTAL } from './home-card.ts'

/** A rental building with its matching units. */
export const BUILDING_CARD = component(
  'BuildingCard',
  object({
    zpid: large('Id of one of the matching units.'),
    lotId: text('Id of the building.'),
    title: text(),
    location: POINT,
    address: object({ ...ADDRESS_FIELDS, buildingId: large() }),
    ...each(optional(number('Dollars per month.')), 'minPrice', 'maxPrice'),
    unitsGroup: listOf(object({ bedrooms: number(), minPrice: number(), isRoomForRent: flag() })),
    matchingHomeCount: whole('Matching units.'),
    groupType: text(),
    listingStatus: always('FOR_RENT'),
    media: MEDIA,
    rental: RENTAL,
    listCardRecommendation: RECOMMENDATION,
    currency: always('usd'),
    country: always('usa'),
  }),
)
export type BuildingCard = AnswerOf<typeof BUILDING_CARD>

export const BUILDING_RESULT = component(
  'BuildingResult',
  object({ property: BUILDING_CARD, resultType: always('propertyGroup') }),
)

/** The keys that do not depend on which units match. */
type OfBuilding = Omit<
  BuildingCard,
  'zpid' | 'minPrice' | 'maxPrice' | 'unitsGroup' | 'matchingHomeCount' | 'media' | keyof typeof REST
>

const REST = {
  rental: { areApplicationsAccepted: false, hasVirtualTour: false, currency: 'usd', country: 'usa' },
  listCardRecommendation: { flexFieldRecommendations: [] },
  currency: 'usd',
  country: 'usa',
} as const satisfies Partial<BuildingCard>

/** The beginning of a building's card: what does not depend on which units match. */
export function buildingPart(building: Building, words: Words): string {
  const what: OfBuilding = {
    lotId: building.lotId,
    title: building.name,
    location: building.point,
    address: { ...shownAddress(building), buildingId: derivedNumber('building', building.lotId) },
    groupType: 'apartmentCommunity',
    listingStatus: 'FOR_RENT',
  }
  const media = cardMedia(building, 'building', building.lotId, words)
  return `{"property":${JSON.stringify(what).slice(0, -1)},"media":${media},${JSON.stringify(REST).slice(1, -1)}`
}

/** The rest of the card. Concatenated by hand: a page holds up to 200. */
export function unitsPart({ zpid, count, minPrice, maxPrice, kinds }: UnitsSummary): string {
  const prices = minPrice === undefined ? '' : `,"minPrice":${minPrice},"maxPrice":${maxPrice}`
  return `,"zpid":${zpid}${prices},"unitsGroup":[${kinds.map(unitKind).join(',')}],"matchingHomeCount":${count}},"resultType":"propertyGroup"}`
}

function unitKind({ bedrooms, room, minPrice }: UnitKind): string {
  return `{"bedrooms":${bedrooms},"minPrice":${minPrice},"isRoomForRent":${room}}`
}
