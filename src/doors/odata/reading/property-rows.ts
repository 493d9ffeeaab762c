import type { PropertyHit, PropertyPosition } from '../../../catalog/ports/property-search.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { shownMoment } from '../language/moments.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Page, PageRequest } from './page.ts'
import type { PropertyRequest } from './property-query.ts'
import { AT_ONCE, type Origin, recordsNamed, rowsOf } from './records.ts'
import { Texts } from './texts.ts'

/**
 * Maximum number of searches for one page. The search is repeated if an import changes a found record before the record
 * is read.
 */
const ATTEMPTS = 3

export interface PropertyPageRequest extends PageRequest {
  readonly request: PropertyRequest
  readonly resource: Resource
  readonly needsPeople: boolean
  readonly origin: Origin
  /** The number of rows to skip before the first page (`$skip`). */
  readonly skip: number
  /** Returns how many rows fit into a page, estimated from its first rows. */
  fitting(rows: readonly Row[]): number
}

/** Reads a page of Property. All rows come from the same version of the catalog. */
export async function propertyPage(pageRequest: PropertyPageRequest): Promise<Page> {
  const { request, origin, size, top, skip, position, isCounted } = pageRequest
  const { properties } = origin.catalog
  const taken = position?.taken ?? 0
  const limit = Math.max(0, Math.min(size, top - taken))
  if (limit === 0 && !isCounted) return { rows: [], next: undefined }
  const { order, isKeyDescending } = request
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const texts = new Texts(properties)
    const where = await request.where(texts)
    if (where === undefined) {
      if (await texts.areCurrent()) return { rows: [], next: undefined, ...(isCounted && { total: 0 }) }
      continue
    }
    const after = position && { values: position.values as PropertyPosition['values'], key: position.key } // of `order`
    const page = await properties.page({
      where,
      order,
      isKeyDescending,
      ...(after && { after }),
      offset: position === undefined ? skip : 0,
      limit,
      isCounted,
    })
    const rows = await rowsFound(page.hits, pageRequest)
    if (rows === undefined || !(await texts.areCurrent())) continue
    const last = page.hits[rows.length - 1]
    const isMore = page.isMore || rows.length < page.hits.length
    const isLast = last === undefined || !isMore || taken + rows.length >= top
    const next = isLast ? undefined : { values: last.values, key: last.key, part: 0, taken: taken + rows.length }
    return { rows, next, total: page.total }
  }
  throw new Fault('server.busy', 'An import is changing the rows of this page: try again in a moment.', {
    retryAfterS: 2,
  })
}

/** Returns the rows of the search results that fit into a page; undefined if a record changed after the search. */
async function rowsFound(
  hits: readonly PropertyHit[],
  { resource, needsPeople, origin, fitting }: PropertyPageRequest,
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = []
  let most = hits.length
  for (let at = 0; at < most; at += AT_ONCE) {
    if (at > 0) await nextSlot()
    if (at === AT_ONCE) most = Math.min(most, Math.max(at, fitting(rows)))
    const some = hits.slice(at, Math.min(most, at + AT_ONCE))
    for await (const records of recordsNamed(
      some.map(({ noun, key }) => [noun, key] as const),
      origin,
    )) {
      const isSame = some.every(({ key, modifiedUs }, i) => {
        const record = records[i]
        return record?.key === key && shownMoment(record.sequence) === modifiedUs
      })
      if (!isSame) return undefined
      rows.push(...(await rowsOf(records, resource, needsPeople, origin)))
    }
  }
  return rows
}
