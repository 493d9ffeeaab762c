import { type Place, placeNow } from '../../../kit/base/slots.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { Point } from '../../../model/home.ts'
import { EARTH_RADIUS_M } from '../../engine/great-circle.ts'
import { boxAround } from '../../facts/shape-box.ts'
import { UNITS_PER_DEGREE } from '../tables/points.ts'
import { BoundValues, runStatement } from './bound-values.ts'
import { allHold, type Bind } from './conditions.ts'
import { circleCondition, lineSquared } from './dialect.ts'

/** SQL computes distances slightly differently: rows whose distances differ by less may be in either order. */
export const ROUNDING_M = 1e-6

/** A search for the rows nearest to a point. */
export interface NearSearch {
  readonly point: Point
  /** Radii in meters of circles, which are searched one after another until a circle contains enough rows. */
  readonly radiiM: readonly number[]
  /**
   * A circle with `limit` rows is large enough. Reads at most `wanted` rows, plus rows at the same distance as the last
   * row.
   */
  readonly limit: number
  readonly wanted: number
  /** The selected columns besides the coordinates, as SQL and type. All searches must use the same type for a name. */
  readonly columns: Readonly<Record<string, readonly [source: string, type: string]>>
  /** SQL from `FROM` on, for the rows in a circle. `inside` is the condition of the circle. */
  readonly source: (inside: string, bind: Bind) => string
}

/** A row near a point. `far` is the distance that `lineSquared` computes. */
export type NearRow = Readonly<Record<string, unknown>> & {
  /** Index of the search among those in the same statement. */
  readonly search: number
  readonly longitude: number
  readonly latitude: number
  readonly far: number
}

export type RunNearSearch = (search: NearSearch) => Promise<readonly NearRow[]>

interface SearchBatch {
  readonly searches: NearSearch[]
  readonly answer: Promise<ReadonlyMap<number, readonly NearRow[]>>
}

/**
 * Runs searches for the rows nearest to a point. Returns the rows of the first circle with enough rows, nearest first,
 * including rows at the same distance as the last row. All searches in one turn of the event loop share a statement.
 */
export function nearRunner(database: Database): RunNearSearch {
  const gathered = new Map<Place | undefined, SearchBatch>()
  const begin = (call: Place | undefined): SearchBatch => {
    const searches: NearSearch[] = []
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = turn.then(async () => {
      gathered.delete(call)
      const rows = await runStatement<NearRow>(database, statementOf(searches))
      return Map.groupBy(rows, ({ search }) => search)
    })
    return { searches, answer }
  }
  return async (search) => {
    const call = placeNow()
    const batch = gathered.get(call) ?? begin(call)
    gathered.set(call, batch)
    const place = batch.searches.push(search) - 1
    return (await batch.answer).get(place) ?? []
  }
}

function statementOf(searches: readonly NearSearch[]) {
  const values = new BoundValues<unknown>()
  const types = new Map(
    searches.flatMap(({ columns }) => Object.entries(columns).map(([name, [, type]]) => [name, type])),
  )
  const parts = searches.map((search, place) => partOf(search, place, types, values.bind))
  const circles = parts.flatMap((part) => part.circles)
  const shown = parts.flatMap((part) => part.shown)
  return values.statement(`WITH ${circles.join(', ')} ${shown.join(' UNION ALL ')} ORDER BY search, far`, '$')
}

/**
 * SQL for one search. A larger circle is searched only if all smaller circles have too few rows. `OFFSET 0` separates
 * the subqueries, so that all circles use the plan of the first.
 */
function partOf(
  { point, radiiM, limit, wanted, columns, source }: NearSearch,
  place: number,
  types: ReadonlyMap<string, string>,
  bind: Bind,
) {
  const far = lineSquared(point, bind)
  const [enough, most] = [bind(limit), bind(wanted)]
  const own = [`${AT}, ${far} AS far`, ...Object.entries(columns).map(([name, [sql]]) => `${sql} AS "${name}"`)]
  const names = radiiM.map((_, i) => `near_${place}_${i}`)
  const gates = radiiM.map((radiusM, i) => {
    const sure = bind(squaredLine(radiusM - 10 * ROUNDING_M))
    return `(SELECT count(*) FROM ${names[i]} WHERE far <= CAST(${sure} AS float8)) < CAST(${enough} AS int8)`
  })
  const circles = radiiM.map((radiusM, i) => {
    const inside = circleCondition({ kind: 'circle', ...point, radiusM }, bind, far)
    const inCircle = `SELECT ${own.join(', ')} ${source(inside, bind)}`
    const gated =
      i === 0 ? inCircle : `SELECT * FROM (${inCircle} OFFSET 0) planned WHERE ${allHold(gates.slice(0, i))}`
    return `${names[i]} AS MATERIALIZED (${gated} ORDER BY far FETCH FIRST (CAST(${most} AS int8)) ROWS WITH TIES)`
  })
  const all = Array.from(types, ([name, type]) =>
    name in columns ? `"${name}"` : `CAST(NULL AS ${type}) AS "${name}"`,
  )
  const shown = names.map((name, i) => {
    const next = names[i + 1]
    const isLast = next === undefined ? '' : ` WHERE NOT EXISTS (SELECT FROM ${next})`
    return `SELECT ${[`${place} AS search, longitude, latitude, far`, ...all].join(', ')} FROM ${name}${isLast}`
  })
  return { circles, shown }
}

/** Selects the coordinates of a row in degrees. */
const AT = `place[0] / ${UNITS_PER_DEGREE} AS longitude, place[1] / ${UNITS_PER_DEGREE} AS latitude`

function squaredLine(radiusM: number): number {
  return (2 * Math.sin(Math.min(Math.max(radiusM / EARTH_RADIUS_M, 0), Math.PI) / 2)) ** 2
}

/** Separates the radii of circles that an index can search from those that require reading all rows. */
export function indexable(point: Point, radiiM: readonly number[]) {
  const isIndexed = (radiusM: number) => boxAround({ kind: 'circle', ...point, radiusM }) !== undefined
  return { indexed: radiiM.filter(isIndexed), rest: radiiM.filter((radiusM) => !isIndexed(radiusM)) }
}
