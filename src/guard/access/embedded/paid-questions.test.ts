import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Disk } from '../../../../test/access/simulated-disk.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { nameOf, repeatMsOf } from '../repeats.ts'
import { ADD_PAID, PaidQuestions } from './paid-questions.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')
const QUESTION = { name: nameOf('key_1', 'mine'), lasts: true }

test('a question is claimed by one call, and those of a thread that died uncharged by the next one', () => {
  const questions = new PaidQuestions(new Disk().store, fixedClock(START_MS))
  const [charged, another] = ['charged', 'another'].map((text) => ({ name: nameOf('key_1', text), lasts: true }))
  assert.ok(charged && another)
  for (const [question, lane] of [
    [QUESTION, 1],
    [charged, 1],
    [another, 2],
  ] as const) {
    assert.equal(questions.claim(question, lane), true)
    assert.equal(questions.claim(question, 2), false)
  }
  questions.confirm(charged)
  questions.bury(1)
  const paid = [QUESTION, charged, another].map((each) => questions.has(each))
  assert.deepEqual(paid, [false, true, true])
  assert.deepEqual([questions.claim(QUESTION, 2), questions.claim(QUESTION, 1)], [true, false])
})

test('one that lasts is known from the file, for ten minutes; one that does not is not looked for there', () => {
  const disk = new Disk()
  disk.write([{ sql: ADD_PAID, rows: [[QUESTION.name, START_MS + repeatMsOf({})]] }])
  const clock = fixedClock(START_MS)
  const questions = new PaidQuestions(disk.store, clock)
  assert.equal(questions.has(QUESTION), true)
  assert.equal(questions.has({ ...QUESTION, lasts: false }), false)
  clock.set(START_MS + repeatMsOf({}))
  assert.equal(questions.has(QUESTION), false)
})
