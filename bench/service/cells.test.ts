import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measured } from './bench.ts'
import { type Cell, COLUMNS, rowsOf, shareOfBare } from './cells.ts'

function measured(perSecond: number, cpuUs: number, sizes: readonly number[] = [100]): Measured {
  const report = { requests: perSecond * 2, seconds: 2, bodyBytes: 0, failures: 0, busy: 0, p50Ms: 1, p99Ms: 9 }
  return { ...report, cpuUs, sizes: Uint32Array.from(sizes) }
}

function cell(first: Measured, bareFirst: Measured): Cell {
  const again = measured(800, 10)
  const bareAgain = measured(1000, 5)
  const which = { operation: '/byzpid', form: 'gzip', connections: 16 } as const
  return { ...which, first, again, bareFirst, bareAgain, compressing: measured(50, 20) }
}

/** The value of a column in the row of the first time. */
function shownIn(rounds: readonly Cell[][], column: string): number | undefined {
  return rowsOf(rounds)[0]?.values[COLUMNS.findIndex(({ name }) => name === column)]
}

test('the first time is compared with what the bare server sent then, the second with what it sent then', () => {
  const one = cell(measured(300, 40), measured(1200, 10))
  assert.equal(shareOfBare(one, 'first'), 0.25)
  assert.equal(shareOfBare(one, 'again'), 0.8)
})

test('a share is taken within each round, and its median told', () => {
  const rounds = [
    [cell(measured(100, 40), measured(1000, 10))],
    [cell(measured(900, 40), measured(1000, 20))],
    [cell(measured(200, 40), measured(400, 30))],
  ]
  assert.equal(shownIn(rounds, 'requests'), 200)
  assert.equal(shownIn(rounds, 'of the bare server'), 50)
  assert.equal(shownIn(rounds, 'of it by CPU'), 50)
})

test('a row has a value for each column, and the mean of its bodies', () => {
  const rounds = [[cell(measured(100, 40, [10, 20, 60]), measured(1000, 10))]]
  for (const { values } of rowsOf(rounds)) assert.equal(values.length, COLUMNS.length)
  assert.equal(shownIn(rounds, 'body'), 30)
  assert.equal(shownIn(rounds, 'of the compressing one'), 2)
})

test('each time of asking has a row of its own', () => {
  const rounds = [[cell(measured(100, 40), measured(1000, 10))]]
  const names = rowsOf(rounds).map(({ name }) => name)
  assert.deepEqual(names, ['/byzpid gzip, 16 conn., first time', '/byzpid gzip, 16 conn., again'])
})
