import { firstFrom, firstPlace } from '../../../kit/algorithms/sorted.ts'
import { type Column, storageOf } from '../../engine/column.ts'
import { type Filter, IMPOSSIBLE } from '../../engine/filter.ts'
import { filterRange } from '../../engine/predicates/range.ts'
import { sortRowsInSteps } from '../../engine/radix.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { PropertyOrder, PropertyQuery } from '../../ports/property-search.ts'
import { Best } from './best.ts'
import { compareIds, countBefore } from './key-order.ts'
import type { Segment } from './segment.ts'

/** A row of a segment, with the values by which rows are sorted. */
export interface Place {
  readonly segment: Segment
  readonly row: number
  readonly numbers: readonly number[]
}

/** A column of the sort order, as numbers. */
export interface Ranks {
  /** Returns a row's value as a number that can be compared across segments. */
  of(row: number): number
  /** Matches rows that sort before `number` or equal it. Undefined if all rows match. */
  upTo(number: number, isDescending: boolean): Filter | undefined
}

/** The number of a missing value, which sorts before every value. */
export const NOTHING = Number.NEGATIVE_INFINITY

/** A column in which no row has a value. */
export const NO_RANKS: Ranks = {
  of: () => NOTHING,
  upTo: (number, isDescending) => (isDescending && number !== NOTHING ? IMPOSSIBLE : undefined),
}

/** Nanoseconds to compare a row with the best rows. */
const RANKED_ROW_NS = 2
/** Nanoseconds to add a row to the best rows. */
const BEST_ROW_NS = 150

/** Up to this many rows, or this share of all rows, collecting the best rows is faster than sorting all rows. */
const BEST_MAX = 256
const BEST_SHARE = 1 / 64
/** Cost in nanoseconds of sorting a row by one number. */
const SORTED_ROW_NS = 15

/** How many rows to process before checking whether to pause for other calls. */
const PORTION = 8192

/** The position after which a page starts, in a form that can be compared with rows. */
export interface Behind {
  readonly numbers: readonly number[]
  readonly key: string
}

/** The request for a page in a sort order. */
interface PageRequest {
  readonly query: PropertyQuery
  /** The page starts after this position. */
  readonly behind: Behind | undefined
}

/** Returns the rows of a page in order, plus the next row if there is one. */
export function* placesInOrder(ranked: readonly RankedSegment[], request: PageRequest, work: Work): Steps<Place[]> {
  const { order, offset, limit } = request.query
  const rows = ranked.reduce((sum, { segment }) => sum + segment.ids.length, 0)
  const isDeep = order.length > 0 && offset + limit > Math.max(BEST_MAX, rows * BEST_SHARE)
  return isDeep ? yield* allInOrder(ranked, request, work) : yield* firstInOrder(ranked, request, work)
}

