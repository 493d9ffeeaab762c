import type { DatabaseSync } from 'node:sqlite'
import { Damage } from '../../../kit/algorithms/row-sum.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { allocate, type Element, elementOf, type FlatArray } from '../../engine/column.ts'
import { Table, type TableArrays, type TableManifest } from '../../engine/table.ts'
import type { CardWords } from '../../facts/card-words.ts'
import { SEARCHED_NOUNS } from '../../facts/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { arrayReader, arrayWriter, removeArrays } from '../arrays.ts'
import { meta, removeMeta, setMeta } from '../meta.ts'
import { readRemoved, readSegments, removedRowsOf } from '../segments.ts'
import type { BuiltSearch } from './builder.ts'
import type { NumberListArrays } from './number-list.ts'
import { type PackedCards, SPARE_BYTES, withWords } from './packed-cards.ts'
import { bytesOf, readPieces, setPieces, storedArray, wholeArray } from './pieces.ts'
import { KEY } from './shape.ts'

/** Describes a stored search index. It is stored in a row of the table `meta`, beside the index's arrays. */
interface StoredSearch {
  readonly manifest: TableManifest
  readonly arrays: readonly { readonly name: string; readonly element: Element; readonly length: number }[]
  readonly places: readonly string[]
  readonly tags: readonly string[]
  readonly buildings: readonly string[]
  readonly cardFingerprint: string
}

/** The parts of a segment that searches need, besides its table. */
interface SearchBasis {
  /** Name of the segment. The names of the segment's arrays begin with this name. */
  readonly name: string
  readonly cards: PackedCards
  readonly places: readonly string[]
  /** The places that records name. The base segment has the places of all segments; other segments have none. */
  readonly namedPlaces: readonly CountedPlace[]
  readonly tags: readonly string[]
  readonly buildings: readonly string[]
  readonly numbers: NumberListArrays
  /**
   * A bit per row: whether its record was replaced or removed later, so that searches skip the row. The first row has
   * the lowest bit of the first number. Undefined if no row was removed.
   */
  readonly removed: Uint32Array | undefined
}

/**
 * One segment of a search index, as read from the file. It is plain data in shared memory, which can be posted to
 * another thread without copying. A record that is not removed is in exactly one segment. All units that searches group
 * into a building are in the same segment.
 */
export interface SearchParts extends SearchBasis {
  readonly manifest: TableManifest
  readonly arrays: TableArrays
}

/** The segments of a search index: the base segment first, then segments for later changes. */
export type SearchSegments = readonly [base: SearchParts, ...added: SearchParts[]]

/** A segment that is ready for searches, in memory that every thread can read. */
export interface OpenSegment extends Omit<SearchBasis, 'removed'> {
  readonly table: Table
}

export type OpenSegments = readonly [base: OpenSegment, ...added: OpenSegment[]]

const [CARDS, CARD_STARTS, CARD_DICTIONARY] = ['cards', 'cardStarts', 'cardDictionary']
const NUMBER_ARRAYS = ['text', 'ends', 'rows'] as const

/** Stores a search index as a segment with this name. */
export function storeSearch(database: DatabaseSync, name: string, search: BuiltSearch, cards: CardMaker): void {
  const { table, rowOf } = search
  const set = arrayWriter(database)
  const arrays: [name: string, array: FlatArray][] = Object.entries(table.arrays)
  arrays.push([CARD_STARTS, search.pile.startsInOrder(rowOf)], [CARD_DICTIONARY, search.pile.dictionary])
  for (const part of NUMBER_ARRAYS) arrays.push([`numbers/${part}`, search.numbers[part]])
  for (const [each, array] of arrays) set(`${name}/${each}`, storedArray(bytesOf(array)))
  setPieces(set, `${name}/${CARDS}`, search.pile.inOrder(rowOf))
  const stored: StoredSearch = {
    manifest: table.manifest,
    arrays: arrays.map(([each, array]) => ({ name: each, element: elementOf(array), length: array.length })),
    places: search.places,
    tags: search.tags,
    buildings: search.buildings,
    cardFingerprint: cards.fingerprint,
  }
  setMeta(database, name, JSON.stringify(stored))
}

/** Removes everything that is stored for a segment. */
export function removeSegment(database: DatabaseSync, name: string): void {
  removeArrays(database, `${name}/`)
  removeMeta(database, name)
}

