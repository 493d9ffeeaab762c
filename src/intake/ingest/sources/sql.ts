import { dataFault } from '../file-fault.ts'
import { type DuckDb, type DuckDbConnection, type DuckDbResult, loadDuckDb } from './duckdb.ts'
import { FileBytes } from './file-bytes.ts'
import { floatText } from './float-text.ts'
import { type FileFormat, orClose } from './format.ts'
import { JsonColumns } from './json-columns.ts'
import type { JsonObject, JsonValue } from './json-path.ts'
import { rowsOfRecord } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'

interface SqlOptions {
  /** In DuckDB's SQL. The file is the table `input`. */
  readonly query: string
}

/** The rows of a query over a file. Columns may be paths into structures. */
export const SQL: FileFormat<SqlOptions> = {
  doc: "`query`: a query in DuckDB's SQL; the file is the table `input`. Columns are the columns of the query, or paths into its structures",
  options: { query: (node) => node.text('query of the format') },
  needs: {
    option: 'query',
    sentence: 'The format sql needs a query: format: { type: sql, query: SELECT * FROM input }.',
  },
  coordinates: 'columns',
  endings: [],
  open: openSql,
}

/**
 * Memory limit of a query. Larger queries use a temporary folder. No downloads: operators install the extensions
 * themselves.
 */
const OPTIONS = { memory_limit: '1GB', threads: '2', autoinstall_known_extensions: 'false' }

/** DuckDB's functions for reading files, by extension. Cells stay texts, so that 007 keeps its zeros. */
const READERS: readonly (readonly [ending: RegExp, read: (path: string) => string])[] = [
  [/\.(csv|tsv|tab|psv|txt|dat)$/i, (path) => `read_csv(${path}, all_varchar = true)`],
  [/\.parquet$/i, (path) => `read_parquet(${path})`],
  [/\.(json|ndjson|jsonl|geojson)$/i, (path) => `read_json_auto(${path})`],
  [/\.xlsx$/i, (path) => `read_xlsx(${path}, all_varchar = true)`],
]

/** Throws a one-sentence CommandFault if DuckDB is not installed or the query fails. */
export async function openSql(
  file: string,
  { query }: SqlOptions,
  columns: readonly string[],
  load: () => Promise<DuckDb> = loadDuckDb,
): Promise<Source> {
  const bytes = await FileBytes.openFile(file, 'a table')
  const { size } = bytes
  bytes.close()
  const { DuckDBInstance } = await load()
  const instance = await DuckDBInstance.create(':memory:', OPTIONS)
  let connection: DuckDbConnection | undefined
  const close = () => {
    connection?.closeSync()
    instance.closeSync()
  }
  return orClose({ close }, async () => {
    connection = await instance.connect()
    await guarded(file, connection.run(`CREATE TEMP VIEW input AS SELECT * FROM ${readerOf(file)}`))
    const result = await guarded(file, connection.stream(query))
    const types = typesOf(result)
    const names = result.columnNames()
    const whole = names.filter((_, i) => !isKeyed(types[i]))
    const paths = columns.filter((column) =>
      names.some((name) => ['.', '['].includes(column.slice(name.length)[0] ?? '') && column.startsWith(name)),
    )
    const named = [...new Set([...whole, ...paths])]
    return {
      file,
      columns: named,
      bytesTotal: size,
      bytesRead: () => size,
      rows: () => rowsOf(result, named, file),
      close,
    }
  })
}

function readerOf(file: string): string {
  const [, read] = READERS.find(([ending]) => ending.test(file.replace(/\.(gz|zst)$/i, ''))) ?? []
  if (read !== undefined) return read(`'${file.replaceAll("'", "''")}'`)
  throw dataFault(`A file for SQL must end in .csv, .tsv, .txt, .parquet, .json, .ndjson or .xlsx; "${file}" does not.`)
}

async function* rowsOf(
  result: DuckDbResult,
  columns: readonly string[],
  file: string,
): AsyncGenerator<Row | BrokenRow> {
  const names = result.columnNames()
  const types = typesOf(result)
  const paths = new JsonColumns(columns, [])
  let line = 0
  const chunks = result.yieldRowsJson()[Symbol.asyncIterator]()
  for (;;) {
    const { done, value: rows } = await guarded(file, chunks.next())
    if (done) return
    for (const row of rows) {
      line++
      const object: JsonObject = Object.fromEntries(names.map((name, i) => [name, jsonOf(row[i], types[i]?.typeId)]))
      yield* rowsOfRecord(object, { line }, paths)
    }
  }
}

/** DuckDB's type numbers of dates and times, of 32-bit floats, and of types with keys. */
const TIMES: ReadonlySet<unknown> = new Set([12, 20, 21, 22, 31])
const FLOAT = 10
const KEYED = /"typeId":(25|26|28)\b/

interface ColumnType {
  readonly typeId?: number
}

function typesOf(result: DuckDbResult): readonly ColumnType[] {
  return result.columnTypesJson() as readonly ColumnType[] // documented: one type for each column
}

/** Whether the values are objects or lists of objects. Columns are then paths. */
function isKeyed(type: ColumnType | undefined): boolean {
  return KEYED.test(JSON.stringify(type ?? {}))
}

function jsonOf(value: unknown, typeId: number | undefined): JsonValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return typeId === undefined || TIMES.has(typeId) ? isoOf(value) : value
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return typeId === FLOAT ? floatText(value) : String(value)
  if (typeof value === 'bigint') return String(value)
  // Nested values have no type number; their text shows the type.
  if (Array.isArray(value)) return value.map((one: unknown) => jsonOf(one, undefined))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonOf(one, undefined)]))
}

/**
 * Turns `2026-01-31 09:30:00` into `2026-01-31T09:30:00Z`, and a zone `+02` into `+02:00`. Other texts stay unchanged.
 */
function isoOf(text: string): string {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d(?::\d\d)?)?$/.exec(text) ?? []
  if (day === undefined || time === undefined) return text
  const offset = zone === undefined || zone === '+00' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone
  return `${day}T${time.replace(/\.0+$/, '')}${offset}`
}

async function guarded<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw dataFault(
      `The mapping’s query cannot be run on "${file}": ${line.slice(0, LINE_CHARACTERS).replace(/[.:]$/, '')}; nothing was imported.`,
      error,
    )
  }
}

const LINE_CHARACTERS = 300
