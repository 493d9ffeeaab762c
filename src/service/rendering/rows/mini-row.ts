import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { RecordLookup } from '../../../catalog/ports/record-lookup.ts'
import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  fixed,
  large,
  made,
  madeList,
  maybeMade,
  nullable,
  number,
  objectFrom,
  optional,
  Ready,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { currentPrice, marketState } from '../../../model/market-state.ts'
import { SHORT_ATTRIBUTION } from '../attribution.ts'
import { BATHROOMS, BEDROOMS, shownBathrooms, shownBedrooms } from '../bedrooms.ts'
import {
  DIMENSIONS,
  HOME_STATUS,
  HOME_TYPE,
  listingFlags,
  newConstructionType,
  ROW_SUB_TYPE,
} from '../listing-flags.ts'
import { LOT_AREA } from '../lot-size.ts'
import { type ListedHome, withListers } from '../people.ts'
import { homePhotoUrl, LINK } from '../photos.ts'
import { POINT, shownPoint } from '../place.ts'
import { homePath } from '../portal-urls.ts'
import { areaName, REGION_NAME } from '../regions.ts'
import { ADDRESS, cityLine, shownStreet } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

const LINE = objectFrom<string>()({ fullValue: [text(), (line) => line] })

export const CHIP = component(
  'AddressLines',
  objectFrom<Pick<HomeBrief, 'address'>>()({
    location: madeList(
      LINE,
      (home) => [shownStreet(home), cityLine(home.address)].filter(Boolean),
      'The address in the lines of a card.',
    ),
  }),
)

interface Listed extends ListedHome {
  readonly surroundings: Surroundings
}

const SQUARE_FEET = nullable(number(), 'Square feet.')

/** A home in short form, for similar, nearby and comparable homes, and for collections. */
export const MINI_ROW = component(
  'HomeRow',
  objectFrom<Listed>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    price: [
      nullable(number(), 'Asking price, or the price paid once sold, in dollars. Null if the home is off the market.'),
      ({ home }) => currentPrice(home),
    ],
    currency: fixed('USD'),
    bedrooms: [BEDROOMS, shownBedrooms],
    bathrooms: [BATHROOMS, shownBathrooms],
    livingArea: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
    livingAreaValue: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
    livingAreaUnits: [MAYBE_TEXT, ({ home }) => (home.facts.livingArea === undefined ? null : 'Square Feet')],
    livingAreaUnitsShort: [MAYBE_TEXT, ({ home }) => (home.facts.livingArea === undefined ? null : 'sqft')],
    lotSize: [SQUARE_FEET, ({ home }) => home.facts.lotSizeSquareFeet],
    ...LOT_AREA.within(({ home }: Listed) => home.facts.lotSizeSquareFeet),
    address: made(ADDRESS, ({ home }) => home),
    state: [text('Two letters.'), ({ home }) => home.address.state],
    ...POINT.within(({ home, surroundings: { regions } }: Listed) => shownPoint(home, regions).point),
    homeStatus: [HOME_STATUS, ({ home, surroundings }) => marketState(home, surroundings.nowMs)],
    homeType: [HOME_TYPE, ({ home }) => home.homeType],
    yearBuilt: [optional(whole()), ({ home }) => home.facts.yearBuilt],
    hdpUrl: [text('Path of the home’s page.'), ({ home }) => homePath(home)],
    ...DIMENSIONS.within(({ home, surroundings: { nowMs } }: Listed) => ({ home, nowMs })),
    listing_sub_type: made(ROW_SUB_TYPE, ({ home, surroundings }) => listingFlags(home, surroundings.nowMs)),
    newConstructionType: [MAYBE_TEXT, ({ home }) => newConstructionType(home)],
    providerListingID: [
      nullable(text(), 'Listing number at its multiple listing service.'),
      ({ home }) => home.listing?.mlsId,
    ],
    attributionInfo: made(SHORT_ATTRIBUTION, ({ home, listAgent, listOffice }) => ({
      listing: home.listing,
      listAgent,
      listOffice,
    })),
    miniCardPhotos: madeList(LINK, ({ home, surroundings }) => [homePhotoUrl(home, 384, surroundings.words)]),
    formattedChip: made(CHIP, ({ home }) => home),
    parentRegion: maybeMade(nullable(REGION_NAME), REGION_NAME, ({ home }) => areaName(home)),
  }),
)
export type MiniRow = AnswerOf<typeof MINI_ROW>

const write = MINI_ROW.writer()

/** A home, with its short form as JSON. */
export interface ReadyRow {
  readonly home: HomeBrief
  readonly row: Ready<MiniRow>
}

/** Returns homes in their short form, in order. Leaves out homes that the catalog does not have. */
export async function miniRows(
  zpids: readonly number[],
  { records }: Pick<Catalog, 'records'>,
  surroundings: Surroundings,
): Promise<readonly ReadyRow[]> {
  return miniRowsOf(await records.briefs(zpids), records, surroundings)
}

export async function miniRowsOf(
  homes: readonly HomeBrief[],
  records: RecordLookup,
  surroundings: Surroundings,
): Promise<readonly ReadyRow[]> {
  const listed = await withListers(homes, records)
  return listed.map((home) => ({ home: home.home, row: new Ready(write({ ...home, surroundings })) }))
}
