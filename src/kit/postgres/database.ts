import type { ClientConfig, Pool, PoolClient, QueryConfig } from 'pg'
import { CommandFault, EXIT } from '../base/failure.ts'
import { quote } from '../base/sentence.ts'
import { Announcements } from './announcements.ts'
import { databaseFault, NO_CONNECTION, SILENT } from './faults.ts'
import { makeRoomFor } from './prepared-names.ts'
import { storableValue } from './storable.ts'

/** The oldest server version that is supported. */
const SERVER_VERSION_MIN = 150_000

/** Time limits for a connection and for a statement. */
const CONNECT_MS = 2000
const STATEMENT_MS = 2000
/**
 * A server is gone if, this long after the limit of a statement, it has not even said that the statement took too long.
 */
const SILENCE_MS = 500
/** Time after which `pg` gives a connection up. The caller has long ceased to wait for it. */
const ABANDON_AFTER_MS = 2000

export interface DatabaseOptions {
  /** The address in the form that operators write: `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** Limit on open connections. */
  readonly connections?: number
  /**
   * Time limit for one statement; a pool for imports has another one than a pool for calls. The caller gets an answer
   * half a second later at most, including the wait for a connection.
   */
  readonly statementMs?: number
  /** The channel on which changes are announced that this thread follows; one connection then stays open. */
  readonly channel?: string
}

/** Whatever databases over the same connections share. */
interface Shared {
  readonly pool: Pool
  /** The name for sentences, without the password. */
  readonly name: string
  readonly statementMs: number
  readonly announcements: Announcements | undefined
}

/** A statement that a connection prepares once under its name; values are bound, never written into the text. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface Connection {
  query<Row extends object>(statement: PreparedStatement): Promise<readonly Row[]>
  /** Statements without values, separated by semicolons. */
  run(statements: string): Promise<void>
  /** The connection of `pg`, for COPY, which only it can do. */
  readonly client: PoolClient
}

/**
 * A PostgreSQL database, with a pool of connections. Every method rejects with a CommandFault of one sentence where the
 * server or the connection is at fault; a wrong statement is an error of ours. After a server comes back it is used
 * again without reopening anything.
 */
export class Database {
  readonly #shared: Shared
  readonly #errorFrom: (fault: CommandFault) => Error

  private constructor(shared: Shared, errorFrom = (fault: CommandFault): Error => fault) {
    this.#shared = shared
    this.#errorFrom = errorFrom
  }

  /** Reaches the server once, so that a mistake in the address shows here. `pg` is loaded only now. */
  static async open({ url, connections = 4, statementMs = STATEMENT_MS, channel }: DatabaseOptions): Promise<Database> {
    if (!/^postgres(ql)?:\/\//.test(url) || MISPLACED_AT_SIGN.test(url)) throw unreadable(url)
    const { default: pg } = await import('pg')
    const config: ClientConfig = {
      connectionString: url,
      application_name: 'plat',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS + ABANDON_AFTER_MS,
      statement_timeout: statementMs,
      query_timeout: statementMs + ABANDON_AFTER_MS,
      types: { getTypeParser: (oid, format) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format) },
    }
    const name = databaseName(() => new pg.Client(config), url)
    const min = channel === undefined ? 0 : 1
    const pool = new pg.Pool({ ...config, options: KEEP_PLANS_OPTIONS, max: connections, min })
    // A connection that breaks while it is idle is dropped by the pool, and the next caller gets another.
    pool.on('error', leftToNext)
    const announcements = channel === undefined ? undefined : new Announcements(channel)
    const database = new Database({ pool, name, statementMs, announcements })
    try {
      await database.#refuseUnfit()
      return database
    } catch (error) {
      database.close().catch(leftToNext) // waits for a silent server; the caller does not
      throw error
    }
  }

  /**
   * Returns a database over these connections that rejects with another error where the server or the connection is at
   * fault.
   */
  telling(errorFrom: (fault: CommandFault) => Error): Database {
    return new Database(this.#shared, errorFrom)
  }

  /** The name for sentences, without the password. */
  get name(): string {
    return this.#shared.name
  }

  /** False while a change that is announced on the channel would not be heard, which has to be looked for then. */
  get hearsChanges(): boolean {
    return this.#shared.announcements?.areHeard === true
  }

  /** `changed` is called from now on when a change was announced on the channel, or may have been missed. */
  onChange(changed: () => void): void {
    if (this.#shared.announcements !== undefined) this.#shared.announcements.onChange = changed
  }

  /** Runs one statement on any connection. */
  async query<Row extends object>(statement: PreparedStatement): Promise<readonly Row[]> {
    let isConnected = false
    const work = this.#query<Row>(statement, () => {
      isConnected = true
    })
    const tooLate = () => new Error(isConnected ? SILENT : NO_CONNECTION)
    return this.#guarded(() => inTime(work, this.#shared.statementMs + SILENCE_MS, tooLate))
  }

