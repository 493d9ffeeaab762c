import { daysBetween, startOfDay } from '../../base/clock.ts'
import type { Home } from '../../model/home.ts'
import { marketState } from '../../model/market-state.ts'
import { dimensions, hasCondition, isOnMarket, listingFlags, newConstructionType } from '../listing-flags.ts'
import type { Gathered } from './gathered.ts'

/** A change of status is recent for so many days. */
const RECENT_DAYS = 7

/** Where the home stands on the market, and what kind of listing it has. */
export function status({ home, surroundings: { nowMs, words } }: Gathered) {
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
    [`is${words.Portal}Owned`]: false,
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

function listingSubType(home: Home, nowMs: number) {
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

/** What is so while the listing stands, and what was so when it ended. NFS: not for sale. */
function foreclosureTypes({ listing }: Home) {
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
