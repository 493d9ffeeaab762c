import { Fault } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import { Database, type DatabaseOptions } from '../base/postgres/database.ts'
import { migrate } from '../base/postgres/migrations.ts'
import type { AgentLookup } from './agent-lookup.ts'
import type { CardMaker } from './cards.ts'
import type { KeptCatalog } from './catalog.ts'
import type { CatalogStore } from './catalog-store.ts'
import type { MarketLookup } from './market-lookup.ts'
import { PostgresCatalog } from './postgres/catalog.ts'
import { CATALOG_PART } from './postgres/schema.ts'
import { PostgresStore } from './postgres/store.ts'
import type { Withheld } from './withheld.ts'

// Apart from what a data folder needs, so that nothing of it is loaded where there is no database.

/** Makes the tables of a catalogue, or brings them up to date, while nodes serve. */
export function migrateCatalog(database: Database): Promise<void> {
  return migrate(database, CATALOG_PART)
}

/** The catalogue of a database whose tables are up to date. */
export function databaseStore(url: string, name: string): CatalogStore {
  return new PostgresStore(url, name)
}

export interface DatabaseCatalogOptions {
  /** Whose tables are up to date; perhaps a replica. */
  readonly database: DatabaseOptions
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/** Opens the catalogue of a database for reading, for one thread; rejects with a CommandFault where it cannot be read. */
export async function openDatabaseCatalog({ database: at, ...parts }: DatabaseCatalogOptions): Promise<KeptCatalog> {
  const database = await Database.open(at)
  try {
    return served(await PostgresCatalog.open({ database, ...parts }))
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Each thread opens the database itself, so there is nothing to lend. */
function served(catalog: PostgresCatalog): KeptCatalog {
  const { records, addresses, near } = catalog
  return {
    records,
    addresses,
    near,
    agents: unanswered('agents') as AgentLookup, // whatever is asked of them is refused
    market: unanswered('market figures') as MarketLookup,
    estimators: catalog.estimators,
    search: (noun) => catalog.search(noun),
    about: () => catalog.about(),
    version: () => catalog.version(),
    newestDay: () => undefined,
    regions: () => [],
    regionIndex: () => {
      throw unansweredFault('places')
    },
    seal: (text) => catalog.seal(text),
    lendTo: async (port) => port.close(),
    close: () => void catalog.close(),
  }
}

function unanswered(what: string): object {
  const refuse = () => {
    throw unansweredFault(what)
  }
  return new Proxy({}, { get: () => refuse })
}

function unansweredFault(what: string): Fault {
  return new Fault('server.busy', `This Plat does not answer ${what} from a database yet.`)
}
