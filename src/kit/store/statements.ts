/** Runs statements in the SQL of PostgreSQL, as far as SQLite has it as well. */
export interface Statements {
  query<Row extends object>(text: string, values?: readonly (string | number | null)[]): Promise<readonly Row[]>
}

/**
 * Returns the SQL of SQLite, which has neither the schemas nor the collation, which is its usual one, marks numbered
 * values otherwise, and takes a list as JSON.
 */
export function inSqlite(text: string): string {
  return text
    .replaceAll(/\b(plat|catalog)\./g, '')
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(/unnest\((\$\d+)::text\[\]\) AS (\w+) \(value\)/g, 'json_each($1) AS $2')
    .replaceAll(/\$(\d)/g, '?$1')
}
