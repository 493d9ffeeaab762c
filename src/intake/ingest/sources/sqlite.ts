import { DatabaseSync } from 'node:sqlite'
import { dataFault } from '../file-fault.ts'
import { FileBytes } from './file-bytes.ts'
import { type FileFormat, orClose } from './format.ts'
import { sizeOfList } from './list-size.ts'
import type { Row, Source } from './source.ts'

interface SqliteOptions {
  /** The name of the table or view. Default: the largest one, or one named after homes. */
  readonly table?: string
}

/** A table or view of a SQLite database. Columns of bytes are empty. */
export const SQLITE: FileFormat<SqliteOptions> = {
  doc: 'a SQLite database. `table`: the name of the table or view; by default, the largest one, or one named after homes',
  options: { table: (node) => node.text('table of the format') },
  coordinates: 'columns',
  endings: ['sqlite', 'sqlite3', 'db'],
  recognise: ({ kind }) => (kind === 'sqlite' ? {} : undefined),
  open: openSqlite,
}

async function openSqlite(file: string, { table }: SqliteOptions): Promise<Source> {
  const bytes = await FileBytes.openFile(file, 'a SQLite database')
  bytes.close()
  const database = new DatabaseSync(file, { readOnly: true })
  return orClose(database, async () => {
    const { name, columns } = reading(file, () => chosenTable(database, file, table))
    const { size: bytesTotal } = bytes
    return {
      file,
      columns,
      bytesTotal,
      bytesRead: () => bytesTotal,
      rows: async function* () {
        const select = database.prepare(`SELECT ${columns.map(named).join(', ')} FROM ${named(name)}`)
        select.setReadBigInts(true)
        const rows = select.iterate()
        for (let line = 1; ; line++) {
          const { done, value } = reading(file, () => rows.next())
          if (done) return
          yield { line, cells: columns.map((column) => cellText(value?.[column])) } satisfies Row
        }
      },
      close: () => database.close(),
    }
  })
}

function chosenTable(database: DatabaseSync, file: string, asked: string | undefined) {
  const names = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
    .map(({ name }) => String(name))
  const tables = names.map((name) => {
    const columns = database
      .prepare(`SELECT * FROM ${named(name)} LIMIT 0`)
      .columns()
      .map((column) => column.name)
    const count = database.prepare(`SELECT count(*) AS count FROM ${named(name)}`).get()?.count
    return { name, columns, size: sizeOfList(name, Number(count), columns.length) }
  })
  const [chosen] = tables.filter(({ name }) => name === (asked ?? name)).sort((a, b) => b.size - a.size)
  if (chosen !== undefined) return chosen
  const which = asked === undefined ? '' : ` named "${asked}"`
  throw dataFault(`"${file}" has no table${which}: its tables are ${names.join(', ') || 'none'}.`)
}

function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** Turns errors of SQLite into sentences about the file. */
function reading<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error
    throw dataFault(`"${file}" cannot be read as a SQLite database: ${error.message}.`, error)
  }
}
