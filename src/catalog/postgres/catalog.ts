import { hash } from 'node:crypto'
import { type CommandFault, Fault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Connection, Database } from '../../kit/postgres/database.ts'
import { tookTooLong } from '../../kit/postgres/faults.ts'
import { Following } from '../../kit/postgres/following.ts'
import { inSlices } from '../../kit/threads/slices.ts'
import type { Region } from '../../model/region.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { type RegionIndex, regionIndexOf } from '../../places/completion/region-index.ts'
import { prepareRegions } from '../../places/regions/of-regions.ts'
import { agentLookup } from '../agents/lookup.ts'
import { LAYERS } from '../facts/catalog-meta.ts'
import { CONTENTS } from '../facts/record-contents.ts'
import { ownerLookup } from '../owners/lookup.ts'
import type { AddressLookup } from '../ports/address-lookup.ts'
import type { AgentLookup } from '../ports/agent-lookup.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog, CatalogAbout } from '../ports/catalog.ts'
import type { ChangeLog } from '../ports/change-log.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { MarketLookup } from '../ports/market-lookup.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { OtherNoun, Searches } from '../ports/noun-search.ts'
import type { OwnerLookup } from '../ports/owner-lookup.ts'
import type { PropertySearch } from '../ports/property-search.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'
import type { RecordPages } from '../ports/record-pages.ts'
import type { Withheld } from '../ports/withheld.ts'
import { CardWriter } from './cards.ts'
import { addressLookup } from './read/address-lookup.ts'
import { runStatement } from './read/bound-values.ts'
import { changeLog } from './read/change-log.ts'
import { postgresDialect } from './read/dialect.ts'
import { estimatorLookup, type Markets, readMarkets } from './read/estimator-lookup.ts'
import { type AreaRow, KnownAreas, NEWER_AREAS } from './read/held-areas.ts'
import { onlyStateOf, readRegions } from './read/held-regions.ts'
import { homeRows } from './read/home-rows.ts'
import { homeSearch } from './read/home-search.ts'
import { marketLookup } from './read/market-lookup.ts'
import { nearLookup } from './read/near-lookup.ts'
import { placeSearch } from './read/place-search.ts'
import { propertySearch } from './read/property-search.ts'
import { recordLookup } from './read/record-lookup.ts'
import { recordPages } from './read/record-pages.ts'
import { type BlobKind, HeldBlobs } from './tables/blobs.ts'
import { aboutOf, type Commit, commitIn, DATA_VERSION, follows } from './tables/commits.ts'
import { type DerivedBy, derivedBy, versionWarner } from './tables/derived-version.ts'
import { NAMED_PLACES } from './write/derive-searched.ts'
import { LATEST_RATES } from './write/latest-rates.ts'
import { EVENT_DAYS, newestIn } from './write/tallies/event-days.ts'
import { CHANGED_MS } from './write/writer-meta.ts'

/** The small parts of a committed state that every call needs. Each service keeps them in memory. */
interface State {
  readonly derived: DerivedBy
  readonly about: CatalogAbout
  readonly changedMs: number | undefined
  readonly secret: string
  readonly commit: Commit
  readonly areas: KnownAreas
  /** Sorted by key. */
  readonly regions: readonly Region[]
  readonly blobs: HeldBlobs
  readonly markets: Markets
}

/** The derived values that each service keeps in memory. */
const BLOBS: readonly BlobKind<unknown>[] = [...Object.values(NAMED_PLACES), ...Object.values(EVENT_DAYS), LATEST_RATES]

export interface PostgresCatalogOptions {
  /** The database, with tables that are up to date; see `migrate`. The catalog closes the database. */
  readonly database: Database
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
  /** Milliseconds between checks for new commits, if the database cannot announce commits. */
  readonly pollMs?: number
}

/** Milliseconds between checks for new commits, if the database cannot announce commits. */
const POLL_MS = 1000

