import type { DatabaseSync } from 'node:sqlite'
import { Damage } from '../../../base/row-sum.ts'
import { allocate, type Element, elementOf, type FlatArray } from '../../../engine/column.ts'
import { Table, type TableArrays, type TableManifest } from '../../../engine/table.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker, Dating } from '../../cards.ts'
import { SEARCHED_NOUNS } from '../../searched.ts'
import { arrayReader, arrayWriter, removeArrays } from '../arrays.ts'
import { meta, setMeta } from '../meta.ts'
import type { TableSums } from '../table-sums.ts'
import type { BuiltSearch } from './builder.ts'
import { type Cards, withOrigin } from './card-origin.ts'
import { CardPile } from './card-pile.ts'
import type { NumberListArrays } from './number-list.ts'
import type { PackedCards } from './packed-cards.ts'
import { packAll, sumsInOrder } from './packed-pile.ts'

/** What is stored of a search besides its arrays. */
interface StoredSearch {
  readonly manifest: TableManifest
  readonly arrays: readonly { readonly name: string; readonly element: Element; readonly length: number }[]
  readonly places: readonly string[]
  readonly namedPlaces: readonly CountedPlace[]
  readonly tags: readonly string[]
  readonly buildings: readonly string[]
  readonly cardBytes: number
  readonly cardFingerprint: string
  /** The origin of picture URLs in the stored cards. */
  readonly cardOrigin: string
}

/** What searches of a noun need besides their table. */
interface SearchBasis extends Cards {
  /** The origin of picture URLs in the cards. */
  readonly cardOrigin: string
  /** Cards that stand ready for gzip; undefined where none are wanted. */
  readonly packed: PackedCards | undefined
  readonly places: readonly string[]
  readonly namedPlaces: readonly CountedPlace[]
  readonly tags: readonly string[]
  readonly buildings: readonly string[]
  readonly numbers: NumberListArrays
}

/**
 * A search as read from the file: plain data in shared memory, which can be posted to another thread without copying.
 */
export interface SearchParts extends SearchBasis {
  readonly manifest: TableManifest
  readonly arrays: TableArrays
}

/** A search ready to use, in memory that every thread can read. */
export interface OpenSearch extends SearchBasis {
  readonly table: Table
}

/** Name of a noun's search in `meta`, and prefix of the names of its arrays. */
function metaOf(noun: SearchedNoun): string {
  return `search/${noun}`
}

const CARD_STARTS = 'cardStarts'
const PACKED_STARTS = 'packedStarts'
const PACKED_SUMS = 'packedSums'
const NUMBER_ARRAYS = ['text', 'ends', 'keys'] as const

/** Replaces whatever was stored before. */
export function storeSearch(
  database: DatabaseSync,
  sums: TableSums,
  noun: SearchedNoun,
  search: BuiltSearch,
  cards: CardMaker,
): void {
  const name = metaOf(noun)
  const { table, rowOf } = search
  removeArrays(database, sums, `${name}/`)
  const set = arrayWriter(database, sums)
  const arrays: [name: string, array: FlatArray][] = Object.entries(table.arrays)
  const packed = CardPile.from(search.packed.pieces)
  arrays.push([CARD_STARTS, search.pile.startsInOrder(rowOf)])
  arrays.push([PACKED_STARTS, packed.startsInOrder(rowOf)])
  arrays.push([PACKED_SUMS, sumsInOrder(search.packed.sums, rowOf)])
  for (const part of NUMBER_ARRAYS) arrays.push([`numbers/${part}`, search.numbers[part]])
  for (const [each, array] of arrays) set(`${name}/${each}`, bytesOf(array))
  setPieces(set, `${name}/cards`, search.pile.inOrder(rowOf))
  setPieces(set, `${name}/packed`, packed.inOrder(rowOf))
  const stored: StoredSearch = {
    manifest: table.manifest,
    arrays: arrays.map(([each, array]) => ({ name: each, element: elementOf(array), length: array.length })),
    places: search.places,
    namedPlaces: search.namedPlaces,
    tags: search.tags,
    buildings: search.buildings,
    cardBytes: search.pile.bytes,
    cardFingerprint: cards.fingerprint,
    cardOrigin: cards.mediaOrigin,
  }
  setMeta(database, sums, name, JSON.stringify(stored))
}

function setPieces(set: (name: string, bytes: Uint8Array) => void, name: string, pieces: Iterable<Uint8Array>): void {
  let count = 0
  for (const piece of pieces) set(`${name}/${count++}`, piece)
}

