import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../../kit/base/log.ts'
import { readSettings } from '../../../kit/base/settings.ts'
import { Connections } from './connections.ts'
import { buryLane, Holdings, makeLane } from './service-lane.ts'

test('connections and memory are counted over all threads, and the counts of a dead thread are removed', () => {
  const keeper = makeLane(3)
  const [mine, theirs] = [new Holdings({ ...keeper, lane: 1 }), new Holdings({ ...keeper, lane: 2 })]
  for (const held of [mine, mine, theirs]) held.add('connections', 1)
  assert.deepEqual([mine.total('connections'), theirs.total('connections'), mine.all.running], [3, 3, 0])
  buryLane(keeper, 1)
  assert.equal(theirs.total('connections'), 1)
})

test('answers that run in one thread leave less memory for answers in other threads', () => {
  const keeper = makeLane(3)
  const bounds = { ...readSettings({}), unsentMb: 1 }
  const mine = new Connections(bounds, silentLog, { ...keeper, lane: 1 })
  const theirs = new Connections(bounds, silentLog, { ...keeper, lane: 2 })
  for (let call = 0; call < 4; call++) mine.begin()
  assert.throws(() => theirs.requireRoom(), /The memory for answers is full/)
  buryLane(keeper, 1)
  theirs.requireRoom()
})
