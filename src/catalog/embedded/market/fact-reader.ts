import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow } from '../../../kit/algorithms/row-sum.ts'
import type { FactKind } from '../../../model/market-facts.ts'
import type { RegionType } from '../../../model/region.ts'
import { joinedFacts } from '../../facts/fact-bytes.ts'
import type { FactPage } from '../../ports/market-lookup.ts'
import { factTable } from '../schema.ts'

/** Number of places that one statement reads, within a few milliseconds. */
const PLACES = 200

/**
 * The table and its index both store the region of each place, without checksums. A row counts only if both agree, so
 * damage can hide a place but never adds one.
 */
const IS_OUTER_TRUE = `EXISTS (SELECT 1 FROM place_region AS same INDEXED BY place_region_place
  WHERE same.place = outer.place AND same.region = outer.region)`
const IS_INNER_TRUE = `EXISTS (SELECT 1 FROM place_region AS same NOT INDEXED
  WHERE same.region = inner.region AND same.place = inner.place)`

/** The rows of `place_region` on which the table and its index agree, for lookups by place. */
export const CHECKED_REGIONS = `(SELECT place, region FROM place_region AS inner INDEXED BY place_region_place WHERE ${IS_INNER_TRUE})`

/** Reads facts about markets from the file, without caching. */
export class FactReader {
  readonly #database: DatabaseSync
  #within: StatementSync | undefined
  #places: StatementSync | undefined
  readonly #statements = new Map<FactKind, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  page<K extends FactKind>(kind: K, region: string, from: number): Omit<FactPage<K>, 'dataVersion'> {
    const rows = this.#statement(kind).all(region, from, PLACES)
    const stored = rows.map(({ place, bytes, sum }) => {
      checkRow(factTable(kind), [Number(place), bytes as Uint8Array], sum) // the schema makes it a blob
      return bytes as Uint8Array
    })
    const last = rows.length === PLACES ? rows.at(-1) : undefined
    return { parts: joinedFacts(kind, stored), next: last && Number(last.place) + 1 }
  }

  regionsWithin(region: string, type: RegionType): readonly string[] {
    this.#within ??= this.#database.prepare(`
      SELECT DISTINCT inner.region AS region FROM place_region AS outer
      JOIN place_region AS inner INDEXED BY place_region_place ON inner.place = outer.place
      WHERE outer.region = ? AND inner.region >= ? AND inner.region < ? AND ${IS_OUTER_TRUE} AND ${IS_INNER_TRUE}
      ORDER BY inner.region`)
    return this.#within.all(region, `${type}/`, `${type}0`).map((row) => String(row.region)) // in ASCII, 0 follows /
  }

  placesIn(region: string, type: RegionType): ReadonlyMap<number, string | undefined> {
    this.#places ??= this.#database.prepare(`
      SELECT outer.place AS place, inner.region AS region FROM place_region AS outer
      LEFT JOIN place_region AS inner INDEXED BY place_region_place
      ON inner.place = outer.place AND inner.region >= ? AND inner.region < ? AND ${IS_INNER_TRUE}
      WHERE outer.region = ? AND ${IS_OUTER_TRUE}`)
    const rows = this.#places.all(`${type}/`, `${type}0`, region)
    return new Map(rows.map((row) => [Number(row.place), row.region === null ? undefined : String(row.region)]))
  }

  #statement(kind: FactKind): StatementSync {
    const statement = this.#statements.get(kind)
    if (statement) return statement
    const made = this.#database.prepare(`
      SELECT outer.place AS place, bytes, sum FROM place_region AS outer CROSS JOIN ${factTable(kind)} USING (place)
      WHERE region = ? AND outer.place >= ? AND ${IS_OUTER_TRUE} ORDER BY outer.place LIMIT ?`)
    this.#statements.set(kind, made)
    return made
  }
}