/** Whether all stored cards have this fingerprint. */
export function hasCardsOf(database: DatabaseSync, fingerprint: string): boolean {
  return SEARCHED_NOUNS.every((noun) => readStored(database, noun).cardFingerprint === fingerprint)
}

function readStored(database: DatabaseSync, noun: SearchedNoun): StoredSearch {
  const stored = meta(database, metaOf(noun))
  if (stored === undefined) throw new Damage(`the search of noun ${noun} is missing`)
  return JSON.parse(stored)
}

/** How cards are wanted in memory. */
export interface CardSetting {
  /** The origin of picture URLs. */
  readonly mediaOrigin: string
  /** Whether they are to stand ready for gzip, too. */
  readonly packed: boolean
}

/** More than this takes long enough to be read later, in a thread. */
const PACKED_AT_ONCE_BYTES = 64 * 1024 * 1024

/**
 * Reads a stored search into shared memory, with cards as they are stored. They may have another origin than is
 * wanted, and may not stand ready for gzip: `finishSearch` sees to both.
 */
export function readSearch(database: DatabaseSync, noun: SearchedNoun, wanted: CardSetting): SearchParts {
  const beginning = metaOf(noun)
  const stored = readStored(database, noun)
  const bytesNamed = arrayReader(database)
  const arrays = Object.fromEntries(
    stored.arrays.map(({ name, element, length }) => {
      const array = allocate(element, length)
      bytesOf(array).set(bytesNamed(`${beginning}/${name}`))
      return [name, array]
    }),
  )
  const { manifest, places, namedPlaces, tags, buildings, cardOrigin, cardBytes } = stored
  const cards = readPieces(database, `${beginning}/cards`, cardBytes)
  const cardStarts = arrays[CARD_STARTS] as Float64Array // stored as one
  const [text, ends, keys] = NUMBER_ARRAYS.map((part) => arrays[`numbers/${part}`])
  const numbers = { text, ends, keys } as NumberListArrays // stored as such
  const basis = { manifest, arrays, places, namedPlaces, tags, buildings, numbers, cards, cardStarts, cardOrigin }
  const isReady = wanted.packed && cardOrigin === wanted.mediaOrigin && packedBytesOf(basis) <= PACKED_AT_ONCE_BYTES
  return { ...basis, packed: isReady ? readPacked(database, noun, basis) : undefined }
}

/** Whether cards are in memory as they are wanted. */
export function isFinished({ cardOrigin, packed }: SearchParts, wanted: CardSetting): boolean {
  return cardOrigin === wanted.mediaOrigin && (packed !== undefined || !wanted.packed)
}

/** A search that was read, with its cards as they are wanted: read, or else made for the wanted origin. */
export function finishSearch(
  database: DatabaseSync,
  noun: SearchedNoun,
  read: SearchParts,
  wanted: CardSetting,
  dating: Dating,
): SearchParts {
  if (isFinished(read, wanted)) return read
  if (read.cardOrigin === wanted.mediaOrigin) return { ...read, packed: readPacked(database, noun, read) }
  const moved = withOrigin(read, read.cardOrigin, wanted.mediaOrigin)
  const packed = wanted.packed ? packAll(moved, dating) : undefined
  return { ...read, ...moved, cardOrigin: wanted.mediaOrigin, packed }
}

type ReadArrays = Pick<SearchParts, 'arrays'>

function packedStartsOf({ arrays }: ReadArrays): Float64Array {
  return arrays[PACKED_STARTS] as Float64Array // stored as one
}

function packedBytesOf(read: ReadArrays): number {
  return packedStartsOf(read).at(-1) ?? 0
}

function readPacked(database: DatabaseSync, noun: SearchedNoun, read: ReadArrays): PackedCards {
  return {
    packed: readPieces(database, `${metaOf(noun)}/packed`, packedBytesOf(read)),
    packedStarts: packedStartsOf(read),
    packedSums: read.arrays[PACKED_SUMS] as Uint32Array, // stored as one
  }
}

function readPieces(database: DatabaseSync, name: string, bytes: number): Uint8Array {
  const bytesNamed = arrayReader(database)
  const whole = allocate('u8', bytes)
  for (let piece = 0, at = 0; at < bytes; piece++) {
    const part = bytesNamed(`${name}/${piece}`)
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Copies nothing and builds next to nothing. */
export function openSearch({ manifest, arrays, ...rest }: SearchParts): OpenSearch {
  return { table: Table.open(manifest, arrays), ...rest }
}

function bytesOf(array: FlatArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
