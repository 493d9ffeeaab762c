import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { nobody, type Withheld } from '../../src/catalog/ports/withheld.ts'
import { PostgresCatalog, type PostgresCatalogOptions } from '../../src/catalog/postgres/catalog.ts'
import { CATALOG_PART } from '../../src/catalog/postgres/tables/schema.ts'
import { PostgresWriter } from '../../src/catalog/postgres/writer.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { Database } from '../../src/kit/postgres/database.ts'
import { migrate } from '../../src/kit/postgres/migrations.ts'
import { PATIENT_MS, type TestDatabases } from '../postgres/server.ts'
import { trialCards } from './trial.ts'

/** Time between two polls of a catalog, longer than any test. Tests refresh catalogs themselves. */
const NEVER_MS = 1_000_000

/** The database from which other databases are copied. */
const EMPTY = 'empty'

/** Functions that make the id and the secret of a new catalog. */
const NEW = { newCatalogId: () => '0'.repeat(16), newSecret: () => 'of the tests' }

/** Catalogs on the PostgreSQL server of a test, each in its own database. */
export class PostgresBackend {
  readonly #databases: TestDatabases
  readonly #admin: Database
  readonly #names: string[] = []
  #begun = 0

  private constructor(databases: TestDatabases, admin: Database) {
    this.#databases = databases
    this.#admin = admin
  }

  /** Makes the first database. Other databases are copies of this database, which is faster than creating tables. */
  static async on(databases: TestDatabases): Promise<PostgresBackend> {
    const database = await Database.open({ url: await databases.add(EMPTY), statementMs: PATIENT_MS })
    await migrate(database, CATALOG_PART)
    await database.close()
    return new PostgresBackend(databases, await Database.open({ url: databases.url(), statementMs: PATIENT_MS }))
  }

  /** Returns the address of a new database. */
  newUrl(): Promise<string> {
    return this.#newCatalog(EMPTY)
  }

  async #newCatalog(template: string | undefined): Promise<string> {
    this.#begun += 1
    const url = await this.#databases.add(`catalog${this.#begun}`, template)
    this.#names.push(nameIn(url))
    return url
  }

  /** Returns the address of a new database with the same content as an existing one. */
  copyOf(url: string): Promise<string> {
    return this.#newCatalog(/catalog\d+$/.exec(url)?.[0])
  }

  /** Replaces a database by a copy and cuts its connections, as an operator does to restore a dump. */
  async restore(url: string, copy: string): Promise<void> {
    await this.#admin.query({ name: '', text: `DROP DATABASE ${nameIn(url)} WITH (FORCE)` })
    await this.#admin.query({ name: '', text: `ALTER DATABASE ${nameIn(copy)} RENAME TO ${nameIn(url)}` })
  }

  write(url: string, withheld: Withheld = nobody, cards = trialCards, largeFrom?: number): PostgresWriter {
    return new PostgresWriter({ url, cards, withheld, ...(largeFrom !== undefined && { largeFrom }), ...NEW })
  }

  /** Begins a new catalog. Its commit replaces the existing catalog. */
  replace(url: string, cards = trialCards): PostgresWriter {
    return new PostgresWriter({ url, cards, replace: true, ...NEW })
  }

  async read(
    url: string,
    withheld: Withheld = nobody,
    { cards = trialCards, log = silentLog, pollMs = NEVER_MS }: Partial<Omit<PostgresCatalogOptions, 'database'>> = {},
  ): Promise<PostgresCatalog> {
    const database = await Database.open({ url, statementMs: PATIENT_MS })
    return this.over(database, { cards, withheld, log, pollMs })
  }

  /** Opens a catalog that sends its queries through this database object. */
  over(database: Database, options: Partial<Omit<PostgresCatalogOptions, 'database'>> = {}): Promise<PostgresCatalog> {
    const usual = { cards: trialCards, withheld: nobody, log: silentLog, pollMs: NEVER_MS }
    return PostgresCatalog.open({ ...usual, ...options, database })
  }

  async catalogWith(write: (writer: Pick<CatalogWriter, 'put'>) => void): Promise<PostgresCatalog> {
    const url = await this.newUrl()
    const writer = this.write(url)
    write(writer)
    writer.commit()
    return this.read(url)
  }

  /** Returns the rows that a statement selects. */
  async rows(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const database = await Database.open({ url })
    try {
      return await database.query<Record<string, unknown>>({ name: '', text })
    } finally {
      await database.close()
    }
  }

  /** Cuts the connections of all writers. */
  async endImports(): Promise<void> {
    const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plat import'
      AND datname = ANY ($1)`
    await this.#admin.query({ name: 'end-imports', text, values: [this.#names] })
  }

  close(): Promise<void> {
    return this.#admin.close()
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1)
}
