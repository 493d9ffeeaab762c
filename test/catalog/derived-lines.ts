import { Session } from '../../src/catalog/postgres/session.ts'
import { derivedTables } from '../../src/catalog/postgres/write/derive-all.ts'

/**
 * Columns with the program that made stored cards. A program that makes other cards needs no other version of the
 * catalog.
 */
const OF_CARDS = ['body', 'made']

/**
 * Returns all that is derived from the records of a catalog in a database: a line for each row of each table, in order.
 */
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

/** Sorts the terms of an agent, because their order means nothing. */
function inOrder(name: string, value: unknown): unknown {
  return name === 'terms' && Array.isArray(value) ? value.map(String).sort() : value
}
