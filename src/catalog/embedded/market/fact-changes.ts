import type { DatabaseSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../../kit/algorithms/row-sum.ts'
import { FACT_KINDS, type FactKind } from '../../../model/market-facts.ts'
import { bytesOfRows, changedFacts, type FactRow } from '../../facts/changed-facts.ts'
import { openFacts } from '../../facts/fact-bytes.ts'
import type { HomeValue, PlacedFacts } from '../../facts/home-facts.ts'
import { ValueSums } from '../../facts/value-sums.ts'
import { factTable } from '../schema.ts'

interface ChangedRows {
  readonly removed: FactRow[]
  readonly added: FactRow[]
}

interface PlaceChange {
  readonly sales: ChangedRows
  readonly rents: ChangedRows
  readonly values: { readonly removed: HomeValue[]; readonly added: HomeValue[] }
}

/** Collects the market facts that changed homes remove from places and add to places; `store` applies them. */
export class FactChanges {
  readonly #places = new Map<number, PlaceChange>()

  /** Takes a home's facts before and after its change. */
  replace(before: PlacedFacts | undefined, after: PlacedFacts | undefined): void {
    const isSamePlace = before?.place === after?.place
    for (const kind of FACT_KINDS) {
      if (isSamePlace && JSON.stringify(before?.facts[kind]) === JSON.stringify(after?.facts[kind])) continue
      if (before) append(this.#of(before.place)[kind].removed, before.facts[kind])
      if (after) append(this.#of(after.place)[kind].added, after.facts[kind])
    }
  }

  /** Rewrites the facts of the places that changed. */
  store(database: DatabaseSync): void {
    const tables = { sales: new FactTable(database, 'sales'), rents: new FactTable(database, 'rents') }
    const values = new FactTable(database, 'values')
    for (const [place, change] of this.#places) {
      for (const kind of ['sales', 'rents'] as const) {
        const rows = change[kind]
        if (rows.removed.length + rows.added.length === 0) continue
        tables[kind].set(place, changedFacts(kind, [tables[kind].bytes(place)], rows.removed, rows.added))
      }
      const { removed, added } = change.values
      if (removed.length + added.length === 0) continue
      const all = new ValueSums()
      all.join(openFacts('values', values.bytes(place)))
      all.add(added)
      all.remove(removed)
      values.set(place, bytesOfRows('values', [...all.rows()]))
    }
  }

  #of(place: number): PlaceChange {
    const facts = this.#places.get(place)
    if (facts !== undefined) return facts
    const made: PlaceChange = {
      sales: { removed: [], added: [] },
      rents: { removed: [], added: [] },
      values: { removed: [], added: [] },
    }
    this.#places.set(place, made)
    return made
  }
}

/**
 * Appends rows of one kind of facts. The types are loose, since TypeScript cannot see here that both lists have the
 * same kind.
 */
function append(rows: unknown[], more: readonly unknown[]): void {
  for (const row of more) rows.push(row)
}

/** The stored rows of one kind of facts, by place. */
class FactTable {
  readonly #name: string
  readonly #statements: Readonly<Record<'select' | 'remove' | 'insert', ReturnType<DatabaseSync['prepare']>>>

  constructor(database: DatabaseSync, kind: FactKind) {
    this.#name = factTable(kind)
    this.#statements = {
      select: database.prepare(`SELECT bytes, sum FROM ${this.#name} WHERE place = ?`),
      remove: database.prepare(`DELETE FROM ${this.#name} WHERE place = ?`),
      insert: database.prepare(`INSERT INTO ${this.#name} (place, bytes, sum) VALUES (?, ?, ?)`),
    }
  }

  bytes(place: number): Uint8Array {
    const row = this.#statements.select.get(place)
    if (row === undefined) return new Uint8Array(0)
    const bytes = row.bytes as Uint8Array // a blob, as the schema says
    checkRow(this.#name, [place, bytes], row.sum)
    return bytes
  }

  set(place: number, bytes: Uint8Array): void {
    this.#statements.remove.run(place)
    if (bytes.length === 0) return
    this.#statements.insert.run(place, bytes, rowSum(this.#name, [place, bytes]))
  }
}
