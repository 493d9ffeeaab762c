import {
  type AnswerOf,
  always,
  component,
  day,
  type Entry,
  fixed,
  flag,
  large,
  listOf,
  made,
  maybeMade,
  number,
  object,
  objectFrom,
  oneOf,
  optional,
  type Put,
  Ready,
  text,
  timeMs,
  type Value,
  whole,
} from '../../../kit/answers/index.ts'
import { startOfDay } from '../../../kit/base/clock.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Home, Listing, TaxYear } from '../../../model/home.ts'
import { derivedNumber, listingServiceId } from '../../../model/identity.ts'
import { currentPricePerSquareFoot } from '../../../model/market-state.ts'
import type { ListingPeople } from '../../../model/property-columns.ts'
import { shownEstimate } from '../../../model/shown-estimate.ts'
import { loadGazetteer } from '../../../places/regions/gazetteer.ts'
import { HOME_TYPE_NAMES, hasCondition, type ListingFlags } from '../listing-flags.ts'
import { isInAcres, LOT_AREA } from '../lot-size.ts'
import { POINT, pointOrZip } from '../place.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import { homePath } from '../portal-urls.ts'
import type { PriceChange } from '../price-history.ts'
import { ADDRESS } from '../shown-address.ts'
import { lastAssessed } from '../tax-history.ts'
import { MEDIA, picturesOf } from './card-media.ts'
import { RECOMMENDATION, recommended } from './recommendation.ts'

/**
 * What a home's search result is made from. Unknown values are absent, never null. Keys that depend on the day of the
 * answer come first.
 * Homes off the market have stored results too, although no search finds them. The declaration therefore omits their
 * marketing status.
 */
interface Carded {
  readonly home: Home
  readonly people: ListingPeople
  readonly price: number | undefined
  readonly priceChange: PriceChange | undefined
  readonly words: Words
}

/** The source of the first keys of a search result, which depend on the day. */
interface Dated {
  /** Days since the home came on the market. */
  readonly days: number | undefined
  readonly openHouses: AnswerOf<typeof OPEN_HOUSES>
  readonly flags: Partial<ListingFlags>
}

const itself = <S>(source: S) => source

export const RENTAL = component(
  'CardRental',
  objectFrom<Pick<Carded, 'price'> & { readonly listing: Listing | undefined }>()({
    areApplicationsAccepted: [flag(), ({ listing }) => listing?.lease?.acceptsApplications === true],
    hasVirtualTour: [flag(), ({ listing }) => listing?.virtualTourUrl !== undefined],
    currency: fixed('usd'),
    country: fixed('usa'),
    baseRent: [
      optional(number('Dollars per month.')),
      ({ listing, price }) => (listing?.kind === 'lease' ? price : undefined),
    ],
  }),
)

const LISTING_STATUS = oneOf(['forSale', 'forRent', 'recentlySold', 'preForeclosure'])

function listingStatus({ home: { listing } }: Carded) {
  if (listing?.status === 'Closed') return 'recentlySold'
  if (listing?.kind === 'lease') return 'forRent'
  return hasCondition(listing, 'PreForeclosure') ? 'preForeclosure' : 'forSale'
}

const MARKETING_STATUS = oneOf(['active', 'acceptingBackupOffers', 'comingSoon', 'pending', 'closed'])

const OFF_MARKET = 'offMarket' as 'closed' // not declared, because no search finds homes off the market

export const MARKETING_STATUSES: Readonly<Record<Listing['status'], AnswerOf<typeof MARKETING_STATUS>>> = {
  Active: 'active',
  ActiveUnderContract: 'acceptingBackupOffers',
  ComingSoon: 'comingSoon',
  Pending: 'pending',
  Closed: 'closed',
  Canceled: OFF_MARKET,
  Expired: OFF_MARKET,
  Withdrawn: OFF_MARKET,
}

const IF_TRUE = optional(always(true))

const SUB_TYPE = objectFrom<Dated>()(
  {
    isOpenHouse: [IF_TRUE, ({ openHouses }) => openHouses.length > 0 || undefined],
    isFSBA: [IF_TRUE, ({ flags }) => flags.FSBA || undefined],
    isFSBO: [IF_TRUE, ({ flags }) => flags.FSBO || undefined],
    isPending: [IF_TRUE, ({ flags }) => flags.pending || undefined],
    isNewHome: [IF_TRUE, ({ flags }) => flags.newHome || undefined],
    isForeclosure: [IF_TRUE, ({ flags }) => flags.foreclosure || undefined],
    isBankOwned: [IF_TRUE, ({ flags }) => flags.bankOwned || undefined],
    isForAuction: [IF_TRUE, ({ flags }) => flags.forAuction || undefined],
    isComingSoon: [IF_TRUE, ({ flags }) => flags.comingSoon || undefined],
  },
  'Only flags that are true; others are absent.',
)

const DAYS = optional(whole('Days since it came on the market.'))

const DATED_LISTING = objectFrom<Dated>()({
  [PORTAL_KEYS.daysOn]: [DAYS, ({ days }) => days],
  listingSubType: made(SUB_TYPE, itself),
})

