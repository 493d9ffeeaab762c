import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Trouble } from './trouble.ts'

test('a lasting or recurring problem is logged once a minute, and once when it is over', (context) => {
  let nowMs = 0
  context.mock.method(performance, 'now', () => nowMs)
  const lines: string[] = []
  const note = (_: object, message: string) => lines.push(`${nowMs / 1000} ${message}`)
  const trouble = new Trouble('a.sqlite', { info: note, warn: note, error: note }, 'Calls wait.')
  const during = (untilMs: number, each: () => void) => {
    for (; nowMs < untilMs; nowMs += 250) each()
  }
  during(90_000, () => trouble.met(new Error('It is locked.')))
  trouble.over()
  during(200_000, () => {
    trouble.met(new Error('It is locked.'))
    trouble.over()
  })
  trouble.met(new Error('It is gone.'))
  assert.deepEqual(lines, [
    '0 It is locked. Calls wait.',
    '60 It is locked. Calls wait.',
    '90 a.sqlite works again: nothing was lost',
    '120 It is locked. Calls wait.',
    '120 a.sqlite works again: nothing was lost',
    '180 It is locked. Calls wait.',
    '180 a.sqlite works again: nothing was lost',
    '200 It is gone. Calls wait.',
  ])
})
