import type { HomeBrief } from '../model/home-brief.ts'
import { currentPrice, marketState } from '../model/market-state.ts'
import { dimensions, listingFlags, newConstructionType, rowSubType } from './listing-flags.ts'
import { lotArea } from './lot-size.ts'
import type { People } from './people.ts'
import { shownPoint } from './place.ts'
import { homePath } from './portal-urls.ts'
import { parentRegion } from './regions.ts'
import { shortAttribution } from './render-attribution.ts'
import { drawnPlace, firstPhotoUrl } from './render-photos.ts'
import { cityLine, shownAddress } from './shown-address.ts'
import type { Surroundings } from './surroundings.ts'

/** A home in a few lines: similar, nearby and comparable homes, collections. */
export function miniRow(home: HomeBrief, people: People, { words, nowMs, regions }: Surroundings) {
  const { facts } = home
  const { latitude, longitude } = shownPoint(home, regions).point
  const known = facts.livingArea !== undefined
  return {
    zpid: home.zpid,
    price: currentPrice(home),
    currency: 'USD',
    bedrooms: facts.bedroomsTotal ?? 0,
    bathrooms: facts.bathrooms ?? 0,
    livingArea: facts.livingArea ?? null,
    livingAreaValue: facts.livingArea ?? null,
    livingAreaUnits: known ? 'Square Feet' : null,
    livingAreaUnitsShort: known ? 'sqft' : null,
    lotSize: facts.lotSizeSquareFeet ?? null,
    ...lotArea(facts.lotSizeSquareFeet),
    address: shownAddress(home),
    state: home.address.state,
    latitude,
    longitude,
    homeStatus: marketState(home, nowMs),
    homeType: home.homeType,
    ...(facts.yearBuilt !== undefined && { yearBuilt: facts.yearBuilt }),
    hdpUrl: homePath(home),
    ...dimensions(home, nowMs),
    listing_sub_type: rowSubType(listingFlags(home, nowMs)),
    newConstructionType: newConstructionType(home),
    providerListingID: home.listing?.mlsId ?? null,
    attributionInfo: shortAttribution(home, people),
    miniCardPhotos: [{ url: firstPhotoUrl(home.listing ?? {}, drawnPlace('home', home.zpid, words), 384, words) }],
    formattedChip: formattedChip(home),
    parentRegion: parentRegion(home),
  }
}

/** The address in the lines of a card. */
export function formattedChip(home: Pick<HomeBrief, 'address'>) {
  const shown = shownAddress(home)
  return { location: [shown.streetAddress, cityLine(shown)].filter(Boolean).map((fullValue) => ({ fullValue })) }
}