  /** Runs all of `work` on one connection, completely or not at all. `statementMs` overrides the limit of the pool. */
  async inTransaction<T>(work: (connection: Connection) => Promise<T>, statementMs?: number): Promise<T> {
    return this.#guarded(async () => {
      const client = await this.#connect()
      client.on('error', leftToNext)
      let broken: Error | undefined
      try {
        await client.query('BEGIN')
        if (statementMs !== undefined) await client.query(`SET LOCAL statement_timeout = ${statementMs}`)
        const result = await work(connectionOf(client, statementMs))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failed: Error) => {
          broken = failed
        })
        throw error
      } finally {
        client.off('error', leftToNext)
        client.release(broken)
      }
    })
  }

  /** Waits for running statements. It may be called once. */
  async close(): Promise<void> {
    await this.#shared.pool.end()
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#open()
    try {
      return await inTime(connecting, CONNECT_MS, () => new Error(NO_CONNECTION))
    } catch (error) {
      connecting.then((client) => client.release(), leftToNext) // it may still connect later, for another caller
      throw error
    }
  }

  async #open(): Promise<PoolClient> {
    const { pool, announcements } = this.#shared
    const client = await pool.connect()
    try {
      await announcements?.listenOn(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async #query<Row extends object>(statement: PreparedStatement, connected: () => void): Promise<readonly Row[]> {
    const client = await this.#connect()
    connected()
    client.on('error', leftToNext)
    let failed: Error | undefined
    try {
      await makeRoomFor(client, statement.name)
      return (await client.query<Row>(queryOf(statement))).rows
    } catch (error) {
      failed = error as Error // of `pg`, or of the connection
      throw error
    } finally {
      client.off('error', leftToNext)
      client.release(failed)
    }
  }

  async #refuseUnfit(): Promise<void> {
    const [server] = await this.query<Server>({ name: 'version', text: VERSION })
    if (server === undefined) return
    const { version, shown, encoding } = server
    if (version < SERVER_VERSION_MIN)
      throw new CommandFault(`${this.name} is PostgreSQL ${shown}: accepted is 15 or newer.`, EXIT.data)
    if (encoding !== 'UTF8')
      throw new CommandFault(
        `The database ${this.name} has the encoding ${encoding}: accepted is UTF8. Make another one with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.`,
        EXIT.data,
      )
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const fault = error instanceof CommandFault ? error : databaseFault(error, this.name)
      throw fault === undefined ? error : this.#errorFrom(fault)
    }
  }
}

/**
 * Limits the wait for a connection as well as that for an answer. Results that came in while this thread was busy are
 * considered before time is up.
 */
async function inTime<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(tooLate())), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Planning a search takes longer than most searches, so a connection plans each statement once, for any values. JIT
 * compilation takes longer than nearly every one of our statements runs.
 */
const KEEP_PLANS_OPTIONS = '-c plan_cache_mode=force_generic_plan -c jit=off'

/** Without a listener, an error of a connection would end the process. Its next statement reports the error. */
function leftToNext(): void {}

interface Server {
  readonly version: number
  readonly shown: string
  /** Other encodings than UTF8 refuse characters, or take any bytes for text. */
  readonly encoding: string
}

const VERSION = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
  current_setting('server_encoding') AS encoding`

/** OID of whole numbers of eight bytes, which `pg` returns as text; ours are all below 2^53. */
const INT8 = 20
/** OID of days, which stay text, because a `Date` would put them into the time zone of this machine. */
const DATE = 1082
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: Number, [DATE]: String }

function queryOf({ name, text, values = [] }: PreparedStatement): QueryConfig {
  return { name, text, values: values.map(storableValue) }
}

function connectionOf(client: PoolClient, statementMs: number | undefined): Connection {
  const patience = statementMs === undefined ? {} : { query_timeout: statementMs + ABANDON_AFTER_MS }
  return {
    client,
    query: async <Row extends object>(statement: PreparedStatement) =>
      (await client.query<Row>({ ...queryOf(statement), ...patience })).rows,
    run: async (statements) => {
      await client.query({ text: statements, ...patience })
    },
  }
}

/** Reads the address in the way of `pg`, which accepts several forms; a malformed one is refused. */
export function databaseName(
  read: () => { readonly user?: string | undefined; host: string; port: number; database?: string | undefined },
  url: string,
): string {
  try {
    const { user = '', host, port, database = '' } = read()
    return `postgres://${user}@${host}:${port}/${database}`
  } catch {
    throw unreadable(url)
  }
}

/**
 * Matches an @ after the apparent host. It belongs to the password, which must not be taken for the name of a database.
 */
const MISPLACED_AT_SIGN = /^[^:]*:\/\/[^@/?#]*(\/[^?#]*|\?[^=]*|#.*)@/

function unreadable(url: string): CommandFault {
  const shown = quote(url.replace(/^((?:[^:/]*:\/\/)?[^:]*):.*@/s, '$1:…@').replace(/password=[^&]*/, 'password=…'))
  return new CommandFault(
    `Cannot read the database ${shown}: accepted is an address such as postgres://user:password@host:5432/database, with %2F for a / in the password and %40 for an @.`,
    EXIT.usage,
  )
}
