import { type AnswerOf, each, type FieldsOf, flag, nullable, object, text, timeMs } from '../../answers/index.ts'
import { daysBetween, startOfDay } from '../../base/clock.ts'
import type { Home } from '../../model/home.ts'
import { marketState } from '../../model/market-state.ts'
import { MAYBE_TEXT } from '../answer-head.ts'
import {
  DIMENSIONS,
  dimensions,
  HOME_STATUS,
  HOME_TYPE,
  hasCondition,
  isOnMarket,
  listingFlags,
  newConstructionType,
} from '../listing-flags.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import type { Gathered } from './gathered.ts'

const LISTING_SUB_TYPE = object(
  each(
    flag(),
    'isFSBA',
    'isFSBO',
    'isPending',
    'isNewHome',
    'isForeclosure',
    'isBankOwned',
    'isForAuction',
    'isOpenHouse',
    'isComingSoon',
  ),
  'The kinds of the listing; all false for a home that is not on the market.',
)

const FORECLOSURE_TYPES = object(
  each(
    flag(),
    'isBankOwned',
    'isForeclosedNFS',
    'isPreforeclosure',
    'isAnyForeclosure',
    'wasREO',
    'wasDefault',
    'wasForeclosed',
  ),
)

export const STATUS = {
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  ...DIMENSIONS,
  contingentListingType: MAYBE_TEXT,
  comingSoonOnMarketDate: nullable(timeMs()),
  newConstructionType: MAYBE_TEXT,
  listingSubType: LISTING_SUB_TYPE,
  foreclosureTypes: FORECLOSURE_TYPES,
  ...each(
    flag(),
    PORTAL_KEYS.isOwned,
    'isPremierBuilder',
    'isShowcaseListing',
    'isFeatured',
    'isIncomeRestricted',
    'isNonOwnerOccupied',
    'isRecentStatusChange',
  ),
  listingDataSource: text(),
}

/** How long a change of status counts as recent. */
const RECENT_DAYS = 7

/** The market state of the home, and the kind of its listing. */
export function status({ home, surroundings: { nowMs, words } }: Gathered): FieldsOf<typeof STATUS> {
  const { listing } = home
  const featured = isOnMarket(listing) && listing?.featured === true
  return {
    homeStatus: marketState(home, nowMs),
    homeType: home.homeType,
    ...dimensions(home, nowMs),
    contingentListingType: listing?.status === 'ActiveUnderContract' ? 'ACCEPTING_BACK_UP_OFFERS' : null,
    comingSoonOnMarketDate: comingSoonMs(home),
    newConstructionType: newConstructionType(home),
    listingSubType: listingSubType(home, nowMs),
    foreclosureTypes: foreclosureTypes(home),
    [portalKeys(words).isOwned]: false,
    isPremierBuilder: false,
    isShowcaseListing: featured,
    isFeatured: featured,
    isIncomeRestricted: listing?.lease?.incomeRestricted === true,
    isNonOwnerOccupied: listing?.kind === 'lease',
    isRecentStatusChange: isRecentStatusChange(home, nowMs),
    listingDataSource: listing?.mlsName ?? home.source,
  }
}

function comingSoonMs({ listing }: Home): number | null {
  if (listing?.status !== 'ComingSoon' || listing.expectedDate === undefined) return null
  return startOfDay(listing.expectedDate)
}

function listingSubType(home: Home, nowMs: number): AnswerOf<typeof LISTING_SUB_TYPE> {
  const flags = listingFlags(home, nowMs)
  return {
    isFSBA: flags.FSBA,
    isFSBO: flags.FSBO,
    isPending: flags.pending,
    isNewHome: flags.newHome,
    isForeclosure: flags.foreclosure,
    isBankOwned: flags.bankOwned,
    isForAuction: flags.forAuction,
    isOpenHouse: flags.openHouse,
    isComingSoon: flags.comingSoon,
  }
}

/** The current state while the listing is active, and the state when it ended. NFS: not for sale. */
function foreclosureTypes({ listing }: Home): AnswerOf<typeof FORECLOSURE_TYPES> {
  const current = isOnMarket(listing)
  const owned = hasCondition(listing, 'Foreclosed')
  const inDefault = hasCondition(listing, 'PreForeclosure')
  const foreclosure = hasCondition(listing, 'Foreclosure')
  return {
    isBankOwned: current && owned,
    isForeclosedNFS: !current && owned && listing?.status !== 'Closed',
    isPreforeclosure: current && inDefault,
    isAnyForeclosure: current && (owned || inDefault || foreclosure),
    wasREO: !current && owned,
    wasDefault: !current && inDefault,
    wasForeclosed: !current && foreclosure,
  }
}

function isRecentStatusChange({ history }: Home, nowMs: number): boolean {
  const last = history.findLast((event) => event.event !== 'Price change')
  return last !== undefined && daysBetween(startOfDay(last.date), nowMs) <= RECENT_DAYS
}
