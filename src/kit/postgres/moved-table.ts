import { createHash } from 'node:crypto'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Connection, Database } from './database.ts'
import { storable } from './storable.ts'

export type MovedRow = Readonly<Record<string, string | number | null>>

/** A table whose rows are copied from a file. */
interface MovedTable {
  /** Name in PostgreSQL, with the schema. */
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that identify rows. Rows are sorted by them. */
  readonly order: string
  /** Returns all rows of the file, sorted by `order`, with the values of `columns`. */
  rows(): Iterable<MovedRow>
}

interface MovedSum {
  readonly rows: number
  readonly sha256: string
}

export interface TableMove extends MovedSum {
  readonly name: string
  /** Whether an earlier run had already copied the rows. */
  readonly wasThere: boolean
}

/** Additional work in the transaction of the copy. */
interface Around {
  before?(connection: Connection): Promise<void>
  /** Runs after rows were copied, for changes that depend on them. */
  after(connection: Connection): Promise<void>
}

/** Number of rows that are sent, or read back, at a time. */
const BATCH = 1000

/**
 * Copies tables in one transaction, reads them back, and compares them with the file. Commits only if all rows are
 * equal. Skips tables that already have the same rows. Throws a CommandFault if a table has other rows.
 */
export async function moveTables(
  database: Database,
  tables: readonly MovedTable[],
  { before, after }: Around,
): Promise<readonly TableMove[]> {
  return database.inTransaction(async (connection) => {
    await before?.(connection)
    const moved: TableMove[] = []
    for (const table of tables) {
      const wanted = sumOf(table, table.rows())
      const sumBefore = await readBack(connection, table)
      if (sumBefore.rows > 0 && sumBefore.sha256 !== wanted.sha256) throw hasOthers(database, table)
      if (sumBefore.rows === 0) await fill(connection, table)
      const now = sumBefore.rows === 0 ? await readBack(connection, table) : sumBefore
      if (now.sha256 !== wanted.sha256) throw new Error(`rows of ${table.name} are not as they were sent`)
      moved.push({ name: table.name, ...now, wasThere: sumBefore.rows > 0 })
    }
    if (moved.some(({ rows, wasThere }) => rows > 0 && !wasThere)) await after(connection)
    return moved
  })
}

function hasOthers(database: Database, { name }: MovedTable): CommandFault {
  return new CommandFault(`${database.name} has other rows in ${name}: move into an empty database.`, EXIT.cannotWrite)
}

async function fill(connection: Connection, table: MovedTable): Promise<void> {
  const columns = table.columns.join(', ')
  const text = `INSERT INTO ${table.name} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${table.name}, $1)`
  for (const rows of batches(table.rows()))
    await connection.query({ name: '', text, values: [JSON.stringify(rows, (_, value) => storable(value))] })
}

async function readBack(connection: Connection, table: MovedTable): Promise<MovedSum> {
  // columns are named by number: ORDER BY with a column's name would sort by the column's text
  const values = table.columns.map((column, at) => `${column}::text AS "${at}"`)
  const text = `DECLARE moved CURSOR FOR SELECT ${values.join(', ')} FROM ${table.name} ORDER BY ${table.order}`
  await connection.run(text)
  const sum = new RowSum()
  for await (const row of fetched(connection)) sum.add(table.columns.map((_, at) => row[at] ?? null))
  await connection.run('CLOSE moved')
  return sum.end()
}

async function* fetched(connection: Connection): AsyncIterable<MovedRow> {
  for (;;) {
    const rows = await connection.query<MovedRow>({ name: '', text: `FETCH ${BATCH} FROM moved` })
    if (rows.length === 0) return
    yield* rows
  }
}

function* batches(rows: Iterable<MovedRow>): Iterable<readonly MovedRow[]> {
  let batch: MovedRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function sumOf(table: MovedTable, rows: Iterable<MovedRow>): MovedSum {
  const sum = new RowSum()
  for (const row of rows) sum.add(table.columns.map((column) => storable(row[column] ?? null)))
  return sum.end()
}

/** A checksum over rows. Bytes, days and numbers count in their text form. */
class RowSum {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(values: readonly (string | number | null)[]): void {
    this.#hash.update(JSON.stringify(values.map((value) => (value === null ? null : String(value)))))
    this.#rows++
  }

  end(): MovedSum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
