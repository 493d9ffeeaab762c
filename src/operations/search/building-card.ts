import type { UnitKind, UnitsInShort } from '../../catalog/cards.ts'
import type { Building } from '../../model/building.ts'
import { derivedNumber } from '../../model/identity.ts'
import type { Words } from '../operation.ts'
import { shownAddress } from '../shown-address.ts'
import { cardMedia } from './card-media.ts'

/** The beginning of a building's card: what does not follow the units that match. */
export function buildingPart(building: Building, words: Words): string {
  const what = {
    lotId: building.lotId,
    title: building.name,
    location: building.point,
    address: { ...shownAddress(building), buildingId: derivedNumber('building', building.lotId) },
    groupType: 'apartmentCommunity',
    listingStatus: 'FOR_RENT',
  }
  const rest = {
    rental: { areApplicationsAccepted: false, hasVirtualTour: false, currency: 'usd', country: 'usa' },
    listCardRecommendation: { flexFieldRecommendations: [] },
    currency: 'usd',
    country: 'usa',
  }
  const media = cardMedia(building, 'building', building.lotId, words)
  return `{"property":${JSON.stringify(what).slice(0, -1)},"media":${media},${JSON.stringify(rest).slice(1, -1)}`
}

/** The rest of it. Written out by hand: a page holds up to 200. */
export function unitsPart({ zpid, count, minPrice, maxPrice, kinds }: UnitsInShort): string {
  const prices = minPrice === undefined ? '' : `,"minPrice":${minPrice},"maxPrice":${maxPrice}`
  return `,"zpid":${zpid}${prices},"unitsGroup":[${kinds.map(unitKind).join(',')}],"matchingHomeCount":${count}},"resultType":"propertyGroup"}`
}

function unitKind({ bedrooms, room, minPrice }: UnitKind): string {
  return `{"bedrooms":${bedrooms},"minPrice":${minPrice},"isRoomForRent":${room}}`
}
