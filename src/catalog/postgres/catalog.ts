import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, Fault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Connection, Database } from '../../base/postgres/database.ts'
import { inSlices } from '../../base/slices.ts'
import { type RegionIndex, regionIndexOf } from '../../completion/region-index.ts'
import type { Region } from '../../model/region.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { prepareRegions } from '../../regions/of-regions.ts'
import type { AddressLookup } from '../address-lookup.ts'
import type { AgentLookup } from '../agent-lookup.ts'
import type { CardMaker } from '../cards.ts'
import type { Catalog, CatalogAbout } from '../catalog.ts'
import type { EstimatorLookup } from '../estimator-lookup.ts'
import type { MarketLookup } from '../market-lookup.ts'
import type { NearLookup } from '../near-lookup.ts'
import type { OtherNoun, Searches } from '../noun-search.ts'
import type { Selection } from '../query.ts'
import type { RecordLookup } from '../record-lookup.ts'
import type { Withheld } from '../withheld.ts'
import { addressLookup } from './address-lookup.ts'
import { agentLookup } from './agent-lookup.ts'
import { type BlobKind, HeldBlobs } from './blobs.ts'
import { runStatement } from './bound-values.ts'
import { bringUpCards, CARDS_MADE } from './bring-up-cards.ts'
import { bucketsAsked } from './buckets.ts'
import { CardPacker } from './card-packer.ts'
import { CITUS } from './citus.ts'
import { aboutIn, type Commit, commitIn, DATA_VERSION, follows } from './commits.ts'
import { NAMED_PLACES } from './derive-searched.ts'
import { DERIVED, saidOfDerived } from './derived-version.ts'
import { postgresDialect } from './dialect.ts'
import { estimatorLookup, type Markets, readMarkets } from './estimator-lookup.ts'
import { readRegions } from './held-regions.ts'
import { homeRecords } from './home-records.ts'
import { homeRows } from './home-rows.ts'
import { homeSearch } from './home-search.ts'
import { LATEST_RATES } from './latest-rates.ts'
import { marketLookup } from './market-lookup.ts'
import { nearLookup } from './near-lookup.ts'
import type { Following, KnownState } from './one-state.ts'
import { placeSearch } from './place-search.ts'
import { Poll } from './poll.ts'
import { recordLookup } from './record-lookup.ts'
import { SHOWN } from './shard-changes.ts'
import { shardedRows } from './sharded-rows.ts'
import { readDistribution, SHARD_ADDRESSES, Shards } from './shards.ts'
import { EVENT_DAYS, newestIn } from './tallies/event-days.ts'
import { KnownWhereabouts, NEWER_WHEREABOUTS, type WhereaboutsRow } from './whereabouts.ts'
import { CHANGED_MS } from './writer-meta.ts'

/** What every call needs of a committed state, and is small enough for each node to hold. */
interface State extends KnownState {
  readonly about: CatalogAbout
  readonly changedMs: number | undefined
  readonly secret: string
  /** See `bring-up-cards.ts`. */
  readonly cardsMade: string | undefined
  /** See `derived-version.ts`. */
  readonly derived: string | undefined
  readonly commit: Commit
  /** Whether what searches read is distributed by bucket: over shards, or by Citus. */
  readonly isSharded: boolean
  readonly areHomesSpread: boolean
  /** See `SHARD_ADDRESSES`. */
  readonly addresses: string | null
  readonly whereabouts: KnownWhereabouts
  /** In order of key. */
  readonly regions: readonly Region[]
  readonly blobs: HeldBlobs
  readonly markets: Markets
}

/** What each node holds of what the writer stored as blobs. */
const BLOBS: readonly BlobKind<unknown>[] = [...Object.values(NAMED_PLACES), ...Object.values(EVENT_DAYS), LATEST_RATES]

export interface PostgresCatalogOptions {
  /** Whose tables are up to date; see `migrate`. Closed with the catalogue. */
  readonly database: Database
  /** Where that is a replica: the database to be written, for as long as cards are made again. */
  readonly openPrimary?: (() => Promise<Database>) | undefined
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
  /** False for who only asks: cards of another program are made anew for its answers alone. */
  readonly makesCards?: boolean
  /** How often it is asked whether somebody else has committed. */
  readonly pollMs?: number
}

/** Data that is this much older than the newest is served for as long. */
const POLL_MS = 1000

