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
import { dayNumber, daysBetween } from '../../base/clock.ts'
import type { Context } from '../../catalog/context.ts'
import type { HomeOutline } from '../../model/home-brief.ts'
import { currentPrice } from '../../model/market-state.ts'
import { publishedValue, type ShownValue, shownValue } from '../../valuation/estimate.ts'
import { SOURCE } from '../answer-head.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { homeUrl } from '../portal-urls.ts'
import { DETAILED_ADDRESS, districts, shownAddress } from '../shown-address.ts'
import { sourceName } from '../source-name.ts'
import { VALUE_SOURCE, valueSource } from './value-source.ts'

export const TRIMMED_DOCUMENT = component(
  'TrimmedDocument',
  object({
    message: always('200: Success'),
    Source: SOURCE,
    PropertyAddress: DETAILED_ADDRESS,
    zestimate: nullable(number(), 'Estimated value, dollars: as the source publishes it, or else Plat’s own.'),
    valueSource: nullable(VALUE_SOURCE, 'Who says the zestimate; null without one.'),
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
export async function trimmedDocument(home: HomeOutline, context: Context): Promise<AnswerOf<typeof TRIMMED_DOCUMENT>> {
  const { words, catalog, clock } = context
  const value = publishedValue('price', home) ?? (await ownValue(home, context))
  const { facts, listing, interest } = home
  const { daysOn, propertyUrl } = portalKeys(words)
  return {
    message: '200: Success',
    Source: sourceName(catalog.about(), home),
    PropertyAddress: { ...shownAddress(home), ...districts(home.address) },
    zestimate: value?.amount ?? null,
    valueSource: valueSource(value, home, catalog.about()),
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

/** An estimate needs more than an outline: the whole record is read, where the market has an estimator at all. */
async function ownValue({ zpid, address }: HomeOutline, { catalog, clock }: Context): Promise<ShownValue | undefined> {
  const today = dayNumber(clock.now())
  if ((await catalog.estimators.days('price', address.state)).length === 0) return undefined
  const home = await catalog.records.get('home', zpid)
  return home && shownValue('price', home, today, catalog)
}
