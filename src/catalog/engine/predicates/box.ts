import { ALL, type Filter, NONE, SOME } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'
import type { Places } from '../table.ts'

export function filterBox({ west, south, east, north }: PredicateOf<'box'>, { longitudes, latitudes }: Places): Filter {
  // Across the date line, one of the two comparisons is enough.
  const needed = west > east ? 1 : 2
  return {
    passing: 0.5,
    costNs: 2,
    isLocal: true,
    verdict: (zone) => {
      const zoneWest = longitudes.lows[zone] as number
      const zoneEast = longitudes.highs[zone] as number
      const zoneSouth = latitudes.lows[zone] as number
      const zoneNorth = latitudes.highs[zone] as number
      if (zoneNorth < south || zoneSouth > north || +(zoneEast >= west) + +(zoneWest <= east) < needed) return NONE
      const inside = zoneSouth >= south && zoneNorth <= north && +(zoneWest >= west) + +(zoneEast <= east) >= needed
      return inside ? ALL : SOME
    },
    keep: (rows, start, end, into, at) => {
      const x = longitudes.values
      const y = latitudes.values
      return keepInBox(x, y, west, south, east, north, needed, rows, start, end, into, at)
    },
  }
}

function keepInBox(
  longitudes: Float64Array,
  latitudes: Float64Array,
  west: number,
  south: number,
  east: number,
  north: number,
  needed: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const longitude = longitudes[row] as number
    const latitude = latitudes[row] as number
    into[next] = row
    next += +(latitude >= south) & +(latitude <= north) & +(+(longitude >= west) + +(longitude <= east) >= needed)
  }
  return next
}
