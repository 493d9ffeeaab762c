import { loadOptional } from '../../../kit/base/optional-packages.ts'

/** The part of `@duckdb/node-api` that is used. Operators install it if they need it, because it takes 70 MB. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<DuckDbInstance>
  }
}

export interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>
  closeSync(): void
}

export interface DuckDbConnection {
  run(sql: string): Promise<unknown>
  stream(sql: string): Promise<DuckDbResult>
  closeSync(): void
}

export interface DuckDbResult {
  columnNames(): readonly string[]
  columnTypesJson(): unknown
  /** Yields some rows at a time, with JSON values. Large and decimal numbers are texts. */
  yieldRowsJson(): AsyncIterable<readonly (readonly unknown[])[]>
}

const PACKAGE = '@duckdb/node-api'

/** The tested version. package.json must have the same. */
export const DUCKDB_VERSION = '1.5.6-r.1'

/** Throws a CommandFault if the package is not installed. */
export async function loadDuckDb(): Promise<DuckDb> {
  const need = 'The mapping asks for SQL, which needs a package that does not come with Plat'
  return loadOptional<DuckDb>({ [PACKAGE]: DUCKDB_VERSION }, need)
}
