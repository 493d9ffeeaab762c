import type { Random } from '../../test/engine/random.ts'

type Point = readonly [latitude: number, longitude: number]

/**
 * Returns the corners of a random polygon, often one that is hard to handle. Some have a few more corners than allowed.
 */
export function polygonText(random: Random): string {
  const points = random.pick(SHAPES)(random, random.pick([0, 1, 2, 3, 4, 5, 20, 100, 997, 1000, 1001, 1003]))
  const decimals = random.pick([0, 2, 6, 15, 20])
  const isClosed = random.chance(0.3) && points.length > 0
  const ring = isClosed ? [...points, points[0] as Point] : points // never undefined, since the list is not empty
  const pairs = ring.map(([latitude, longitude]) => `${latitude.toFixed(decimals)} ${longitude.toFixed(decimals)}`)
  return pairs.join(random.pick([',', ',', ',', ', ', ';'])) + random.pick(['', '', ',', ' '])
}

const SHAPES: readonly ((random: Random, count: number) => readonly Point[])[] = [
  /** A star that crosses itself as often as possible. */
  (random, count) => around(random, count, (i) => (2 * Math.PI * ((i * ((count - 1) / 2)) % count)) / count),
  (random, count) => around(random, count, (i) => (2 * Math.PI * i) / count),
  (random, count) => around(random, count, () => random.between(0, 7)),
  /** A comb whose teeth reach from south to north. */
  (random, count) => {
    const [south, north] = [random.between(24, 37), random.between(37, 50)]
    return made(count, (i) => [i % 4 === 0 || i % 4 === 3 ? south : north, -125 + (58 * (i >> 1)) / (count / 2 + 1)])
  },
  /** A line or a single point, without any area. */
  (_, count) => made(count, (i) => [30 + i / 1000, -98 + i / 1000]),
  (_, count) => made(count, () => [30.2672, -97.7431]),
  /** A path of tiny steps. */
  (random, count) => {
    let [latitude, longitude] = [30.27, -97.74]
    return made(count, () => {
      latitude += random.between(-1e-9, 1e-9)
      longitude += random.between(-1e-9, 1e-9)
      return [latitude, longitude]
    })
  },
  /** Corners on the poles, at the edges of the map, or outside. */
  (random, count) =>
    made(count, () => [random.pick([-90, 90, 0, -0, 90.0001, -1e-20]), random.pick([-180, 180, 0, -180.01, 179.9999])]),
  (random, count) => made(count, () => [random.between(-90, 90), random.between(-180, 180)]),
  /** Latitude and longitude swapped. */
  (random, count) => made(count, () => [random.between(-125, -67), random.between(24, 49)]),
]

function around(random: Random, count: number, angleOf: (i: number) => number): readonly Point[] {
  const [middle, width] = [random.between(-125, -67), random.pick([1e-12, 1e-3, 1, 30])]
  return made(count, (i) => [37 + (width / 3) * Math.sin(angleOf(i)), middle + width * Math.cos(angleOf(i))])
}

function made(count: number, point: (i: number) => Point): readonly Point[] {
  return Array.from({ length: count }, (_, i) => point(i))
}
