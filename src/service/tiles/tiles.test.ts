import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { median } from '../../kit/algorithms/median.ts'
import { Random } from '../../kit/algorithms/random.ts'
import { LEAST_HOMES } from '../operations/least-homes.ts'
import { CELLS_ACROSS } from './cells.ts'
import { placeHomes } from './placed-homes.ts'
import { HOMES_FROM_ZOOM, HOMES_MAX, type Shows, tileAt, tileIndex } from './tile-index.ts'
import { ZOOM_MAX } from './world.ts'

/** A home as plain data; without a place if the degrees are unknown. */
interface PlainHome {
  readonly zpid: number
  readonly longitude: number
  readonly latitude: number
  readonly price: number
  readonly state: number
  readonly type: number
}

const EXTENT = 4096
const CELL = EXTENT / CELLS_ACROSS

/** Tolerance in tile units. At the deepest zoom, a unit of `WORLD` is four tile units. */
const UNIT = 5

/** The values of `marketingStatus`, in the order of their codes. */
const STATUSES = ['active', 'comingSoon', 'acceptingBackupOffers', 'pending']
const TYPES = ['singleFamily', 'townhome', 'condo', 'multiFamily', 'apartment', 'land', 'manufactured']

/** The edges of the map, its middle, and points that several homes share. */
const ODD_PLACES = [
  [180, 0],
  [-180, 0],
  [0, 0],
  [0, 90],
  [0, -90],
  [-97.74, 30.27],
  [-97.74, 86],
] as const

function randomHomes(random: Random, count: number): readonly PlainHome[] {
  const centres = Array.from({ length: 3 }, () => [random.between(-180, 180), random.between(-85, 85)] as const)
  const placeOf = () => {
    const kind = random.below(20)
    if (kind === 0) return [Number.NaN, Number.NaN] as const
    if (kind < 4) return ODD_PLACES[random.below(ODD_PLACES.length)] ?? ([0, 0] as const)
    if (kind < 8) return [random.between(-180, 180), random.between(-85, 85)] as const
    const [longitude, latitude] = centres[random.below(centres.length)] ?? [0, 0]
    const near = 10 ** -random.below(6)
    const east = longitude + random.between(-near, near)
    return [Math.max(-180, Math.min(180, east)), latitude + random.between(-near, near)] as const
  }
  return Array.from({ length: count }, (_, i) => {
    const [longitude, latitude] = placeOf()
    const price = random.below(10) === 0 ? Number.NaN : random.below(3_000_000)
    const state = random.below(STATUSES.length)
    return { zpid: i + 1, longitude, latitude, price, state, type: random.below(TYPES.length) }
  })
}

function indexOf(homes: readonly PlainHome[], shows: Shows) {
  const column = (of: (home: PlainHome) => number) => Float64Array.from(homes, of)
  const values = {
    price: column(({ price }) => price),
    saleState: column(({ state }) => state),
    homeType: column(({ type }) => type),
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
  }
  const zpids = column(({ zpid }) => zpid)
  return tileIndex(placeHomes('For_Sale', { zpids, flags: new Uint32Array(homes.length), values }), shows)
}

/** Returns the position of a home, in units of the whole world at a zoom, by the formula of the projection. */
function unitsAt(zoom: number, { longitude, latitude }: PlainHome): readonly [x: number, y: number] {
  const radians = (latitude * Math.PI) / 180
  const north = Math.log(Math.tan(Math.PI / 4 + radians / 2)) / Math.PI
  const side = 2 ** zoom * EXTENT
  const at = (share: number) => Math.max(0, Math.min(side - 1, share * side))
  return [at((longitude + 180) / 360), at((1 - north) / 2)]
}

function featuresOf(bytes: Uint8Array, name: string) {
  const layer = new VectorTile(new PbfReader(bytes)).layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const feature = layer?.feature(i)
    const [[point] = []] = feature?.loadGeometry() ?? []
    const properties: Readonly<Record<string, unknown>> = { ...feature?.properties }
    return { id: feature?.id, point: [point?.x ?? -1, point?.y ?? -1], properties }
  })
}

