import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  fixed,
  large,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  optional,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { currentPrice, marketState } from '../../../model/market-state.ts'
import { SHORT_ATTRIBUTION } from '../attribution.ts'
import {
  DIMENSIONS,
  HOME_STATUS,
  HOME_TYPE,
  listingFlags,
  newConstructionType,
  ROW_SUB_TYPE,
} from '../listing-flags.ts'
import { LOT_AREA } from '../lot-size.ts'
import { type Listers, listersOf } from '../people.ts'
import { homePhotoUrl, LINK } from '../photos.ts'
import { POINT, shownPoint } from '../place.ts'
import { homePath } from '../portal-urls.ts'
import { parentRegion, REGION_NAME } from '../regions.ts'
import { ADDRESS, cityLine, shownStreet } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

export const CHIP = component(
  'AddressLines',
  object({ location: listOf(object({ fullValue: text() }), 'The address in the lines of a card.') }),
)

interface Listed {
  readonly home: HomeBrief
  readonly listers: Listers
  readonly surroundings: Surroundings
}

const SQUARE_FEET = nullable(number(), 'Square feet.')

/** A home in brief: for similar, nearby and comparable homes, and collections. */
export const MINI_ROW = component(
  'HomeRow',
  objectFrom<Listed>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    price: [
      nullable(number(), 'Asking price, or the price paid once sold, in dollars. Null if the home is off the market.'),
      ({ home }) => currentPrice(home),
    ],
    currency: fixed('USD'),
    bedrooms: [number('0 if unknown.'), ({ home }) => home.facts.bedroomsTotal ?? 0],
    bathrooms: [number('0 if unknown.'), ({ home }) => home.facts.bathrooms ?? 0],
    livingArea: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
    livingAreaValue: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
    livingAreaUnits: [MAYBE_TEXT, ({ home }) => (home.facts.livingArea === undefined ? null : 'Square Feet')],
    livingAreaUnitsShort: [MAYBE_TEXT, ({ home }) => (home.facts.livingArea === undefined ? null : 'sqft')],
    lotSize: [SQUARE_FEET, ({ home }) => home.facts.lotSizeSquareFeet],
    ...LOT_AREA.within(({ home }: Listed) => home.facts.lotSizeSquareFeet),
    address: [ADDRESS, ({ home }) => ADDRESS.of(home)],
    state: [text('Two letters.'), ({ home }) => home.address.state],
    ...POINT.within(({ home, surroundings: { regions } }: Listed) => shownPoint(home, regions).point),
    homeStatus: [HOME_STATUS, ({ home, surroundings }) => marketState(home, surroundings.nowMs)],
    homeType: [HOME_TYPE, ({ home }) => home.homeType],
    yearBuilt: [optional(whole()), ({ home }) => home.facts.yearBuilt],
    hdpUrl: [text('Path of the home’s page.'), ({ home }) => homePath(home)],
    ...DIMENSIONS.within(({ home, surroundings: { nowMs } }: Listed) => ({ home, nowMs })),
    listing_sub_type: [
      ROW_SUB_TYPE,
      ({ home, surroundings }) => ROW_SUB_TYPE.of(listingFlags(home, surroundings.nowMs)),
    ],
    newConstructionType: [MAYBE_TEXT, ({ home }) => newConstructionType(home)],
    providerListingID: [
      nullable(text(), 'Listing number at its multiple listing service.'),
      ({ home }) => home.listing?.mlsId,
    ],
    attributionInfo: [
      SHORT_ATTRIBUTION,
      ({ home, listers }) => SHORT_ATTRIBUTION.of({ listing: home.listing, ...listers }),
    ],
    miniCardPhotos: [listOf(LINK), ({ home, surroundings }) => [{ url: homePhotoUrl(home, 384, surroundings.words) }]],
    formattedChip: [CHIP, ({ home }) => formattedChip(home)],
    parentRegion: [nullable(REGION_NAME), ({ home }) => parentRegion(home)],
  }),
)
export type MiniRow = AnswerOf<typeof MINI_ROW>

export async function miniRow(
  home: HomeBrief,
  { records }: Pick<Catalog, 'records'>,
  surroundings: Surroundings,
): Promise<MiniRow> {
  return MINI_ROW.of({ home, listers: await listersOf(home, records), surroundings })
}

/** The address, in the lines of a card. */
export function formattedChip(home: Pick<HomeBrief, 'address'>): AnswerOf<typeof CHIP> {
  return { location: [shownStreet(home), cityLine(home.address)].filter(Boolean).map((fullValue) => ({ fullValue })) }
}
