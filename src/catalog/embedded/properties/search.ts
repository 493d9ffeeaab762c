import type { DatabaseSync } from 'node:sqlite'
import { firstNotBelow } from '../../../kit/algorithms/sorted.ts'
import {
  type ListColumnName,
  type NumberColumnName,
  PROPERTY_COLUMN_KINDS,
  type TextColumnName,
} from '../../../model/property-columns.ts'
import { collect } from '../../engine/collect.ts'
import { storageOf } from '../../engine/column.ts'
import { IMPOSSIBLE } from '../../engine/filter.ts'
import { planSearch } from '../../engine/plan.ts'
import { RemovedRows } from '../../engine/removed-rows.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import type {
  PropertyHit,
  PropertyOrder,
  PropertyPage,
  PropertyPosition,
  PropertyQuery,
} from '../../ports/property-search.ts'
import { readRemoved, readSegments } from '../segments.ts'
import { type ConditionSegment, filtersOf } from './conditions.ts'
import {
  type Behind,
  NO_RANKS,
  NOTHING,
  type Place,
  placesInOrder,
  type RankedSegment,
  type Ranks,
  ranksOf,
} from './order.ts'
import type { ListedSegment, Segment } from './segment.ts'
import { ColumnReader, removedPropertiesOf } from './stored.ts'

/** Nanoseconds to process a code. */
const CODE_NS = 2
/** Nanoseconds to sort a string. */
const TEXT_NS = 150
/** How many rows to process before checking whether to pause for other calls. */
const PORTION = 8192

/** Searches homes and offers by the columns of `PROPERTY_COLUMNS`, in one state of a catalog file. */
export class PropertyIndex {
  readonly #database: DatabaseSync
  readonly #segments: readonly ListedSegment[]
  readonly #idsByWords: ConditionSegment['idsByWords']
  /** The distinct strings of each column, in all segments. */
  readonly #values = new Map<string, readonly string[]>()

  /**
   * @param idsByWords Returns the ids of the homes that match words of a text search.
   * @param before The index of an earlier state of the same file, whose columns are reused.
   */
  constructor(database: DatabaseSync, idsByWords: ConditionSegment['idsByWords'], before?: PropertyIndex) {
    this.#database = database
    this.#idsByWords = idsByWords
    const open = (noun: Segment['noun']) =>
      readSegments(database, noun).segments.map((segment) => openSegment(database, noun, segment, before))
    this.#segments = [...open('home'), ...open('offer')]
  }

  /** Returns the segment with this name. A segment has the same rows in all states. */
  segmentNamed(name: string): ListedSegment | undefined {
    return this.#segments.find((segment) => segment.name === name)
  }

  *page(query: PropertyQuery, work: Work): Steps<PropertyPage> {
    const { order, after, limit, isCounted } = query
    const behind = after && (yield* this.#positionOf(after, order, work))
    const ranked: RankedSegment[] = []
    for (const listed of this.#segments) {
      const segment = { ...listed, ids: yield* listed.columns.ids(this.#database, work) }
      const rows = yield* this.#matches(query, segment, work)
      ranked.push({ segment, rows, ranks: yield* this.#ranksIn(segment, order, work) })
    }
    const places = yield* placesInOrder(ranked, { query, behind }, work)
    const hits: PropertyHit[] = []
    for (const place of places.slice(0, limit)) hits.push(yield* this.#foundAt(place, order, work))
    const total = isCounted ? ranked.reduce((sum, { rows }) => sum + rows.length, 0) : undefined
    return { total, hits, isMore: places.length > limit }
  }

  /** Returns the distinct strings of a column, sorted. For a column of lists, returns the distinct elements. */
  *values(name: TextColumnName | ListColumnName, work: Work): Steps<readonly string[]> {
    const cached = this.#values.get(name)
    if (cached !== undefined) return cached
    const all = new Set<string>()
    for (const segment of this.#segments) {
      const texts = yield* segment.columns.texts(name, this.#database, work)
      const isHeld = segment.removed && (yield* this.#heldCodes(segment, name, texts.length, work))
      for (const [code, text] of texts.entries()) {
        if (isHeld && isHeld[code] === 0) continue
        if (PROPERTY_COLUMN_KINDS[name] === 'list') for (const each of JSON.parse(text) as string[]) all.add(each)
        else all.add(text)
      }
      work.grant(texts.length * TEXT_NS)
      if (work.isPauseDue) yield
    }
    const values = [...all].sort()
    work.grant(values.length * TEXT_NS)
    this.#values.set(name, values)
    return values
  }

  /** Returns an array with a 1 for each code that occurs in a row that was not removed. */
  *#heldCodes({ columns, removed }: ListedSegment, name: string, codes: number, work: Work): Steps<Uint8Array> {
    const isHeld = new Uint8Array(codes)
    const { values = new Uint8Array() } = (yield* columns.column(name, this.#database, work)) ?? {}
    for (let from = 0; from < values.length; from += PORTION) {
      const end = Math.min(values.length, from + PORTION)
      // The code for a missing value is past the end of the array, so setting it has no effect.
      for (let row = from; row < end; row++) if (!removed?.has(row)) isHeld[values[row] as number] = 1
      work.grant((end - from) * CODE_NS)
      if (work.isPauseDue) yield
    }
    return isHeld
  }

  /** Returns the matching rows of a segment, ascending. */
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
    const matches = new Uint32Array(rows + 1) // the loops write one slot past the rows that they keep
    return matches.subarray(0, yield* collect(plan, rows, matches, work))
  }

  /** Returns each column of a sort order for a segment, as comparable numbers. */
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

  /** For each string of a segment's column: its position among the sorted strings of all segments. */
  *#placesOf(columns: ColumnReader, name: TextColumnName, work: Work): Steps<Uint32Array> {
    const all = yield* this.values(name, work)
    const texts = yield* columns.texts(name, this.#database, work)
    const ranks = new Uint32Array(texts.length)
    for (let code = 0, at = 0; code < texts.length; code++) {
      while (at < all.length && (all[at] as string) < (texts[code] as string)) at++
      ranks[code] = at
    }
    work.grant(all.length * CODE_NS)
    return ranks
  }

  /**
   * Returns a position as comparable numbers. A string that no record has anymore gets a number between its two
   * neighbors.
   */
  *#positionOf({ values, key }: PropertyPosition, order: readonly PropertyOrder[], work: Work): Steps<Behind> {
    const numbers: number[] = []
    for (const [i, { column }] of order.entries()) {
      const value = values[i]
      if (value === undefined) numbers.push(NOTHING)
      else if (isText(column)) {
        const all = yield* this.values(column, work)
        const at = firstNotBelow(all, String(value))
        numbers.push(all[at] === value ? at : at - 0.5)
      } else numbers.push(Number(value))
    }
    return { numbers, key }
  }

  *#foundAt({ segment, row }: Place, order: readonly PropertyOrder[], work: Work): Steps<PropertyHit> {
    const { noun, ids, columns } = segment
    const values: (number | string | undefined)[] = []
    for (const { column: name } of order) values.push(yield* this.#valueAt(columns, name, row, work))
    const modifiedUs = (yield* this.#valueAt(columns, 'ModificationTimestamp', row, work)) as number // every record has a value
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
