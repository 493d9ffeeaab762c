import type { DatabaseSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../../kit/algorithms/row-sum.ts'
import { FACT_KINDS } from '../../../model/market-facts.ts'
import type { FactTally } from '../../facts/fact-tally.ts'
import type { FactStore } from '../../facts/place-facts.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { factTable } from '../schema.ts'

/** The market facts of places, in the tables `market_*`. Each place has one row per table. */
export function factStore(database: DatabaseSync): FactStore {
  const put: FactStore['put'] = (kind, facts) => {
    const table = factTable(kind)
    const insert = database.prepare(`INSERT INTO ${table} (place, bytes, sum) VALUES (?, ?, ?)`)
    for (const [place, bytes] of facts) if (bytes.length > 0) insert.run(place, bytes, rowSum(table, [place, bytes]))
  }
  return {
    put,
    addPart: put,
    take(kind, places) {
      const table = factTable(kind)
      const remove = database.prepare(`DELETE FROM ${table} WHERE place = ? RETURNING bytes, sum`)
      const stored = new Map<number, readonly Uint8Array[]>()
      for (const place of places) {
        const row = remove.get(place)
        if (row === undefined) continue
        const bytes = row.bytes as Uint8Array // the schema makes it a blob
        checkRow(table, [place, bytes], row.sum)
        stored.set(place, [bytes])
      }
      return stored
    },
  }
}

/**
 * All rows of the tables of market facts.
 *
 * @param regions The keys of each place's regions.
 */
export function factTables(facts: FactTally, regions: readonly (readonly string[])[]): DerivedRows['tables'] {
  const byKind = FACT_KINDS.map((kind) => [factTable(kind), [...facts.byPlace(kind)]])
  const places = regions.flatMap((keys, place) => keys.map((key) => [key, place] as const))
  return { ...Object.fromEntries(byKind), place_region: places }
}
