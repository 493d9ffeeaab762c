import { Session } from '../../src/catalog/postgres/session.ts'
import { derivedTables } from '../../src/catalog/postgres/write/derive-all.ts'

/** Columns that depend on the code that made the search results. A change of this code needs no new catalog version. */
const OF_CARDS = ['body', 'made']

/** Returns all data derived from the records of a catalog in a database: one line per row of each table, sorted. */
export function derivedLines(url: string, leftOut: readonly string[] = []): readonly string[] {
  const session = new Session(url)
  try {
    return derivedTables(session).flatMap((table) => {
      const left = table.endsWith('card') ? [...leftOut, ...OF_CARDS] : leftOut
      const rows = session.query(`SELECT to_jsonb(one) - $1::text[] AS row FROM ${table} one`, [left])
      return rows.map(({ row }) => `${table} ${JSON.stringify(row, inOrder)}`).sort()
    })
  } finally {
    session.end()
  }
}

/** Sorts the terms of an agent, because their order has no meaning. */
function inOrder(name: string, value: unknown): unknown {
  return name === 'terms' && Array.isArray(value) ? value.map(String).sort() : value
}
