import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { CardMaker } from '../../src/catalog/cards.ts'
import type { Query } from '../../src/catalog/query.ts'
import type { Page } from '../search/in-process.ts'
import { type GroupedRow, groupedCards } from '../sql/found.ts'
import { IN_RING, Rings } from './dialect.ts'
import { compileQuery } from './statement.ts'

const NOTHING = new Uint8Array()

/** Searches a file of `SqliteLoader`. Every statement is prepared once. */
export class SqliteSearch {
  readonly #cards: CardMaker
  readonly #database: DatabaseSync
  readonly #rings = new Rings()
  readonly #prepared = new Map<string, StatementSync>()

  constructor(path: string, cards: CardMaker) {
    this.#cards = cards
    this.#database = new DatabaseSync(path, { readOnly: true })
    this.#database.exec('PRAGMA mmap_size = 17179869184; PRAGMA cache_size = -1048576; PRAGMA temp_store = MEMORY')
    const inRing = (number: number, x: number | null, y: number | null) =>
      x === null || y === null ? 0 : this.#rings.holds(number, x, y)
    this.#database.function(IN_RING, { deterministic: true }, inRing as (...args: unknown[]) => number)
  }

  /** The page of a query with its cards as bytes. */
  searchCards(query: Query): Page {
    this.#rings.clear()
    const { text, values } = compileQuery(query, this.#rings)
    const statement = this.#prepare(text)
    if (query.grouped) {
      const rows = statement.all(...values) as unknown as GroupedRow[] // what the statement selects
      const { total = 0, ungrouped = 0 } = rows[0] ?? {}
      return { total, ungrouped, cards: Buffer.from(groupedCards(rows, this.#cards)) }
    }
    const { total, cards } = statement.get(...values) as { total: number; cards: Uint8Array | null } // as above
    return { total, ungrouped: total, cards: cards ?? NOTHING }
  }

  close(): void {
    this.#database.close()
  }

  #prepare(text: string): StatementSync {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    this.#prepared.set(text, statement)
    return statement
  }
}