const LISTING = objectFrom<Carded>()({
  listingStatus: [LISTING_STATUS, listingStatus],
  marketingStatus: [MARKETING_STATUS, ({ home: { listing } }) => MARKETING_STATUSES[listing?.status ?? 'Withdrawn']],
  isPreforeclosureAuction: [flag(), isPreforeclosureAuction],
})

function isPreforeclosureAuction({ home: { listing } }: Carded): boolean {
  return hasCondition(listing, 'PreForeclosure') || hasCondition(listing, 'Auction')
}

const HDP_VIEW = objectFrom<Carded>()({
  listingStatus: [LISTING_STATUS, listingStatus],
  price: [optional(number('Dollars.')), ({ price }) => price],
  hdpUrl: [text('Path of the home’s page.'), ({ home }) => homePath(home)],
})

const AGENT = objectFrom<Carded>()({
  agentName: [optional(text()), ({ people, home }) => people.agent?.name ?? home.listing?.contact?.name],
})

const MLS = objectFrom<Carded>()({
  brokerName: [optional(text('`Listing by: …`')), (carded) => brokerText(broker(carded))],
  mustDisplayBrokerName: [
    flag(),
    (carded) => broker(carded) !== undefined && carded.home.listing?.listedBy === 'agent',
  ],
  mlsIdOnMap: [optional(text()), ({ home }) => home.listing?.mlsId],
})

function broker({ people, home }: Carded): string | undefined {
  return people.office?.name ?? home.listing?.contact?.businessName
}

