import { ALL, type Filter, IMPOSSIBLE, NONE, SOME, type Verdict } from '../filter.ts'
import { EARTH_RADIUS_M, greatCircleM, reachAtLatitude } from '../great-circle.ts'
import type { PredicateOf } from '../predicate.ts'
import type { Places } from '../table.ts'

/** Number of latitude bands of equal height in a circle. */
const BANDS = 64

/** Maximum rounding error of the bands in degrees: 0.1 mm on the ground. */
const MARGIN = 1e-9

/** Maximum radius for bands. In a larger circle, a band may be narrower in its middle than at its ends. */
const WIDEST_DEGREES = 90

/**
 * A circle as a stack of latitude bands. In a band, points within `sure` degrees of the center's longitude are inside,
 * and points more than `most` degrees away are outside. Only for points in between is the distance computed.
 */
interface Bands {
  readonly south: number
  readonly north: number
  readonly bandsPerDegree: number
  readonly sure: Float64Array
  readonly most: Float64Array
}

export function filterCircle({ longitude, latitude, radiusM }: PredicateOf<'circle'>, places: Places): Filter {
  if (!(radiusM >= 0)) return IMPOSSIBLE
  const { longitudes, latitudes } = places
  const bands = bandsOf(latitude, radiusM)
  return {
    passing: 0.5,
    costNs: 4,
    isLocal: true,
    verdict: (zone) => {
      const south = latitudes.lows[zone] as number
      const north = latitudes.highs[zone] as number
      if (north < bands.south || south > bands.north) return NONE
      const [nearest, farthest] = awayFrom(longitude, longitudes.lows[zone] as number, longitudes.highs[zone] as number)
      return judge(bands, south, north, nearest, farthest)
    },
    keep: (rows, start, end, into, at) =>
      keepInCircle(
        longitudes.values,
        latitudes.values,
        longitude,
        latitude,
        radiusM,
        bands,
        rows,
        start,
        end,
        into,
        at,
      ),
  }
}

function bandsOf(latitude: number, radiusM: number): Bands {
  const radius = (radiusM / EARTH_RADIUS_M) * (180 / Math.PI)
  const south = Math.max(-90, latitude - radius - MARGIN)
  const north = Math.min(90, latitude + radius + MARGIN)
  const bandsPerDegree = (BANDS - MARGIN) / (north - south) // keeps the northern edge within the last band
  const sure = new Float64Array(BANDS).fill(-1)
  const most = new Float64Array(BANDS).fill(180)
  if (radius >= WIDEST_DEGREES) return { south, north, bandsPerDegree, sure, most }
  const widest = latitudeOfWidestReach(latitude, radius)
  let below = reachAtLatitude(latitude, radius, south)
  for (let band = 0; band < BANDS; band++) {
    const floor = south + band / bandsPerDegree
    const ceiling = south + (band + 1) / bandsPerDegree
    const above = reachAtLatitude(latitude, radius, ceiling)
    const bulges = widest > floor - MARGIN && widest < ceiling + MARGIN
    // In each band, a circle is narrowest at an end of the band. It is widest at an end or at the circle's widest
    // latitude.
    sure[band] = Math.min(below, above) === 180 ? 180 : Math.min(below, above) - MARGIN
    most[band] = Math.max(below, above, bulges ? reachAtLatitude(latitude, radius, widest) : -1) + MARGIN
    below = above
  }
  return { south, north, bandsPerDegree, sure, most }
}

/**
 * Returns the latitude at which meridians touch a circle. NaN if the circle contains a pole, where all meridians cross
 * it.
 */
function latitudeOfWidestReach(latitude: number, radius: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180) / Math.cos((radius * Math.PI) / 180)
  return (Math.asin(sine) * 180) / Math.PI
}

/** Returns the minimum and maximum difference between a zone's longitudes and the center's, the shorter way around. */
function awayFrom(center: number, west: number, east: number): [nearest: number, farthest: number] {
  const toWest = around(center - west)
  const toEast = around(center - east)
  const holdsCenter = west <= center && center <= east
  const opposite = center > 0 ? center - 180 : center + 180
  const holdsOpposite = west <= opposite && opposite <= east
  return [holdsCenter ? 0 : Math.min(toWest, toEast), holdsOpposite ? 180 : Math.max(toWest, toEast)]
}

function around(degrees: number): number {
  const away = Math.abs(degrees)
  return Math.min(away, 360 - away)
}

function judge(bands: Bands, south: number, north: number, nearest: number, farthest: number): Verdict {
  const first = Math.floor((Math.max(south, bands.south) - bands.south) * bands.bandsPerDegree)
  const last = Math.floor((Math.min(north, bands.north) - bands.south) * bands.bandsPerDegree)
  let all = south >= bands.south && north <= bands.north
  let none = true
  for (let band = first; band <= last && (all || none); band++) {
    all &&= farthest <= (bands.sure[band] as number)
    none &&= nearest > (bands.most[band] as number)
  }
  return none ? NONE : all ? ALL : SOME
}

function keepInCircle(
  longitudes: Float64Array,
  latitudes: Float64Array,
  centerLongitude: number,
  centerLatitude: number,
  radiusM: number,
  bands: Bands,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  const { south, north, bandsPerDegree, sure, most } = bands
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const longitude = longitudes[row] as number
    const latitude = latitudes[row] as number
    into[next] = row
    if (latitude < south || latitude > north) continue
    const band = ((latitude - south) * bandsPerDegree) | 0
    const degrees = Math.abs(longitude - centerLongitude)
    const away = Math.min(degrees, 360 - degrees)
    if (away <= (sure[band] as number)) next++
    else if (away <= (most[band] as number))
      next += +(greatCircleM(centerLongitude, centerLatitude, longitude, latitude) <= radiusM)
  }
  return next
}
