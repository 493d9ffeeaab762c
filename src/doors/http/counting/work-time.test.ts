import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newPayer } from '../../../kit/base/payer.ts'
import { CallPayer, WorkTime } from './work-time.ts'

test('waiting is no work, and what goes on later is, once the thread is told, until the loop has come round', async () => {
  let nowMs = 1000
  const times = new WorkTime(() => nowMs)
  const time = times.begin(900, nowMs)
  times.rest(1012)
  nowMs += 200
  times.turnTo(time)
  times.turnTo(time)
  nowMs += 2
  await nextTurn()
  nowMs += 50
  times.turnTo(time)
  nowMs += 3
  times.end(time, nowMs)
  nowMs += 100
  await nextTurn()
  times.rest(nowMs)
  assert.deepEqual([time.cameMs, time.begunMs, time.workedMs], [900, 1000, 17])
})

test('the thread works on one call at a time: turning to another ends the work on the one before', () => {
  const times = new WorkTime()
  const one = times.begin(0, 1000)
  const other = times.begin(0, 1003)
  assert.deepEqual([one.workedMs, other.workedMs], [3, 0])
  times.end(one, 1010)
  times.end(other, 1010)
  assert.deepEqual([one.workedMs, other.workedMs], [3, 7])
})

test('what a call does later is charged to its payer, the turn in which it began is not', async () => {
  let nowMs = 1000
  const times = new WorkTime(() => nowMs)
  const payer = newPayer(40)
  const time = times.begin(1000, nowMs, payer)
  nowMs += 5
  times.turnTo(time)
  times.rest(nowMs)
  assert.deepEqual([time.workedMs, payer.spentMs], [5, 40])
  times.turnTo(time)
  nowMs += 3
  await nextTurn()
  assert.deepEqual([time.workedMs, payer.spentMs], [8, 43])
})

test('a call that waits for another thread counts as under way until the answer comes, and its work is charged', async () => {
  let nowMs = 1000
  const times = new WorkTime(() => nowMs)
  const payer = newPayer()
  const time = times.begin(1000, nowMs, payer)
  const refused = async (): Promise<string> => {
    await nextTurn()
    throw new Error('no')
  }
  for (const ask of [() => nextTurn('yes'), refused]) {
    const failureText = times.awaited(time, ask()).catch(({ message }: Error) => message)
    times.rest(nowMs)
    assert.equal(payer.paused, 1)
    nowMs += 100
    assert.match(await failureText, /yes|no/)
    nowMs += 2
    assert.equal(payer.paused, 0)
  }
  times.end(time, nowMs)
  assert.deepEqual([time.workedMs, payer.spentMs], [4, 4])
})

test('what is charged to a call in later turns is work on it, and is charged to its caller once', () => {
  const share = newPayer(40)
  const times = new WorkTime()
  const [one, other] = [times.begin(0, 10), times.begin(0, 10)]
  const [mine, another] = [new CallPayer(share, one), new CallPayer(share, other)]
  mine.spentMs += 5
  another.spentMs += 2
  assert.deepEqual([share.spentMs, mine.spentMs, one.workedMs, other.workedMs], [47, 47, 5, 2])
})
