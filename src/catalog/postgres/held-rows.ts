import type { Connection, Prepared } from '../../base/postgres/database.ts'
import { type Commit, follows } from './commits.ts'

interface Row {
  readonly key: string
  /** null: nothing has this key any more. */
  readonly value: string | null
}

/**
 * The rows of a small table, which a node holds in memory: only those that commits since the last look changed are
 * read. The table has the columns `key`, `value` and `revision`, the commit that changed the row last.
 */
export class HeldRows<V> {
  readonly #table: string
  readonly #parse: (value: string) => V
  readonly #rows = new Map<string, V>()
  #commit: Commit | undefined

  constructor(table: 'region', parse: (value: string) => V) {
    this.#table = table
    this.#parse = parse
  }

  /** By key, in no order. */
  get rows(): ReadonlyMap<string, V> {
    return this.#rows
  }

  /** Reads what changed, within a transaction that sees a commit; returns whether anything did. */
  async read(connection: Connection, commit: Commit): Promise<boolean> {
    const known = follows(commit, this.#commit) ? this.#commit : undefined
    const changed = await connection.query<Row>(this.#statement(known?.revision ?? -1))
    if (known === undefined) this.#rows.clear()
    for (const { key, value } of changed) {
      if (value === null) this.#rows.delete(key)
      else this.#rows.set(key, this.#parse(value))
    }
    this.#commit = commit
    return changed.length > 0 || known === undefined
  }

  #statement(since: number): Prepared {
    const text = `SELECT key, value::text FROM catalog.${this.#table} WHERE revision > $1`
    return { name: `held-${this.#table}`, text, values: [since] }
  }
}
