import type { UnitHit } from '../../catalog/query.ts'
import type { Building } from '../../model/building.ts'
import { derivedNumber } from '../../model/identity.ts'
import type { Words } from '../operation.ts'
import { shownAddress } from '../shown-address.ts'
import { cardMedia } from './card-media.ts'

/** The beginning of a building's card: what does not follow the units that match. */
export function buildingPart(building: Building, words: Words): string {
  const property = {
    lotId: building.lotId,
    title: building.name,
    location: building.point,
    address: { ...shownAddress(building), buildingId: derivedNumber('building', building.lotId) },
    groupType: 'apartmentCommunity',
    listingStatus: 'FOR_RENT',
    media: cardMedia(building, 'building', building.lotId, words),
    rental: { areApplicationsAccepted: false, hasVirtualTour: false, currency: 'usd', country: 'usa' },
    listCardRecommendation: { flexFieldRecommendations: [] },
    currency: 'usd',
    country: 'usa',
  }
  return `{"property":${JSON.stringify(property).slice(0, -1)}`
}

/** The card of a building with the units that match, best first. */
export function buildingCard(part: string, units: readonly UnitHit[]): string {
  const prices = units.flatMap(({ price }) => price ?? [])
  const ofUnits = {
    zpid: units[0]?.zpid,
    minPrice: least(prices),
    maxPrice: prices.length === 0 ? undefined : prices.reduce((a, b) => Math.max(a, b)),
    unitsGroup: unitsGroup(units),
    matchingHomeCount: units.length,
  }
  return `${part},${JSON.stringify(ofUnits).slice(1)},"resultType":"propertyGroup"}`
}

/** One entry for each number of bedrooms, rooms of shared homes apart; units of which one or the other is unknown left out. */
function unitsGroup(units: readonly UnitHit[]) {
  const known = units.filter(({ bedrooms, price }) => bedrooms !== undefined && price !== undefined)
  const groups = Map.groupBy(known, ({ bedrooms = 0, room }) => bedrooms * 2 + Number(room))
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([key, group]) => ({
      bedrooms: Math.floor(key / 2),
      minPrice: least(group.flatMap(({ price }) => price ?? [])),
      isRoomForRent: key % 2 === 1,
    }))
}

function least(prices: readonly number[]): number | undefined {
  return prices.length === 0 ? undefined : prices.reduce((a, b) => Math.min(a, b))
}
