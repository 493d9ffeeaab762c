import type { DatabaseSync } from 'node:sqlite'
import { checkRow } from '../../../base/row-sum.ts'
import type { Element, FlatArray } from '../../../engine/column.ts'
import { FACT_KINDS, type FactKind } from '../../../model/market-facts.ts'
import { factTable } from '../schema.ts'
import type { TableSums } from '../table-sums.ts'
import { FACT_COLUMNS, factBytes, newColumn, openFacts } from './fact-bytes.ts'
import type { HomeFacts, HomeValue } from './home-facts.ts'
import { ValueSums } from './value-sums.ts'

interface Change {
  readonly gone: (readonly number[])[]
  readonly come: (readonly number[])[]
}

interface PlaceChange {
  readonly sales: Change
  readonly rents: Change
  readonly values: { readonly gone: HomeValue[]; readonly come: HomeValue[] }
}

export interface PlacedFacts {
  readonly place: number
  readonly facts: HomeFacts
}

/** What changed homes take from the market facts of their places, and add to them. */
export class FactChanges {
  readonly #places = new Map<number, PlaceChange>()

  /** A home's facts before and after. */
  replace(before: PlacedFacts | undefined, after: PlacedFacts | undefined): void {
    const isSamePlace = before?.place === after?.place
    for (const kind of FACT_KINDS) {
      if (isSamePlace && JSON.stringify(before?.facts[kind]) === JSON.stringify(after?.facts[kind])) continue
      if (before) append(this.#of(before.place)[kind].gone, before.facts[kind])
      if (after) append(this.#of(after.place)[kind].come, after.facts[kind])
    }
  }

  /** Rewrites the facts of the places that changed. */
  store(database: DatabaseSync, sums: TableSums): void {
    const tables = { sales: new FactTable(database, sums, 'sales'), rents: new FactTable(database, sums, 'rents') }
    const values = new FactTable(database, sums, 'values')
    for (const [place, change] of this.#places) {
      for (const kind of ['sales', 'rents'] as const) {
        const { gone, come } = change[kind]
        if (gone.length + come.length > 0) tables[kind].change(place, gone, come)
      }
      const { gone, come } = change.values
      if (gone.length + come.length === 0) continue
      const all = ValueSums.from(openFacts('values', values.bytes(place)))
      all.add(come)
      all.remove(gone)
      values.set(place, [...all.rows()])
    }
  }

  #of(place: number): PlaceChange {
    const known = this.#places.get(place)
    if (known !== undefined) return known
    const made: PlaceChange = {
      sales: { gone: [], come: [] },
      rents: { gone: [], come: [] },
      values: { gone: [], come: [] },
    }
    this.#places.set(place, made)
    return made
  }
}

/** The kind of facts says which rows both are. */
function append(rows: unknown[], more: readonly unknown[]): void {
  for (const row of more) rows.push(row)
}

/** The rows of one kind of facts, place by place. */
class FactTable {
  readonly #kind: FactKind
  readonly #name: string
  readonly #sums: TableSums
  readonly #statements: Readonly<Record<'select' | 'remove' | 'insert', ReturnType<DatabaseSync['prepare']>>>

  constructor(database: DatabaseSync, sums: TableSums, kind: FactKind) {
    this.#kind = kind
    this.#name = factTable(kind)
    this.#sums = sums
    this.#statements = {
      select: database.prepare(`SELECT bytes, sum FROM ${this.#name} WHERE place = ?`),
      remove: database.prepare(`DELETE FROM ${this.#name} WHERE place = ? RETURNING sum`),
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

  /** Of equal rows, as many are left out as are gone. */
  change(place: number, gone: readonly (readonly number[])[], come: readonly (readonly number[])[]): void {
    const left = new Map<string, number>()
    for (const row of gone.map((values) => this.#stored(values))) left.set(row, (left.get(row) ?? 0) + 1)
    const kept = this.#rows(place).filter((row) => {
      const count = left.get(String(row)) ?? 0
      if (count > 0) left.set(String(row), count - 1)
      return count === 0
    })
    this.set(place, [...kept, ...come])
  }

  /** A row as it is read again. */
  #stored(values: readonly number[]): string {
    const elements: Element[] = Object.values(FACT_COLUMNS[this.#kind])
    return String(
      elements.map((element, at) => {
        const cell = newColumn(element, 1)
        cell[0] = values[at] as number
        return cell[0]
      }),
    )
  }

  /** In the order of `FACT_COLUMNS`. */
  #rows(place: number): (readonly number[])[] {
    const { rows, ...columns } = openFacts(this.#kind, this.bytes(place))
    const inOrder = Object.keys(FACT_COLUMNS[this.#kind]).map((name) => (columns as Record<string, FlatArray>)[name]) // its columns
    return Array.from({ length: rows }, (_, row) => inOrder.map((column) => column?.[row] as number))
  }

  set(place: number, rows: readonly (readonly number[])[]): void {
    this.#sums.removed(this.#name, this.#statements.remove.all(place))
    if (rows.length === 0) return
    const elements: Element[] = Object.values(FACT_COLUMNS[this.#kind])
    const columns = elements.map((element, at) => {
      const column = newColumn(element, rows.length)
      rows.forEach((row, number) => {
        column[number] = row[at] as number
      })
      return column
    })
    const bytes = factBytes(columns, 0, rows.length)
    this.#statements.insert.run(place, bytes, this.#sums.added(this.#name, [place, bytes]))
  }
}
