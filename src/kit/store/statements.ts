/** Runs statements in the SQL of PostgreSQL, as far as SQLite has it as well. */
export interface Statements {
  query<Row extends object>(text: string, values?: readonly (string | number | null)[]): Promise<readonly Row[]>
}

/** SQLite has neither the schema nor the collation, which is its usual one, and marks numbered values otherwise. */
export function inSqlite(text: string): string {
  return text
    .replaceAll('plat.', '')
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/\$(\d)/g, '?$1')
}
