import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Connections } from './connections.ts'
import { buryLane, Holdings, makeLane, type ServiceLane, strangersOf } from './service-lane.ts'
import { Strangers } from './strangers.ts'

/** The memory of three threads, as two of them have it. */
function lanes(): { keeper: ServiceLane; one: ServiceLane; other: ServiceLane } {
  const keeper = makeLane(3, 100)
  return { keeper, one: { ...keeper, lane: 1 }, other: { ...keeper, lane: 2 } }
}

test('connections are counted over all threads and for each address, and those of a thread that died are gone', () => {
  const { keeper, one, other } = lanes()
  const [mine, theirs] = [new Holdings(one), new Holdings(other)]
  for (const held of [mine, mine, theirs]) held.connect('192.0.2.1')
  theirs.connect('192.0.2.2')
  assert.deepEqual([mine.ofAddress('192.0.2.1'), mine.ofAddress('192.0.2.2'), mine.total('connections')], [3, 1, 4])
  theirs.disconnect('192.0.2.1')
  assert.equal(mine.ofAddress('192.0.2.1'), 2)
  buryLane(keeper, 1)
  assert.deepEqual([theirs.ofAddress('192.0.2.1'), theirs.total('connections')], [0, 1])
})

test('answers that run in one thread leave less room in another', () => {
  const { one, other, keeper } = lanes()
  const [mine, theirs] = [one, other].map((lane) => new Connections({ unsentMb: 1 }, silentLog, lane))
  assert(mine !== undefined && theirs !== undefined)
  for (let call = 0; call < 4; call++) mine.begin()
  assert.throws(() => theirs.requireRoom(), /Unread answers/)
  buryLane(keeper, 1)
  theirs.requireRoom()
})

test('an address has one rate for its calls without a key, whichever thread they reach', () => {
  const { one, other } = lanes()
  const clock = fixedClock(1_000_000)
  const [mine, theirs] = [one, other].map((lane) => new Strangers(clock, 1, strangersOf(lane)))
  assert(mine !== undefined && theirs !== undefined)
  for (let call = 0; call < 5; call++) {
    assert.equal(mine.refuse('192.0.2.1'), undefined)
    assert.equal(theirs.refuse('192.0.2.1'), undefined)
  }
  for (const strangers of [mine, theirs]) assert.equal(strangers.refuse('192.0.2.1')?.status, 429)
  assert.equal(theirs.refuse('192.0.2.2'), undefined)
})
