import type { PreparedStatement } from './database.ts'

interface Queryable {
  query<Row extends object>(statement: PreparedStatement): Promise<readonly Row[]>
}

/** Matches statements that drop tables or create a table with a primary key. */
const STATEMENT =
  /DROP TABLE (?:IF EXISTS )?([^;]+);|CREATE (?:UNLOGGED )?TABLE (\w+\.\w+) \((?:(?!CREATE )[\s\S])*?PRIMARY KEY/g

const WITHOUT_KEY = `SELECT name FROM unnest($1::text[]) AS name
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass(name) AND contype = 'p') ORDER BY name`

/**
 * Returns a sentence about tables that have lost their primary keys; undefined if all keys exist. A restore can lose
 * keys, without an error, if nodes write to the database at the same time.
 */
export async function lostKeys(
  database: Queryable,
  steps: readonly { readonly sql: string }[],
): Promise<string | undefined> {
  const tables = new Set<string>()
  for (const { sql } of steps)
    for (const [, dropped = '', made] of sql.matchAll(STATEMENT)) {
      for (const name of dropped.split(', ')) tables.delete(name)
      if (made !== undefined) tables.add(made)
    }
  const rows = await database.query<{ name: string }>({ name: 'lost-keys', text: WITHOUT_KEY, values: [[...tables]] })
  if (rows.length === 0) return undefined
  const names = rows.map(({ name }) => name).join(', ')
  const [have, their] = rows.length === 1 ? ['has', 'its'] : ['have', 'their']
  return `${names} ${have} lost ${their} primary key, which happens if pg_restore runs while nodes write: stop all nodes and restore once more, with --clean --if-exists --single-transaction.`
}
