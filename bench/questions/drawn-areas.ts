import type { Point } from '../../src/model/home.ts'
import type { Region } from '../../src/model/region.ts'
import type { Random } from '../../test/engine/random.ts'
import type { Written } from './drawn-values.ts'

/** An area to search: the operation and its parameters. */
export interface DrawnArea {
  readonly kind: 'city' | 'ZIP' | 'polygon' | 'circle'
  readonly path: string
  readonly parameters: Written
}

/** Smallest and largest distance from center to edge in degrees of latitude: a neighborhood, and a state. */
const POLYGON_DEGREES = [0.006, 2.5] as const
const CIRCLE_MILES = [0.5, 50] as const

/** Decimals of the coordinates that a map sends. The last decimal is about ten centimeters. */
const COORDINATE_DIGITS = 6

/** Draws areas of a catalog: places, and shapes around places. Places with more homes are more likely. */
export class AreaDrawer {
  readonly #random: Random
  readonly #cities: readonly Region[]
  readonly #zips: readonly Region[]

  constructor(random: Random, regions: readonly Region[]) {
    this.#random = random
    this.#cities = regions.filter(({ type }) => type === 'city')
    this.#zips = regions.filter(({ type }) => type === 'zipcode')
  }

  area(): DrawnArea {
    const share = this.#random.next()
    if (share < 0.45) return placeArea('city', this.#byHomes(this.#cities))
    if (share < 0.6) return placeArea('ZIP', this.#byHomes(this.#zips))
    return share < 0.8 ? this.polygon(this.#size(POLYGON_DEGREES)) : this.circle(this.#size(CIRCLE_MILES))
  }

  /** Returns a ring of 5 to 50 points around a random place. The ring does not cross itself. */
  polygon(radiusDegrees: number): DrawnArea {
    const random = this.#random
    const { latitude, longitude } = this.#middle()
    const corners = random.whole(5, 50)
    const widening = 1 / Math.cos((latitude * Math.PI) / 180)
    const points = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * (i + random.between(0, 0.8))) / corners
      const radius = radiusDegrees * random.between(0.6, 1.2)
      const north = latitude + Math.sin(angle) * radius
      return [coordinate(north), coordinate(longitude + Math.cos(angle) * radius * widening)] as const
    })
    return {
      kind: 'polygon',
      path: '/search/bypolygon',
      parameters: { polygon: points.map((point) => point.join(' ')).join(',') },
    }
  }

  circle(radiusMiles: number): DrawnArea {
    const middle = this.#middle()
    const [latitude, longitude] = [coordinate(middle.latitude), coordinate(middle.longitude)]
    const radius = Number(radiusMiles.toFixed(2))
    return {
      kind: 'circle',
      path: '/search/bycoordinates',
      parameters: { latitude: String(latitude), longitude: String(longitude), radius: String(radius) },
    }
  }

  /** Draws a size on a logarithmic scale, so that small sizes are as likely as large ones. */
  #size([least, most]: readonly [number, number]): number {
    return least * (most / least) ** this.#random.next()
  }

  /** Draws a point in a place. Places with more homes are more likely. */
  #middle(): Point {
    const { west, south, east, north } = this.#byHomes(this.#zips)
    return { latitude: this.#random.between(south, north), longitude: this.#random.between(west, east) }
  }

  #byHomes(regions: readonly Region[]): Region {
    let rest = this.#random.next() * regions.reduce((sum, { homes }) => sum + homes, 0)
    const chosen = regions.find(({ homes }) => {
      rest -= homes
      return rest < 0
    })
    const region = chosen ?? regions.at(-1)
    if (region === undefined) throw new Error('the catalog has no homes')
    return region
  }
}

export function placeArea(kind: 'city' | 'ZIP', { name, state }: Region): DrawnArea {
  return {
    kind,
    path: '/search/byaddress',
    parameters: { location: kind === 'city' ? `${name}, ${state}` : name },
  }
}

function coordinate(degrees: number): number {
  return Number(degrees.toFixed(COORDINATE_DIGITS))
}
