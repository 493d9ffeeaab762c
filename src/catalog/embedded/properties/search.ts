import type { DatabaseSync } from 'node:sqlite'
import {
  type ListColumnName,
  type NumberColumnName,
  PROPERTY_COLUMN_KINDS,
  type TextColumnName,
} from '../../../model/property-columns.ts'
import { collect } from '../../engine/collect.ts'
import { type Column, storageOf } from '../../engine/column.ts'
import { type Filter, IMPOSSIBLE } from '../../engine/filter.ts'
import { planSearch } from '../../engine/plan.ts'
import { filterRange } from '../../engine/predicates/range.ts'
import { sortRowsInSteps } from '../../engine/radix.ts'
import { RemovedRows } from '../../engine/removed-rows.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import type {
  FoundProperty,
  PropertyOrder,
  PropertyPage,
  PropertyPosition,
  PropertyQuery,
} from '../../ports/property-search.ts'
import { readRemoved, readSegments } from '../segments.ts'
import { Best } from './best.ts'
import { type ConditionSegment, filtersOf } from './conditions.ts'
import { compareIds, countBefore } from './key-order.ts'
import { ColumnReader, removedPropertiesOf } from './stored.ts'

/** A segment's columns, which are read when they are first needed and stay while the segment is there. */
interface ListedSegment {
  readonly noun: 'home' | 'offer'
  readonly name: string
  readonly columns: ColumnReader
  readonly removed: RemovedRows | undefined
}

interface Segment extends ListedSegment {
  /** In the order of the ids as texts, as all columns are. */
  readonly ids: Float64Array
}

/** A row of a segment, and its numbers in the columns of an order. */
interface Place {
  readonly segment: Segment
  readonly row: number
  readonly numbers: readonly number[]
}

/** A column of an order in a segment. */
interface Ranks {
  /** The number of a row, by which rows of all segments are compared. */
  of(row: number): number
  /** Rows whose number is a given one, or comes before it in the order; undefined if all are. */
  upTo(number: number, isDescending: boolean): Filter | undefined
}

/** Comes before every value. */
const NOTHING = Number.NEGATIVE_INFINITY

/** A column without values. */
const NO_RANKS: Ranks = {
  of: () => NOTHING,
  upTo: (number, isDescending) => (isDescending && number !== NOTHING ? IMPOSSIBLE : undefined),
}

/** Cost of looking at a row for its place in an order, and of putting one among the best. */
const RANKED_ROW_NS = 2
const BEST_ROW_NS = 150

/** A page that ends further behind is taken from all rows in order: keeping so many best ones would take longer. */
const BEST_MAX = 256
const BEST_SHARE = 1 / 64
/** Cost of putting a row in order by one number. */
const SORTED_ROW_NS = 15

/** Rows that are looked at before it is asked whether a pause is due. */
const PORTION = 8192

/** Searches homes and offers by the columns of `PROPERTY_COLUMNS` over one state of a catalogue file. */
export class PropertyIndex {
  readonly #database: DatabaseSync
  readonly #segments: readonly ListedSegment[]
  readonly #idsByWords: ConditionSegment['idsByWords']
  /** The different texts of a column, over all segments. */
  readonly #values = new Map<string, readonly string[]>()

  /**
   * @param idsByWords The homes that searches find by words.
   * @param before An earlier state of the same file, whose columns are kept.
   */
  constructor(database: DatabaseSync, idsByWords: ConditionSegment['idsByWords'], before?: PropertyIndex) {
    this.#database = database
    this.#idsByWords = idsByWords
    const open = (noun: Segment['noun']) =>
      readSegments(database, noun).segments.map((segment) => openSegment(database, noun, segment, before))
    this.#segments = [...open('home'), ...open('offer')]
  }

  /** The segment of an earlier state that has the same rows. */
  segmentNamed(name: string): ListedSegment | undefined {
    return this.#segments.find((segment) => segment.name === name)
  }

