import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../kit/base/log.ts'
import { loggedProgress } from './bring-up.ts'

test('a long step of the start is logged every five seconds if no person watches', () => {
  for (const watched of [false, true]) {
    let nowMs = 0
    const lines: object[] = []
    const log = { ...silentLog, info: (fields: object, message: string) => void lines.push({ ...fields, message }) }
    const tell = loggedProgress({ watched, clock: { now: () => nowMs } }, log, 'Making the sample')
    for (; nowMs <= 12_000; nowMs += 100) tell(nowMs, 20_000)
    const expected = [5000, 10_000].map((done) => ({ done, total: 20_000, message: 'Making the sample' }))
    assert.deepEqual(lines, watched ? [] : expected)
  }
})