test('every home with a place is in one tile of each zoom: as a point or in its cell with the median price; free tiles show only counts', async () => {
  const random = new Random(31, 'tiles')
  for (const [count, zoomMax, shows] of [
    [0, 0, 'homes'],
    [1, ZOOM_MAX, 'homes'],
    [1200, ZOOM_MAX, 'homes'],
    [20_000, 2, 'homes'],
    [1200, ZOOM_MAX, 'counts'],
    [20_000, 2, 'counts'],
  ] as const) {
    const homes = randomHomes(random, count)
    const index = await indexOf(homes, shows)
    const placed = homes.filter(({ latitude }) => !Number.isNaN(latitude))
    assert.equal(index.homes.unplaced, count - placed.length)
    for (let z = 0; z <= zoomMax; z++) {
      const byTile = Map.groupBy(placed, (home) =>
        unitsAt(z, home)
          .map((unit) => Math.floor(unit / EXTENT))
          .join('/'),
      )
      let shown = 0
      for (const [name, inTile] of byTile) {
        const [x = 0, y = 0] = name.split('/').map(Number)
        const bytes = await tileAt(index, { z, x, y })
        shown += checkTile(bytes, shows, { z, x, y }, inTile)
      }
      assert.equal(shown, placed.length)
    }
  }
})

test('two counts are at least 0.4 cells apart, so circles that are that wide never cover each other', async () => {
  const homes = randomHomes(new Random(47, 'tiles'), 2000).filter(({ latitude }) => !Number.isNaN(latitude))
  const index = await indexOf(homes, 'counts')
  for (let z = 0; z <= 12; z++) {
    const tiles = new Set(homes.map((home) => unitsAt(z, home).map((unit) => Math.floor(unit / EXTENT)).join('/'))) // biome-ignore format: a line
    const points: (readonly [x: number, y: number])[] = []
    for (const name of tiles) {
      const [x = 0, y = 0] = name.split('/').map(Number)
      for (const { point } of featuresOf(await tileAt(index, { z, x, y }), 'cells'))
        points.push([x * EXTENT + (point[0] ?? 0), y * EXTENT + (point[1] ?? 0)])
    }
    for (const [i, [x, y]] of points.entries())
      for (const [otherX, otherY] of points.slice(i + 1))
        assert.ok(Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) >= CELL * 0.4 - 1, `zoom ${z}: ${x},${y}`)
  }
})

function checkTile(
  bytes: Uint8Array,
  shows: Shows,
  at: { z: number; x: number; y: number },
  inTile: readonly PlainHome[],
): number {
  const isFree = shows === 'counts'
  const within = (home: PlainHome) => {
    const [x, y] = unitsAt(at.z, home)
    return [x - at.x * EXTENT, y - at.y * EXTENT] as const
  }
  const cells = Map.groupBy(inTile, (home) =>
    within(home)
      .map((unit) => Math.floor(unit / CELL))
      .join('/'),
  )
  const isFew = !isFree && at.z >= HOMES_FROM_ZOOM && inTile.length <= HOMES_MAX
  const isShown = (all: readonly PlainHome[]) => isFew || (all.length === 1 && !isFree)
  const alone = [...cells.values()].filter(isShown).flat()
  const homes = featuresOf(bytes, 'homes')
  assert.deepEqual(
    homes.map(({ id }) => id),
    alone.map(({ zpid }) => zpid).toSorted((one, other) => one - other),
  )
  for (const { id, point, properties } of homes) {
    const home = alone.find(({ zpid }) => zpid === id)
    assert.ok(home)
    const price = Number.isNaN(home.price) ? {} : { price: home.price }
    assert.deepEqual(properties, { id, ...price, status: STATUSES[home.state], type: TYPES[home.type] })
    for (const [axis, unit] of within(home).entries()) assert.ok(Math.abs(unit - (point[axis] ?? -9)) <= UNIT)
  }
  const counted = featuresOf(bytes, 'cells').map(({ point, properties }) => {
    return [point.map((unit) => Math.floor(unit / CELL)).join('/'), properties.count, properties.priceMedian] as const
  })
  const expected = [...cells].flatMap(([name, all]) => {
    const prices = all.map(({ price }) => price).filter((price) => !Number.isNaN(price))
    const least = isFree ? LEAST_HOMES : 1
    return isShown(all) ? [] : [[name, all.length, prices.length < least ? undefined : median(prices)] as const]
  })
  const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
    one < other ? -1 : 1
  assert.deepEqual(counted.toSorted(byName), expected.toSorted(byName))
  return homes.length + counted.reduce((sum, [, count]) => sum + Number(count), 0)
}