/** A node that starts reads whole tables of what it holds, … */
const STATE_MS = 600_000
/** … and one that serves what an import has changed: a server that goes away meanwhile is not waited for. */
const CHANGES_MS = 30_000
/** How long a call waits for what it has to be answered from. */
const RENEWAL_MS = 2000

/** 132 bits: beyond guessing. */
const SEAL_CHARACTERS = 22

/**
 * A catalogue in PostgreSQL. Each call is one statement, and so sees one committed state, which is never older than the
 * one that `version` tells: what is held in memory, and with it the version, follows a moment later. What shards are
 * asked for is of the state that `version` tells. While the database, or a shard that is asked, cannot be reached, a call
 * throws the Fault `server.busy`; as soon as it can, it is used again.
 */
export class PostgresCatalog implements Omit<Catalog, 'close'> {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly estimators: EstimatorLookup
  readonly agents: AgentLookup
  readonly market: MarketLookup
  readonly #searches: Searches
  readonly #database: Database
  readonly #withheld: Withheld
  readonly #shards: Shards
  readonly #poll: Poll
  readonly #log: Log
  /** Ends once the cards of another program are made again, or cannot be. */
  readonly #broughtUp: Promise<void> | undefined
  #isClosing = false
  #state: State
  #refreshed: Promise<void> = Promise.resolve()
  #renewed: Promise<void> | undefined

  static async open(options: PostgresCatalogOptions): Promise<PostgresCatalog> {
    return new PostgresCatalog(options, await readState(options.database))
  }

  private constructor(options: PostgresCatalogOptions, state: State) {
    const { database, openPrimary, cards, withheld, log, makesCards = true, pollMs = POLL_MS } = options
    this.#database = database
    this.#poll = new Poll(() => this.#look(), pollMs, log)
    this.#withheld = withheld
    this.#state = state
    this.#shards = new Shards({ database, log, unreadable })
    const dialect = postgresDialect(
      (shape) => this.#state.whereabouts.areasHeld(shape),
      () => (this.#state.isSharded ? this.#state.whereabouts : undefined),
    )
    const asked = database.telling(unreadable)
    const shared = { ...this.#following(), shards: this.#shards }
    this.records = recordLookup({
      database: asked,
      withheld,
      latestRates: () => this.#state.blobs.get(LATEST_RATES),
      homes: homeRecords({ ...shared, database: asked, areHomesSpread: () => this.#state.areHomesSpread }),
    })
    this.addresses = addressLookup(asked, withheld)
    const whole = homeRows((statement) => runStatement(asked, statement), dialect)
    const listings = shardedRows({ ...shared, whole })
    this.near = nearLookup(asked, listings)
    this.agents = agentLookup(asked)
    this.market = marketLookup(asked)
    this.estimators = estimatorLookup(
      asked,
      () => this.#state.markets,
      () => this.refresh(),
    )
    const placesOf = (noun: OtherNoun) => () => this.#state.blobs.get(NAMED_PLACES[noun])
    this.#searches = {
      home: homeSearch(listings, asked, cards),
      offer: placeSearch(asked, 'offer', cards, placesOf('offer')),
      experience: placeSearch(asked, 'experience', cards, placesOf('experience')),
    }
    this.#log = log
    this.#tellOfVersion()
    const packer = new CardPacker(cards)
    if (makesCards && (state.cardsMade ?? String(packer.made)) !== String(packer.made))
      this.#broughtUp = this.#bringUpCards(packer, openPrimary)
  }

  async #bringUpCards(packer: CardPacker, openPrimary: PostgresCatalogOptions['openPrimary']): Promise<void> {
    let primary: Database | undefined
    try {
      primary = await openPrimary?.()
      const isStopped = () => this.#isClosing
      await bringUpCards(primary ?? this.#database, packer, { log: this.#log, isStopped })
    } catch (error) {
      const reason = 'Cannot make the cards in the database again: searches are answered more slowly.'
      if (error instanceof CommandFault) this.#log.warn({}, `${reason} ${error.message}`)
      else this.#log.warn({ err: error }, reason)
    } finally {
      await primary?.close()
    }
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return this.#searches[noun]
  }

  about(): CatalogAbout {
    return this.#state.about
  }

  /** The buckets that a search looks into where tables have partitions, as a set: see `buckets.ts`. */
  bucketsAsked({ where }: Selection): number {
    const { whereabouts } = this.#state
    return bucketsAsked(
      where.map(({ node }) => node),
      whereabouts,
      whereabouts.areasHeld,
    )
  }

  /** Changes whenever an answer may, as soon as that was noticed; an answer is never made from an older state. */
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

  /** Takes up the newest committed state now, one call after the other: none puts an older one in the place of a newer. */
  refresh(): Promise<void> {
    const taken = this.#refreshed.then(async () => {
      const { derived, regions } = this.#state
      const next = await readState(this.#database, this.#state)
      await prepareRegions(next.regions, regions)
      this.#state = next
      this.#shards.keep(this.#state.distribution?.shards ?? [])
      if (this.#state.derived !== derived) this.#tellOfVersion()
    })
    this.#refreshed = taken.catch(() => {}) // whoever called is told
    return taken
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#poll.stop()
    await this.#broughtUp
    await this.#refreshed
    await this.#shards.close()
    await this.#database.close()
  }

  #following(): Following {
    return { state: () => this.#state, renew: (outdated) => this.#renew(outdated), unreadable }
  }

  /** For all who found the same state outdated, once. */
  async #renew(state: KnownState): Promise<void> {
    if (this.#state !== state) return
    this.#renewed ??= this.refresh().finally(() => {
      this.#renewed = undefined
    })
    const late = sleep(RENEWAL_MS, undefined, { ref: false }).then(() => {
      throw unreadable()
    })
    await Promise.race([this.#renewed, late]).catch((error: unknown) => {
      throw error instanceof CommandFault ? unreadable() : error
    })
  }

  #tellOfVersion(): void {
    const said = saidOfDerived(this.#state.derived)
    if (said !== undefined) this.#log.warn({}, said)
  }

  async #look(): Promise<void> {
    const [now] = await this.#database.query<Seen>({ name: 'seen', text: SEEN })
    const { about, addresses } = this.#state
    if (now?.dataVersion !== about.dataVersion || now.addresses !== addresses) await this.refresh()
  }
}

