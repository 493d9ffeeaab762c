import {
  type AnswerOf,
  always,
  component,
  each,
  large,
  nullable,
  number,
  object,
  optional,
  text,
  whole,
} from '../../answers/index.ts'
import { daysBetween } from '../../base/clock.ts'
import type { Context } from '../../catalog/context.ts'
import type { HomeOutline } from '../../model/home-brief.ts'
import { currentPrice } from '../../model/market-state.ts'
import { shownEstimate } from '../../model/shown-estimate.ts'
import { SOURCE } from '../answer-head.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { homeUrl } from '../portal-urls.ts'
import { DETAILED_ADDRESS, districts, shownAddress } from '../shown-address.ts'
import { sourceName } from '../source-name.ts'

export const TRIMMED_DOCUMENT = component(
  'TrimmedDocument',
  object({
    message: always('200: Success'),
    Source: SOURCE,
    PropertyAddress: DETAILED_ADDRESS,
    zestimate: nullable(number(), 'Estimated value, dollars.'),
    ...each(nullable(number()), 'Bedrooms', 'Bathrooms'),
    'Area(sqft)': nullable(number(), 'Living area, square feet.'),
    PropertyZPID: large('Id of the home.'),
    Price: nullable(
      number(),
      'Asking price, or the price paid once sold, in dollars. Null if the home is off the market.',
    ),
    yearBuilt: nullable(whole()),
    [PORTAL_KEYS.daysOn]: nullable(whole()),
    [PORTAL_KEYS.propertyUrl]: text('URL of the home’s page.'),
    ...each(optional(whole('Absent if the source does not count.')), 'favoriteCount', 'pageViewCount'),
  }),
)

/** The body of the short look-ups. */
export function trimmedDocument(
  home: HomeOutline,
  { words, catalog, clock }: Context,
): AnswerOf<typeof TRIMMED_DOCUMENT> {
  const { facts, listing, interest } = home
  const { daysOn, propertyUrl } = portalKeys(words)
  return {
    message: '200: Success',
    Source: sourceName(catalog.about(), home),
    PropertyAddress: { ...shownAddress(home), ...districts(home.address) },
    zestimate: shownEstimate(home)?.value ?? null,
    Bedrooms: facts.bedroomsTotal ?? null,
    Bathrooms: facts.bathrooms ?? null,
    'Area(sqft)': facts.livingArea ?? null,
    PropertyZPID: home.zpid,
    Price: currentPrice(home),
    yearBuilt: facts.yearBuilt ?? null,
    [daysOn]: listing?.onMarketMs === undefined ? null : daysBetween(listing.onMarketMs, clock.now()),
    [propertyUrl]: homeUrl(home, words),
    ...(interest?.favorites !== undefined && { favoriteCount: interest.favorites }),
    ...(interest?.pageViews !== undefined && { pageViewCount: interest.pageViews }),
  }
}
