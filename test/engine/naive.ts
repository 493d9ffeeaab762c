import { greatCircleM } from '../../src/catalog/engine/great-circle.ts'
import type { NearRows } from '../../src/catalog/engine/nearest-rows.ts'
import type { Predicate, PredicateOf } from '../../src/catalog/engine/predicate.ts'
import type { FoundPage, TableQuery } from '../../src/catalog/engine/searcher.ts'
import type { NewRow, TableShape } from '../../src/catalog/engine/table-builder.ts'
import { oncePer } from '../../src/kit/base/once-per.ts'
import { exactDegrees } from './exact-degrees.ts'

/** A row with its index in the table. */
export interface NaiveRow extends NewRow {
  readonly row: number
}

/** Finds what the engine must return, by testing every row. Uses no code of the engine. */
export class NaiveTable {
  readonly #shape: TableShape
  readonly #rows: readonly NaiveRow[]

  constructor(shape: TableShape, rows: readonly NaiveRow[]) {
    this.#shape = shape
    this.#rows = rows
  }

  matches(where: readonly Predicate[]): NaiveRow[] {
    return this.#rows.filter((row) => where.every((predicate) => holds(row, predicate))).sort((a, b) => a.row - b.row)
  }

  search({ where, order, offset, limit, groupBy, above }: TableQuery): FoundPage {
    const rows = this.matches(where).sort(this.#comparatorOf(order))
    const rowTotal = rows.length
    if (groupBy === undefined) {
      const listed = above ? rows.filter(({ values }) => isAbove(values[above.column], above.value)) : rows
      const page = listed.slice(offset, offset + limit).map(({ row }) => row)
      return { total: rowTotal, rowTotal, listed: listed.length, rows: Uint32Array.from(page), members: undefined }
    }
    const groups = Object.values(
      Object.groupBy(rows, (row) => `${row.values[groupBy] === undefined ? `row ${row.row}` : row.values[groupBy]} `),
    ).map((members) => (members ?? []).map(({ row }) => row))
    const page = groups.slice(offset, offset + limit)
    return {
      total: groups.length,
      listed: groups.length,
      rowTotal,
      rows: Uint32Array.from(page, ([first]) => first as number),
      members: {
        starts: Uint32Array.from({ length: page.length + 1 }, (_, place) => page.slice(0, place).flat().length),
        rows: Uint32Array.from(page.flatMap((members) => members.toSorted((one, other) => one - other))),
      },
    }
  }

  /** Measures every matching row with the engine's formula, because the last digit may decide which row is nearer. */
  nearest(where: readonly Predicate[], longitude: number, latitude: number, limit: number): NearRows {
    const measured = this.matches(where).flatMap(({ row, values, ...place }) => {
      if (place.longitude === undefined || place.latitude === undefined) return []
      const meters = greatCircleM(longitude, latitude, place.longitude, place.latitude)
      return [{ row, meters, id: values[this.#shape.id] as number }]
    })
    const best = measured.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit)
    return {
      rows: Uint32Array.from(best, ({ row }) => row),
      distancesM: Float64Array.from(best, ({ meters }) => meters),
    }
  }

  explain(where: readonly Predicate[]): number[] {
    return where.map((_, i) => this.matches(where.slice(0, i)).length - this.matches(where.slice(0, i + 1)).length)
  }

  countBy(where: readonly Predicate[], column: string): { key: number | undefined; count: number }[] {
    const counts = new Map<number | undefined, number>()
    for (const { values } of this.matches(where)) counts.set(values[column], (counts.get(values[column]) ?? 0) + 1)
    return [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => (a.key ?? Number.POSITIVE_INFINITY) - (b.key ?? Number.POSITIVE_INFINITY))
  }

  #comparatorOf(name: string): (a: NaiveRow, b: NaiveRow) => number {
    const order = this.#shape.orders.find((each) => each.name === name)
    if (order === undefined) throw new Error(`no order ${name}`)
    const sign = order.direction === 'ascending' ? 1 : -1
    return (a, b) => {
      const [x, y] = [a.values[order.column], b.values[order.column]]
      const ids = (a.values[this.#shape.id] as number) - (b.values[this.#shape.id] as number)
      if (x === undefined || y === undefined) return +(x === undefined) - +(y === undefined) || ids
      return sign * (x - y) || ids
    }
  }
}

/** Returns whether a value exceeds a bound. A missing value exceeds every bound. */
function isAbove(value: number | undefined, bound: number): boolean {
  return value === undefined || value > bound
}

function holds(row: NaiveRow, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'range': {
      const value = row.values[predicate.column]
      return value === undefined ? predicate.orMissing : value >= predicate.min && value <= predicate.max
    }
    case 'oneOf': {
      const value = row.values[predicate.column]
      return value === undefined ? predicate.orMissing : Math.floor(predicate.codes / 2 ** value) % 2 === 1
    }
    case 'flags': {
      const bits = BigInt(row.values[predicate.column] ?? 0)
      const [all, none, any] = [predicate.all, predicate.none, predicate.any].map(BigInt) as [bigint, bigint, bigint]
      return (bits & all) === all && (bits & none) === 0n && (any === 0n || (bits & any) !== 0n)
    }
    case 'any':
      return predicate.of.some((branch) => branch.every((each) => holds(row, each))) !== (predicate.isNone === true)
    case 'list':
      return predicate.keys.some((key) => row.lists?.[predicate.list]?.includes(key))
    case 'rows':
      return setOf(predicate.rows).has(row.row)
    case 'words':
      return hasWords(predicate, row.words?.[predicate.index] ?? '')
    case 'check':
      return predicate.accepts(row.row)
    case 'box': {
      const { longitude, latitude } = row
      if (longitude === undefined || latitude === undefined) return false
      const { west, east } = predicate
      const fits = west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
      return fits && latitude >= predicate.south && latitude <= predicate.north
    }
    case 'polygon':
      return isInPolygon(row, predicate)
    case 'circle':
      return metersFromCenter(row, predicate) <= predicate.radiusM
    case 'days':
      return (row.days?.[predicate.index] ?? []).some(
        ({ day, amount }) => day >= predicate.from && day <= predicate.to && amount >= predicate.least,
      )
  }
}

const sets = new WeakMap<Uint32Array, ReadonlySet<number>>()

function setOf(rows: Uint32Array): ReadonlySet<number> {
  const set = sets.get(rows) ?? new Set(rows)
  sets.set(rows, set)
  return set
}

function hasWords({ terms, phrases = [] }: PredicateOf<'words'>, text: string): boolean {
  const texts = text.split('\0').map((each) => ` ${each} `)
  const holdsAll = (wanted: readonly string[]) => texts.some((each) => each.includes(` ${wanted.join(' ')} `))
  return terms.every((term) => holdsAll([term])) && phrases.every(holdsAll)
}

/** The distance in meters by the haversine formula. Infinity for a row without coordinates. */
export function metersFromCenter(
  { longitude, latitude }: NewRow,
  center: Omit<PredicateOf<'circle'>, 'kind' | 'radiusM'>,
): number {
  if (longitude === undefined || latitude === undefined) return Number.POSITIVE_INFINITY
  const radians = Math.PI / 180
  const a =
    Math.sin(((latitude - center.latitude) * radians) / 2) ** 2 +
    Math.cos(latitude * radians) *
      Math.cos(center.latitude * radians) *
      Math.sin(((longitude - center.longitude) * radians) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** The even-odd rule without rounding. Points on edges are inside. */
function isInPolygon({ longitude, latitude }: NewRow, { rings }: PredicateOf<'polygon'>): boolean {
  if (longitude === undefined || latitude === undefined) return false
  const [x, y] = [exactDegrees(longitude), exactDegrees(latitude)]
  let inside = false
  for (const points of rings.map(cornersOf)) {
    for (const [i, [x2, y2]] of points.entries()) {
      const [x1, y1] = points.at(i - 1) as readonly [bigint, bigint]
      if ((y1 > y && y2 > y) || (y1 < y && y2 < y)) continue // returns early, because multiplying large integers is slow
      const cross = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
      if (cross === 0n && within(x1, x2, x) && within(y1, y2, y)) return true
      if (y1 > y !== y2 > y && cross > 0n === y2 > y1) inside = !inside
    }
  }
  return inside
}

const cornersOf = oncePer((ring: PredicateOf<'polygon'>['rings'][number]) =>
  Array.from(
    { length: ring.length / 2 },
    (_, i) => [exactDegrees(ring[2 * i] ?? 0), exactDegrees(ring[2 * i + 1] ?? 0)] as const,
  ),
)

function within(a: bigint, b: bigint, c: bigint): boolean {
  return (a <= c && c <= b) || (b <= c && c <= a)
}
