import type { Database } from '../../../kit/postgres/database.ts'
import type { School } from '../../../model/school.ts'
import { EARTH_RADIUS_M, greatCircleM } from '../../engine/great-circle.ts'
import type { NearLookup } from '../../ports/near-lookup.ts'
import { type HomeRows, type ValueRow, valuesOf } from './home-rows.ts'
import {
  indexable,
  type NearRow,
  type NearSearch,
  nearRunner,
  ROUNDING_M,
  type RunNearSearch,
} from './near-searches.ts'

/**
 * Radii in meters of the circles to search one after another. The first contains a block of a large city, the last one
 * the whole Earth.
 */
const CIRCLES_M = [150, 1000, 8000, 64_000, 512_000, Math.PI * EARTH_RADIUS_M]

/** Schools are farther apart than homes, so the smallest circles are skipped. */
const SCHOOL_CIRCLES_M = CIRCLES_M.slice(2)

/**
 * Finds the homes and schools nearest to a point. An index finds the rows in a circle. If there are too few rows, a
 * larger circle is searched. The database only selects candidates; their distances are computed here, as everywhere in
 * Plat.
 */
export function nearLookup(database: Database, listings: HomeRows): NearLookup {
  const runSearch = nearRunner(database)
  const homes = async (near: Nearest, condition: (inside: string) => string) => {
    const source = (inside: string) => `FROM catalog.home_point WHERE ${condition(inside)}`
    const neighbors = await nearestIn(near, 'zpid', { columns: { zpid: ['id', 'int8'] }, source }, runSearch)
    return neighbors.map(({ row }) => row.zpid as number) // the type of the column
  }
  return {
    homes: (point, limit) => homes({ point, limit }, (inside) => inside),
    places: (point, limit) => homes({ point, limit }, (inside) => `is_head AND ${inside}`),
    async schools(point, limit) {
      const near = { point, limit, circlesM: SCHOOL_CIRCLES_M }
      const neighbors = await nearestIn(near, 'id', SCHOOLS, runSearch)
      return neighbors.map(({ row }): School => JSON.parse(row.record as string)) // the type of the column
    },
    async select(near, columns) {
      const neighbors = await nearestIn(near, 'zpid', listings.near(near, columns), runSearch)
      const rows = neighbors.map(({ row }) => row as unknown as ValueRow) // the search selects these columns
      return { ...valuesOf(rows, columns), distancesM: Float64Array.from(neighbors, ({ meters }) => meters) }
    },
  }
}

const SCHOOLS: Pick<NearSearch, 'columns' | 'source'> = {
  columns: { id: ['id', 'text'], record: ['record', 'text'] },
  source: (inside) => `FROM catalog.school_point JOIN catalog.school USING (id) WHERE ${inside}`,
}

interface PlacedRow {
  readonly row: NearRow
  readonly meters: number
}

/** How many rows to request beyond the limit. */
const SPARE = 8

interface Nearest extends Pick<NearSearch, 'point' | 'limit'> {
  readonly withinM?: number
  readonly circlesM?: readonly number[]
}

/** Returns the nearest rows, nearest first; at equal distances, in order of id. */
async function nearestIn(
  { point, limit, withinM = Number.POSITIVE_INFINITY, circlesM = CIRCLES_M }: Nearest,
  id: 'zpid' | 'id',
  selected: Pick<NearSearch, 'columns' | 'source'>,
  runSearch: RunNearSearch,
): Promise<readonly PlacedRow[]> {
  if (limit <= 0) return []
  const smaller = circlesM.filter((circleM) => circleM <= withinM)
  const { indexed, rest } = indexable(
    point,
    withinM < Math.PI * EARTH_RADIUS_M ? [...smaller, withinM + ROUNDING_M] : smaller,
  )
  const near = { point, limit, ...selected }
  const first = indexed.length === 0 ? [] : await surelyNearest({ ...near, radiiM: indexed }, id, runSearch)
  const isEnough = rest.length === 0 || first.length >= limit
  const nearest = isEnough ? first : await surelyNearest({ ...near, radiiM: rest.slice(-1) }, id, runSearch)
  return nearest.filter(({ meters }) => meters <= withinM)
}

/** Requests more and more rows, until the last one is certainly farther away than the last row to return. */
async function surelyNearest(
  search: Omit<NearSearch, 'wanted'>,
  id: 'zpid' | 'id',
  runSearch: RunNearSearch,
): Promise<readonly PlacedRow[]> {
  const { point, limit } = search
  for (let wanted = limit + SPARE; ; wanted *= 4) {
    const rows = await runSearch({ ...search, wanted })
    const placed = rows
      .map((row) => ({ row, meters: greatCircleM(point.longitude, point.latitude, row.longitude, row.latitude) }))
      .sort((a, b) => a.meters - b.meters || ((a.row[id] as string) < (b.row[id] as string) ? -1 : 1)) // or numbers
    const beyond = (placed.at(-1)?.meters ?? 0) - (placed[limit - 1]?.meters ?? 0)
    const isWhole = rows.at(-1)?.far === rows[limit - 1]?.far // all rows at this distance are included
    if (rows.length < wanted || isWhole || beyond > ROUNDING_M) return placed.slice(0, limit)
  }
}
