import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../kit/algorithms/random.ts'
import type { Connection, PreparedStatement } from '../../../kit/postgres/database.ts'
import type { Region } from '../../../model/region.ts'
import { RegionIndex, regionIndexOf } from '../../../places/completion/region-index.ts'
import { regionsOf } from '../../../places/regions/near-regions.ts'
import { readRegions } from './held-regions.ts'

const NAMES = ['Austin', 'Oak Hill', 'Oakland', 'Saint Jo', 'South Bend', 'Waco', 'Old Mill', 'Bryan', 'Elgin', 'Hutto']

test('after each commit, regions and their indexes are the same as after reading all of them again', async () => {
  const random = new Random(1, 'regions')
  const rows = new Map<string, { value: string | null; revision: number }>()
  const connection = {
    query: async ({ values = [] }: PreparedStatement) =>
      Array.from(rows, ([key, row]) => ({ key, ...row })).filter(({ revision }) => revision > Number(values[0])),
  } as unknown as Connection // the code under test calls only `query`
  let known: { regions: readonly Region[]; revision: number } | undefined
  for (let revision = 1; revision <= 30; revision++) {
    for (let change = 0; change < (revision === 1 ? 600 : 3); change++) {
      const region = draw(random)
      const isGone = revision > 1 && random.chance(0.3)
      rows.set(region.key, { value: isGone ? null : JSON.stringify(region), revision })
    }
    const regions = await readRegions(connection, known)
    assert.deepEqual(regions, await readRegions(connection))
    const index = new RegionIndex(regions)
    for (const typed of ['o', 'oak', 'st jo', 'suoth', '7', 'waco tx 7']) {
      assert.deepEqual(regionIndexOf(regions).startingWith(typed, 9), index.startingWith(typed, 9))
      assert.deepEqual(regionIndexOf(regions).oneSlipAway(typed, 9), index.oneSlipAway(typed, 9))
    }
    const point = { latitude: 31, longitude: -97 }
    const away = ({ point: at }: Region) =>
      (at.latitude - 31) ** 2 + ((at.longitude + 97) * Math.cos(31 / 57.29578)) ** 2
    const zips = regions.filter(({ type }) => type === 'zipcode').sort((a, b) => away(a) - away(b))
    assert.deepEqual(regionsOf(regions).nearest('zipcode', point, 5, undefined), zips.slice(0, 5))
    assert.equal(await readRegions(connection, { regions, revision }), regions)
    known = { regions, revision }
  }
})

function draw(random: Random): Region {
  const type = random.pick(['city', 'zipcode'] as const)
  const name = type === 'city' ? `${random.pick(NAMES)} ${random.whole(1, 40)}` : String(random.whole(76_000, 76_400))
  const key = type === 'city' ? `city/tx/${name.toLowerCase().replaceAll(' ', '-')}` : `zipcode/${name}`
  const point = { latitude: random.whole(29_000, 33_000) / 1000, longitude: -random.whole(95_000, 99_000) / 1000 }
  const box = { west: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude }
  const counts = { homes: random.whole(1, 9), listings: random.whole(0, 9) }
  return { regionId: 1, key, type, name, state: 'TX', point, ...box, ...counts }
}
