import type { BoxNode, CircleNode, PolygonNode } from '../../src/catalog/ports/query.ts'
import type { Random } from '../../src/kit/algorithms/random.ts'
import type { Point } from '../../src/model/home.ts'
import { haversineM } from './shapes.ts'

type Corner = readonly [latitude: number, longitude: number]

/** Random shapes near given points: ordinary ones, and ones that often reveal mistakes. */
export class RandomShapes {
  readonly #random: Random
  readonly #points: readonly Point[]

  /** `points`: coordinates of homes. */
  constructor(random: Random, points: readonly Point[]) {
    this.#random = random
    this.#points = points
  }

  box(near: Point): BoxNode {
    const random = this.#random
    const [height, width] = [this.#size(30), this.#size(60)]
    const around = {
      kind: 'box',
      south: clamp(near.latitude - height * random.unit(), 90),
      north: clamp(near.latitude + height * random.unit(), 90),
      west: clamp(near.longitude - width * random.unit(), 180),
      east: clamp(near.longitude + width * random.unit(), 180),
    } as const
    const [one, other] = [this.#point(), this.#point()]
    const overTheDateLine = { west: random.between(100, 180), east: random.between(-180, near.longitude) }
    return random.pick<BoxNode>([
      around,
      around,
      { ...around, north: near.latitude, east: near.longitude },
      { ...around, ...overTheDateLine },
      { ...around, south: -90, north: 90, west: near.longitude, east: random.between(-180, near.longitude) },
      { kind: 'box', south: near.latitude, north: near.latitude, west: near.longitude, east: near.longitude },
      { ...around, south: around.north, north: around.south },
      { kind: 'box', south: -90, north: 90, west: -180, east: 180 },
      {
        kind: 'box',
        south: Math.min(one.latitude, other.latitude),
        north: Math.max(one.latitude, other.latitude),
        west: one.longitude,
        east: other.longitude,
      },
    ])
  }

  circle(near: Point): CircleNode {
    const random = this.#random
    const center = random.pick<Point>([
      near,
      { latitude: clamp(near.latitude + this.#offset(2), 90), longitude: clamp(near.longitude + this.#offset(2), 180) },
      this.#point(),
      { latitude: random.pick([90, -90, 89.9999]), longitude: random.between(-180, 180) },
      { latitude: near.latitude, longitude: random.pick([180, -180, 179.999, -179.999]) },
    ])
    const toHome = haversineM(center, random.pick([near, this.#point()]))
    const radiusM = random.pick([
      10 ** random.between(0, Math.log10(800_000)),
      10 ** random.between(3, Math.log10(800_000)),
      toHome * random.pick([1 - NEXT_TO, 1 + NEXT_TO]),
    ])
    return { kind: 'circle', ...center, radiusM: Math.min(800_000, Math.max(1, radiusM)) }
  }

  polygon(near: Point): PolygonNode {
    const ring = this.#random.pick([
      () => this.#roundRing(near),
      () => this.#roundRing(near),
      () => this.#crossingRing(near),
      () => this.#ringThroughHomes(near),
      () => this.#steps(near),
      () => this.#line(near),
    ])()
    const turned = this.#random.chance(0.5) ? ring : ring.toReversed()
    const points = turned.map(([latitude, longitude]): Corner => [clamp(latitude, 90), clamp(longitude, 180)])
    const first = points[0] as Corner // every ring has corners
    const closed = this.#random.chance(0.3) ? [...points, first] : points
    if (this.#random.chance(0.8)) return { kind: 'polygon', points: closed }
    return {
      kind: 'polygon',
      points: closed,
      holes: [this.#roundRing(near).map(([y, x]) => [clamp(y, 90), clamp(x, 180)])],
    }
  }

  /** A ring around a point that does not cross itself. Its corners are at different distances. */
  #roundRing(near: Point): Corner[] {
    const random = this.#random
    const [corners, size] = [this.#corners(), this.#size(8)]
    const center: Corner = [near.latitude + random.bell() * size * 0.3, near.longitude + random.bell() * size * 0.3]
    return Array.from({ length: corners }, (_, i) => {
      const [angle, reach] = [(2 * Math.PI * i) / corners, size * random.between(0.3, 1)]
      return [center[0] + reach * Math.sin(angle), center[1] + reach * Math.cos(angle)]
    })
  }

  #crossingRing(near: Point): Corner[] {
    const size = this.#size(8)
    return this.#times(() => [near.latitude + this.#offset(size), near.longitude + this.#offset(size)])
  }

  /** A ring whose corners are exactly at homes. Some corners occur twice. */
  #ringThroughHomes(near: Point): Corner[] {
    const random = this.#random
    const reach = this.#size(20)
    const close = this.#points.filter(
      ({ latitude, longitude }) => Math.abs(latitude - near.latitude) + Math.abs(longitude - near.longitude) < reach,
    )
    return this.#times(() => cornerOf(random.chance(0.9) ? random.pick([near, ...close]) : this.#point()))
  }

  /** A ring whose edges run exactly north and east through homes. Some edges lie on the same line. */
  #steps(near: Point): Corner[] {
    const [latitude, longitude] = cornerOf(near)
    const size = this.#size(8)
    const [north, east] = [latitude + this.#offset(size), longitude + this.#offset(size)]
    return [
      [latitude, longitude],
      [latitude, (longitude + east) / 2],
      [latitude, east],
      [(latitude + north) / 2, east],
      [north, east],
      [north, longitude],
    ]
  }

  /** A ring without area. Its corners are exactly on a line, because sums and halves of these numbers are exact. */
  #line(near: Point): Corner[] {
    const step = 2 ** this.#random.whole(-16, 2)
    const [up, along] = this.#random.pick([
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const)
    return this.#times(() => {
      const steps = this.#random.whole(-5, 5) * step
      return [near.latitude + up * steps, near.longitude + along * steps]
    })
  }

  #times(corner: () => Corner): Corner[] {
    return Array.from({ length: this.#corners() }, corner)
  }

  #corners(): number {
    return this.#random.chance(0.5) ? this.#random.whole(3, 6) : this.#random.whole(3, 50)
  }

  #point(): Point {
    return this.#random.pick(this.#points)
  }

  /** Draws a size in degrees, from one meter to `most`. All powers of ten are equally likely. */
  #size(most: number): number {
    return 10 ** this.#random.between(-5, Math.log10(most))
  }

  #offset(size: number): number {
    return this.#random.between(-size, size)
  }
}

/** Distance between a point and a circle, as a share of the radius. It is much larger than the rounding error. */
const NEXT_TO = 1e-7

function cornerOf({ latitude, longitude }: Point): Corner {
  return [latitude, longitude]
}

function clamp(degrees: number, most: number): number {
  return Math.min(most, Math.max(-most, degrees))
}
