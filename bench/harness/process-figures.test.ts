import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuSecondsIn, memoryMbIn, readIn, threadSecondsIn } from './process-figures.ts'

test('processor time is read after a name with spaces and brackets', () => {
  const stat = '71 (no) de (x) S 1 71 71 0 -1 4194560 900 0 0 0 250 75 0 0 20 0 7 0 8000'
  assert.equal(cpuSecondsIn(stat), 3.25)
})

test('processor time of a thread is exact to the nanosecond', () => {
  assert.equal(threadSecondsIn('861139659 220898218 237\n'), 0.861139659)
})

test('memory that several processes share counts in proportion', () => {
  assert.equal(
    memoryMbIn('Rss:              409600 kB\nPss:              204800 kB\nPss_Dirty:        102400 kB\n'),
    200,
  )
})

test('a value that the kernel does not report is NaN', () => {
  assert.equal(cpuSecondsIn('71 (node) S 1'), Number.NaN)
  assert.equal(memoryMbIn('Rss: 4 kB\n'), Number.NaN)
})

test('reads are reported as calls and as bytes, including those answered by the page cache', () => {
  const io = 'rchar: 123456\nwchar: 9\nsyscr: 78\nsyscw: 1\nread_bytes: 0\nwrite_bytes: 0\n'
  assert.deepEqual(readIn(io), { calls: 78, bytes: 123_456 })
})
