import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { Parts } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Order } from './order.ts'
import type { Position } from './position.ts'
import { AT_ONCE } from './records.ts'
import { type Asked, countEvents, rowsThatMayMatch } from './scan.ts'

/** Limits on the records that one call may read. */
export interface ReadingBounds {
  /** Maximum records to read after the first row of a page. The page then ends early, with a link to the next page. */
  readonly forPage: number
  /**
   * Maximum records to read to count or skip rows, or to find a page's first row: some programs stop at an empty page.
   */
  readonly whole: number
}

export const READING_BOUNDS: ReadingBounds = { forPage: 4000, whole: 25_000 }

/** Maximum rows to count for resources that are not made from records. */
const LIGHT_MAX = 2_000_000

/** The requested page. */
export interface PageRequest {
  /** Maximum rows of the page. */
  readonly size: number
  /** Maximum rows of all pages together. */
  readonly top: number
  readonly position: Position | undefined
  /** Whether to count all rows that match. */
  readonly isCounted: boolean
}

export interface PageAsked extends Asked, PageRequest {
  matches(row: Row): boolean
  /** Whether every row matches; for EntityEvent, whether every row that satisfies the constraints matches. */
  readonly isWhole: boolean
  readonly order: Order
  /** Rows to skip before the first page. */
  readonly skip: number
  readonly bounds: ReadingBounds
  /** Estimates from the first rows of a page how many rows fit into it. */
  fitting(rows: readonly Row[]): number
}

export interface Page {
  readonly rows: readonly Row[]
  /** The position of the next page; undefined after the last page. */
  readonly next: Position | undefined
  /** Undefined if rows are not counted. */
  readonly total?: number | undefined
}

/** Reads a page of matching rows. It may have fewer rows than requested, or none, even if more pages follow. */
export async function readPage(asked: PageAsked): Promise<Page> {
  const { isCounted, isWhole, position } = asked
  if (isCounted && !isWhole && position === undefined) return readRows(asked)
  const total = isCounted ? await countMatches(asked, '$count') : undefined
  return { ...(await readRows({ ...asked, isCounted: false })), total }
}

/** Reads the rows of a page. To count matches, it also reads all rows after the page. */
async function readRows(asked: PageAsked): Promise<Page> {
  const { order, position, size, top, isCounted, isWhole, bounds } = asked
  const taken = position?.taken ?? 0
  let wanted = Math.min(size, top - taken)
  let skipped = position === undefined ? asked.skip : 0
  if (wanted <= 0 && !isCounted) return { rows: [], next: undefined }
  if (isWhole && skipped > bounds.whole) {
    if ((await countMatches(asked, '$skip')) > skipped) throw tooCostly('$skip', bounds.whole)
    return { rows: [], next: undefined }
  }
  const countedMax = countedMaxOf(asked)
  const rows: Row[] = []
  let isFull = wanted <= 0
  let next: Position | undefined
  let total = 0
  let read = 0
  let readBefore = 0
  let last: Row | undefined
  for await (const batch of rowsThatMayMatch(
    asked,
    order,
    position,
    isWhole ? wanted + skipped + 1 : Number.POSITIVE_INFINITY,
  )) {
    for (const row of batch) {
      const isMatch = (!isFull || isCounted) && asked.matches(row)
      if (isMatch) total += 1
      if (isFull) continue
      if (rows.length === wanted && (taken + wanted === top || (isMatch && skipped === 0))) {
        isFull = true
        next = taken + wanted === top ? undefined : positionOf(last as Row, order, taken + wanted)
        continue
      }
      if (isMatch && skipped > 0) skipped -= 1
      else if (isMatch) rows.push(row)
      last = row
      if (isMatch && rows.length === AT_ONCE) wanted = Math.min(wanted, Math.max(AT_ONCE, asked.fitting(rows)))
    }
    read += batch.length
    if (isCounted && read > countedMax) throw tooCostly('$count', countedMax)
    if (isFull && !isCounted) break
    if (rows.length === 0) readBefore = read
    const most = rows.length === 0 ? bounds.whole : readBefore + bounds.forPage
    if (!isFull && !isCounted && read > most && last !== undefined) {
      if (skipped > 0) throw tooCostly('$skip', bounds.whole)
      return { rows, next: positionOf(last, order, taken + rows.length) }
    }
    await nextSlot()
  }
  return { rows, next, total: isCounted ? total : undefined }
}

function positionOf({ key, part, sequence }: Row, order: Order, taken: number): Position {
  return { values: order.kind === 'change' ? [sequence] : [], key, part, taken }
}

/** Counts matching rows. A refusal names `option`, which needs the count. */
async function countMatches(asked: PageAsked, option: string): Promise<number> {
  const { resource, origin, isWhole } = asked
  const { counts } = origin.catalog.about()
  if (isWhole && resource.name === 'EntityEvent') return countEvents(asked)
  if (isWhole && resource.parts !== undefined) return countParts(resource.parts, asked, option)
  if (isWhole && resource.nouns.length > 0) return resource.nouns.reduce((sum, noun) => sum + counts[noun], 0)
  return countRows(asked, option)
}

async function countRows(asked: PageAsked, option: string): Promise<number> {
  const most = countedMaxOf(asked)
  let read = 0
  let count = 0
  for await (const batch of rowsThatMayMatch(asked, asked.order, undefined, Number.POSITIVE_INFINITY)) {
    read += batch.length
    if (read > most) throw tooCostly(option, most)
    for (const row of batch) if (asked.matches(row)) count += 1
    await nextSlot()
  }
  return count
}

/** Returns the maximum number of rows to read for a count. */
function countedMaxOf({ resource, bounds }: PageAsked): number {
  return resource.nouns.length > 0 ? bounds.whole : LIGHT_MAX
}

/** Counts the rows of a resource with several rows per record. Uses the catalog's own counts if it has them. */
async function countParts({ countedBy }: Parts, asked: PageAsked, option: string): Promise<number> {
  let rows = 0
  for (const noun of asked.resource.nouns) {
    const counts = (await asked.origin.catalog.pages.contents(noun)).rows
    const [count, ...others] = (countedBy[noun] ?? []).flatMap((key) => counts.get(key) ?? [])
    if (count !== undefined && others.length === 0) {
      rows += count.rows
      continue
    }
    const ofNoun = {
      ...asked,
      resource: { ...asked.resource, nouns: [noun] },
      matches: (row: Row) => row.noun === noun,
    }
    rows += await countRows(ofNoun, option)
  }
  return rows
}

/** Returns the refusal of a request that reads too many records. */
function tooCostly(what: string, most: number): Fault {
  return new Fault(
    'odata.too_costly',
    `${what} reads more than ${most.toLocaleString('en-US')} records, which is more than one call may: filter by key or ModificationTimestamp, or leave ${what} out and follow @odata.nextLink.`,
  )
}
