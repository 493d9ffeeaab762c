import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeJson } from '../../src/kit/answers/index.ts'
import { DAY_MS, fixedClock } from '../../src/kit/base/clock.ts'
import { readyPlaces, readyRows } from '../../src/service/rendering/rows/ready-rows.ts'
import { surroundingsOf } from '../../src/service/rendering/surroundings.ts'
import { HOMES, NOW_MS, RICH, SOLD } from '../operations/made-homes.ts'
import { smallContext } from '../operations/small-catalog.ts'

test('rows are made once, and anew when the catalogue or the day changes', async () => {
  const small = smallContext()
  const { records } = small.catalog
  const clock = fixedClock(NOW_MS)
  const read: number[][] = []
  let [version, bedroomsTotal] = ['1', 3]
  const briefs: typeof records.briefs = async (zpids) => {
    read.push([...zpids])
    const briefs = await records.briefs(zpids)
    return briefs.map((home) => ({ ...home, facts: { ...home.facts, bedroomsTotal } }))
  }
  const catalog = { ...small.catalog, version: () => version, records: { ...records, briefs } }
  const context = { ...small, catalog, clock }
  const bedrooms = async (zpids: readonly number[]) => {
    const rows = await readyRows(zpids, context, surroundingsOf(context))
    return rows.map(({ zpid, row }) => [zpid, JSON.parse(row.json).bedrooms])
  }
  const [one, other] = [RICH.zpid, SOLD.zpid]
  assert.deepEqual(await bedrooms([one]), [[one, 3]])
  bedroomsTotal = 4
  assert.deepEqual(await bedrooms([other, 1, one]), [
    [other, 4],
    [one, 3],
  ])
  version = '2'
  assert.deepEqual(await bedrooms([one]), [[one, 4]])
  clock.set(NOW_MS + DAY_MS)
  await bedrooms([one])
  assert.deepEqual(read, [[one], [other, 1], [one], [one]])
})

test('a row that is ready is the one that is made anew', async () => {
  const context = smallContext()
  const zpids = HOMES.map(({ zpid }) => zpid)
  for (const ready of [readyRows, readyPlaces]) {
    const first = await ready(zpids, context, surroundingsOf(context))
    const again = await ready(zpids.toReversed(), context, surroundingsOf(context))
    const anew = await ready(zpids, smallContext(), surroundingsOf(context))
    assert.equal(first.length, HOMES.length)
    assert.equal(writeJson(first), writeJson(anew))
    assert.equal(writeJson(again.toReversed()), writeJson(anew))
  }
})
