import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { each, flag, nullable, objectFrom, text, timeMs } from '../../../kit/answers/index.ts'
import { daysBetween, startOfDay } from '../../../kit/base/clock.ts'
import type { Home, Listing, ListingCondition } from '../../../model/home.ts'
import { marketState } from '../../../model/market-state.ts'
import {
  DIMENSIONS,
  HOME_STATUS,
  HOME_TYPE,
  hasCondition,
  isOnMarket,
  LISTING_SUB_TYPE,
  listingFlags,
  newConstructionType,
} from '../listing-flags.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import type { Gathered } from './gathered.ts'

/** Foreclosure flags of an active listing now, or of an ended listing at its end. NFS means not for sale. */
const FORECLOSURE_TYPES = objectFrom<Pick<Home, 'listing'>>()({
  isBankOwned: [flag(), ({ listing }) => isNow(listing, 'Foreclosed')],
  isForeclosedNFS: [flag(), ({ listing }) => wasThen(listing, 'Foreclosed') && listing?.status !== 'Closed'],
  isPreforeclosure: [flag(), ({ listing }) => isNow(listing, 'PreForeclosure')],
  isAnyForeclosure: [
    flag(),
    ({ listing }) => isNow(listing, 'Foreclosed') || isNow(listing, 'PreForeclosure') || isNow(listing, 'Foreclosure'),
  ],
  wasREO: [flag(), ({ listing }) => wasThen(listing, 'Foreclosed')],
  wasDefault: [flag(), ({ listing }) => wasThen(listing, 'PreForeclosure')],
  wasForeclosed: [flag(), ({ listing }) => wasThen(listing, 'Foreclosure')],
})

function isNow(listing: Listing | undefined, condition: ListingCondition): boolean {
  return isOnMarket(listing) && hasCondition(listing, condition)
}

function wasThen(listing: Listing | undefined, condition: ListingCondition): boolean {
  return !isOnMarket(listing) && hasCondition(listing, condition)
}

/** A change of status counts as recent for this many days. */
const RECENT_DAYS = 7

/** The market state of the home, and the kind of its listing. */
export const STATUS = objectFrom<Gathered>()({
  homeStatus: [HOME_STATUS, ({ home, surroundings }) => marketState(home, surroundings.nowMs)],
  homeType: [HOME_TYPE, ({ home }) => home.homeType],
  ...DIMENSIONS.within(({ home, surroundings: { nowMs } }: Gathered) => ({ home, nowMs })),
  contingentListingType: [
    MAYBE_TEXT,
    ({ home }) => (home.listing?.status === 'ActiveUnderContract' ? 'ACCEPTING_BACK_UP_OFFERS' : null),
  ],
  comingSoonOnMarketDate: [nullable(timeMs()), ({ home }) => comingSoonMs(home)],
  newConstructionType: [MAYBE_TEXT, ({ home }) => newConstructionType(home)],
  listingSubType: [
    LISTING_SUB_TYPE,
    ({ home, surroundings }) => LISTING_SUB_TYPE.of(listingFlags(home, surroundings.nowMs)),
  ],
  foreclosureTypes: [FORECLOSURE_TYPES, ({ home }) => FORECLOSURE_TYPES.of(home)],
  ...each([flag(), () => false], PORTAL_KEYS.isOwned, 'isPremierBuilder'),
  ...each([flag(), isFeatured], 'isShowcaseListing', 'isFeatured'),
  isIncomeRestricted: [flag(), ({ home }) => home.listing?.lease?.incomeRestricted === true],
  isNonOwnerOccupied: [flag(), ({ home }) => home.listing?.kind === 'lease'],
  isRecentStatusChange: [flag(), isRecentStatusChange],
  listingDataSource: [text(), ({ home }) => home.listing?.mlsName ?? home.source],
})

function isFeatured({ home: { listing } }: Gathered): boolean {
  return isOnMarket(listing) && listing?.featured === true
}

function comingSoonMs({ listing }: Home): number | null {
  if (listing?.status !== 'ComingSoon' || listing.expectedDate === undefined) return null
  return startOfDay(listing.expectedDate)
}

function isRecentStatusChange({ home: { history }, surroundings: { nowMs } }: Gathered): boolean {
  const last = history.findLast((event) => event.event !== 'Price change')
  return last !== undefined && daysBetween(startOfDay(last.date), nowMs) <= RECENT_DAYS
}
