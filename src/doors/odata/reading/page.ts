import { setImmediate as turn } from 'node:timers/promises'
import type { Predicate } from '../evaluate/compile.ts'
import type { Operand } from '../evaluate/types.ts'
import { shownMoment } from '../language/moments.ts'
import type { Parts } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import { countedHomes } from './candidates.ts'
import type { Order } from './order.ts'
import { compareKeys, type Position } from './position.ts'
import { recordsBehind, recordsNamed, rowsOf } from './records.ts'
import { type Asked, countChanged, nounsThatMayMatch, positionBehind, rowsThatMayMatch, tooCostly } from './scan.ts'

/** The bounds of what one call may read. */
export interface ReadingBounds {
  /** Records that are read for a page that has some rows: more would keep its caller waiting, who gets a link instead. */
  readonly forPage: number
  /** Records that are read to be counted, sorted or left out, and for the first row of a page: some programs stop at an empty one. */
  readonly whole: number
}

export const READING_BOUNDS: ReadingBounds = { forPage: 20_000, whole: 50_000 }

/** Rows that are made without reading records. */
const LIGHT_MAX = 2_000_000

export interface PageAsked extends Asked {
  readonly matches: Predicate
  /** Every row matches. */
  readonly isWhole: boolean
  /** Every row that fits all constraints matches. */
  readonly isToldByConstraints: boolean
  readonly order: Order
  /** Rows of a page, at most. */
  readonly size: number
  /** Rows of all pages together, at most. */
  readonly top: number
  /** Rows to leave out first. */
  readonly skip: number
  readonly position: Position | undefined
  readonly bounds: ReadingBounds
}

export interface Page {
  readonly rows: readonly Row[]
  /** Where the next page begins; undefined behind the last one. */
  readonly next: Position | undefined
}

/** A page of rows that match. It may have fewer than asked for, or none, where others follow. */
export async function readPage(asked: PageAsked): Promise<Page> {
  const { order, position, size, top, bounds } = asked
  const taken = position?.taken ?? 0
  const wanted = Math.min(size, top - taken)
  if (wanted <= 0) return { rows: [], next: undefined }
  if (order.kind === 'values') return sortedPage(asked, wanted, taken)
  if (asked.skip > 0 && position === undefined && isOfAllRecords(asked) && order.kind === 'key') {
    const behind = await positionBehind(asked, asked.skip)
    return behind === undefined ? { rows: [], next: undefined } : readPage({ ...asked, position: behind })
  }
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
    await turn()
  }
  return { rows, next: undefined }
}

/** Whether the rows are those of all records of some nouns. */
function isOfAllRecords({ isWhole, resource }: PageAsked): boolean {
  return isWhole && resource.nouns.length > 0 && resource.parts === undefined
}

function positionOf(row: Row, order: Order, taken: number): Position {
  const { key, part, sequence } = row
  if (order.kind !== 'change') return { values: [], key, part, taken }
  const { within } = order
  const values = within === undefined ? [sequence] : [shownMoment(sequence), ...within.valuesOf(row)]
  return { values, key, part, taken }
}

/** A row's place among sorted ones. */
interface Place extends Pick<Row, 'key' | 'part' | 'noun'> {
  readonly values: readonly Operand[]
}

/** Sorts all that match, then reads the records of the page again: their rows need not all be held. */
async function sortedPage(asked: PageAsked, wanted: number, taken: number): Promise<Page> {
  const { order, position, skip, resource, needsPeople, origin } = asked
  if (order.kind !== 'values') return { rows: [], next: undefined }
  const compare = (one: Omit<Place, 'noun'>, other: Omit<Place, 'noun'>) =>
    order.compare(one.values, other.values) || compareKeys(one, other)
  const places: Place[] = []
  const held = new Map<string, Row>()
  for await (const row of allMatches(asked, '$orderby')) {
    const { key, part, noun } = row
    const place = { key, part, noun, values: order.valuesOf(row) }
    if (position !== undefined && compare(place, position) <= 0) continue
    places.push(place)
    if (resource.nouns.length === 0) held.set(`${key} ${part}`, row) // made of the catalogue as a whole: few
  }
  places.sort(compare)
  const from = position === undefined ? skip : 0
  const shown = places.slice(from, from + wanted)
  for (let at = 0; at < shown.length && resource.nouns.length > 0; at += wanted) {
    const keys = shown.slice(at, at + wanted).map(({ noun, key }) => [noun as never, key] as const) // nouns of records
    for await (const records of recordsNamed(keys, origin))
      for (const row of await rowsOf(records, resource, needsPeople, origin)) held.set(`${row.key} ${row.part}`, row)
  }
  const rows = shown.flatMap(({ key, part }) => held.get(`${key} ${part}`) ?? [])
  const last = shown.at(-1)
  const isMore = places.length > from + shown.length && taken + shown.length < asked.top
  return { rows, next: isMore && last !== undefined ? { ...last, taken: taken + shown.length } : undefined }
}

async function* allMatches(asked: PageAsked, what: string): AsyncGenerator<Row> {
  let read = 0
  const most = asked.resource.nouns.length > 0 ? asked.bounds.whole : LIGHT_MAX
  const order: Order = asked.resource.name === 'EntityEvent' ? { kind: 'change', from: 'first' } : { kind: 'key' }
  for await (const batch of rowsThatMayMatch(asked, order, undefined, Number.POSITIVE_INFINITY)) {
    read += batch.length
    if (read > most) throw tooCostly(what, most)
    for (const row of batch) if (asked.matches(row)) yield row
    await turn()
  }
}

/** Counts the rows that match, exactly. */
export async function countMatches(asked: PageAsked): Promise<number> {
  const { resource, origin } = asked
  const { counts } = origin.catalog.about()
  if (isOfAllRecords(asked)) return resource.nouns.reduce((sum, noun) => sum + counts[noun], 0)
  const nouns = nounsThatMayMatch(asked)
  if (asked.isToldByConstraints && resource.name === 'Property' && nouns.join() === 'home') {
    const homes = await countedHomes(asked.constraints, origin.catalog)
    if (homes !== undefined) return homes
  }
  if (asked.isToldByConstraints && resource.parts === undefined) {
    const changed = await countChanged(asked)
    if (changed !== undefined) return changed
  }
  if (asked.isWhole && resource.parts !== undefined) return countParts(resource.parts, asked)
  let count = 0
  for await (const _ of allMatches(asked, '$count')) count += 1
  return count
}

/** Counts the rows of a resource whose records give several rows each, from the catalogue's own counts where it has them. */
async function countParts({ countedBy }: Parts, { resource, origin }: PageAsked): Promise<number> {
  let rows = 0
  for (const noun of resource.nouns) {
    const { held, values } = await origin.catalog.pages.contents(noun)
    const [key, ...others] = (countedBy[noun] ?? []).filter((each) => held.has(each))
    if (key !== undefined && others.length === 0) {
      for (const [length, records] of values.get(key) ?? []) rows += Number(length) * records
      continue
    }
    for await (const records of recordsBehind([{ noun, keys: undefined }], '', Number.POSITIVE_INFINITY, origin)) {
      rows += (await rowsOf(records, resource, false, origin)).length
      await turn()
    }
  }
  return rows
}
