import { CommandFault, EXIT } from '../../../kit/base/failure.ts'

/** The used part of `@duckdb/node-api`. It takes 70 MB, so operators install it if they want it. */
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
  /** Yields some rows at a time, with values as JSON has them. Large and decimal numbers are text. */
  yieldRowsJson(): AsyncIterable<readonly (readonly unknown[])[]>
}

const PACKAGE = '@duckdb/node-api'

/** The version that was tested. package.json names the same one. */
export const DUCKDB_VERSION = '1.5.6-r.1'

/** Throws a CommandFault when the package is not installed. */
export async function loadDuckDb(): Promise<DuckDb> {
  try {
    return (await import(PACKAGE)) as DuckDb // the package's documentation gives this type
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandFault(
      `The mapping asks for SQL, which needs a package that does not come with Plat: run "npm install --no-save ${PACKAGE}@${DUCKDB_VERSION}" in Plat's folder.`,
      EXIT.usage,
      { cause: error },
    )
  }
}
