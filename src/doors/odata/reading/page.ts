import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { Parts } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Order } from './order.ts'
import type { Position } from './position.ts'
import { AT_ONCE } from './records.ts'
import { countEvents, rowsThatMayMatch, type Scan } from './scan.ts'

/** Limits on the number of records that one call may read. */
export interface ReadingBounds {
  /**
   * Maximum number of records to read after the first row of a page. A page that reaches it is shorter and has a link
   * to the next page.
   */
  readonly forPage: number
  /**
   * Maximum number of records to read for counting and skipping, and to find the first row of a page. An empty page
   * would make some programs stop.
   */
  readonly whole: number
}

export const READING_BOUNDS: ReadingBounds = { forPage: 4000, whole: 25_000 }

/** Maximum number of rows to count in resources without records, such as Lookup. */
const LIGHT_MAX = 2_000_000

export interface PageRequest {
  /** Maximum number of rows on the page. */
  readonly size: number
  /** Maximum number of rows on all pages together (`$top`). */
  readonly top: number
  readonly position: Position | undefined
  /** Whether to count all rows that match. */
  readonly isCounted: boolean
}

export interface PageScan extends Scan, PageRequest {
  matches(row: Row): boolean
  /** Whether every row matches. For EntityEvent: whether every row that passes the constraints matches. */
  readonly isWhole: boolean
  readonly order: Order
  /** The number of rows to skip before the first page (`$skip`). */
  readonly skip: number
  readonly bounds: ReadingBounds
  /** Returns how many rows fit into a page, estimated from its first rows. */
  fitting(rows: readonly Row[]): number
}

export interface Page {
  readonly rows: readonly Row[]
  /** The position of the next page; undefined after the last page. */
  readonly next: Position | undefined
  /** The number of all matching rows; undefined if it was not requested. */
  readonly total?: number | undefined
}

/** Reads a page of matching rows. The page may have fewer rows than requested, or none, although more pages follow. */
export async function readPage(scan: PageScan): Promise<Page> {
  const { isCounted, isWhole, position } = scan
  if (isCounted && !isWhole && position === undefined) return readRows(scan)
  const total = isCounted ? await countMatches(scan, '$count') : undefined
  return { ...(await readRows({ ...scan, isCounted: false })), total }
}

/** Reads the rows of a page. If matches are counted, also reads all rows after the page. */
async function readRows(scan: PageScan): Promise<Page> {
  const { order, position, size, top, isCounted, isWhole, bounds } = scan
  const taken = position?.taken ?? 0
  let wanted = Math.min(size, top - taken)
  let skipped = position === undefined ? scan.skip : 0
  if (wanted <= 0 && !isCounted) return { rows: [], next: undefined }
  if (isWhole && skipped > bounds.whole) {
    if ((await countMatches(scan, '$skip')) > skipped) throw tooCostly('$skip', bounds.whole)
    return { rows: [], next: undefined }
  }
  const countedMax = countedMaxOf(scan)
  const rows: Row[] = []
  let isFull = wanted <= 0
  let next: Position | undefined
  let total = 0
  let read = 0
  let readBefore = 0
  let last: Row | undefined
  for await (const batch of rowsThatMayMatch(
    scan,
    order,
    position,
    isWhole ? wanted + skipped + 1 : Number.POSITIVE_INFINITY,
  )) {
    for (const row of batch) {
      const isMatch = (!isFull || isCounted) && scan.matches(row)
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
      if (isMatch && rows.length === AT_ONCE) wanted = Math.min(wanted, Math.max(AT_ONCE, scan.fitting(rows)))
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

/** Counts the matching rows. `option`: the query option that needs the count, for error messages. */
async function countMatches(scan: PageScan, option: string): Promise<number> {
  const { resource, origin, isWhole } = scan
  const { counts } = origin.catalog.about()
  if (isWhole && resource.name === 'EntityEvent') return countEvents(scan)
  if (isWhole && resource.parts !== undefined) return countParts(resource.parts, scan, option)
  if (isWhole && resource.nouns.length > 0) return resource.nouns.reduce((sum, noun) => sum + counts[noun], 0)
  return countRows(scan, option)
}

async function countRows(scan: PageScan, option: string): Promise<number> {
  const most = countedMaxOf(scan)
  let read = 0
  let count = 0
  for await (const batch of rowsThatMayMatch(scan, scan.order, undefined, Number.POSITIVE_INFINITY)) {
    read += batch.length
    if (read > most) throw tooCostly(option, most)
    for (const row of batch) if (scan.matches(row)) count += 1
    await nextSlot()
  }
  return count
}

/** Returns the maximum number of rows to read for a count. */
function countedMaxOf({ resource, bounds }: PageScan): number {
  return resource.nouns.length > 0 ? bounds.whole : LIGHT_MAX
}

/** Counts the rows of a resource that has several rows per record. Uses counts in the catalog if there are any. */
async function countParts({ countedBy }: Parts, scan: PageScan, option: string): Promise<number> {
  let rows = 0
  for (const noun of scan.resource.nouns) {
    const counts = (await scan.origin.catalog.pages.contents(noun)).rows
    const [count, ...others] = (countedBy[noun] ?? []).flatMap((key) => counts.get(key) ?? [])
    if (count !== undefined && others.length === 0) {
      rows += count.rows
      continue
    }
    const ofNoun = {
      ...scan,
      resource: { ...scan.resource, nouns: [noun] },
      matches: (row: Row) => row.noun === noun,
    }
    rows += await countRows(ofNoun, option)
  }
  return rows
}

/** Returns the error for a request that needs to read too many records. */
function tooCostly(what: string, most: number): Fault {
  return new Fault(
    'odata.too_costly',
    `${what} reads more than ${most.toLocaleString('en-US')} records, which is more than one call may: filter by key or ModificationTimestamp, or leave ${what} out and follow @odata.nextLink.`,
  )
}
