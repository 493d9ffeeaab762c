import type { Building, FloorPlan } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { marketState } from '../../model/market-state.ts'
import { streetParts } from '../../places/address.ts'
import type { Context, Words } from '../operation.ts'
import { buildingPath, homePath } from '../portal-urls.ts'
import { buildingPhotos } from '../render-photos.ts'
import { disclosedStreet, shownAddress } from '../shown-address.ts'

/** Everything that the catalogue knows of a building. */
export async function buildingDocument(building: Building, { catalog, clock, words }: Context) {
  const nowMs = clock.now()
  const zpids = building.floorPlans.flatMap((plan) => plan.units)
  const homes = await Promise.all(zpids.map((zpid) => catalog.get('home', zpid)))
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

function identity(building: Building, words: Words) {
  return {
    lotId: building.lotId,
    buildingName: building.name,
    ...shownAddress(building),
    latitude: building.point.latitude,
    longitude: building.point.longitude,
    buildingUrl: words.portalOrigin + buildingPath(building),
  }
}

/** A plan with its units; the prices are those of the units that are free, null when none is. */
function floorPlan(plan: FloorPlan, homes: ReadonlyMap<number, Home>, nowMs: number) {
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

function unit(home: Home, nowMs: number) {
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

/** Null when the address names no unit, or may not be shown. */
function unitNumber(home: Home): string | null {
  const door = streetParts(disclosedStreet(home)).unit
  return door === '' ? null : door.toUpperCase()
}
