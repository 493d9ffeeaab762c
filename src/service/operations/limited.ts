import { type HomeLimit, limitedCatalog } from '../../catalog/limited/limited-catalog.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { DAY_MS } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'
import { oncePer } from '../../kit/base/once-per.ts'
import { Recent } from '../../kit/base/recent.ts'
import { hearSearch } from './heard-search.ts'

/** The homes that a caller may see. If `places` and `search` are both set, a home must meet both. */
export interface SeenHomes {
  readonly places?: readonly string[] | undefined
  readonly search?: { readonly path: string; readonly parameters: Readonly<Record<string, string>> } | undefined
}

/**
 * Paths of the operations that a limited caller may use: searches for homes, and look-ups of one home. All other
 * operations are refused, because their answers also depend on homes that the caller may not see.
 */
export const LIMITABLE: ReadonlySet<string> = new Set(
  [
    '/byzpid /byurl /byaddress /pro/byzpid /pro/byurl /pro/byaddress /parcel',
    '/pricehistory /taxinfo /propimages /climate /walk_transit_bike /graph_charts /comparable_homes /similar /nearby',
    '/search/byaddress /search/bypolygon /search/bycoordinates /search/bymapbounds /search/byaiprompt /search/byurl',
    '/search/bymls /search/plan /search/facets',
  ].flatMap((paths) => paths.split(' ')),
)

/** Returns the Fault that refuses a call. `why`: sentences about places that the catalog does not have. */
type Refuse = (why?: string) => Fault

/** Maximum number of limited catalogs to cache for each catalog. */
const LIMITS_MAX = 200

const limitsOf = oncePer<Catalog, Recent<string, Promise<Catalog>>>(() => new Recent(LIMITS_MAX))

/**
 * Returns the context in which operations find only these homes. Rejects with `refuse()` if a place or the search
 * cannot be understood with the current data.
 */
export async function limitedContext(context: Context, seen: SeenHomes, refuse: Refuse): Promise<Context> {
  const { catalog, clock } = context
  const made = limitsOf(catalog)
  const name = `${catalog.version()} ${Math.floor(clock.now() / DAY_MS)} ${JSON.stringify(seen)}`
  const limited = made.of(name, () => limitedBy(context, seen, refuse))
  try {
    return { ...context, catalog: await limited }
  } catch (error) {
    made.delete(name)
    throw error
  }
}

async function limitedBy(context: Context, { places, search }: SeenHomes, refuse: Refuse): Promise<Catalog> {
  let { catalog } = context
  if (places !== undefined) {
    const located = { path: '/search/byaddress', parameters: { location: places.join('; ') } }
    const { where } = await limitOf(located, context, refuse)
    const ofPlaces = where.filter(({ parameter }) => parameter === 'location') // the search has other conditions by default
    catalog = limitedCatalog(catalog, { listingClass: undefined, where: ofPlaces }, refuse)
  }
  return search === undefined ? catalog : limitedCatalog(catalog, await limitOf(search, context, refuse), refuse)
}

/** Returns the conditions of a search as a limit. */
async function limitOf(
  { path, parameters }: SeenHomes['search'] & {},
  context: Context,
  refuse: Refuse,
): Promise<HomeLimit> {
  const call = { path, query: Object.entries(parameters) }
  const { noun, query, missing } = await hearSearch(call, context, { handling: 'normal', verb: 'limit' })
  if (noun !== 'home' || missing.length > 0) throw refuse(missing.join(' '))
  return query as HomeLimit // `noun` is 'home'
}