  *page(query: PropertyQuery, work: Work): Steps<PropertyPage> {
    const { order, isKeyDescending, after, offset, limit, isCounted } = query
    const compare = comparing(order, isKeyDescending)
    const behind = after && (yield* this.#positionOf(after, order, work))
    const rows = this.#segments.reduce((sum, { columns }) => sum + columns.rows, 0)
    const isDeep = order.length > 0 && offset + limit > Math.max(BEST_MAX, rows * BEST_SHARE)
    const best = new Best<Place>(isDeep ? 0 : offset + limit + 1, compare)
    const ranked: Ranked[] = []
    let total = 0
    for (const listed of this.#segments) {
      const segment = { ...listed, ids: yield* listed.columns.ids(this.#database, work) }
      const rows = yield* this.#matches(query, segment, work)
      total += rows.length
      const ranks = yield* this.#ranksIn(segment, order, work)
      if (isDeep) {
        ranked.push({ segment, rows, ranks })
        continue
      }
      const ranking = {
        best,
        segment,
        ranks,
        behind,
        compare,
        isDescending: order[0]?.isDescending === true,
        isKeyDescending,
      }
      if (order.length > 0) yield* addBest(rows, ranking, work)
      else addFirst(best, segment, rows, offset + limit + 1, isKeyDescending, after)
      if (work.isPauseDue) yield
    }
    const places = isDeep ? yield* allInOrder(ranked, query, behind, work) : best.inOrder()
    const found: FoundProperty[] = []
    for (const place of places.slice(isDeep ? 0 : offset, isDeep ? limit : offset + limit))
      found.push(yield* this.#foundAt(place, order, work))
    return { total: isCounted ? total : undefined, found, isMore: places.length > (isDeep ? limit : offset + limit) }
  }

  /** The different texts of a column in order; those of lists one by one. */
  *values(name: TextColumnName | ListColumnName, work: Work): Steps<readonly string[]> {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const all = new Set<string>()
    for (const segment of this.#segments) {
      const texts = yield* segment.columns.texts(name, this.#database, work)
      const isHeld = segment.removed && (yield* this.#heldCodes(segment, name, texts.length, work))
      for (const [code, text] of texts.entries()) {
        if (isHeld && isHeld[code] === 0) continue
        if (PROPERTY_COLUMN_KINDS[name] === 'list') for (const each of JSON.parse(text) as string[]) all.add(each)
        else all.add(text)
      }
      work.grant(texts.length * BEST_ROW_NS)
      if (work.isPauseDue) yield
    }
    const values = [...all].sort()
    work.grant(values.length * BEST_ROW_NS)
    this.#values.set(name, values)
    return values
  }

  /** Marks the codes of a column that rows have which are not removed. */
  *#heldCodes({ columns, removed }: ListedSegment, name: string, codes: number, work: Work): Steps<Uint8Array> {
    const isHeld = new Uint8Array(codes)
    const { values = new Uint8Array() } = (yield* columns.column(name, this.#database, work)) ?? {}
    for (let from = 0; from < values.length; from += PORTION) {
      const end = Math.min(values.length, from + PORTION)
      // a missing code lies beyond the end, where nothing is set
      for (let row = from; row < end; row++) if (!removed?.has(row)) isHeld[values[row] as number] = 1
      work.grant((end - from) * RANKED_ROW_NS)
      if (work.isPauseDue) yield
    }
    return isHeld
  }

  /** The matching rows of a segment, ascending. */
  *#matches({ where }: PropertyQuery, segment: Segment, work: Work): Steps<Uint32Array> {
    const { columns, ids, noun, removed } = segment
    const { rows } = columns
    const filters = yield* filtersOf(
      where,
      {
        noun,
        rows,
        ids,
        column: (name, spent) => columns.column(name, this.#database, spent),
        texts: (name, spent) => columns.texts(name, this.#database, spent),
        idsByWords: this.#idsByWords,
      },
      work,
    )
    if (filters[0] === IMPOSSIBLE) return new Uint32Array(0)
    const plan = planSearch(removed === undefined ? filters : [...filters, removed], rows)
    const matches = new Uint32Array(rows + 1) // loops write one slot past the rows they keep
    return matches.subarray(0, yield* collect(plan, rows, matches, work))
  }

  /** How rows of a segment compare in each column of an order. */
  *#ranksIn({ columns }: Segment, order: readonly PropertyOrder[], work: Work): Steps<readonly Ranks[]> {
    const ranks: Ranks[] = []
    for (const { column: name } of order) {
      const column = yield* columns.column(name, this.#database, work)
      if (column === undefined) {
        ranks.push(NO_RANKS)
        continue
      }
      ranks.push(ranksOf(column, isText(name) ? yield* this.#placesOf(columns, name, work) : undefined))
    }
    return ranks
  }

  /** The places of a segment's texts among those of all segments. */
  *#placesOf(columns: ColumnReader, name: TextColumnName, work: Work): Steps<Uint32Array> {
    const all = yield* this.values(name, work)
    const texts = yield* columns.texts(name, this.#database, work)
    const ranks = new Uint32Array(texts.length)
    for (let code = 0, at = 0; code < texts.length; code++) {
      while (at < all.length && (all[at] as string) < (texts[code] as string)) at++
      ranks[code] = at
    }
    work.grant(all.length * RANKED_ROW_NS)
    return ranks
  }

  /** A position as rows are compared. A text that no record has any more lies between two others. */
  *#positionOf({ values, key }: PropertyPosition, order: readonly PropertyOrder[], work: Work): Steps<Behind> {
    const numbers: number[] = []
    for (const [i, { column }] of order.entries()) {
      const value = values[i]
      if (value === undefined) numbers.push(NOTHING)
      else if (isText(column)) {
        const all = yield* this.values(column, work)
        const at = firstFrom(all, String(value))
        numbers.push(all[at] === value ? at : at - 0.5)
      } else numbers.push(Number(value))
    }
    return { numbers, key }
  }

  *#foundAt({ segment, row }: Place, order: readonly PropertyOrder[], work: Work): Steps<FoundProperty> {
    const { noun, ids, columns } = segment
    const values: (number | string | undefined)[] = []
    for (const { column: name } of order) values.push(yield* this.#valueAt(columns, name, row, work))
    const modifiedUs = (yield* this.#valueAt(columns, 'ModificationTimestamp', row, work)) as number // each record has one
    return { noun, key: String(ids[row]), values, modifiedUs }
  }

  *#valueAt(
    columns: ColumnReader,
    name: NumberColumnName | TextColumnName,
    row: number,
    work: Work,
  ): Steps<number | string | undefined> {
    const column = yield* columns.column(name, this.#database, work)
    const value = column?.values[row]
    if (column === undefined || value === storageOf(column.kind).missing) return undefined
    return isText(name) ? (yield* columns.texts(name, this.#database, work))[value as number] : value
  }
}

/** A position, as places are compared. */
interface Behind {
  readonly numbers: readonly number[]
  readonly key: string
}

function openSegment(
  database: DatabaseSync,
  noun: Segment['noun'],
  stored: StoredSegment,
  before: PropertyIndex | undefined,
): ListedSegment {
  const { name } = stored
  const same = before?.segmentNamed(name)
  const columns = same?.columns ?? new ColumnReader(database, name)
  const bits = readRemoved(database, removedPropertiesOf(stored), stored.removedProperties)
  return { noun, name, columns, removed: bits && RemovedRows.of(bits, columns.rows) }
}

function isText(name: NumberColumnName | TextColumnName): name is TextColumnName {
  return PROPERTY_COLUMN_KINDS[name] === 'text'
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

/** How rows of a segment are put in an order. */
interface Ranking {
  readonly best: Best<Place>
  readonly segment: Segment
  readonly ranks: readonly Ranks[]
  /** Rows up to this one are left out. */
  readonly behind: Behind | undefined
  readonly compare: ReturnType<typeof comparing>
  /** Of the first column. */
  readonly isDescending: boolean
  readonly isKeyDescending: boolean
}

/** Adds rows to the best ones. */
function* addBest(
  rows: Uint32Array,
  { best, segment, ranks, behind, compare, isDescending, isKeyDescending }: Ranking,
  work: Work,
): Steps<void> {
  const kept = new Uint32Array(PORTION + 1)
  for (let from = 0; from < rows.length; from += PORTION) {
    const end = Math.min(rows.length, from + PORTION)
    const { worst } = best
    const least = worst?.numbers[0]
    // most rows are told from the worst by their first number; those behind it in its segment have greater keys
    if (least === NOTHING && !isDescending && ranks.length === 1 && worst?.segment === segment && !isKeyDescending)
      return
    const filter = least === undefined ? undefined : ranks[0]?.upTo(least, isDescending)
    const some =
      filter === undefined ? rows.subarray(from, end) : kept.subarray(0, filter.keep(rows, from, end, kept, 0))
    for (const row of some) {
      const place = { segment, row, numbers: ranks.map((each) => each.of(row)) }
      if (behind === undefined || compare(place, behind) > 0) best.add(place)
    }
    work.spend((end - from) * RANKED_ROW_NS + some.length * BEST_ROW_NS)
    if (work.isPauseDue) yield
  }
}

/** @param places Of the texts that a column has the codes of, among those of all segments. */
function ranksOf(column: Column, places: Uint32Array | undefined): Ranks {
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

/** The matching rows of a segment, ascending, and how they compare. */
interface Ranked {
  readonly segment: Segment
  readonly rows: Uint32Array
  readonly ranks: readonly Ranks[]
}

/** Does something for each number below a limit, a portion at a time. */
function* eachBelow(length: number, work: Work, visit: (i: number) => void): Steps<void> {
  for (let from = 0; from < length; from += PORTION) {
    const end = Math.min(length, from + PORTION)
    for (let i = from; i < end; i++) visit(i)
    work.spend((end - from) * SORTED_ROW_NS)
    if (work.isPauseDue) yield
  }
}

/** The places of a page and one more, from all rows in order. */
function* allInOrder(
  ranked: readonly Ranked[],
  { order, isKeyDescending, offset, limit }: PropertyQuery,
  behind: Behind | undefined,
  work: Work,
): Steps<Place[]> {
  const { segmentOf, placeIn } = yield* inKeyOrder(ranked, work)
  const { length } = segmentOf
  const rankedOf = (item: number) => ranked[segmentOf[item] as number] as Ranked // of one of them
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
  let [first, high] = [0, behind === undefined ? 0 : length]
  while (behind !== undefined && first < high) {
    const middle = (first + high) >>> 1
    if (compare(placeAt(middle), behind) <= 0) first = middle + 1
    else high = middle
  }
  const from = Math.min(length, first + offset)
  return Array.from({ length: Math.min(length, from + limit + 1) - from }, (_, i) => placeAt(from + i))
}

/** The rows of all segments in the order of their keys: the segment of each, and the place of the row in the segment. */
function* inKeyOrder(ranked: readonly Ranked[], work: Work) {
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
    const { segment, rows } = ranked[least] as Ranked // some have rows left
    const at = next[least] as number
    segmentOf[i] = least
    placeIn[i] = at
    next[least] = at + 1
    idOfNext[least] = at + 1 < rows.length ? segment.ids[rows[at + 1] as number] : undefined
  })
  return { segmentOf, placeIn }
}

/** Adds the first rows in the order of their keys. */
function addFirst(
  best: Best<Place>,
  segment: Segment,
  rows: Uint32Array,
  most: number,
  isKeyDescending: boolean,
  after: PropertyPosition | undefined,
): void {
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

/** Lower bound: index of the first value that is at least `value`, or the length. The values ascend. */
function firstFrom<T extends number | string>(values: { readonly length: number; readonly [at: number]: T }, value: T) {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as T) < value) low = middle + 1
    else high = middle
  }
  return low
}
