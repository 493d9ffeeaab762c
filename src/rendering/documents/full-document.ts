import { type AnswerOf, component, object, text } from '../../answers/index.ts'
import type { Context } from '../../catalog/context.ts'
import type { Home } from '../../model/home.ts'
import { answer } from '../answer-head.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { homeUrl } from '../portal-urls.ts'
import { PRICE_HISTORY, priceHistory } from '../price-history.ts'
import { sourceName } from '../source-name.ts'
import { TAX_HISTORY, taxHistory } from '../tax-history.ts'
import { ACTIVITY, activity } from './activity.ts'
import { address, WHERE } from './address.ts'
import { AROUND, around } from './around.ts'
import { type Gathered, gather } from './gathered.ts'
import { IDENTITY, identity } from './identity.ts'
import { INSIGHT, insight } from './insight.ts'
import { OFFERED_BY, offeredBy } from './offered-by.ts'
import { PRICE, price } from './price.ts'
import { RESO_FACTS, resoFacts } from './reso-facts.ts'
import { SCHOOLS, schoolsAround } from './schools.ts'
import { SIZE, size } from './size.ts'
import { STATUS, status } from './status.ts'
import { WORDS_AND_PICTURES, wordsAndPictures } from './words-and-pictures.ts'

const PROPERTY_DETAILS = component(
  'PropertyDetails',
  object({
    ...IDENTITY,
    ...WHERE,
    ...PRICE,
    ...SIZE,
    ...STATUS,
    ...ACTIVITY,
    ...WORDS_AND_PICTURES,
    ...OFFERED_BY,
    schools: SCHOOLS,
    priceHistory: PRICE_HISTORY,
    taxHistory: TAX_HISTORY,
    ...AROUND,
    ...INSIGHT,
    resoFacts: RESO_FACTS,
  }),
)

export const FULL_DOCUMENT = component(
  'FullDocument',
  answer({ [PORTAL_KEYS.url]: text('URL of the home’s page.'), propertyDetails: PROPERTY_DETAILS }),
)

/** The body of `/pro/…`: everything that the catalogue knows about a home. */
export async function fullDocument(home: Home, context: Context): Promise<AnswerOf<typeof FULL_DOCUMENT>> {
  const gathered = await gather(home, context)
  return {
    message: '200: Success',
    source: sourceName(context.catalog.about(), home),
    [portalKeys(context.words).url]: homeUrl(home, context.words),
    propertyDetails: propertyDetails(gathered),
  }
}

/** Assembled from its parts, one file each. */
export function propertyDetails(gathered: Gathered): AnswerOf<typeof PROPERTY_DETAILS> {
  return {
    ...identity(gathered),
    ...address(gathered),
    ...price(gathered),
    ...size(gathered),
    ...status(gathered),
    ...activity(gathered),
    ...wordsAndPictures(gathered),
    ...offeredBy(gathered),
    schools: schoolsAround(gathered),
    priceHistory: priceHistory(gathered.home, gathered.agents, gathered.surroundings.words),
    taxHistory: taxHistory(gathered.home),
    ...around(gathered),
    ...insight(gathered),
    resoFacts: resoFacts(gathered),
  }
}
