import type { DatabaseSync } from 'node:sqlite'
import { checkRow } from '../../../kit/algorithms/row-sum.ts'
import { type ArrayOf, allocate, type Column, type Element } from '../../engine/column.ts'
import { PROFILE_LENGTH, profileColumn } from '../../engine/profile.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { blocksOf, boundZones, regionsOf } from '../../engine/zones.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { arrayReader, arrayWriter } from '../arrays.ts'
import { sequenceBaseOf } from '../change-numbers.ts'
import { changeTable } from '../schema.ts'
import { bytesOf, piecesOf, setPieces, storedPieces } from '../search/pieces.ts'
import type { NumberKind } from './number-tally.ts'

/** How a column's array is stored. */
interface ShapeOfColumn {
  readonly kind: NumberKind
  /** For a column of strings: bytes of the sorted strings as JSON. The column contains indexes into these strings. */
  readonly textBytes?: number
}

/** The stored columns of a segment. A column without values is not stored. */
interface Shape {
  readonly rows: number
  readonly columns: Readonly<Record<string, ShapeOfColumn>>
}

const SHAPE = 'shape'
/** Names of two columns that do not come from the fields of records. */
export const ID = 'id'
const MODIFIED = 'ModificationTimestamp'

function nameIn(segment: string, part: string): string {
  return `${segment}/property/${part}`
}

/** Name of the array with a bit for each removed row; see `removedRowsOf`. */
export function removedPropertiesOf({ name }: Pick<StoredSegment, 'name'>): string {
  return nameIn(name, 'removed')
}

/** Collects arrays under the names by which a segment stores them. */
export class ColumnStore {
  readonly #segment: string
  readonly #rows: number
  readonly #columns: Record<string, ShapeOfColumn> = {}
  readonly #arrays: Record<string, Uint8Array> = {}

  constructor(segment: string, rows: number) {
    this.#segment = segment
    this.#rows = rows
  }

  add(
    name: string,
    { kind, values }: { readonly kind: NumberKind; readonly values: ArrayOf<Element> },
    texts?: readonly string[],
  ): void {
    const textBytes = texts && Buffer.from(JSON.stringify(texts))
    this.#columns[name] = { kind, ...(textBytes && { textBytes: textBytes.length }) }
    this.#set(name, bytesOf(values))
    if (textBytes) this.#set(`${name}/texts`, textBytes)
  }

