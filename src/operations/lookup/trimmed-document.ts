import { daysBetween } from '../../base/clock.ts'
import type { Home } from '../../model/home.ts'
import { currentPrice } from '../../model/market-state.ts'
import type { Answer, Context } from '../operation.ts'
import { homeUrl } from '../portal-urls.ts'
import { districts, shownAddress } from '../shown-address.ts'
import { sourceName } from '../source-name.ts'

/** The body of the trimmed look-ups. What is unknown is null, counts of interest that nobody keeps are absent. */
export function trimmedDocument(home: Home, { words, catalog, clock }: Context): Answer {
  const { facts, listing, interest, estimate } = home
  return {
    message: '200: Success',
    Source: sourceName(catalog.about(), home),
    PropertyAddress: { ...shownAddress(home), ...districts(home.address) },
    zestimate: estimate?.value ?? null,
    Bedrooms: facts.bedroomsTotal ?? null,
    Bathrooms: facts.bathrooms ?? null,
    'Area(sqft)': facts.livingArea ?? null,
    PropertyZPID: home.zpid,
    Price: currentPrice(home),
    yearBuilt: facts.yearBuilt ?? null,
    [`daysOn${words.Portal}`]: listing?.onMarketMs === undefined ? null : daysBetween(listing.onMarketMs, clock.now()),
    [`Property${words.Portal}URL`]: homeUrl(home, words),
    ...(interest?.favorites !== undefined && { favoriteCount: interest.favorites }),
    ...(interest?.pageViews !== undefined && { pageViewCount: interest.pageViews }),
  }
}
