import { Database } from '../../src/base/postgres/database.ts'
import { NOT_DERIVED } from '../../src/catalog/postgres/derive-all.ts'

/** What zlib makes of a card differs between processors, and cards tell themselves what made them. */
const OF_CARDS = ['packed', 'sum', 'bytes', 'made']

/** All that is derived from the records of a catalogue in a database: a line for each row of each table, in order. */
export async function derivedLines(url: string, leftOut: readonly string[] = []): Promise<readonly string[]> {
  const database = await Database.open({ url })
  try {
    const tables = await database.query<{ name: string }>({ name: 'derived', text: TABLES, values: [NOT_DERIVED] })
    const lines: string[] = []
    for (const { name } of tables) {
      const left = name.endsWith('card') ? [...leftOut, ...OF_CARDS] : leftOut
      const text = `SELECT to_jsonb(one) - $1::text[] AS row FROM catalog.${name} one`
      const rows = await database.query<{ row: Readonly<Record<string, unknown>> }>({ name, text, values: [left] })
      lines.push(...rows.map(({ row }) => `${name} ${JSON.stringify(row, inOrder)}`).sort())
    }
    return lines
  } finally {
    await database.close()
  }
}

const TABLES = `SELECT relname::text AS name FROM pg_class
  WHERE relnamespace = 'catalog'::regnamespace AND relkind = 'r' AND relname <> ALL($1::text[]) ORDER BY relname`

/** The order of an agent's terms means nothing. */
function inOrder(name: string, value: unknown): unknown {
  return name === 'terms' && Array.isArray(value) ? value.toSorted() : value
}
