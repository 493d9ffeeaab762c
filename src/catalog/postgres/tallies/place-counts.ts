import type { Home } from '../../../model/home.ts'
import { Extent, type ExtentParts } from '../../../regions/extent.ts'
import { isOnMarket, RegionTally } from '../../../regions/regions.ts'
import { copyLine } from '../copy-lines.ts'
import { UNITS_PER_DEGREE } from '../dialect.ts'
import type { Row, Session } from '../session.ts'

interface Change {
  readonly gone: Extent
  readonly come: Extent
  listings: number
}

/** What changed homes mean for the counts and boxes of their places, and for the regions that these lie in. */
export class PlaceCounts {
  readonly #session: Session
  readonly #changes = new Map<number, Change>()

  constructor(session: Session) {
    this.#session = session
  }

  take(home: Home, place: number, by: 'gone' | 'come'): void {
    const change = this.#of(place)
    change[by].add(home.point)
    if (isOnMarket(home)) change.listings += by === 'come' ? 1 : -1
  }

  /** To be called once, when the points of homes are as they will be. `revision`: that of the commit. */
  store(revision: number): void {
    if (this.#changes.size === 0) return
    const session = this.#session
    session.query(CHANGED)
    session.copy('COPY changed_place FROM STDIN', Array.from(this.#changes, changeLine).join(''))
    session.query('ANALYZE changed_place')
    const onEdge = session.query(ON_EDGE).map(({ place }) => Number(place))
    session.query(COUNT)
    if (onEdge.length > 0) session.query(MEASURE, [onEdge])
    this.#storeRegions(revision)
  }

  /** Regions follow from their places, whose counts are read again: they are few, however many homes there are. */
  #storeRegions(revision: number): void {
    const session = this.#session
    const rows = session.query(PLACES)
    const tally = new RegionTally(
      undefined,
      rows.map(({ address }) => JSON.parse(String(address))),
    )
    for (const row of rows) tally.countParts(Number(row.place), partsOf(row), Number(row.listings))
    const changed = [...this.#changes.keys()]
    const keys = changed.map((place) => Object.values(tally.keysOf(place)))
    const wanted = new Set(keys.flat())
    const made = new Map(tally.regions(wanted).map((region) => [region.key, JSON.stringify(region)]))
    session.query('CREATE TEMP TABLE made_region (key text COLLATE "C", value text) ON COMMIT DROP')
    session.copy('COPY made_region FROM STDIN', Array.from(wanted, (key) => copyLine([key, made.get(key)])).join(''))
    session.query(REGIONS, [revision])
    const inside = changed.flatMap((place, at) =>
      tally.hasHomes(place) ? (keys[at] ?? []).map((key) => copyLine([key, place])) : [],
    )
    session.query('CREATE TEMP TABLE made_place_region (region text COLLATE "C", place int4) ON COMMIT DROP')
    session.copy('COPY made_place_region FROM STDIN', inside.join(''))
    session.query('INSERT INTO catalog.place_region SELECT region, place FROM made_place_region ON CONFLICT DO NOTHING')
    session.query(`DELETE FROM catalog.place_region USING changed_place changed JOIN catalog.place counted USING (place)
      WHERE place_region.place = counted.place AND counted.homes = 0`)
  }

  #of(place: number): Change {
    const known = this.#changes.get(place)
    if (known !== undefined) return known
    const made: Change = { gone: new Extent(), come: new Extent(), listings: 0 }
    this.#changes.set(place, made)
    return made
  }
}

const BOX = ['west', 'south', 'east', 'north'] as const

const CHANGED = `CREATE TEMP TABLE changed_place (place int4 PRIMARY KEY, homes int8, located int8, listings int8,
  latitude_sum float8, longitude_sum float8, west float8, south float8, east float8, north float8,
  gone_west float8, gone_south float8, gone_east float8, gone_north float8) ON COMMIT DROP`

function changeLine([place, { gone: was, come: is, listings }]: [number, Change]): string {
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

/** Places whose box a home leaves that touched its edge: only their homes are looked at again. */
const ON_EDGE = `SELECT place FROM catalog.place kept JOIN changed_place gone USING (place)
  WHERE gone_west <= kept.west OR gone_south <= kept.south OR gone_east >= kept.east OR gone_north >= kept.north`

const COUNT = `UPDATE catalog.place kept SET homes = kept.homes + changed.homes, located = kept.located + changed.located,
    listings = kept.listings + changed.listings, latitude_sum = kept.latitude_sum + changed.latitude_sum,
    longitude_sum = kept.longitude_sum + changed.longitude_sum,
    west = least(kept.west, changed.west), south = least(kept.south, changed.south),
    east = greatest(kept.east, changed.east), north = greatest(kept.north, changed.north)
  FROM changed_place changed WHERE changed.place = kept.place`

/** Infinite where no home has coordinates: as numbers, which dividing leaves as they are. */
const MEASURE = `UPDATE catalog.place kept SET west = box.west, south = box.south, east = box.east, north = box.north
  FROM (
    SELECT asked.place,
      coalesce(min(point.place[0]), 'Infinity') / ${UNITS_PER_DEGREE} AS west,
      coalesce(min(point.place[1]), 'Infinity') / ${UNITS_PER_DEGREE} AS south,
      coalesce(max(point.place[0]), '-Infinity') / ${UNITS_PER_DEGREE} AS east,
      coalesce(max(point.place[1]), '-Infinity') / ${UNITS_PER_DEGREE} AS north
    FROM unnest($1::int4[]) AS asked (place) LEFT JOIN catalog.home_point point ON point.home_place = asked.place
    GROUP BY asked.place
  ) box WHERE box.place = kept.place`

const PLACES = `SELECT place, address, homes, located, listings, latitude_sum, longitude_sum, west, south, east, north
  FROM catalog.place ORDER BY place`

/** A region that has no homes any more stays without a value, so that nodes forget it. */
const REGIONS = `INSERT INTO catalog.region AS kept (key, value, revision) SELECT key, value, $1::int8 FROM made_region
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = excluded.revision
  WHERE kept.value IS DISTINCT FROM excluded.value`

function partsOf(row: Row): ExtentParts {
  return {
    count: Number(row.homes),
    located: Number(row.located),
    latitudeSum: Number(row.latitude_sum),
    longitudeSum: Number(row.longitude_sum),
    west: Number(row.west),
    south: Number(row.south),
    east: Number(row.east),
    north: Number(row.north),
  }
}
