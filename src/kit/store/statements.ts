/**
 * Runs statements in the subset of SQL that PostgreSQL and SQLite share; `inSqlite` translates the small differences.
 */
export interface Statements {
  query<Row extends object>(text: string, values?: readonly (string | number | null)[]): Promise<readonly Row[]>
}

/**
 * Translates a statement for SQLite. SQLite lacks schemas and the collation "C" (its default is the same), writes
 * placeholders for values differently, and takes lists as JSON.
 */
export function inSqlite(text: string): string {
  return text
    .replaceAll(/\b(plat|catalog)\./g, '')
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(/unnest\((\$\d+)::text\[\]\) AS (\w+) \(value\)/g, 'json_each($1) AS $2')
    .replaceAll(/\$(\d)/g, '?$1')
}
