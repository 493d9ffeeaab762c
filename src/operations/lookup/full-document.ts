import type { Home } from '../../model/home.ts'
import type { Answer, Context } from '../operation.ts'
import { homeUrl } from '../portal-urls.ts'
import { priceHistory } from '../render-price-history.ts'
import { taxHistory } from '../render-tax-history.ts'
import { sourceName } from '../source-name.ts'
import { activity } from './activity.ts'
import { address } from './address.ts'
import { around } from './around.ts'
import { type Gathered, gather } from './gathered.ts'
import { identity } from './identity.ts'
import { insight } from './insight.ts'
import { offeredBy } from './offered-by.ts'
import { price } from './price.ts'
import { resoFacts } from './reso-facts.ts'
import { schoolsAround } from './schools.ts'
import { size } from './size.ts'
import { status } from './status.ts'
import { photos, text } from './words-and-pictures.ts'

/** The body of `/pro/…`: everything that the catalogue knows of a home. */
export async function fullDocument(home: Home, context: Context): Promise<Answer> {
  const gathered = await gather(home, context)
  return {
    message: '200: Success',
    source: sourceName(context.catalog.about(), home),
    [`${context.words.portal}URL`]: homeUrl(home, context.words),
    propertyDetails: propertyDetails(gathered),
  }
}

/** Its parts, one file each. */
export function propertyDetails(gathered: Gathered) {
  return {
    ...identity(gathered),
    ...address(gathered),
    ...price(gathered),
    ...size(gathered),
    ...status(gathered),
    ...activity(gathered),
    ...text(gathered),
    ...photos(gathered),
    ...offeredBy(gathered),
    ...schoolsAround(gathered),
    priceHistory: priceHistory(gathered.home, gathered.agents, gathered.surroundings.words),
    taxHistory: taxHistory(gathered.home),
    ...around(gathered),
    ...insight(gathered),
    ...resoFacts(gathered),
  }
}
