import type pg from 'pg'
import type { Connection, Database, Prepared } from '../../src/base/postgres/database.ts'

/** A node of a plan as `EXPLAIN (FORMAT JSON)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** What is asked through it runs on one connection of `pg`, and is explained there, with the plan that is kept for it. */
export class Explained {
  readonly #client: pg.Client
  readonly #prepared: Prepared[] = []

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** For a catalogue, which only ever asks. */
  get database(): Database {
    const query = async (statement: Prepared) => {
      this.#prepared.push(statement)
      const { rows } = await this.#client.query({ ...statement, values: [...(statement.values ?? [])] })
      return rows
    }
    const connection = { query, run: async () => {}, client: this.#client } as unknown as Connection // rows as they come
    const asked = {
      name: 'explained',
      query,
      inTransaction: (work: (connection: Connection) => Promise<unknown>) => work(connection),
      telling: () => asked,
      close: () => this.#client.end(),
    }
    return asked as unknown as Database // a class with private fields
  }

  /** The statements since the last call. */
  take(): readonly Prepared[] {
    return this.#prepared.splice(0)
  }

  /** The plan of a statement that was asked before; `words` as in `EXPLAIN (words)`. */
  async plan({ name, values = [] }: Prepared, words: string): Promise<readonly unknown[]> {
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await this.#client.query(`EXPLAIN (${words}) EXECUTE "${name}"${given}`)
    return rows.map((row) => row['QUERY PLAN'])
  }
}

/** Of any type: the statement says of which. Ports bind numbers, texts and arrays of them. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  const text = Array.isArray(value) ? `{${value.map((each) => `"${each}"`).join(',')}}` : String(value as string | number)
  return `'${text.replaceAll("'", "''")}'`
}

/** All nodes, parents first. */
export function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
