import { CommandFault, EXIT } from '../../base/failure.ts'

/** As much of `@duckdb/node-api` as is used. It is no dependency: 70 MB, for operators who want it. */
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
  /** Some rows at a time, with values as JSON has them: large and decimal numbers as text. */
  yieldRowsJson(): AsyncIterable<readonly (readonly unknown[])[]>
}

const PACKAGE = '@duckdb/node-api'

/** The one that this was tried with; package.json says the same. */
export const DUCKDB_VERSION = '1.5.6-r.1'

/** Throws a CommandFault when the package is not installed. */
export async function loadDuckDb(): Promise<DuckDb> {
  try {
    return (await import(PACKAGE)) as DuckDb // what its documentation says
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandFault(
      `The mapping asks for SQL, which needs a package that does not come with Plat: run "npm install --no-save ${PACKAGE}@${DUCKDB_VERSION}" in Plat's folder.`,
      EXIT.usage,
      { cause: error },
    )
  }
}
