import pg from 'pg'
import type { Connection, Database, PreparedStatement } from '../../src/kit/postgres/database.ts'

/** A node of a query plan, as `EXPLAIN (FORMAT JSON)` returns it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Parses whole numbers of eight bytes as numbers, like `Database` does. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Runs statements on one connection of `pg`. Explains the statements on this connection, with the generic plan. */
export class Explained {
  readonly #client: pg.Client
  readonly #statements: PreparedStatement[] = []

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
   * Makes the planner assume that tables and indexes have `times` as many rows as they do, so that a small catalog is
   * queried like a large one. Needs a superuser.
   */
  async pretend(times: number): Promise<void> {
    await this.#client.query(`ANALYZE; UPDATE pg_class SET reltuples = reltuples * ${times}
      WHERE relnamespace = to_regnamespace('catalog') AND relkind IN ('r', 'i') AND reltuples > 0`)
  }

  /** A database for a catalog that only reads. */
  get database(): Database {
    const client = this.#client
    const query = async (statement: PreparedStatement) => {
      this.#statements.push(statement)
      const { rows } = await client.query({ ...statement, values: [...(statement.values ?? [])] })
      return rows
    }
    const connection = { query, run: async () => {}, client } as unknown as Connection // `query` returns rows as the database sends them
    const database = {
      name: 'explained',
      query,
      inTransaction: (work: (connection: Connection) => Promise<unknown>) => work(connection),
      telling: () => database,
      onChange: () => {},
      receivesChanges: true, // so that the catalog does not poll, and no poll is among the statements
      close: () => client.end(),
    }
    return database as unknown as Database // a class with private fields cannot be implemented otherwise
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Returns the statements since the last call, and forgets them. */
  take(): readonly PreparedStatement[] {
    return this.#statements.splice(0)
  }

  /**
   * Returns the plan of a statement that has run. A statement without a name is planned for its values, because its
   * plan is not stored.
   */
  async tree({ name, text, values = [] }: PreparedStatement): Promise<PlanNode> {
    const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const explained =
      name === ''
        ? { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] }
        : `EXPLAIN (FORMAT JSON) EXECUTE "${name}"${parameters}`
    if (name === '') await this.#client.query('SET plan_cache_mode = force_custom_plan')
    const { rows } = await this.#client.query(explained)
    if (name === '') await this.#client.query('SET plan_cache_mode = force_generic_plan')
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ readonly Plan: PlanNode }] }] // the type of a plan in this format
    return plans[0].Plan
  }
}

/**
 * Writes a value of any type as SQL; the statement determines the type. Ports bind numbers, texts, and arrays of these.
 */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  const text = Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : plainText(value)
  return `'${text.replaceAll("'", "''")}'`
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Yields all nodes, parents first. */
export function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
