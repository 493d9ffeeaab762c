import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OneByOne } from './one-by-one.ts'

test('the next caller enters after the previous caller has left, and other work runs in between', async () => {
  const line = new OneByOne()
  const events: string[] = []
  const work = async (name: string) => {
    const leave = await line.enter()
    events.push(`${name} begins`)
    await nextTurn()
    events.push(`${name} ends`)
    setImmediate(() => events.push('another turn'))
    leave()
  }
  await Promise.all([work('one'), work('two')])
  assert.deepEqual(events.slice(0, 5), ['one begins', 'one ends', 'another turn', 'two begins', 'two ends'])
})
