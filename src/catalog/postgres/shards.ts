import { CommandFault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Connection, Database } from '../../base/postgres/database.ts'
import { isUnheard, tookTooLong } from '../../base/postgres/faults.ts'
import { runStatement, type Statement } from './bound-values.ts'
import { SHARD_SCHEMA } from './dialect.ts'

/** A server with rows of homes. */
export interface Shard {
  /** Of `BUCKETS`, as a set. */
  readonly buckets: number
  readonly url: string
}

/** What is where in one committed state of a catalogue that is distributed over shards. */
export interface Distribution {
  /** Rows are shown that have come with this change or before, and have not gone by then. */
  readonly change: number
  readonly shards: readonly Shard[]
  /** Whether units of one building can be on several of them. */
  readonly splitsBuildings: boolean
  /** How many homes there are of each class. */
  readonly listed: Readonly<Record<string, number>>
}

/**
 * Within the transaction that reads `meta`; undefined where nodes do not ask shards themselves: the catalogue is on one
 * server or distributed by Citus, or the user of this node must not know the addresses.
 */
export async function readDistribution(
  connection: Connection,
  meta: ReadonlyMap<string, string>,
): Promise<Distribution | undefined> {
  const change = meta.get('shards')
  if (change === undefined || meta.has('citus')) return undefined
  const shards = await readShards(connection)
  if (shards === undefined || shards.length === 0) return undefined
  return {
    change: Number(change),
    shards,
    splitsBuildings: meta.get('split buildings') === '1',
    listed: JSON.parse(meta.get('listed') ?? '{}'),
  }
}

/** All there are; undefined where the user of this node must not know their addresses. */
export async function readShards(connection: Pick<Connection, 'query'>): Promise<readonly Shard[] | undefined> {
  const rows = await connection.query<ShardRow>({ name: 'distribution', text: SHARDS })
  const shards = rows.flatMap(({ buckets, options }) => (options === null ? [] : [{ buckets, url: urlOf(options) }]))
  return shards.length < rows.length ? undefined : shards
}

interface ShardRow {
  readonly buckets: number
  /** `name=value` of the server and of the user there; null where they must not be read. */
  readonly options: readonly string[] | null
}

const SHARDS = `SELECT buckets, CASE WHEN umoptions IS NOT NULL THEN srvoptions || umoptions END AS options
  FROM catalog.shard LEFT JOIN pg_foreign_server ON srvname = name
  LEFT JOIN LATERAL (
    SELECT umoptions FROM pg_user_mappings
    WHERE srvid = pg_foreign_server.oid AND (usename = current_user OR umuser = 0) ORDER BY umuser DESC LIMIT 1
  ) mapping ON TRUE
  ORDER BY name`

/** The address that the options of a foreign server and of a user mapping stand for, as libpq understands them. */
export function urlOf(options: readonly string[]): string {
  const values = new Map(
    options.map((option) => {
      const end = option.indexOf('=')
      const [key, value] = [option.slice(0, end), option.slice(end + 1)]
      return [key, key === 'dbname' ? encodeURI(value) : encodeURIComponent(value)] // as `pg` reads each
    }),
  )
  const [user, password, host, port, database, tls] = URL_OPTIONS.map((key) => values.get(key) ?? '')
  return `postgres://${user}:${password}@${host}:${port}/${database}${tls === '' ? '' : `?sslmode=${tls}&uselibpqcompat=true`}`
}

/** What changes with the addresses of shards, which no commit tells of: for a statement that looks at the catalogue. */
export const SHARD_ADDRESSES = `(
  SELECT md5(string_agg(concat(server.srvname, srvoptions, umoptions), ' ' ORDER BY server.srvname, umuser))
  FROM pg_foreign_server server LEFT JOIN pg_user_mappings ON srvid = server.oid)`

const URL_OPTIONS = ['user', 'password', 'host', 'port', 'dbname', 'sslmode']

/** What was read is of a change some of whose rows are gone by now. */
export class OutdatedRead extends Error {}

export interface ShardOptions {
  /** The catalogue: shards are asked by as many connections, and with the same patience. */
  readonly database: Database
  readonly log: Log
  /** What callers are told where a shard cannot be used. */
  readonly unreadable: () => Error
}

/** The connections to shards, made when they are first needed. */
export class Shards {
  readonly #options: ShardOptions
  readonly #ways = new Map<string, WayToShard>()

  constructor(options: ShardOptions) {
    this.#options = options
  }

