import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CANDIDATE_DAYS, MAX_CANDIDATES, MAX_DISTANCE_M } from './candidates.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { TRAIT_NUMBERS } from './likeness.ts'
import { SaleMap } from './sale-map.ts'
import { SaleTable } from './sales.ts'

const DAY = 16_000

interface SoldHome {
  readonly zpid: number
  readonly day: number
  readonly north: number
  readonly east: number
  readonly homeType: number
}

const anySold: fc.Arbitrary<SoldHome> = fc.record({
  zpid: fc.integer({ min: 1, max: 60 }),
  day: fc.integer({ min: DAY - 500, max: DAY }),
  // Most points are in a dense center, some in a suburb, and some too far away to count.
  north: fc.oneof(fc.double({ min: 0, max: 0.01, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true })),
  east: fc.double({ min: 0, max: 0.02, noNaN: true }),
  homeType: fc.constantFrom(0, 0, 1, 2, 4),
})

function tableOf(all: readonly SoldHome[]): SaleTable {
  const table = new SaleTable()
  for (const [i, { zpid, day, north, east, homeType }] of all.entries()) {
    const inputs = new Float32Array(HOME_INPUTS.length).fill(Number.NaN)
    inputs[inputAt('latitude')] = 40 + north
    inputs[inputAt('longitude')] = -80 + east
    inputs[inputAt('homeType')] = homeType
    inputs[inputAt('livingArea')] = 1500
    table.add(zpid, day, 100_000 + i, inputs, 1)
  }
  return table
}

function neighborsOf(map: SaleMap, row: number) {
  const { sales, count, rows, distancesM } = map.around(row)
  const asOf = (sales.days[row] ?? 0) - 1
  return Array.from(rows.subarray(0, count), (other, i) => ({
    zpid: sales.zpids[other] ?? 0,
    homeType: sales.traits[other * TRAIT_NUMBERS] ?? 0,
    daysAgo: asOf - (sales.days[other] ?? 0),
    distanceM: distancesM[i] ?? 0,
  }))
}

test('neighbors are sales of other homes of comparable type, in the year before the day and never on the day or later', () => {
  const kinds = [0, 0, 2, 3, 2]
  fc.assert(
    fc.property(fc.array(anySold, { minLength: 2, maxLength: 150 }), (all) => {
      const sales = tableOf(all).upTo(DAY)
      const map = new SaleMap(sales)
      for (let row = 0; row < sales.size; row += 7) {
        const neighbors = neighborsOf(map, row)
        assert.ok(neighbors.length <= MAX_CANDIDATES)
        for (const { zpid, homeType, daysAgo, distanceM } of neighbors) {
          assert.notEqual(zpid, sales.zpids[row])
          assert.ok(daysAgo >= 0 && daysAgo < CANDIDATE_DAYS && distanceM <= MAX_DISTANCE_M)
          assert.equal(kinds[homeType], kinds[sales.inputs[row * HOME_INPUTS.length + inputAt('homeType')] ?? 0])
        }
        const distances = neighbors.map(({ distanceM }) => distanceM)
        assert.deepEqual(
          distances,
          distances.toSorted((one, other) => one - other),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('later sales never change the neighbors of a sale', () => {
  fc.assert(
    fc.property(fc.array(anySold, { minLength: 2, maxLength: 120 }), fc.array(anySold), (all, more) => {
      const before = tableOf(all).upTo(DAY)
      const both = tableOf([...all, ...more.map((sold) => ({ ...sold, day: sold.day + 501 }))]).upTo(DAY + 501)
      const [map, grown] = [new SaleMap(before), new SaleMap(both)]
      for (let row = 0; row < before.size; row += 5) {
        const [one, other] = [neighborsOf(map, row), neighborsOf(grown, row)]
        assert.deepEqual(
          other.map(({ zpid, daysAgo }) => ({ zpid, daysAgo })),
          one.map(({ zpid, daysAgo }) => ({ zpid, daysAgo })),
        )
      }
    }),
    { numRuns: 30 },
  )
})

test('the nearest sales are the same as if all distances had been measured', () => {
  fc.assert(
    fc.property(fc.array(anySold, { minLength: 90, maxLength: 200 }), (all) => {
      const sales = tableOf(all.map((sold, i) => ({ ...sold, zpid: i + 1, homeType: 0 }))).upTo(DAY)
      const map = new SaleMap(sales)
      const row = sales.size - 1
      const distanceM = (other: number) => {
        const at = (of: number, name: 'latitude' | 'longitude') =>
          (sales.inputs[of * HOME_INPUTS.length + inputAt(name)] ?? 0) * 111_195
        const north = at(other, 'latitude') - at(row, 'latitude')
        const east = (at(other, 'longitude') - at(row, 'longitude')) * Math.cos((40 * Math.PI) / 180)
        return Math.hypot(north, east)
      }
      const ago = (other: number) => (sales.days[row] ?? 0) - (sales.days[other] ?? 0)
      const expected = Array.from({ length: sales.size }, (_, other) => other)
        .filter((other) => ago(other) > 0 && ago(other) <= CANDIDATE_DAYS)
        .map(distanceM)
        .filter((meters) => meters < 0.99 * MAX_DISTANCE_M)
        .sort((one, other) => one - other)
        .slice(0, MAX_CANDIDATES)
      const distances = neighborsOf(map, row).map((neighbor) => neighbor.distanceM)
      for (const [i, meters] of expected.entries())
        assert.ok(Math.abs((distances[i] ?? Infinity) - meters) < 0.02 * meters + 5)
    }),
    { numRuns: 30 },
  )
})

test('far north and south of the middle of a market, distances are still exact', () => {
  const sold = (zpid: number, north: number, east: number) => ({ zpid, day: DAY - zpid, north, east, homeType: 0 })
  // Most homes are in the middle. Two homes have one neighbor each: one 5 degrees to the north, the other to the south.
  const middle = Array.from({ length: 40 }, (_, i) => sold(10 + i, 0, i / 1000))
  const sales = tableOf([...middle, sold(1, 5, 0.1), sold(2, 5, 0), sold(3, -5, 0.1), sold(4, -5, 0)]).upTo(DAY)
  const map = new SaleMap(sales)
  for (const [zpid, latitude] of [
    [1, 45],
    [3, 35],
  ] as const) {
    const [neighbor] = neighborsOf(map, sales.zpids.indexOf(zpid))
    const meters = 0.1 * 111_195 * Math.cos((latitude * Math.PI) / 180)
    assert.ok(Math.abs((neighbor?.distanceM ?? 0) - meters) < 1, `${neighbor?.distanceM} instead of ${meters}`)
  }
})