function compareKeys(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function comparing(order: readonly PropertyOrder[], isKeyDescending: boolean) {
  const signs = order.map(({ isDescending }) => (isDescending ? -1 : 1))
  const compareNumbers = (one: readonly number[], other: readonly number[]) => {
    for (let i = 0; i < signs.length; i++) {
      const [a, b] = [one[i] as number, other[i] as number]
      if (a !== b) return (a < b ? -1 : 1) * (signs[i] as number)
    }
    return 0
  }
  const keySign = isKeyDescending ? -1 : 1
  return (one: Place, other: Place | Behind) =>
    compareNumbers(one.numbers, other.numbers) ||
    keySign * ('key' in other ? compareKeys(String(idOf(one)), other.key) : compareIds(idOf(one), idOf(other)))
}

function idOf({ segment, row }: Place): number {
  return segment.ids[row] as number
}

/**
 * Returns the rows of a page in order, plus the next row if there is one. Collects the best rows without sorting all.
 */
function* firstInOrder(ranked: readonly RankedSegment[], { query, behind }: PageRequest, work: Work): Steps<Place[]> {
  const { order, isKeyDescending, offset, limit } = query
  const compare = comparing(order, isKeyDescending)
  const best = new Best<Place>(offset + limit + 1, compare)
  const adding = { best, behind, compare, isKeyDescending, isDescending: order[0]?.isDescending === true }
  for (const each of ranked) {
    if (order.length > 0) yield* addBest(each, adding, work)
    else addFirst(each, best, query)
    if (work.isPauseDue) yield
  }
  return best.inOrder().slice(offset)
}

/** How rows are compared and collected. */
interface Adding {
  readonly best: Best<Place>
  /** Rows up to this position are skipped. */
  readonly behind: Behind | undefined
  readonly compare: ReturnType<typeof comparing>
  readonly isKeyDescending: boolean
  /** Whether the first column sorts in descending order. */
  readonly isDescending: boolean
}

/** Adds the rows of a segment to the best rows. */
function* addBest(
  { segment, rows, ranks }: RankedSegment,
  { best, behind, compare, isKeyDescending, isDescending }: Adding,
  work: Work,
): Steps<void> {
  const passing = new Uint32Array(PORTION + 1)
  for (let from = 0; from < rows.length; from += PORTION) {
    const end = Math.min(rows.length, from + PORTION)
    const { worst } = best
    const least = worst?.numbers[0]
    // If the worst row so far has no value, no later row of this segment can be better: later rows have greater keys.
    if (least === NOTHING && !isDescending && ranks.length === 1 && worst?.segment === segment && !isKeyDescending)
      return
    const filter = least === undefined ? undefined : ranks[0]?.upTo(least, isDescending)
    const some =
      filter === undefined ? rows.subarray(from, end) : passing.subarray(0, filter.keep(rows, from, end, passing, 0))
    for (const row of some) {
      const place = { segment, row, numbers: ranks.map((each) => each.of(row)) }
      if (behind === undefined || compare(place, behind) > 0) best.add(place)
    }
    work.spend((end - from) * RANKED_ROW_NS + some.length * BEST_ROW_NS)
    if (work.isPauseDue) yield
  }
}

/** @param places For a column of strings: each code's position among the sorted strings of all segments. */
export function ranksOf(column: Column, places: Uint32Array | undefined): Ranks {
  const { values, kind } = column
  const { missing } = storageOf(kind)
  return {
    of(row) {
      const value = values[row] as number
      if (value === missing) return NOTHING
      return places === undefined ? value : (places[value] as number)
    },
    upTo(number, isDescending) {
      const isNothing = number === NOTHING
      if (isDescending && isNothing) return undefined
      const bound = places === undefined || isNothing ? number : firstFrom(places, number)
      const isOwn = places === undefined || places[bound] === number
      const [min, max] = isDescending ? [bound, Number.POSITIVE_INFINITY] : [NOTHING, isOwn ? bound : bound - 1]
      return filterRange({ kind: 'range', column: '', min, max, orMissing: !isDescending }, column)
    },
  }
}

/** The matching rows of a segment, ascending, and the columns of the sort order. */
export interface RankedSegment {
  readonly segment: Segment
  readonly rows: Uint32Array
  readonly ranks: readonly Ranks[]
}

/** Calls `visit` for each number below `length`, with pauses for other calls. */
function* eachBelow(length: number, work: Work, visit: (i: number) => void): Steps<void> {
  for (let from = 0; from < length; from += PORTION) {
    const end = Math.min(length, from + PORTION)
    for (let i = from; i < end; i++) visit(i)
    work.spend((end - from) * SORTED_ROW_NS)
    if (work.isPauseDue) yield
  }
}

/** Returns the rows of a page in order, plus the next row if there is one. Sorts all rows. */
function* allInOrder(ranked: readonly RankedSegment[], { query, behind }: PageRequest, work: Work): Steps<Place[]> {
  const { order, isKeyDescending, offset, limit } = query
  const { segmentOf, placeIn } = yield* inKeyOrder(ranked, work)
  const { length } = segmentOf
  const rankedOf = (item: number) => ranked[segmentOf[item] as number] as RankedSegment // each item belongs to a segment
  const rowOf = (item: number) => rankedOf(item).rows[placeIn[item] as number] as number
  const sorted = new Uint32Array(length)
  yield* eachBelow(length, work, (i) => {
    sorted[i] = isKeyDescending ? length - 1 - i : i
  })
  const keys = new Float64Array(length)
  for (let column = order.length - 1; column >= 0; column--) {
    const sign = order[column]?.isDescending ? -1 : 1
    yield* eachBelow(length, work, (item) => {
      keys[item] = sign * (rankedOf(item).ranks[column] as Ranks).of(rowOf(item))
    })
    yield* sortRowsInSteps(sorted, keys, work)
  }
  const placeAt = (i: number): Place => {
    const item = sorted[i] as number
    const { segment, ranks } = rankedOf(item)
    const row = rowOf(item)
    return { segment, row, numbers: ranks.map((each) => each.of(row)) }
  }
  const compare = comparing(order, isKeyDescending)
  const first = behind === undefined ? 0 : firstPlace(0, length, (i) => compare(placeAt(i), behind) > 0)
  const from = Math.min(length, first + offset)
  return Array.from({ length: Math.min(length, from + limit + 1) - from }, (_, i) => placeAt(from + i))
}

/**
 * Returns the matching rows of all segments in order of key: the segment of each row, and the row's index in that
 * segment's matches.
 */
function* inKeyOrder(ranked: readonly RankedSegment[], work: Work) {
  const length = ranked.reduce((sum, { rows }) => sum + rows.length, 0)
  const segmentOf = new Uint8Array(length)
  const placeIn = new Uint32Array(length)
  const next = ranked.map(() => 0)
  const idOfNext = ranked.map(({ segment, rows }) => (rows.length === 0 ? undefined : segment.ids[rows[0] as number]))
  yield* eachBelow(length, work, (i) => {
    let least = -1
    for (let which = 0; which < ranked.length; which++) {
      const id = idOfNext[which]
      if (id !== undefined && (least < 0 || compareIds(id, idOfNext[least] as number) < 0)) least = which
    }
    const { segment, rows } = ranked[least] as RankedSegment // at least one segment has rows left
    const at = next[least] as number
    segmentOf[i] = least
    placeIn[i] = at
    next[least] = at + 1
    idOfNext[least] = at + 1 < rows.length ? segment.ids[rows[at + 1] as number] : undefined
  })
  return { segmentOf, placeIn }
}

/** Adds the rows of a segment that come first in order of key. */
function addFirst({ segment, rows }: RankedSegment, best: Best<Place>, query: PropertyQuery): void {
  const { isKeyDescending, after, offset, limit } = query
  const most = offset + limit + 1
  const { ids } = segment
  if (isKeyDescending) {
    const end = after === undefined ? ids.length : countBefore(ids, after.key, false)
    const count = firstFrom(rows, end)
    for (let i = count - 1; i >= 0 && i >= count - most; i--) best.add({ segment, row: rows[i] as number, numbers: [] })
    return
  }
  const start = firstFrom(rows, after === undefined ? 0 : countBefore(ids, after.key, true))
  const end = Math.min(rows.length, start + most)
  for (let i = start; i < end; i++) best.add({ segment, row: rows[i] as number, numbers: [] })
}
