import pg from 'pg'
import type { Connection, Database, Prepared } from '../../src/base/postgres/database.ts'

/** A node of a plan as `EXPLAIN (FORMAT JSON)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** As in `Database`: whole numbers of eight bytes as numbers. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** A statement, and where it was asked. */
export interface AskedStatement extends Prepared {
  /** Of a shard; undefined for the database of the catalogue itself. */
  readonly shard: string | undefined
}

/**
 * What is asked through it runs on one connection of `pg`, one more for each shard, and is explained there, with the plan
 * that is kept for it.
 */
export class Explained {
  readonly #clients = new Map<string | undefined, pg.Client>()
  readonly #prepared: AskedStatement[] = []

  static async connect(url: string): Promise<Explained> {
    const explained = new Explained()
    await explained.#connect(undefined, url)
    return explained
  }

  /**
   * Lets the planner believe that tables and indexes hold this many times the rows that they have: a small catalogue is
   * then asked as a large one is. Only a superuser may, and of shards only those that were asked before.
   */
  async pretend(times: number): Promise<void> {
    for (const client of this.#clients.values())
      await client.query(`ANALYZE; UPDATE pg_class SET reltuples = reltuples * ${times}
        WHERE relnamespace IN (to_regnamespace('catalog'), to_regnamespace('plat_shard'))
          AND relkind IN ('r', 'i') AND reltuples > 0`)
  }

  /** For a catalogue, which only ever asks. */
  get database(): Database {
    return this.#database(undefined)
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.end()
  }

  /** The statements since the last call. */
  take(): readonly AskedStatement[] {
    return this.#prepared.splice(0)
  }

  /** The plan of a statement that was asked before. */
  async tree(statement: AskedStatement): Promise<PlanNode> {
    const [lines] = await this.#explain(statement, 'FORMAT JSON')
    const [{ Plan }] = lines as [{ readonly Plan: PlanNode }] // as that format has it
    return Plan
  }

  /** The same as text, with the rows and pages that it takes. */
  async text(statement: AskedStatement): Promise<readonly string[]> {
    return (await this.#explain(statement, 'ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF')) as string[] // lines
  }

  async #explain({ name, values = [], shard }: AskedStatement, words: string): Promise<readonly unknown[]> {
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await this.#clientOf(shard).query(`EXPLAIN (${words}) EXECUTE "${name}"${given}`)
    return rows.map((row) => row['QUERY PLAN'])
  }

  async #connect(shard: string | undefined, url: string): Promise<void> {
    const options = '-c plan_cache_mode=force_generic_plan'
    const client = new pg.Client({ connectionString: url, options, types: TYPES })
    this.#clients.set(shard, client)
    await client.connect()
  }

  #clientOf(shard: string | undefined): pg.Client {
    const client = this.#clients.get(shard)
    if (client === undefined) throw new Error(`${shard} was never asked`)
    return client
  }

  #database(shard: string | undefined): Database {
    const client = this.#clientOf(shard)
    const query = async (statement: Prepared) => {
      this.#prepared.push({ ...statement, shard })
      const { rows } = await client.query({ ...statement, values: [...(statement.values ?? [])] })
      return rows
    }
    const connection = { query, run: async () => {}, client } as unknown as Connection // rows as they come
    const asked = {
      name: 'explained',
      query,
      inTransaction: (work: (connection: Connection) => Promise<unknown>) => work(connection),
      telling: () => asked,
      beside: async (url: string) => {
        await this.#connect(url, url)
        return this.#database(url)
      },
      close: () => client.end(),
    }
    return asked as unknown as Database // a class with private fields
  }
}

/** Of any type: the statement says of which. Ports bind numbers, texts and arrays of them. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  const text = Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : plainText(value)
  return `'${text.replaceAll("'", "''")}'`
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** All nodes, parents first. */
export function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
