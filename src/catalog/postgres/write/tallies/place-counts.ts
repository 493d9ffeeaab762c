import { Extent } from '../../../../places/regions/extent.ts'
import { isOnMarket } from '../../../../places/regions/regions.ts'
import { isWhereItWas, type PlacedHome } from '../../../facts/placed-home.ts'
import type { Session } from '../../session.ts'
import { copyLine } from '../../tables/copy-lines.ts'
import { UNITS_PER_DEGREE } from '../../tables/points.ts'
import { storeRegions } from './stored-regions.ts'

interface PlaceChange {
  readonly removed: Extent
  readonly added: Extent
  listings: number
}

/** Updates the counts and boxes of places when homes change, and then the regions of these places. */
export class PlaceCounts {
  readonly #session: Session
  readonly #changes = new Map<number, PlaceChange>()

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Subtracts a home before its change, and adds the home after it. Does nothing if the place, the coordinates and the
   * market status are the same.
   */
  replace(before: PlacedHome | undefined, after: PlacedHome | undefined): void {
    if (isWhereItWas(before, after)) return
    if (before !== undefined) this.#take(before, 'removed')
    if (after !== undefined) this.#take(after, 'added')
  }

  #take({ home, place }: PlacedHome, by: 'removed' | 'added'): void {
    const change = this.#of(place)
    change[by].add(home.point)
    if (isOnMarket(home)) change.listings += by === 'added' ? 1 : -1
  }

  /** Call this only once, when all coordinates of homes are stored. `revision`: the revision of the commit. */
  store(revision: number): void {
    if (this.#changes.size === 0) return
    const session = this.#session
    session.query(CHANGED)
    session.copy('COPY changed_place FROM STDIN', Array.from(this.#changes, changeLine).join(''))
    session.query('ANALYZE changed_place')
    const onEdge = session.query(ON_EDGE).map(({ place }) => Number(place))
    session.query(COUNT)
    session.query(COUNT_STATES)
    if (onEdge.length > 0) session.query(MEASURE, [onEdge])
    storeRegions(session, [...this.#changes.keys()], revision)
  }

  #of(place: number): PlaceChange {
    const change = this.#changes.get(place)
    if (change !== undefined) return change
    const made: PlaceChange = { removed: new Extent(), added: new Extent(), listings: 0 }
    this.#changes.set(place, made)
    return made
  }
}

const BOX = ['west', 'south', 'east', 'north'] as const

const CHANGED = `CREATE TEMP TABLE changed_place (place int4 PRIMARY KEY, homes int8, located int8, listings int8,
  latitude_sum float8, longitude_sum float8, west float8, south float8, east float8, north float8,
  gone_west float8, gone_south float8, gone_east float8, gone_north float8) ON COMMIT DROP`

function changeLine([place, { removed: was, added: is, listings }]: [number, PlaceChange]): string {
  return copyLine([
    place,
    is.count - was.count,
    is.located - was.located,
    listings,
    is.latitudeSum - was.latitudeSum,
    is.longitudeSum - was.longitudeSum,
    ...BOX.map((side) => is[side]),
    ...BOX.map((side) => was[side]),
  ])
}

/** SQL for places that lost a home on the edge of their box. Only the homes of these places are read again. */
const ON_EDGE = `SELECT place FROM catalog.place kept JOIN changed_place gone USING (place)
  WHERE gone_west < 'Infinity'
    AND (gone_west <= kept.west OR gone_south <= kept.south OR gone_east >= kept.east OR gone_north >= kept.north)`

const COUNT = `UPDATE catalog.place kept SET homes = kept.homes + changed.homes, located = kept.located + changed.located,
    listings = kept.listings + changed.listings, latitude_sum = kept.latitude_sum + changed.latitude_sum,
    longitude_sum = kept.longitude_sum + changed.longitude_sum,
    west = least(kept.west, changed.west), south = least(kept.south, changed.south),
    east = greatest(kept.east, changed.east), north = greatest(kept.north, changed.north)
  FROM changed_place changed WHERE changed.place = kept.place`

const COUNT_STATES = `INSERT INTO catalog.place_state AS kept
  SELECT state, sum(changed.homes), sum(changed.located), sum(changed.listings), sum(changed.latitude_sum),
    sum(changed.longitude_sum)
  FROM changed_place changed JOIN catalog.place USING (place) GROUP BY state
  ON CONFLICT (state) DO UPDATE SET homes = kept.homes + excluded.homes, located = kept.located + excluded.located,
    listings = kept.listings + excluded.listings, latitude_sum = kept.latitude_sum + excluded.latitude_sum,
    longitude_sum = kept.longitude_sum + excluded.longitude_sum`

/**
 * SQL that measures the boxes of places again. The sides are infinite if no home has coordinates; dividing does not
 * change that.
 */
const MEASURE = `UPDATE catalog.place kept SET west = box.west, south = box.south, east = box.east, north = box.north
  FROM (
    SELECT wanted.place,
      coalesce(min(point.place[0]), 'Infinity') / ${UNITS_PER_DEGREE} AS west,
      coalesce(min(point.place[1]), 'Infinity') / ${UNITS_PER_DEGREE} AS south,
      coalesce(max(point.place[0]), '-Infinity') / ${UNITS_PER_DEGREE} AS east,
      coalesce(max(point.place[1]), '-Infinity') / ${UNITS_PER_DEGREE} AS north
    FROM unnest($1::int4[]) AS wanted (place) LEFT JOIN catalog.home_point point ON point.home_place = wanted.place
    GROUP BY wanted.place
  ) box WHERE box.place = kept.place`