/** What tells whether there is anything new for a node. */
interface Seen {
  readonly dataVersion: string
  /** Of shards, where there are any. */
  readonly addresses: string | null
}

const SEEN = `SELECT (${DATA_VERSION}) AS "dataVersion", ${SHARD_ADDRESSES} AS addresses`

/** What callers are told while the database cannot be used. */
function unreadable(): Fault {
  return new Fault('server.busy', 'The catalogue cannot be read now: try again in a moment.', { retryAfterS: 2 })
}

async function readMeta(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ name: string; value: string }>({ name: 'state', text: STATE })
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Of regions and whereabouts, only what is newer than `before` is read. */
async function readState(database: Database, before?: State): Promise<State> {
  const { meta, known, regions, places, ...others } = await database.inTransaction(
    async (connection) => {
      await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      const told = await readMeta(connection)
      const commit = commitIn(told)
      const followed = before && follows(commit, before.commit) ? before : undefined
      const revision = followed?.commit.revision ?? -1
      return {
        meta: told,
        commit,
        known: followed,
        addresses: (await connection.query<Seen>({ name: 'seen', text: SEEN }))[0]?.addresses ?? null,
        distribution: await readDistribution(connection, told),
        regions: await readRegions(connection, followed && { regions: followed.regions, revision }),
        places: await connection.query<WhereaboutsRow>({
          name: 'whereabouts',
          text: NEWER_WHEREABOUTS,
          values: [revision],
        }),
        blobs: await HeldBlobs.read(connection, BLOBS, before?.blobs),
        markets: await readMarkets(connection, before?.markets),
      }
    },
    before === undefined ? STATE_MS : CHANGES_MS,
  )
  const whereabouts = known?.whereabouts ?? new KnownWhereabouts()
  await inSlices(whereabouts.add(places))
  return {
    about: aboutIn(meta),
    changedMs: Number(meta.get(CHANGED_MS)) || undefined,
    secret: meta.get('secret') ?? '',
    cardsMade: meta.get(CARDS_MADE),
    derived: meta.get(DERIVED),
    isSharded: meta.has(SHOWN) || meta.has(CITUS),
    areHomesSpread: meta.has(SHOWN),
    whereabouts,
    regions,
    ...others,
  }
}

const STATE = `SELECT name, value FROM catalog.meta WHERE name NOT LIKE 'note %'`