  /** What a statement answers that reads the rows of a change. Rejects with an OutdatedRead where some are gone. */
  async read<Row extends object>(url: string, change: number, statement: Statement<unknown>): Promise<readonly Row[]> {
    const rows = await this.#wayTo(url).query<Row & Told>({ ...statement, text: telling(statement.text) })
    if (rows.some(({ removed }) => removed > change)) throw new OutdatedRead()
    return rows.filter(({ isFound }) => isFound)
  }

  /** Only these are asked from now on. */
  keep(shards: readonly Shard[]): void {
    const urls = new Set(shards.map(({ url }) => url))
    for (const [url, way] of this.#ways) if (!urls.has(url)) this.#end(url, way).catch(() => {}) // gone, as it should be
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ways].map(([url, way]) => this.#end(url, way)))
  }

  #wayTo(url: string): WayToShard {
    const known = this.#ways.get(url)
    if (known !== undefined) return known
    const way = new WayToShard(url, this.#options)
    this.#ways.set(url, way)
    return way
  }

  #end(url: string, way: WayToShard): Promise<void> {
    this.#ways.delete(url)
    return way.close()
  }
}

/** Beside what was asked: up to which change rows may be gone, and whether anything was found. */
interface Told {
  readonly removed: number
  readonly isFound: boolean | null
}

/** A row at least, and the others in the order of the statement: one row is joined with each. */
function telling(text: string): string {
  return `SELECT removed.change AS removed, found.* FROM ${SHARD_SCHEMA}.removed
    LEFT JOIN (SELECT TRUE AS "isFound", answer.* FROM (${text}) answer) found ON TRUE`
}

/** How often a shard that said nothing is asked whether it answers again. */
const AGAIN_MS = 1000

/**
 * The connections to a shard. While it says nothing, calls are refused at once rather than left to wait in their turn;
 * one question after the other finds out when it is back.
 */
class WayToShard {
  readonly #url: string
  readonly #options: ShardOptions
  #opened: Promise<Database> | undefined
  /** How often the shard has said anything. */
  #heard = 0
  readonly #underWay = new Set<Promise<unknown>>()
  #isLost = false
  #isSilent = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, options: ShardOptions) {
    this.#url = url
    this.#options = options
  }

  async query<Row extends object>(statement: Statement<unknown>): Promise<readonly Row[]> {
    if (this.#isSilent) throw this.#options.unreadable()
    const heardBefore = this.#heard
    try {
      const rows = await this.#run<Row>(statement)
      this.#hear()
      return rows
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error
      if (tookTooLong(error)) this.#hear()
      else if (!isUnheard(error) || this.#heard === heardBefore) this.#lose(error) // or else others are being answered
      throw this.#options.unreadable()
    }
  }

  /** Nothing is asked after this. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.allSettled(this.#underWay) // closed pools leave those waiting that have no connection yet
    const database = await this.#opened?.catch(() => undefined)
    await database?.close()
  }

  async #run<Row extends object>(statement: Statement<unknown>): Promise<readonly Row[]> {
    const rows = this.#database().then((database) => runStatement<Row>(database, statement))
    this.#underWay.add(rows)
    try {
      return await rows
    } finally {
      this.#underWay.delete(rows)
    }
  }

  /** Opened by the first who asks, and again where that failed. */
  #database(): Promise<Database> {
    this.#opened ??= this.#options.database.beside(this.#url).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  #lose(error: CommandFault): void {
    if (!this.#isLost)
      this.#options.log.warn({}, `${error.message} Calls for the places of this shard are refused until then.`)
    this.#isLost = true
    if (!isUnheard(error) || this.#isSilent) return
    this.#isSilent = true
    this.#listenLater()
  }

  #listenLater(): void {
    this.#timer = setTimeout(() => void this.#listen(), AGAIN_MS).unref()
  }

  async #listen(): Promise<void> {
    try {
      await (await this.#database()).query({ name: 'heard', text: 'SELECT' })
      this.#hear()
    } catch (error) {
      this.#isSilent = isUnheard(error) && !this.#isClosed // or else whoever asks next is told what is wrong
      if (this.#isSilent) this.#listenLater()
    }
  }

  #hear(): void {
    this.#heard++
    this.#isSilent = false
    clearTimeout(this.#timer)
    if (this.#isLost) this.#options.log.info({}, 'A shard of the catalogue can be read again.')
    this.#isLost = false
  }
}