function brokerText(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Listing by: ${name}`
}

const NO: Entry<unknown, Value<boolean>> = [flag(), () => false, 'false']

const EMPTY = object({}, 'Always empty.')
const NOTHING = new Ready<object>('{}')

const DISPLAY_RULES = component(
  'CardDisplayRules',
  objectFrom<Carded>()({
    canShowAddress: [flag(), ({ home }) => !home.address.undisclosed],
    canShowOnMap: [flag(), ({ home }) => home.point !== undefined],
    agent: made(AGENT, itself),
    mls: made(MLS, itself),
    builder: [EMPTY, () => NOTHING],
    soldByOffice: [EMPTY, () => NOTHING],
    listingCategory: [oneOf(['mls', 'nonMls']), ({ home }) => (home.listing?.mlsName === undefined ? 'nonMls' : 'mls')],
  }),
)

const LOT_SIZE = objectFrom<number>()({
  lotSize: [number(), (squareFeet) => LOT_AREA.of(squareFeet).lotAreaValue ?? Number.NaN],
  lotSizeUnit: [oneOf(['squareFeet', 'acres']), (squareFeet) => (isInAcres(squareFeet) ? 'acres' : 'squareFeet')],
})

const PRICE = objectFrom<Carded>()({
  value: [
    number('Asking price, or the price paid once sold, in dollars; per month for rentals.'),
    ({ price }) => price ?? Number.NaN,
  ],
  pricePerSquareFoot: [optional(whole('Dollars.')), ({ home }) => currentPricePerSquareFoot(home) ?? undefined],
  priceChange: [optional(number('Dollars.')), ({ priceChange }) => priceChange?.changeUsd],
  changedDate: [optional(timeMs()), ({ priceChange }) => priceChange && startOfDay(priceChange.date)],
})

const ESTIMATES = objectFrom<Home>()({
  zestimate: [optional(number('Estimated value, dollars.')), (home) => shownEstimate(home)?.value],
  rentZestimate: [optional(number('Estimated monthly rent in dollars.')), (home) => shownEstimate(home)?.rent],
})

const TAX_ASSESSMENT = objectFrom<TaxYear>()({
  taxAssessedValue: [number('Dollars.'), ({ assessedValue }) => assessedValue ?? Number.NaN],
  taxAssessmentYear: [text(), ({ year }) => String(year)],
})

const OWNED = objectFrom<Carded>()({ [PORTAL_KEYS.isOwned]: NO })

const PROPERTY_TYPE = oneOf(['singleFamily', 'townhome', 'condo', 'multiFamily', 'apartment', 'manufactured', 'land'])

const OPEN_HOUSES = listOf(object({ startTime: timeMs(), endTime: timeMs() }), 'Only open houses that have not ended.')

/** The beginning of a search result, up to its `listing`. The keys of `LISTING` follow inside it. */
const DATED = objectFrom<Dated>()({
  [PORTAL_KEYS.daysOn]: [DAYS, ({ days }) => days],
  openHouseShowingList: [optional(OPEN_HOUSES), ({ openHouses }) => (openHouses.length === 0 ? undefined : openHouses)],
  listing: made(DATED_LISTING, itself),
})

const REST = objectFrom<Carded>()({
  zpid: [large('Id of the home.'), ({ home }) => home.zpid],
  location: maybeMade(
    optional(POINT.as('The middle of the ZIP code if the home’s own location is unknown or may not be shown.')),
    POINT,
    ({ home }) => pointOrZip(home),
  ),
  address: made(ADDRESS, ({ home }) => home),
  buildingId: [optional(large()), ({ home }) => buildingId(home.lotId)],
  media: made(MEDIA, ({ home, words }) => picturesOf(home.listing, 'home', home.zpid, words)),
  isFeatured: [flag(), ({ home }) => home.listing?.featured === true],
  isShowcaseListing: NO,
  isUnmappable: [flag(), ({ home }) => home.point === undefined],
  isPreforeclosureAuction: [flag(), isPreforeclosureAuction],
  hasFloorPlan: NO,
  rental: made(RENTAL, ({ home: { listing }, price }) => ({ listing, price })),
  [PORTAL_KEYS.listedOn]: [optional(timeMs()), ({ home }) => home.listing?.onMarketMs],
  bestGuessTimeZone: [
    optional(text('IANA name.')),
    ({ home: { address } }) => address.timeZone ?? loadGazetteer().zip(address.zipcode)?.timeZone,
  ],
  listCardRecommendation: made(RECOMMENDATION, ({ home, priceChange }) => recommended(home, priceChange)),
  bathrooms: [optional(number()), ({ home }) => home.facts.bathrooms],
  bedrooms: [optional(number()), ({ home }) => home.facts.bedroomsTotal],
  livingArea: [optional(number('Square feet.')), ({ home }) => home.facts.livingArea],
  yearBuilt: [optional(whole()), ({ home }) => home.facts.yearBuilt],
  lotSizeWithUnit: maybeMade(optional(LOT_SIZE), LOT_SIZE, ({ home }) => home.facts.lotSizeSquareFeet),
  propertyType: [PROPERTY_TYPE, ({ home }) => HOME_TYPE_NAMES[home.homeType].card],
  price: maybeMade(optional(PRICE), PRICE, (carded) => (carded.price === undefined ? undefined : carded)),
  soldDate: [
    optional(day()),
    ({ home: { listing } }) =>
      listing?.status === 'Closed' && listing.kind === 'sale' ? listing.closeDate : undefined,
  ],
  estimates: made(ESTIMATES, ({ home }) => home),
  taxAssessment: maybeMade(optional(TAX_ASSESSMENT), TAX_ASSESSMENT, ({ home }) => {
    const last = lastAssessed(home)
    return last?.year === undefined ? undefined : last
  }),
  [PORTAL_KEYS.owned]: made(OWNED, itself),
  ssid: [
    optional(large('Number of the multiple listing service, the same for all homes that it lists.')),
    ({ home }) => serviceId(home.listing?.mlsName),
  ],
  region: [EMPTY, () => NOTHING],
  personalizedResult: made(objectFrom<unknown>()({ isViewed: NO }), itself),
  userRecommendation: made(objectFrom<unknown>()({ isRecommendedForYou: NO }), itself),
  currency: fixed('usd'),
  country: fixed('usa'),
  hdpView: [HDP_VIEW, (carded) => new Ready(hdpViewText(carded))],
  propertyDisplayRules: made(DISPLAY_RULES, itself),
})

export const HOME_CARD_FIELDS = {
  ...DATED.fields,
  listing: component('CardListing', object({ ...DATED_LISTING.fields, ...LISTING.fields })),
  ...REST.fields,
}

export const HOME_CARD = component('HomeCard', object(HOME_CARD_FIELDS))
export type HomeCard = AnswerOf<typeof HOME_CARD>

export const HOME_RESULT = component('HomeResult', object({ property: HOME_CARD, resultType: always('property') }))

/** Returns a function that writes the beginning of a search result, up to the keys of `LISTING`. */
export function cardHeadWriter(put: Put): (dated: Dated) => string {
  const write = DATED.writer(put)
  return (dated) => `{"property":${write(dated).slice(0, -'}}'.length)}`
}

/** Returns a function that writes the rest of a search result, from the comma before the keys of `LISTING` on. */
export function cardRestWriter(put: Put): (carded: Carded) => string {
  const [writeListing, writeOthers] = [LISTING.writer(put), REST.writer(put)]
  return (carded) => {
    const listing = carded.home.listing ? writeListing(carded) : '{"isPreforeclosureAuction":false}'
    return `,${listing.slice(1)},${writeOthers(carded).slice(1)},"resultType":"property"}`
  }
}

const writeHdpView = HDP_VIEW.writer()

function hdpViewText(carded: Carded): string {
  return carded.home.listing === undefined ? `{"hdpUrl":"${homePath(carded.home)}"}` : writeHdpView(carded)
}

const buildingId = ofLast((lotId) => derivedNumber('building', lotId))
const serviceId = ofLast(listingServiceId)

/** Caches the last id, because consecutive homes often belong to the same building or listing service. */
function ofLast(numberOf: (name: string) => number): (name: string | undefined) => number | undefined {
  let last: string | undefined
  let lastNumber: number | undefined
  return (name) => {
    if (name === undefined) return undefined
    if (name !== last) [last, lastNumber] = [name, numberOf(name)]
    return lastNumber
  }
}
