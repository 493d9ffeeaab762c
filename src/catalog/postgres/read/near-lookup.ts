import type { Database } from '../../../kit/postgres/database.ts'
import type { Point } from '../../../model/home.ts'
import type { School } from '../../../model/school.ts'
import { EARTH_RADIUS_M, greatCircleM } from '../../engine/great-circle.ts'
import type { NearLookup } from '../../ports/near-lookup.ts'
import type { CircleNode, NearSelection } from '../../ports/query.ts'
import { BoundValues, runStatement } from './bound-values.ts'
import { circleCondition, lineSquared } from './dialect.ts'
import { AT, type HomeRows, valuesOf } from './home-rows.ts'

/**
 * Metres of the circles that are searched one after the other, until one holds enough: a block of a large city the
 * first, half way round the last.
 */
const CIRCLES_M = [150, 1000, 8000, 64_000, 512_000, Math.PI * EARTH_RADIUS_M]

/** Schools are further apart. */
const SCHOOL_CIRCLES_M = CIRCLES_M.slice(2)

interface PlacedRow {
  readonly longitude: number
  readonly latitude: number
}

interface HomeRow extends PlacedRow {
  readonly zpid: number
}

interface SchoolRow extends PlacedRow {
  readonly id: string
  readonly record: string
}

const zpidOf = ({ zpid }: HomeRow) => zpid
const schoolIdOf = ({ id }: SchoolRow) => id

/**
 * Finds the nearest homes and schools around a point. The index finds what is in a circle around it; a circle that holds too little is followed by
 * a larger one. Distances are computed here, as everywhere in Plat: the database only says who is among the nearest.
 */
export function nearLookup(database: Database, listings: HomeRows): NearLookup {
  const homes = async (point: Point, limit: number, condition: (inside: string) => string) => {
    const neighbours = await nearestIn({ point, limit }, zpidOf, (circle, rows) => {
      const values = new BoundValues<unknown>()
      const inside = condition(circleCondition(circle, values.bind))
      const text = `SELECT id AS zpid, ${AT} FROM catalog.home_point home WHERE ${inside}`
      const nearest = `${text} ORDER BY ${lineSquared(point, values.bind)}, id LIMIT ${values.bind(rows)}`
      return runStatement<HomeRow>(database, values.statement(nearest, '$'))
    })
    return neighbours.map(({ row }) => row.zpid)
  }
  return {
    homes: (point, limit) => homes(point, limit, (inside) => inside),
    places: (point, limit) => homes(point, limit, isHead),
    async schools(point, limit) {
      const neighbours = await nearestIn({ point, limit, circlesM: SCHOOL_CIRCLES_M }, schoolIdOf, (circle, rows) => {
        const values = new BoundValues<unknown>()
        const inside = circleCondition(circle, values.bind)
        const text = `SELECT id, record, ${AT} FROM catalog.school_point JOIN catalog.school USING (id) WHERE ${inside}`
        const nearest = `${text} ORDER BY ${lineSquared(point, values.bind)}, id LIMIT ${values.bind(rows)}`
        return runStatement<SchoolRow>(database, values.statement(nearest, '$'))
      })
      return neighbours.map(({ row }): School => JSON.parse(row.record))
    },
    async select(near, columns) {
      const neighbours = await nearestIn(near, zpidOf, (circle, limit) =>
        listings.nearest({ ...near, limit }, circle, columns),
      )
      const rows = neighbours.map(({ row }) => row)
      return { ...valuesOf(rows, columns), distancesM: Float64Array.from(neighbours, ({ metres }) => metres) }
    },
  }
}

/**
 * The unit of a building with the lowest zpid stands for it: the lowest inside, if none outside is lower. Asked the
 * other way round, each unit of a tower would look for one that is lower.
 */
function isHead(inside: string): string {
  return `id IN (SELECT min(id) FROM catalog.home_point WHERE ${inside} AND "mayBeHead" GROUP BY coalesce(building, id::text))
    AND NOT EXISTS (
      SELECT FROM catalog.home_point lower WHERE lower.building = home.building AND lower.id < home.id AND lower."mayBeHead")`
}

interface Placed<Row> {
  readonly row: Row
  readonly metres: number
}

/** Rows that are asked for beside those that are wanted. */
const SPARE = 8

/** Distances that differ by less are in no certain order in SQL, which computes them in another way. */
const ROUNDING_M = 1e-6

interface Nearest extends Pick<NearSelection, 'point' | 'limit' | 'withinM'> {
  readonly circlesM?: readonly number[]
}

/** The nearest first, ties by id. */
async function nearestIn<Row extends PlacedRow>(
  { point, limit, withinM = Number.POSITIVE_INFINITY, circlesM = CIRCLES_M }: Nearest,
  idOf: (row: Row) => number | string,
  search: (circle: CircleNode, rows: number) => Promise<readonly Row[]>,
): Promise<readonly Placed<Row>[]> {
  if (limit <= 0) return []
  let nearest: readonly Placed<Row>[] = []
  for (const circleM of circlesM) {
    const radiusM = Math.min(circleM, withinM + ROUNDING_M)
    nearest = await surelyNearest(point, limit, idOf, (rows) => search({ kind: 'circle', ...point, radiusM }, rows))
    const isEnough = (nearest[limit - 1]?.metres ?? Number.POSITIVE_INFINITY) < radiusM - ROUNDING_M
    if (isEnough || radiusM > withinM) break
  }
  return nearest.filter(({ metres }) => metres <= withinM)
}

/** Asks for more until the last row is surely farther away than the last one that is wanted. */
async function surelyNearest<Row extends PlacedRow>(
  point: Point,
  limit: number,
  idOf: (row: Row) => number | string,
  search: (rows: number) => Promise<readonly Row[]>,
): Promise<readonly Placed<Row>[]> {
  for (let wanted = limit + SPARE; ; wanted *= 4) {
    const rows = await search(wanted)
    const placed = rows
      .map((row) => ({ row, metres: metresTo(point, row) }))
      .sort((a, b) => a.metres - b.metres || (idOf(a.row) < idOf(b.row) ? -1 : 1))
    const beyond = (placed.at(-1)?.metres ?? 0) - (placed[limit - 1]?.metres ?? 0)
    if (rows.length < wanted || beyond > ROUNDING_M) return placed.slice(0, limit)
  }
}

function metresTo(from: Point, to: Point): number {
  return greatCircleM(from.longitude, from.latitude, to.longitude, to.latitude)
}
