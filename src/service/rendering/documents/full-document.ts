import type { Context } from '../../../catalog/ports/context.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import { SOURCE } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  fixed,
  listOf,
  made,
  objectFrom,
  optional,
  Ready,
  text,
} from '../../../kit/answers/index.ts'
import { portalWords } from '../../../kit/base/words.ts'
import type { Handling } from '../../../kit/params/index.ts'
import type { Home } from '../../../model/home.ts'
import { HOME_CHANGE } from '../change-events.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import { homeUrl } from '../portal-urls.ts'
import { PRICE_HISTORY, priceHistory } from '../price-history.ts'
import { RECORDED } from '../recorded-events.ts'
import { TAX_HISTORY, taxHistory } from '../tax-history.ts'
import { ACTIVITY } from './activity.ts'
import { WHERE } from './address.ts'
import { AROUND } from './around.ts'
import { type Gathered, gather } from './gathered.ts'
import { IDENTITY } from './identity.ts'
import { INSIGHT } from './insight.ts'
import { LAYERS } from './layers.ts'
import { OFFERED_BY } from './offered-by.ts'
import { PRICE } from './price.ts'
import { RESO_FACTS } from './reso-facts.ts'
import { FIREPLACES_AND_FENCING } from './reso-features.ts'
import { SCHOOLS, shownSchools } from './schools.ts'
import { SIZE } from './size.ts'
import { STATUS } from './status.ts'
import { WORDS_AND_PICTURES } from './words-and-pictures.ts'

/** The keys of the full document. Each part has its own file. */
export const PROPERTY_DETAILS = component(
  'PropertyDetails',
  objectFrom<Gathered>()({
    ...IDENTITY.keys,
    ...WHERE.keys,
    ...PRICE.keys,
    ...SIZE.keys,
    ...FIREPLACES_AND_FENCING.within(({ home }: Gathered) => home.facts),
    ...STATUS.keys,
    ...ACTIVITY.keys,
    ...WORDS_AND_PICTURES.keys,
    ...OFFERED_BY.keys,
    schools: [SCHOOLS, ({ home, place, schools }) => shownSchools(schools, place.point, home.facts)],
    priceHistory: [PRICE_HISTORY, ({ home, agents, surroundings }) => priceHistory(home, agents, surroundings.words)],
    taxHistory: [TAX_HISTORY, ({ home }) => taxHistory(home)],
    ...RECORDED.keys,
    ...AROUND.keys,
    ...INSIGHT.keys,
    ...LAYERS.keys,
    resoFacts: made(RESO_FACTS, (gathered: Gathered) => gathered),
  }),
)

export const FULL_DOCUMENT = component(
  'FullDocument',
  objectFrom<Gathered>()({
    message: fixed('200: Success'),
    source: [SOURCE, ({ home, about }) => sourceName(about, home)],
    [PORTAL_KEYS.url]: [text('URL of the home’s page.'), ({ home, surroundings }) => homeUrl(home, surroundings.words)],
    propertyDetails: [PROPERTY_DETAILS, (gathered, put) => new Ready(PROPERTY_DETAILS.writer(put)(gathered))],
    changes: [optional(listOf(HOME_CHANGE, 'The latest 100 stored changes, newest first.')), () => undefined],
  }),
)

/** Returns the body of `/pro/…`: everything that the catalog knows about a home. */
export async function fullDocument(
  home: Home,
  context: Context,
  handling?: Handling,
): Promise<AnswerOf<typeof FULL_DOCUMENT>> {
  return FULL_DOCUMENT.of(await gather(home, context, handling), portalWords(context.words))
}
