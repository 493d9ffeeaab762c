import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { Parts } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Order } from './order.ts'
import type { Position } from './position.ts'
import { type Asked, rowsThatMayMatch } from './scan.ts'

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
  /** Every row matches. */
  readonly isWhole: boolean
  readonly order: Order
  /** Rows to leave out first. */
  readonly skip: number
  readonly bounds: ReadingBounds
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
  const total = asked.isCounted ? await countMatches(asked) : undefined
  return { ...(await readRows(asked)), total }
}

async function readRows(asked: PageAsked): Promise<Page> {
  const { order, position, size, top, bounds } = asked
  const taken = position?.taken ?? 0
  const wanted = Math.min(size, top - taken)
  if (wanted <= 0) return { rows: [], next: undefined }
  const rows: Row[] = []
  let skipped = position === undefined ? asked.skip : 0
  let read = 0
  let readBefore = 0
  let last: Row | undefined
  const batches = rowsThatMayMatch(
    asked,
    order,
    position,
    asked.isWhole ? wanted + skipped + 1 : Number.POSITIVE_INFINITY,
  )
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length === wanted && taken + wanted === top) return { rows, next: undefined }
      if (asked.matches(row)) {
        if (skipped > 0) skipped -= 1
        else if (rows.length === wanted) return { rows, next: positionOf(last as Row, order, taken + wanted) }
        else rows.push(row)
      }
      if (rows.length <= wanted) last = row
    }
    read += batch.length
    if (rows.length === 0) readBefore = read
    if (read > (rows.length === 0 ? bounds.whole : readBefore + bounds.forPage) && last !== undefined) {
      if (skipped > 0) throw tooCostly('$skip', bounds.whole)
      return { rows, next: positionOf(last, order, taken + rows.length) }
    }
    await nextSlot()
  }
  return { rows, next: undefined }
}

function positionOf({ key, part, sequence }: Row, order: Order, taken: number): Position {
  return { values: order.kind === 'change' ? [sequence] : [], key, part, taken }
}

/** Counts the rows that match, exactly. */
async function countMatches(asked: PageAsked): Promise<number> {
  const { resource, origin, isWhole } = asked
  const { counts } = origin.catalog.about()
  if (isWhole && resource.parts !== undefined) return countParts(resource.parts, asked)
  if (isWhole && resource.nouns.length > 0) return resource.nouns.reduce((sum, noun) => sum + counts[noun], 0)
  return countRows(asked)
}

async function countRows(asked: PageAsked): Promise<number> {
  const { resource, order, bounds } = asked
  const most = resource.nouns.length > 0 ? bounds.whole : LIGHT_MAX
  let read = 0
  let count = 0
  for await (const batch of rowsThatMayMatch(asked, order, undefined, Number.POSITIVE_INFINITY)) {
    read += batch.length
    if (read > most) throw tooCostly('$count', most)
    for (const row of batch) if (asked.matches(row)) count += 1
    await nextSlot()
  }
  return count
}

/** Counts the rows of a resource whose records give several rows each, from the catalogue's own counts if it has them. */
async function countParts({ countedBy }: Parts, asked: PageAsked): Promise<number> {
  let rows = 0
  for (const noun of asked.resource.nouns) {
    const { held, values } = await asked.origin.catalog.pages.contents(noun)
    const [key, ...others] = (countedBy[noun] ?? []).filter((each) => held.has(each))
    if (key !== undefined && others.length === 0) {
      for (const [length, records] of values.get(key) ?? []) rows += Number(length) * records
      continue
    }
    rows += await countRows({
      ...asked,
      resource: { ...asked.resource, nouns: [noun] },
      matches: (row) => row.noun === noun,
    })
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
