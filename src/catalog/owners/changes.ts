import type { RowValue } from '../../kit/algorithms/row-sum.ts'
import { type OwnerRow, termRows } from './rows.ts'

/** Writes the tables about owners. All SQL works in both PostgreSQL and SQLite. */
export interface OwnerStore {
  run(text: string, values: readonly unknown[]): readonly object[]
  add(table: 'home_owner' | 'owner_term', rows: readonly (readonly RowValue[])[]): void
}

/** Number of owners whose terms one statement writes. */
const BATCH = 1000

/** Collects the owners of changed homes, and then updates the tables about owners. */
export class OwnerChanges {
  readonly #owners = new Set<string>()
  readonly #removed: number[] = []
  readonly #added: OwnerRow[] = []

  /** Queues the owners of a home before and after a change. */
  replace(before: readonly OwnerRow[], after: readonly OwnerRow[]): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const [first] = before
    if (first !== undefined) this.#removed.push(first[1])
    this.#added.push(...after)
    for (const [owner] of [...before, ...after]) this.#owners.add(owner)
  }

  /** Call this once. */
  store(store: OwnerStore): void {
    if (this.#removed.length > 0) store.run('DELETE FROM catalog.home_owner WHERE zpid = ANY ($1)', [this.#removed])
    store.add('home_owner', this.#added)
    const owners = [...this.#owners].sort()
    for (let at = 0; at < owners.length; at += BATCH) {
      const batch = owners.slice(at, at + BATCH)
      store.run('DELETE FROM catalog.owner_term WHERE owner = ANY ($1)', [batch])
      const named = store.run(NAMES, [batch]) as readonly { owner: string; name: string }[] // as selected
      store.add(
        'owner_term',
        named.flatMap(({ owner, name }) => termRows(owner, name)),
      )
    }
  }
}

const NAMES = 'SELECT owner, min(name) AS name FROM catalog.home_owner WHERE owner = ANY ($1) GROUP BY owner'
