import type { ClientConfig, Pool, PoolClient, QueryConfig } from 'pg'
import { CommandFault, EXIT } from '../failure.ts'
import { quote } from '../sentence.ts'
import { databaseFault, NO_CONNECTION, SILENT } from './faults.ts'
import { makeRoomFor } from './prepared-names.ts'
import { storableValue } from './storable.ts'

/** The oldest server that is used. */
const SERVER_VERSION_MIN = 150_000

/** How long a connection is waited for, and a statement. */
const CONNECT_MS = 2000
const STATEMENT_MS = 2000
/** A server that does not even answer that a statement took too long is gone. */
const SILENCE_MS = 500
/** So much later `pg` gives a connection up, which somebody has long ceased to wait for. */
const GIVEN_UP_MS = 2000

export interface DatabaseOptions {
  /** As operators write it: `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** Connections that may be open at once. */
  readonly connections?: number
  /**
   * How long one statement may take; a pool of imports takes another one than a pool of calls. Whoever asks is told half
   * a second later at most, the wait for a connection included.
   */
  readonly statementMs?: number
}

type Limits = Required<Omit<DatabaseOptions, 'url'>>

/** A statement that a connection prepares once under its name; values are bound, never written into the text. */
export interface Prepared {
  readonly name: string
  readonly text: string
  readonly values?: readonly unknown[]
}

/** One connection, within a transaction. */
export interface Connection {
  query<Row extends object>(statement: Prepared): Promise<readonly Row[]>
  /** Statements without values, separated by semicolons. */
  run(statements: string): Promise<void>
  /** The connection of `pg`, for what only that can do: COPY. */
  readonly client: PoolClient
}

/**
 * A PostgreSQL database, by as many connections as are asked for at once. Every method rejects with a CommandFault of
 * one sentence where the server or the connection is at fault; a statement that is wrong is an error of ours. A server
 * that comes back is used again: nothing has to be opened anew.
 */
export class Database {
  /** For sentences: without the password. */
  readonly name: string
  readonly #pool: Pool
  readonly #limits: Limits
  readonly #told: (fault: CommandFault) => Error

  private constructor(pool: Pool, name: string, limits: Limits, told = (fault: CommandFault): Error => fault) {
    this.#pool = pool
    this.name = name
    this.#limits = limits
    this.#told = told
    // A connection that breaks while nobody uses it is dropped by the pool; whoever asks next gets another.
    pool.on('error', leftToNext)
  }

  /** Reaches the server once, so that whatever is wrong with the address shows here. `pg` is loaded only now. */
  static async open({ url, connections = 4, statementMs = STATEMENT_MS }: DatabaseOptions): Promise<Database> {
    if (!/^postgres(ql)?:\/\//.test(url) || MISPLACED.test(url)) throw unreadable(url)
    const { default: pg } = await import('pg')
    const config: ClientConfig = {
      connectionString: url,
      application_name: 'plat',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS + GIVEN_UP_MS,
      statement_timeout: statementMs,
      query_timeout: statementMs + GIVEN_UP_MS,
      types: { getTypeParser: (oid, format) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format) },
    }
    const name = databaseName(() => new pg.Client(config), url)
    const opened = (plans: string) =>
      new Database(new pg.Pool({ ...config, options: plans, max: connections }), name, { connections, statementMs })
    const database = opened(PLANS_KEPT)
    try {
      if (await database.#keepsPlans()) return database
    } catch (error) {
      database.close().catch(leftToNext) // waits for a server that says nothing; whoever asked does not
      throw error
    }
    await database.close()
    return opened(PLANS_MADE)
  }

  /** The same connections, for those who reject with another error where the server or the connection is at fault. */
  telling(told: (fault: CommandFault) => Error): Database {
    return new Database(this.#pool, this.name, this.#limits, told)
  }

  /** Another database, by as many connections and with the same patience. */
  beside(url: string): Promise<Database> {
    return Database.open({ url, ...this.#limits })
  }

  /** One statement, on any connection. */
  async query<Row extends object>(statement: Prepared): Promise<readonly Row[]> {
    let isConnected = false
    const work = this.#query<Row>(statement, () => {
      isConnected = true
    })
    const tooLate = () => new Error(isConnected ? SILENT : NO_CONNECTION)
    return this.#guarded(() => inTime(work, this.#limits.statementMs + SILENCE_MS, tooLate))
  }

  /** All of `work` on one connection, and all of it or nothing. `statementMs`: where not that of the pool. */
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

  /** Waits for the statements that run; to be called once. */
  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await inTime(connecting, CONNECT_MS, () => new Error(NO_CONNECTION))
    } catch (error) {
      connecting.then((client) => client.release(), leftToNext) // it may come about later, for somebody else
      throw error
    }
  }

  async #query<Row extends object>(statement: Prepared, connected: () => void): Promise<readonly Row[]> {
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

  /** Whether the server keeps plans that name no values. Rejects where it is too old. */
  async #keepsPlans(): Promise<boolean> {
    const [row] = await this.query<Server>({ name: 'version', text: VERSION })
    if (row === undefined || row.version >= SERVER_VERSION_MIN) return row?.isCitus !== true
    throw new CommandFault(`${this.name} is PostgreSQL ${row.shown}: accepted is 15 or newer.`, EXIT.data)
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const fault = error instanceof CommandFault ? error : databaseFault(error, this.name)
      throw fault === undefined ? error : this.#told(fault)
    }
  }
}

/**
 * Both the wait for a connection and that for an answer. What came while this thread was busy is looked at before time
 * is up.
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

/** Planning a search takes longer than most searches: a connection plans each statement once, for any values. */
const PLANS_KEPT = '-c plan_cache_mode=force_generic_plan'
/** Citus finds the workers to ask by the values that are bound, and fails without them. */
const PLANS_MADE = '-c plan_cache_mode=auto'

/** Unheard, an error of a connection would end the process; its next statement tells of it. */
function leftToNext(): void {}

interface Server {
  readonly version: number
  readonly shown: string
  readonly isCitus: boolean
}

const VERSION = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isCitus"`

/** Numbers of whole numbers of eight bytes, which `pg` hands over as text: ours are all below 2^53. */
const INT8 = 20
/** Days stay text: a `Date` would put them into the time zone of this machine. */
const DATE = 1082
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: Number, [DATE]: String }

function queryOf({ name, text, values = [] }: Prepared): QueryConfig {
  return { name, text, values: values.map(storableValue) }
}

function connectionOf(client: PoolClient, statementMs: number | undefined): Connection {
  const patience = statementMs === undefined ? {} : { query_timeout: statementMs + GIVEN_UP_MS }
  return {
    client,
    query: async <Row extends object>(statement: Prepared) =>
      (await client.query<Row>({ ...queryOf(statement), ...patience })).rows,
    run: async (statements) => {
      await client.query({ text: statements, ...patience })
    },
  }
}

/** As `pg` reads the address, which may be given in several ways; a malformed one is refused. */
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

/** An @ after what would be the host: that is within the password, and is not to be taken for the name of a database. */
const MISPLACED = /^[^:]*:\/\/[^@/?#]*(\/[^?#]*|\?[^=]*|#.*)@/

function unreadable(url: string): CommandFault {
  const shown = quote(url.replace(/^((?:[^:/]*:\/\/)?[^:]*):.*@/s, '$1:…@').replace(/password=[^&]*/, 'password=…'))
  return new CommandFault(
    `Cannot read the database ${shown}: accepted is an address such as postgres://user:password@host:5432/database, with %2F for a / in the password and %40 for an @.`,
    EXIT.usage,
  )
}