/** Time limit in milliseconds for a service that starts, since it reads whole tables into memory. */
const STATE_MS = 600_000
/**
 * Time limit in milliseconds for reading the changes of a commit, so that a service does not wait for a server that has
 * disappeared.
 */
const CHANGES_MS = 30_000

/** Characters in a signature: 132 bits in base64, too many to guess. */
const SEAL_CHARACTERS = 22

/**
 * Maximum number of agents that one statement compares, so that it ends long before the statement timeout. A search
 * over more agents takes several statements.
 */
const AGENTS_AT_A_TIME = 100_000

/**
 * A catalog in PostgreSQL. Each call is one statement, so it reads one committed state, which is at least as new as
 * `version` says. The version and the data in memory follow a commit after a moment. While the database cannot be
 * reached, calls throw the Fault `server.busy`.
 */
export class PostgresCatalog implements Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly estimators: EstimatorLookup
  readonly agents: AgentLookup
  readonly owners: OwnerLookup
  readonly market: MarketLookup
  readonly pages: RecordPages
  readonly properties: PropertySearch
  readonly log: ChangeLog
  readonly #searches: Searches
  readonly #database: Database
  readonly #withheld: Withheld
  readonly #following: Following
  readonly #warnOfVersion: (derived: DerivedBy) => void
  #state: State
  #refreshed: Promise<void> = Promise.resolve()

  static async open(options: PostgresCatalogOptions): Promise<PostgresCatalog> {
    return new PostgresCatalog(options, await readState(options.database))
  }

  private constructor(options: PostgresCatalogOptions, state: State) {
    const { database, cards, withheld, log, pollMs = POLL_MS } = options
    this.#database = database
    const consequence = 'Calls that need it are refused until then.'
    this.#following = new Following({ database, look: () => this.#look(), pollMs, log, consequence })
    this.#withheld = withheld
    this.#state = state
    const dialect = postgresDialect(
      (shape) => this.#state.areas.areasHeld(shape),
      (region) => onlyStateOf(region, this.#state.regions),
    )
    const readDatabase = database.telling(unreadable)
    const dataVersion = () => this.#state.about.dataVersion
    this.records = recordLookup({
      database: readDatabase,
      withheld,
      latestRates: () => this.#state.blobs.get(LATEST_RATES),
      dataVersion,
    })
    this.addresses = addressLookup(readDatabase, withheld, dataVersion)
    const searchDatabase = database.telling(unsearchable)
    const listings = homeRows(searchDatabase, dialect)
    this.near = nearLookup(readDatabase, listings)
    this.agents = agentLookup({
      query: (text, values) => runStatement(readDatabase, { text, values }),
      deals: 'catalog.agent_deal',
      regions: 'catalog.place_region',
      record: (id) => this.records.get('agent', id),
      batch: AGENTS_AT_A_TIME,
    })
    this.owners = ownerLookup({
      query: (text, values) => runStatement(readDatabase, { text, values }),
      home: (zpid) => this.records.get('home', zpid),
      withheld,
    })
    this.market = marketLookup(readDatabase)
    this.pages = recordPages(readDatabase)
    this.properties = propertySearch(searchDatabase, dataVersion)
    this.log = changeLog(readDatabase)
    this.estimators = estimatorLookup(
      readDatabase,
      () => this.#state.markets,
      () => this.refresh(),
    )
    const placesOf = (noun: OtherNoun) => () => this.#state.blobs.get(NAMED_PLACES[noun])
    this.#searches = {
      home: homeSearch(listings, readDatabase, cards, () => this.#state.regions),
      offer: placeSearch(searchDatabase, 'offer', cards, placesOf('offer')),
      experience: placeSearch(searchDatabase, 'experience', cards, placesOf('experience')),
    }
    const { made } = new CardWriter(cards)
    this.#warnOfVersion = versionWarner(made, log)
    this.#warnOfVersion(state.derived)
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return this.#searches[noun]
  }

  about(): CatalogAbout {
    return this.#state.about
  }

  /** Identifies the newest state that this service has noticed. Answers never use an older state. */
  version(): string {
    const { catalogId, dataVersion } = this.#state.about
    return `${catalogId} ${dataVersion} ${this.#withheld.version}`
  }

  changedMs(): number | undefined {
    return this.#state.changedMs
  }

  newestDay(noun: SearchedNoun, last: number): number | undefined {
    return newestIn(this.#state.blobs.get(EVENT_DAYS[noun]), last)
  }

  regions(): readonly Region[] {
    return this.#state.regions
  }

  regionIndex(): RegionIndex {
    return regionIndexOf(this.#state.regions)
  }

  seal(text: string): string {
    const { secret } = this.#state
    return hash('sha256', `${secret}\n${text}\n${secret}`, 'base64url').slice(0, SEAL_CHARACTERS)
  }

  /**
   * Switches to the newest committed state. Refreshes run one after another, so that an older state never replaces a
   * newer one.
   */
  refresh(): Promise<void> {
    const refreshed = this.#refreshed.then(async () => {
      const { regions } = this.#state
      const next = await readState(this.#database, this.#state)
      await prepareRegions(next.regions, regions)
      this.#state = next
      this.#warnOfVersion(next.derived)
    })
    this.#refreshed = refreshed.catch(() => {}) // the caller of `refresh` gets the error
    return refreshed
  }

  async close(): Promise<void> {
    await this.#following.stop()
    await this.#refreshed
    await this.#database.close()
  }

  async #look(): Promise<void> {
    const [now] = await this.#database.query<{ dataVersion: string }>({ name: 'seen', text: DATA_VERSION })
    if (now?.dataVersion !== this.#state.about.dataVersion) await this.refresh()
  }
}

/** The error of a call while the database cannot be used. */
function unreadable(): Fault {
  return new Fault('server.busy', 'The catalog cannot be read now: try again in a moment.', { retryAfterS: 2 })
}

/** The error of a search that failed, perhaps because it took too long. */
function unsearchable(fault: CommandFault): Fault {
  return tookTooLong(fault) ? new Fault('search.too_costly') : unreadable()
}

async function readMeta(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ name: string; value: string }>({ name: 'state', text: STATE })
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Reads the current state. Given the state `before`, reads only newer regions and areas. */
async function readState(database: Database, before?: State): Promise<State> {
  const { meta, known, regions, newAreas, ...others } = await database.inTransaction(
    async (connection) => {
      await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      const stored = await readMeta(connection)
      const commit = commitIn(stored)
      const followed = before && follows(commit, before.commit) ? before : undefined
      const revision = followed?.commit.revision ?? -1
      return {
        meta: stored,
        commit,
        known: followed,
        regions: await readRegions(connection, followed && { regions: followed.regions, revision }),
        newAreas: await connection.query<AreaRow>({ name: 'areas', text: NEWER_AREAS, values: [revision] }),
        blobs: await HeldBlobs.read(connection, BLOBS, before?.blobs),
        markets: await readMarkets(connection, before?.markets),
      }
    },
    before === undefined ? STATE_MS : CHANGES_MS,
  )
  const areas = known?.areas ?? new KnownAreas()
  await inSlices(areas.add(newAreas))
  return {
    about: aboutOf(meta),
    changedMs: Number(meta.get(CHANGED_MS)) || undefined,
    secret: meta.get('secret') ?? '',
    derived: derivedBy(meta),
    areas,
    regions,
    ...others,
  }
}

/**
 * Selects the description of the catalog. Leaves out notes that services do not need, and long values, which are read
 * separately.
 */
const STATE = `SELECT name, value FROM catalog.meta
  WHERE (name NOT LIKE 'note %' OR name = '${LAYERS}') AND name NOT LIKE '${CONTENTS}%'`
