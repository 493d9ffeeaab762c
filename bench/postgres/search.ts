import { createHash } from 'node:crypto'
import type { CardMaker } from '../../src/catalog/cards.ts'
import type { Query } from '../../src/catalog/query.ts'
import { type GroupedRow, groupedCards } from '../sql/found.ts'
import type { Cluster } from './cluster.ts'
import type { Connection, Result } from './packages.ts'
import { compileQuery } from './statement.ts'

/** A page with its cards as text. */
export interface TextPage {
  readonly total: number
  readonly ungrouped: number
  readonly cards: string
}

interface PlainRow {
  readonly total: number
  readonly card: string | null
}

/** Searches a cluster that `PostgresLoader` has filled, with several connections that take turns. */
export class PostgresSearch {
  readonly #connections: readonly Connection[]
  readonly #idle: Connection[]
  readonly #waiting: ((connection: Connection) => void)[] = []
  readonly #cards: CardMaker
  readonly #names = new Map<string, string>()

  private constructor(connections: readonly Connection[], cards: CardMaker) {
    this.#connections = connections
    this.#idle = [...connections]
    this.#cards = cards
  }

  static async open(cluster: Cluster, connections: number, cards: CardMaker): Promise<PostgresSearch> {
    return new PostgresSearch(await Promise.all(Array.from({ length: connections }, () => cluster.connect())), cards)
  }

  async searchCards(query: Query): Promise<TextPage> {
    const { text, values } = compileQuery(query)
    const { rows } = await this.#run(text, values)
    if (query.grouped) {
      const found = rows as unknown as readonly GroupedRow[] // what the statement selects
      const { total = 0, ungrouped = 0 } = found[0] ?? {}
      return { total, ungrouped, cards: groupedCards(found, this.#cards) }
    }
    const found = rows as unknown as readonly PlainRow[] // as above
    const total = found[0]?.total ?? 0
    const cards = found.map(({ card }) => card).filter((card) => card !== null)
    return { total, ungrouped: total, cards: cards.join(',') }
  }

  /** Prepares the statements of these queries on every connection, and runs each once there. */
  async prepare(queries: readonly Query[]): Promise<void> {
    for (const connection of this.#connections) {
      for (const query of queries) {
        const { text, values } = compileQuery(query)
        await connection.query({ name: this.#nameOf(text), text, values })
      }
    }
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) await connection.end()
  }

  async #run(text: string, values: readonly unknown[]): Promise<Result> {
    const connection = this.#idle.pop() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)))
    try {
      return await connection.query({ name: this.#nameOf(text), text, values })
    } finally {
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#idle.push(connection)
    }
  }

  /** Prepared statements have names of at most 63 characters. */
  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? createHash('sha1').update(text).digest('hex')
    this.#names.set(text, name)
    return name
  }
}
