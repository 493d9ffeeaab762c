import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../kit/algorithms/row-sum.ts'
import { isStoredWithheld } from '../facts/stored-home.ts'
import type { Noun } from '../ports/nouns.ts'

/**
 * Returns the JSON of a row that was selected with `id`, `record` and `sum`. Throws Damage if the row fails its
 * checksum.
 */
export function recordIn(noun: Noun, row: Record<string, unknown>): string {
  const json = String(row.record)
  checkRow(noun, [row.id as number | string, json], row.sum) // the schema guarantees the types
  return json
}

/** Yields every record of a type as JSON, in order of id. */
export function* eachRecord(database: DatabaseSync, noun: Noun): Generator<string> {
  for (const row of eachRow(database, noun)) yield recordIn(noun, row)
}

/** Yields every record of a type as JSON, in order of arrival, which reads the file sequentially. */
export function* eachStored(database: DatabaseSync, noun: Noun): Generator<string> {
  for (const row of database.prepare(`SELECT id, record, sum FROM ${noun} ORDER BY n`).iterate())
    yield recordIn(noun, row)
}

/** Yields every row of a record type's table, in order of id. */
export function eachRow(database: DatabaseSync, noun: Noun): Iterable<Record<string, unknown>> {
  return database.prepare(`SELECT id, record, sum FROM ${noun} ORDER BY id`).iterate()
}

/** Reads records of one type by id. Rows are arrays, which are a fifth faster to read than objects. */
export class RecordReader {
  readonly #noun: Noun
  readonly #select: StatementSync

  constructor(database: DatabaseSync, noun: Noun) {
    this.#noun = noun
    this.#select = database.prepare(`SELECT id, record, sum FROM ${noun} WHERE id = ?`)
    this.#select.setReturnArrays(true)
  }

  json(id: number | string): string | undefined {
    const row: unknown = this.#select.get(id)
    if (row === undefined) return undefined
    const [stored, record, sum] = row as readonly unknown[] // `setReturnArrays` makes each row an array
    return recordIn(this.#noun, { id: stored, record, sum })
  }
}

/** Reads homes by their own ids, and by the ids of records that were merged into them. */
export class HomeReader extends RecordReader {
  readonly #joinedRow: StatementSync
  readonly #isForCallers: boolean

  /** @param isForCallers If true, a home with a withheld address is not found by the ids of merged records. */
  constructor(database: DatabaseSync, isForCallers = false) {
    super(database, 'home')
    this.#isForCallers = isForCallers
    this.#joinedRow = database.prepare('SELECT home, record, sum FROM source_home WHERE id = ?')
  }

  override json(id: number | string): string | undefined {
    return super.json(id) ?? this.#joined(id)
  }

  #joined(id: number | string): string | undefined {
    const row = this.#joinedRow.get(id)
    if (row === undefined || row.home === id) return undefined
    checkRow('source_home', [id, Number(row.home), String(row.record)], row.sum)
    const json = super.json(Number(row.home))
    return json !== undefined && this.#isForCallers && isStoredWithheld(json) ? undefined : json
  }
}

/** Writes records of one type. */
export class RecordWriter {
  readonly #noun: Noun
  readonly #insert: StatementSync
  readonly #select: StatementSync
  readonly #replace: StatementSync
  readonly #remove: StatementSync

  constructor(database: DatabaseSync, noun: Noun) {
    this.#noun = noun
    this.#insert = database.prepare(
      `INSERT INTO ${noun} (id, record, sum) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    )
    this.#select = database.prepare(`SELECT record FROM ${noun} WHERE id = ?`)
    this.#replace = database.prepare(`UPDATE ${noun} SET record = ?, sum = ? WHERE id = ?`)
    this.#remove = database.prepare(`DELETE FROM ${noun} WHERE id = ? RETURNING record`)
  }

  /** Stores a record. Returns the replaced record with the same id, if there was one. */
  put(id: number | string, json: string): string | undefined {
    const sum = rowSum(this.#noun, [id, json])
    if (this.#insert.run(id, json, sum).changes === 1) return undefined
    const replaced = this.#select.get(id)
    this.#replace.run(json, sum, id)
    return replaced && String(replaced.record)
  }

  /** Removes a record. Returns the record if it existed. */
  remove(id: number | string): string | undefined {
    const removed = this.#remove.get(id)
    return removed && String(removed.record)
  }
}
