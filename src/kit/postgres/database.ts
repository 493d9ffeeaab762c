import type { ClientConfig, Pool, PoolClient, QueryConfig } from 'pg'
import { CommandFault, EXIT } from '../base/failure.ts'
import { quote } from '../base/sentence.ts'
import { Announcements } from './announcements.ts'
import { databaseFault, NO_CONNECTION, SILENT } from './faults.ts'
import { makeRoomFor } from './prepared-names.ts'
import { storableValue } from './storable.ts'

const SERVER_VERSION_MIN = 150_000

/** Time limits for opening a connection and for a statement. */
const CONNECT_MS = 2000
const STATEMENT_MS = 2000
/** If the server is still silent this long after the time limit of a statement, it counts as unreachable. */
const SILENCE_MS = 500
/** How long after the time limit `pg` itself gives up on a connection or an answer. The caller has given up before. */
const ABANDON_AFTER_MS = 2000

export interface DatabaseOptions {
  /** The address as operators write it: `postgres://user:password@host:5432/database`. */
  readonly url: string
  readonly connections?: number
  /**
   * Time limit for one statement, including the wait for a connection. The caller gets an answer at most half a second
   * after the limit. Imports use a longer limit than calls.
   */
  readonly statementMs?: number
  /** PostgreSQL's `plan_cache_mode`, without `force_` and `_plan`. `generic` if undefined. */
  readonly plans?: 'generic' | 'custom' | 'auto'
  /** The channel on which this thread listens for changes. Listening keeps one connection open. */
  readonly channel?: string
}

/** Everything that databases over the same connections share. */
interface Shared {
  readonly pool: Pool
  /** Name in messages, without the password. */
  readonly name: string
  readonly statementMs: number
  readonly announcements: Announcements | undefined
}

/** A statement that a connection prepares once under its name. Values are bound, never written into the text. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface Connection {
  query<Row extends object>(statement: PreparedStatement): Promise<readonly Row[]>
  /** Runs statements without values, separated by semicolons. */
  run(statements: string): Promise<void>
  /** The connection of `pg`. Only this object can run COPY. */
  readonly client: PoolClient
}

/**
 * A PostgreSQL database with a pool of connections. If the server or the connection fails, every method rejects with a
 * CommandFault of one sentence. When a server comes back, the same object works again. An invalid statement, which is a
 * bug of Plat, rejects with the error of `pg`.
 */
export class Database {
  readonly #shared: Shared
  readonly #errorFrom: (fault: CommandFault) => Error

  private constructor(shared: Shared, errorFrom = (fault: CommandFault): Error => fault) {
    this.#shared = shared
    this.#errorFrom = errorFrom
  }

  /** Connects to the server once, so that a wrong address is reported here. `pg` is loaded only now. */
  static async open(at: DatabaseOptions): Promise<Database> {
    const { url, connections = 4, statementMs = STATEMENT_MS, plans = 'generic', channel } = at
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
    // Planning takes longer than running most searches, and JIT compilation takes longer than almost any search.
    const options = `-c plan_cache_mode=${plans === 'auto' ? plans : `force_${plans}_plan`} -c jit=off`
    const pool = new pg.Pool({ ...config, options, max: connections, min })
    // the pool drops a connection that breaks while idle, and the next caller gets another connection
    pool.on('error', leftToNext)
    const announcements = channel === undefined ? undefined : new Announcements(channel)
    const database = new Database({ pool, name, statementMs, announcements })
    try {
      await database.#refuseUnfit()
      return database
    } catch (error) {
      database.close().catch(leftToNext) // closing waits for a silent server, but the caller must not wait
      throw error
    }
  }

  /**
   * Returns a database over the same connections. If the server or the connection fails, it rejects with the error from
   * `errorFrom`.
   */
  telling(errorFrom: (fault: CommandFault) => Error): Database {
    return new Database(this.#shared, errorFrom)
  }

  /** Name in messages, without the password. */
  get name(): string {
    return this.#shared.name
  }

  /** Whether announcements on the channel are received. If not, the caller must poll for changes. */
  get receivesChanges(): boolean {
    return this.#shared.announcements?.areReceived === true
  }

  /** Sets the callback for a change that was announced on the channel, or that may have been missed. */
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

  /** Runs all of `work` on one connection, in one transaction. `statementMs` overrides the time limit of the pool. */
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

  /** Waits for running statements, then closes all connections. Must be called only once. */
  async close(): Promise<void> {
    await this.#shared.pool.end()
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#open()
    try {
      return await inTime(connecting, CONNECT_MS, () => new Error(NO_CONNECTION))
    } catch (error) {
      // a connection that opens later goes back to the pool for another caller
      connecting.then((client) => client.release(), leftToNext)
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
      failed = error as Error // an error of `pg` or of the connection
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
      throw new CommandFault(`${this.name} is PostgreSQL ${shown}, but Plat needs version 15 or newer.`, EXIT.data)
    if (encoding !== 'UTF8')
      throw new CommandFault(
        `The database ${this.name} has the encoding ${encoding}, but must have UTF8. Create another database with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.`,
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
 * Limits the wait for a connection and for an answer. A result that arrived while this thread was busy still counts:
 * the time limit takes effect only after a turn of the event loop.
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
 * Handles errors of a connection while nobody waits for it: without a listener, they would end the process. The
 * connection's next statement reports the error.
 */
function leftToNext(): void {}

interface Server {
  readonly version: number
  readonly shown: string
  /** The server's encoding. Must be UTF8: other encodings refuse characters, or store any bytes as text. */
  readonly encoding: string
}

const VERSION = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
  current_setting('server_encoding') AS encoding`

/** OID of eight-byte whole numbers, which `pg` returns as text. All whole numbers of Plat are below 2^53. */
const INT8 = 20
/** OID of days. They stay text, because a `Date` would move them to the time zone of this machine. */
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

/**
 * Returns the name of a database in messages. `read` parses the address like `pg`, which reads several forms. Throws a
 * CommandFault if the address is malformed.
 */
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
 * Matches an @ after the apparent host. The text before such an @ is part of a password, so messages must not show it.
 */
const MISPLACED_AT_SIGN = /^[^:]*:\/\/[^@/?#]*(\/[^?#]*|\?[^=]*|#.*)@/

function unreadable(url: string): CommandFault {
  const shown = quote(url.replace(/^((?:[^:/]*:\/\/)?[^:]*):.*@/s, '$1:…@').replace(/password=[^&]*/, 'password=…'))
  return new CommandFault(
    `The database address must look like postgres://user:password@host:5432/database, with %2F for a / in the password and %40 for an @; you gave ${shown}.`,
    EXIT.usage,
  )
}
