import { figuresOf } from '../../../catalog/ports/catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import { SOURCE } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  fixed,
  large,
  nullable,
  number,
  objectFrom,
  optional,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { dayNumber, daysBetween } from '../../../kit/base/clock.ts'
import { portalWords } from '../../../kit/base/words.ts'
import type { HomeOutline } from '../../../model/home-brief.ts'
import { currentPrice } from '../../../model/market-state.ts'
import { publishedValue, type ShownValue, shownValue } from '../../../worth/valuation/estimate.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import { homeUrl } from '../portal-urls.ts'
import { DETAILED_ADDRESS } from '../shown-address.ts'
import { VALUE_SOURCE, valueSource } from './value-source.ts'

const COUNT = optional(whole('Absent if the source does not count.'))

interface Outlined {
  readonly home: HomeOutline
  readonly value: ShownValue | undefined
  readonly context: Context
}

/** The body of the short look-ups. */
export const TRIMMED_DOCUMENT = component(
  'TrimmedDocument',
  objectFrom<Outlined>()({
    message: fixed('200: Success'),
    Source: [SOURCE, ({ home, context }) => sourceName(context.catalog.about(), home)],
    PropertyAddress: [DETAILED_ADDRESS, ({ home }) => DETAILED_ADDRESS.of(home)],
    zestimate: [
      nullable(number(), 'Estimated value in dollars: published by the source, or else Plat’s own estimate.'),
      ({ value }) => value?.amount,
    ],
    valueSource: [
      nullable(VALUE_SOURCE, 'Source of the zestimate; null without a zestimate.'),
      ({ home, value, context }) => valueSource(value, home, context.catalog.about()),
    ],
    Bedrooms: [nullable(number()), ({ home }) => home.facts.bedroomsTotal],
    Bathrooms: [nullable(number()), ({ home }) => home.facts.bathrooms],
    'Area(sqft)': [nullable(number(), 'Living area, square feet.'), ({ home }) => home.facts.livingArea],
    PropertyZPID: [large('Id of the home.'), ({ home }) => home.zpid],
    Price: [
      nullable(number(), 'Asking price, or the price paid once sold, in dollars. Null if the home is off the market.'),
      ({ home }) => currentPrice(home),
    ],
    yearBuilt: [nullable(whole()), ({ home }) => home.facts.yearBuilt],
    [PORTAL_KEYS.daysOn]: [
      nullable(whole()),
      ({ home: { listing }, context: { clock } }) =>
        listing?.onMarketMs === undefined ? null : daysBetween(listing.onMarketMs, clock.now()),
    ],
    [PORTAL_KEYS.propertyUrl]: [text('URL of the home’s page.'), ({ home, context }) => homeUrl(home, context.words)],
    favoriteCount: [COUNT, ({ home }) => home.interest?.favorites],
    pageViewCount: [COUNT, ({ home }) => home.interest?.pageViews],
  }),
)

export async function trimmedDocument(home: HomeOutline, context: Context): Promise<AnswerOf<typeof TRIMMED_DOCUMENT>> {
  const value = publishedValue('price', home) ?? (await ownValue(home, context))
  return TRIMMED_DOCUMENT.of({ home, value, context }, portalWords(context.words))
}

/** Returns Plat's own estimate. Reads the whole record only if the market has an estimator. */
async function ownValue({ zpid, address }: HomeOutline, context: Context): Promise<ShownValue | undefined> {
  const { clock } = context
  const catalog = figuresOf(context.catalog)
  const today = dayNumber(clock.now())
  if ((await catalog.estimators.days('price', address.state)).length === 0) return undefined
  const home = await catalog.records.get('home', zpid)
  return home && shownValue('price', home, today, catalog)
}
