import pg from 'pg'
import type { Connection, Database, PreparedStatement } from '../../src/kit/postgres/database.ts'

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

/** Reads whole numbers of eight bytes as numbers, as `Database` does. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Statements that are asked through it run on one connection of `pg`, and are explained there with the kept plan. */
export class Explained {
  readonly #client: pg.Client
  readonly #asked: PreparedStatement[] = []

  static async connect(url: string): Promise<Explained> {
    const options = '-c plan_cache_mode=force_generic_plan'
    const client = new pg.Client({ connectionString: url, options, types: TYPES })
    await client.connect()
    return new Explained(client)
  }

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /**
   * Lets the planner believe that tables and indexes hold this many times the rows that they have: a small catalogue is
   * then asked as a large one is. Only a superuser may.
   */
  async pretend(times: number): Promise<void> {
    await this.#client.query(`ANALYZE; UPDATE pg_class SET reltuples = reltuples * ${times}
      WHERE relnamespace = to_regnamespace('catalog') AND relkind IN ('r', 'i') AND reltuples > 0`)
  }

  /** For a catalogue, which only ever asks. */
  get database(): Database {
    const client = this.#client
    const query = async (statement: PreparedStatement) => {
      this.#asked.push(statement)
      const { rows } = await client.query({ ...statement, values: [...(statement.values ?? [])] })
      return rows
    }
    const connection = { query, run: async () => {}, client } as unknown as Connection // rows as they come
    const asked = {
      name: 'explained',
      query,
      inTransaction: (work: (connection: Connection) => Promise<unknown>) => work(connection),
      telling: () => asked,
      onChange: () => {},
      receivesChanges: true, // so that no poll is among what was asked
      close: () => client.end(),
    }
    return asked as unknown as Database // a class with private fields
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** The statements since the last call. */
  take(): readonly PreparedStatement[] {
    return this.#asked.splice(0)
  }

  /** The plan of a statement that was asked before: for its values, if it has no name and so is not kept. */
  async tree({ name, text, values = [] }: PreparedStatement): Promise<PlanNode> {
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const explained =
      name === ''
        ? { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] }
        : `EXPLAIN (FORMAT JSON) EXECUTE "${name}"${given}`
    if (name === '') await this.#client.query('SET plan_cache_mode = force_custom_plan')
    const { rows } = await this.#client.query(explained)
    if (name === '') await this.#client.query('SET plan_cache_mode = force_generic_plan')
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ readonly Plan: PlanNode }] }] // as that format has it
    return plans[0].Plan
  }
}

/** A value of any type: the statement says of which. Ports bind numbers, texts and arrays of them. */
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