  arrays(): Record<string, Uint8Array> {
    const shape: Shape = { rows: this.#rows, columns: this.#columns }
    return { ...this.#arrays, [nameIn(this.#segment, SHAPE)]: Buffer.from(JSON.stringify(shape)) }
  }

  #set(name: string, bytes: Uint8Array): void {
    const set = (piece: string, packed: Uint8Array) => {
      this.#arrays[piece] = packed
    }
    setPieces(set, nameIn(this.#segment, name), piecesOf(bytes))
  }
}

/** Above this number of rows, reading all changes is faster than looking up each row. */
const LOOKED_UP_MAX = 20_000

/** Stores when each record of a segment last changed. Call this after the records have their sequence numbers. */
export function storeModified(database: DatabaseSync, noun: 'home' | 'offer', segment: string): void {
  const ids = readPropertyKeys(database, segment)
  const base = sequenceBaseOf(database)
  const modified = new Float64Array(ids.length)
  const table = changeTable(noun)
  const set = (row: number, change: Record<string, unknown> | undefined) => {
    const sequence = Number(change?.sequence ?? 0)
    if (change !== undefined) checkRow(table, [sequence, Number(change.id), Number(change.is_gone)], change.sum)
    modified[row] = base + sequence - ((base + sequence) % 1000)
  }
  if (ids.length > LOOKED_UP_MAX) {
    const rowOf = new Map(Array.from(ids, (id, row) => [id, row]))
    for (const change of database.prepare(`${CHANGE} FROM ${table}`).iterate()) {
      const row = rowOf.get(Number(change.id))
      if (row !== undefined) set(row, change)
    }
  } else {
    const select = database.prepare(`${CHANGE} FROM ${table} WHERE id = ?`)
    for (const [row, id] of ids.entries()) set(row, select.get(id))
  }
  setPieces(arrayWriter(database), nameIn(segment, MODIFIED), piecesOf(bytesOf(modified)))
}

const CHANGE = 'SELECT sequence, id, is_gone, sum'

function readShape(database: DatabaseSync, segment: string): Shape {
  return JSON.parse(Buffer.from(arrayReader(database)(nameIn(segment, SHAPE))).toString())
}

/** Reads the ids of a segment's rows, sorted as strings. */
export function readPropertyKeys(database: DatabaseSync, segment: string): Float64Array {
  const { rows } = readShape(database, segment)
  const ids = new Float64Array(rows)
  const bytes = bytesOf(ids)
  let at = 0
  for (const piece of piecesIn(database, nameIn(segment, ID), bytes.length)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return ids
}

function piecesIn(database: DatabaseSync, name: string, bytes: number) {
  return storedPieces(arrayReader(database), name, bytes)
}

/** Nanoseconds to unpack and check a byte. */
const READ_BYTE_NS = 1
/** Nanoseconds to compute a row's bounds. */
const BOUND_ROW_NS = 2
/** Nanoseconds to parse a byte of text. */
const TEXT_BYTE_NS = 10

/** Reads the columns of a segment when they are first needed. */
export class ColumnReader {
  readonly #segment: string
  readonly #shape: Shape
  readonly #columns = new Map<string, Column | undefined>()
  readonly #texts = new Map<string, readonly string[]>()

  constructor(database: DatabaseSync, segment: string) {
    this.#segment = segment
    const { rows, columns } = readShape(database, segment)
    this.#shape = { rows, columns: { ...columns, [MODIFIED]: { kind: 'f64' } } }
  }

  get rows(): number {
    return this.#shape.rows
  }

  /** Returns undefined for a column without values. */
  *column(name: string, database: DatabaseSync, work: Work): Steps<Column | undefined> {
    const shape = this.#shape.columns[name]
    if (shape === undefined || this.#columns.has(name)) return this.#columns.get(name)
    const { rows } = this.#shape
    const values = allocate(shape.kind, rows)
    yield* this.#read(name, bytesOf(values), database, work)
    const column = columnOf(name, shape.kind, values)
    work.grant(rows * BOUND_ROW_NS)
    this.#columns.set(name, column)
    return column
  }

  /** The ids of the rows, sorted as strings. */
  *ids(database: DatabaseSync, work: Work): Steps<Float64Array> {
    const ids = yield* this.column(ID, database, work)
    return ids?.values as Float64Array // every segment has ids, as a Float64Array
  }

  /** The sorted strings to which the column's indexes refer. */
  *texts(name: string, database: DatabaseSync, work: Work): Steps<readonly string[]> {
    const { textBytes } = this.#shape.columns[name] ?? {}
    if (textBytes === undefined) return []
    const cached = this.#texts.get(name)
    if (cached !== undefined) return cached
    const bytes = new Uint8Array(textBytes)
    yield* this.#read(`${name}/texts`, bytes, database, work)
    const texts: readonly string[] = JSON.parse(Buffer.from(bytes.buffer).toString())
    work.grant(textBytes * TEXT_BYTE_NS)
    this.#texts.set(name, texts)
    return texts
  }

  *#read(name: string, bytes: Uint8Array, database: DatabaseSync, work: Work): Steps<void> {
    let at = 0
    for (const piece of piecesIn(database, nameIn(this.#segment, name), bytes.length)) {
      bytes.set(piece, at)
      at += piece.length
      work.grant(piece.length * READ_BYTE_NS)
      if (work.isPauseDue) yield
    }
  }
}

/** Makes a column of the search engine from these values. */
export function columnOf(name: string, kind: NumberKind, values: ArrayOf<Element>): Column {
  const zones = blocksOf(values.length) + regionsOf(values.length)
  const bounds = { lows: new Float64Array(zones), highs: new Float64Array(zones) }
  boundZones(kind, values, bounds)
  const profile = new Float64Array(PROFILE_LENGTH)
  profileColumn(kind, values, profile)
  return { name, kind, values, ...bounds, profile }
}
