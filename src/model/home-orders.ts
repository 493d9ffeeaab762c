import { DAY_MS, startOfDay } from '../kit/base/clock.ts'
import type { Home } from './home.ts'
import { HOME_COLUMNS } from './home-columns.ts'
import type { SearchOrder } from './searchable.ts'

/** Bonuses in the default order: a home counts as newer by this many days. */
const FEATURED_DAYS = 14
const COMPLETE_DAYS = 10
const PHOTO_DAYS = 0.5
const MAX_PHOTOS = 20
const APPLICATIONS_DAYS = 3

/**
 * The default order: day of the listing, plus bonus days for completeness, photos and being featured. It does not
 * depend on today's date.
 */
const homesForYou = forLast((home) => {
  const photos = home.listing?.photos?.length ?? home.listing?.drawnPhotos ?? 0
  const merits = completeness(home) * COMPLETE_DAYS + Math.min(photos, MAX_PHOTOS) * PHOTO_DAYS
  return (newestMs(home) ?? 0) / DAY_MS + merits + (home.listing?.featured ? FEATURED_DAYS : 0)
})

function rentalPriority(home: Home): number {
  return homesForYou(home) + (home.listing?.lease?.acceptsApplications ? APPLICATIONS_DAYS : 0)
}

/** The share of important facts that are known. */
function completeness({ facts, listing, point }: Home): number {
  const important = [
    facts.bedroomsTotal,
    facts.bathrooms,
    facts.livingArea,
    facts.lotSizeSquareFeet,
    facts.yearBuilt,
    listing?.description,
    point,
  ]
  let count = 0
  for (const fact of important) if (fact !== undefined) count++
  return count / important.length
}

/** When a sold home was sold; for other homes, when they came on the market. */
const newestMs = forLast(({ listing }) => {
  if (listing?.status !== 'Closed') return listing?.onMarketMs
  return listing.closeDate === undefined ? undefined : startOfDay(listing.closeDate)
})

/** Caches the last home's value, because several orders need it. */
function forLast<T>(of: (home: Home) => T): (home: Home) => T {
  let last: { readonly home: Home; readonly value: T } | undefined
  return (home) => {
    if (last?.home !== home) last = { home, value: of(home) }
    return last.value
  }
}

export const HOME_ORDERS = {
  HomesForYou: { doc: 'Freshness, completeness, photos, featured.', highestFirst: true, of: homesForYou },
  RentalPriority: {
    doc: 'HomesForYou, plus a bonus for accepting applications.',
    highestFirst: true,
    of: rentalPriority,
  },
  PriceDescending: { doc: 'Most expensive first.', highestFirst: true, of: HOME_COLUMNS.price.of },
  PriceAscending: { doc: 'Cheapest first.', highestFirst: false, of: HOME_COLUMNS.price.of },
  Newest: { doc: 'Latest listing, or latest sale, first.', highestFirst: true, of: newestMs },
  Bedrooms: { doc: 'Most bedrooms first.', highestFirst: true, of: HOME_COLUMNS.bedrooms.of },
  Bathrooms: { doc: 'Most baths first.', highestFirst: true, of: HOME_COLUMNS.bathrooms.of },
  LivingArea: { doc: 'Largest first.', highestFirst: true, of: HOME_COLUMNS.livingArea.of },
  LotSize: { doc: 'Largest lot first.', highestFirst: true, of: HOME_COLUMNS.lotSize.of },
  YearBuilt: { doc: 'Newest building first.', highestFirst: true, of: HOME_COLUMNS.yearBuilt.of },
} as const satisfies Record<string, SearchOrder<Home>>

export type HomeOrder = keyof typeof HOME_ORDERS
