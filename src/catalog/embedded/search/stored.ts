import type { DatabaseSync } from 'node:sqlite'
import { allocate, type Element, elementOf, type FlatArray } from '../../../engine/column.ts'
import { Table, type TableManifest } from '../../../engine/table.ts'
import type { CardMaker } from '../../cards.ts'
import type { BuiltSearch } from './builder.ts'

/** What is kept of the search beside its arrays. */
interface StoredSearch {
  readonly manifest: TableManifest
  readonly arrays: readonly { readonly name: string; readonly element: Element; readonly length: number }[]
  readonly places: readonly string[]
  readonly buildings: readonly string[]
  readonly cardBytes: number
  readonly cardPieces: number
  readonly cardFingerprint: string
}

/** What searches rest on, in memory that every thread could read. */
export interface OpenSearch {
  readonly table: Table
  readonly places: readonly string[]
  readonly buildings: readonly string[]
  readonly cards: Uint8Array
  /** Where the card of each row begins, and, last, where all of them end. */
  readonly cardStarts: Float64Array
}

const META = 'search'
const CARD_STARTS = 'search/cardStarts'

/** Takes the place of what was stored before. */
export function storeSearch(database: DatabaseSync, search: BuiltSearch, cards: CardMaker): void {
  const { table, rowOf } = search
  database.exec("DELETE FROM arrays WHERE name LIKE 'search/%'")
  const set = database.prepare('INSERT INTO arrays (name, bytes) VALUES (?, ?)')
  const arrays: [name: string, array: FlatArray][] = Object.entries(table.arrays)
  arrays.push([CARD_STARTS, search.pile.startsInOrder(rowOf)])
  for (const [name, array] of arrays) set.run(`search/${name}`, bytesOf(array))
  let cardPieces = 0
  for (const piece of search.pile.inOrder(rowOf)) set.run(`search/cards/${cardPieces++}`, piece)
  const stored: StoredSearch = {
    manifest: table.manifest,
    arrays: arrays.map(([name, array]) => ({ name, element: elementOf(array), length: array.length })),
    places: search.places,
    buildings: search.buildings,
    cardBytes: search.pile.bytes,
    cardPieces,
    cardFingerprint: cards.fingerprint,
  }
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(META, JSON.stringify(stored))
}

/** Under which fingerprint the stored cards were made. */
export function cardFingerprint(database: DatabaseSync): string {
  return readStored(database).cardFingerprint
}

function readStored(database: DatabaseSync): StoredSearch {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(META)
  if (row === undefined) throw new Error('the catalogue holds no search')
  return JSON.parse(String(row.value))
}

/** Reads what was stored into shared memory. */
export function openSearch(database: DatabaseSync): OpenSearch {
  const stored = readStored(database)
  const select = database.prepare('SELECT bytes FROM arrays WHERE name = ?')
  const bytesNamed = (name: string) => select.get(name)?.bytes as Uint8Array // a blob, as the schema says
  const arrays = Object.fromEntries(
    stored.arrays.map(({ name, element, length }) => {
      const array = allocate(element, length)
      bytesOf(array).set(bytesNamed(`search/${name}`))
      return [name, array]
    }),
  )
  const cards = allocate('u8', stored.cardBytes)
  for (let piece = 0, at = 0; piece < stored.cardPieces; piece++) {
    const bytes = bytesNamed(`search/cards/${piece}`)
    cards.set(bytes, at)
    at += bytes.length
  }
  const { places, buildings } = stored
  const cardStarts = arrays[CARD_STARTS] as Float64Array // stored as one
  return { table: Table.open(stored.manifest, arrays), places, buildings, cards, cardStarts }
}

function bytesOf(array: FlatArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
