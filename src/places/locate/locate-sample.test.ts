import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherSample } from '../../../test/sample/trial.ts'
import { addressEntry } from '../addresses/address-book.ts'
import { regionLabel } from '../regions/region-label.ts'
import { RegionTally } from '../regions/regions.ts'
import { type LocationSource, locate } from './locate.ts'

const { records } = await gatherSample(2000)
const tally = new RegionTally()
for (const home of records.home) tally.add(home)
const regions = tally.regions()
const byAddress = Map.groupBy(
  records.home.map(addressEntry).filter((entry) => entry !== undefined),
  ({ houseNumber, street }) => `${houseNumber}/${street}`,
)
const source: LocationSource = {
  regions: () => regions,
  addresses: { addressesAt: async (houseNumber, street) => byAddress.get(`${houseNumber}/${street}`) ?? [] },
}

test('every region of a catalog is found by its label, or offered if two regions share the label', async () => {
  const shared = Map.groupBy(regions, regionLabel)
  for (const [label, namesakes] of shared) {
    const { isFound, all, alternatives } = await locate(label, source)
    assert.equal(isFound, true, label)
    assert.equal(all.length, 1, label)
    assert.ok(
      namesakes.some(({ key }) => key === all[0]),
      `${label} was read as ${all[0]}`,
    )
    for (const other of namesakes.filter(({ key }) => key !== all[0])) {
      assert.ok(alternatives.includes(`${label} (${other.type})`), `${label} does not offer ${other.key}`)
    }
  }
})

test('every name offered is found', async () => {
  for (const { name } of regions) {
    for (const alternative of (await locate(name, source)).alternatives) {
      assert.equal((await locate(alternative, source)).isFound, true, alternative)
    }
  }
})

test('every home whose address may be shown is among the homes at its address', async () => {
  for (const entry of [...byAddress.values()].flat()) {
    const { isFound, zpids } = await locate(entry.display, source)
    assert.ok(isFound && zpids.includes(Number(entry.id)), entry.display)
  }
})
