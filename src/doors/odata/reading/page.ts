import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { Parts } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Order } from './order.ts'
import type { Position } from './position.ts'
import { AT_ONCE } from './records.ts'
import { type Asked, countEvents, rowsThatMayMatch } from './scan.ts'

/** The bounds of what one call may read. */
export interface ReadingBounds {
  /** Records that are read for a page that has some rows: more would keep its caller waiting, who gets a link instead. */
  readonly forPage: number
  /** Records that are read to be counted or left out, and for the first row of a page: some programs stop at an empty one. */
  readonly whole: number
}

export const READING_BOUNDS: ReadingBounds = { forPage: 4000, whole: 25_000 }

/** Rows that are made without reading records. */
const LIGHT_MAX = 2_000_000

/** The page of a request that is wanted. */
export interface PageRequest {
  /** Rows of a page, at most. */
  readonly size: number
  /** Rows of all pages together, at most. */
  readonly top: number
  readonly position: Position | undefined
  /** Whether to count all rows that match. */
  readonly isCounted: boolean
}

export interface PageAsked extends Asked, PageRequest {
  matches(row: Row): boolean
  /** Every row matches, or of EntityEvent, every row that fits the constraints. */
  readonly isWhole: boolean
  readonly order: Order
  /** Rows to leave out first. */
  readonly skip: number
  readonly bounds: ReadingBounds
  /** The number of rows at which a page ends early, by its first rows. */
  fitting(rows: readonly Row[]): number
}

export interface Page {
  readonly rows: readonly Row[]
  /** Where the next page begins; undefined behind the last one. */
  readonly next: Position | undefined
  /** Undefined if rows are not counted. */
  readonly total?: number | undefined
}

/** A page of rows that match. It may have fewer than asked for, or none, where others follow. */
export async function readPage(asked: PageAsked): Promise<Page> {
  const { isCounted, isWhole, position } = asked
  if (isCounted && !isWhole && position === undefined) return readRows(asked)
  const total = isCounted ? await countMatches(asked, '$count') : undefined
  return { ...(await readRows({ ...asked, isCounted: false })), total }
}

/** Reads the rows of a page. If matches are counted, reads all rows behind them, too. */
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

/** The number of rows that match. A refusal names `option`, which needs it. */
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

/** The number of rows that may be read to be counted. */
function countedMaxOf({ resource, bounds }: PageAsked): number {
  return resource.nouns.length > 0 ? bounds.whole : LIGHT_MAX
}

/** Counts the rows of a resource whose records give several rows each, from the catalogue's own counts if it has them. */
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

/** The refusal of a request that would read too much. */
function tooCostly(what: string, most: number): Fault {
  return new Fault(
    'odata.too_costly',
    `${what} reads more than ${most.toLocaleString('en-US')} records, which is more than one call may: filter by key or ModificationTimestamp, or leave ${what} out and follow @odata.nextLink.`,
  )
}