/**
 * Whether all derived data is current, and all stored search results were made by the version with this fingerprint.
 */
export function hasCardsOf(database: DatabaseSync, fingerprint: string): boolean {
  return SEARCHED_NOUNS.every((noun) => isDerived(database, noun, fingerprint))
}

export function isDerived(database: DatabaseSync, noun: SearchedNoun, fingerprint: string): boolean {
  const { segments } = readSegments(database, noun)
  return segments.length > 0 && segments.every(({ name }) => readStored(database, name).cardFingerprint === fingerprint)
}

function readStored(database: DatabaseSync, name: string): StoredSearch {
  const stored = meta(database, name)
  if (stored === undefined) throw new Damage(`the segment ${name} is missing`)
  return JSON.parse(stored)
}

/** Reads the ids of a segment's records, in the order of their rows. */
export function readKeys(database: DatabaseSync, name: string): Float64Array {
  const column = `column/${KEY}/values`
  const { length = 0 } = readStored(database, name).arrays.find((array) => array.name === column) ?? {}
  const keys = new Float64Array(length)
  bytesOf(keys).set(wholeArray(arrayReader(database)(`${name}/${column}`), keys.byteLength))
  return keys
}

/** Reads the table of a stored search index. */
export function readTable(database: DatabaseSync, segment: StoredSegment): Table {
  const stored = readStored(database, segment.name)
  const removed = readRemoved(database, removedRowsOf(segment), segment.removed)
  return Table.open(stored.manifest, readArrays(database, segment.name, stored), removed)
}

function readArrays(database: DatabaseSync, name: string, stored: StoredSearch): TableArrays {
  const bytesNamed = arrayReader(database)
  return Object.fromEntries(
    stored.arrays.map(({ name: each, element, length }) => {
      const array = allocate(element, length)
      const bytes = bytesOf(array)
      bytes.set(wholeArray(bytesNamed(`${name}/${each}`), bytes.length))
      return [each, array]
    }),
  )
}

/** Reads a stored search index into shared memory. */
export function readSearch(
  database: DatabaseSync,
  segment: StoredSegment,
  words: CardWords,
  earlier?: SearchParts,
): SearchParts {
  const { name } = segment
  const stored = readStored(database, name)
  if (earlier !== undefined) return takenUp(database, segment, stored, earlier)
  const arrays = readArrays(database, name, stored)
  const { manifest, places, tags, buildings } = stored
  const starts = arrays[CARD_STARTS] as Float64Array // the column is stored as a Float64Array
  const packed = readPieces(arrayReader(database), `${name}/${CARDS}`, starts.at(-1) ?? 0, SPARE_BYTES)
  const cards = withWords({ packed, starts }, arrays[CARD_DICTIONARY] as Uint8Array, words) // stored as a Uint8Array
  const [text, ends, rows] = NUMBER_ARRAYS.map((part) => arrays[`numbers/${part}`])
  const numbers = { text, ends, rows } as NumberListArrays // the arrays are stored with these types
  const removed = readRemoved(database, removedRowsOf(segment), segment.removed)
  return { name, manifest, arrays, places, tags, buildings, numbers, cards, namedPlaces: [], removed }
}

/** Reuses a segment that is already in memory. Only its bits of removed rows may have changed. */
function takenUp(
  database: DatabaseSync,
  segment: StoredSegment,
  { places, tags, buildings }: StoredSearch,
  earlier: SearchParts,
): SearchParts {
  const removed = readRemoved(database, removedRowsOf(segment), segment.removed)
  return { ...earlier, places, tags, buildings, namedPlaces: [], removed }
}

/**
 * Opens segments without copying them, which takes hardly any time.
 *
 * @param earlier The segments of an earlier state of the same file, opened by the same thread. Their array objects are
 * reused, because caches use these objects as keys, and each message from another thread creates new ones.
 */
export function openSegments([base, ...added]: SearchSegments, earlier: readonly OpenSegment[] = []): OpenSegments {
  const open = ({ manifest, arrays, removed, ...rest }: SearchParts): OpenSegment => {
    const same = earlier.find(({ name }) => name === rest.name)
    return { table: Table.open(manifest, same?.table.arrays ?? arrays, removed), ...rest }
  }
  return [open(base), ...added.map(open)]
}
