import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINES_AHEAD, LinesAhead } from './lines-ahead.ts'

const LINES = Array.from({ length: LINES_AHEAD }, (_, i) => `line ${1000 + i}`)

test('a block returns the next line if the block contains it, or reports that the lines end', () => {
  const ahead = new LinesAhead(() => '1')
  ahead.hold(ahead.begin(), 'line 1', LINES)
  assert.equal(ahead.from('line 1'), 'line 1000')
  assert.equal(ahead.from('line 1007!'), 'line 1008')
  assert.equal(ahead.from('line 0'), undefined) // there may be other lines in between
  assert.equal(ahead.from('line 2'), undefined) // after the last cached line
  ahead.hold(ahead.begin(), 'm', ['m1', 'm2'])
  assert.equal(ahead.from('m11'), 'm2')
  assert.equal(ahead.from('m3'), null)
  assert.equal(ahead.from('line 2'), undefined)
})

test('lines that databases order differently, or from before a commit, are not cached', () => {
  let version = '1'
  const ahead = new LinesAhead(() => version)
  ahead.hold('1', 'a', ['a\u{1f3e0}'])
  ahead.hold('1', '\ud800', ['b'])
  ahead.hold('1', '\0', []) // the database searches for U+FFFD in its place
  assert.equal(ahead.from('a'), undefined)
  assert.equal(ahead.from('\u{1f3e0}'), undefined)
  assert.equal(ahead.from('\0'), null)
  ahead.hold('1', 'c', ['c1'])
  version = '2'
  assert.equal(ahead.from('c'), undefined)
  ahead.hold('1', 'c', ['c1'])
  assert.equal(ahead.from('c'), undefined)
})
