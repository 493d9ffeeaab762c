import {
  type AnswerOf,
  always,
  component,
  large,
  listOf,
  nullable,
  number,
  object,
  optional,
  text,
  whole,
} from '../../answers/index.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { MAYBE_TEXT } from '../answer-head.ts'
import { SHORT_ATTRIBUTION, shortAttribution } from '../attribution.ts'
import {
  DIMENSIONS,
  dimensions,
  HOME_STATUS,
  HOME_TYPE,
  listingFlags,
  newConstructionType,
  ROW_SUB_TYPE,
  rowSubType,
} from '../listing-flags.ts'
import { LOT_AREA, lotArea } from '../lot-size.ts'
import type { Listers } from '../people.ts'
import { drawnPhotosUrl, firstPhotoUrl, LINK } from '../photos.ts'
import { POINT_FIELDS, shownPoint } from '../place.ts'
import { homePath } from '../portal-urls.ts'
import { parentRegion, REGION_NAME } from '../regions.ts'
import { ADDRESS, cityLine, shownAddress } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

export const CHIP = component(
  'AddressLines',
  object({ location: listOf(object({ fullValue: text() }), 'The address in the lines of a card.') }),
)

export const ROW_FIELDS = {
  zpid: large('Id of the home.'),
  price: nullable(
    number(),
    'Asking price, or the price paid once sold, in dollars. Null if the home is off the market.',
  ),
  currency: always('USD'),
  bedrooms: number('0 if unknown.'),
  bathrooms: number('0 if unknown.'),
  livingArea: nullable(number(), 'Square feet.'),
  livingAreaValue: nullable(number(), 'Square feet.'),
  livingAreaUnits: MAYBE_TEXT,
  livingAreaUnitsShort: MAYBE_TEXT,
  lotSize: nullable(number(), 'Square feet.'),
  ...LOT_AREA,
  address: ADDRESS,
  state: text('Two letters.'),
  ...POINT_FIELDS,
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  yearBuilt: optional(whole()),
  hdpUrl: text('Path of the home’s page.'),
  ...DIMENSIONS,
  listing_sub_type: ROW_SUB_TYPE,
  newConstructionType: MAYBE_TEXT,
  providerListingID: nullable(text(), 'Listing number at its multiple listing service.'),
  attributionInfo: SHORT_ATTRIBUTION,
  miniCardPhotos: listOf(LINK),
  formattedChip: CHIP,
  parentRegion: nullable(REGION_NAME),
}

export const MINI_ROW = component('HomeRow', object(ROW_FIELDS))
export type MiniRow = AnswerOf<typeof MINI_ROW>

/** A home in brief: for similar, nearby and comparable homes, and collections. */
export function miniRow(home: HomeBrief, people: Listers, { words, nowMs, regions }: Surroundings): MiniRow {
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
    miniCardPhotos: [{ url: firstPhotoUrl(home.listing ?? {}, drawnPhotosUrl('home', home.zpid, words), 384, words) }],
    formattedChip: formattedChip(home),
    parentRegion: parentRegion(home),
  }
}

/** The address, in the lines of a card. */
export function formattedChip(home: Pick<HomeBrief, 'address'>): AnswerOf<typeof CHIP> {
  const shown = shownAddress(home)
  return { location: [shown.streetAddress, cityLine(shown)].filter(Boolean).map((fullValue) => ({ fullValue })) }
}
