import pg from 'pg'
import type { Connection, Database, PreparedStatement } from '../../src/kit/postgres/database.ts'

/** A node of a query plan, in the form of `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Parses eight-byte integers as numbers, as `Database` does. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Runs statements on a single connection, and explains them with the plan that does not depend on their values. */
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
   * Makes the planner believe that tables and indexes have `times` as many rows, so that it plans as for a large
   * catalog. Needs a superuser.
   */
  async pretend(times: number): Promise<void> {
    await this.#client.query(`ANALYZE; UPDATE pg_class SET reltuples = reltuples * ${times}
      WHERE relnamespace = to_regnamespace('catalog') AND relkind IN ('r', 'i') AND reltuples > 0`)
  }

  /** A database object for a catalog that only reads. Records its statements. */
  get database(): Database {
    const client = this.#client
    const query = async (statement: PreparedStatement) => {
      this.#statements.push(statement)
      const { rows } = await client.query({ ...statement, values: [...(statement.values ?? [])] })
      return rows
    }
    const connection = { query, run: async () => {}, client } as unknown as Connection // `query` returns rows as PostgreSQL sends them
    const database = {
      name: 'explained',
      query,
      inTransaction: (work: (connection: Connection) => Promise<unknown>) => work(connection),
      telling: () => database,
      onChange: () => {},
      receivesChanges: true, // the catalog then does not poll, so that no poll is recorded
      close: () => client.end(),
    }
    return database as unknown as Database // a class with private fields cannot be implemented otherwise
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Returns the statements since the last call of this method. */
  take(): readonly PreparedStatement[] {
    return this.#statements.splice(0)
  }

  /**
   * Returns the plan of a recorded statement. A statement without a name has no stored plan, and is planned for its
   * values.
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
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ readonly Plan: PlanNode }] }] // EXPLAIN returns this type
    return plans[0].Plan
  }
}

/**
 * Writes a value as SQL without a type, because the statement determines the type. Values are numbers, strings, or
 * arrays of these.
 */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  const text = Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : plainText(value)
  return `'${text.replaceAll("'", "''")}'`
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Yields all nodes of a plan. Parents come before their children. */
export function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
