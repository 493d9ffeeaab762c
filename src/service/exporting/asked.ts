import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Context } from '../../catalog/ports/context.ts'
import type { KeyPage, Query } from '../../catalog/ports/query.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Handling } from '../../kit/params/index.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { hearSearch, type SearchCall } from '../operations/heard-search.ts'
import type { Area } from '../operations/operation.ts'

export type { SearchCall } from '../operations/heard-search.ts'

/** The keys of all records that a search finds. */
export interface Asked {
  readonly noun: SearchedNoun
  /** Numeric keys made by the record type's `keyOf`, in ascending order. */
  readonly keys: Float64Array
  /** One sentence for each part of the search that had no effect. */
  readonly notes: readonly string[]
}

/**
 * Runs a search as an HTTP request would, but returns all results instead of a page. Throws the same Fault as the
 * search itself. `clocks` has one clock for each area (homes, offers, experiences), in place of the context's clock.
 */
export async function ask(
  call: SearchCall,
  context: Context,
  handling: Handling,
  clocks?: Readonly<Record<Area, Clock>>,
): Promise<Asked> {
  const { noun, query, warnings, paging, missing } = await hearSearch(call, context, {
    handling,
    clocks,
    verb: 'export',
  })
  return {
    noun,
    keys: await keysOf(noun, query, context.catalog),
    notes: [
      ...warnings,
      ...(paging.length > 0
        ? [`An export always has all results, sorted by id: Plat ignores ${paging.join(', ')}.`]
        : []),
      ...missing,
    ],
  }
}

async function keysOf<N extends SearchedNoun>(noun: N, query: Query<N>, catalog: Catalog): Promise<Float64Array> {
  if (noun === 'home') {
    // a query for homes, because the record type is `home`
    const { zpids } = await catalog.search('home').selectAll(query as Query, [])
    return zpids.toSorted()
  }
  const { after: _after, ...all } = query
  const whole: Query<N> = { ...all, offset: 0, limit: catalog.about().counts[noun] }
  const port = catalog.search(noun)
  const page = await (port.page as (of: Query<N>) => Promise<KeyPage>)(whole) // `noun` is not `home` here
  return Float64Array.from(page.keys).sort()
}
