import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SortedLines } from './sorted-lines.ts'

test('a look-up finds the same first line with a prefix as a scan of all lines', () => {
  const keys = ['', 'a', 'ab', 'abc', 'b', 'bé', 'c d', 'zz']
  for (let subset = 0; subset < 1 << keys.length; subset++) {
    const lines = keys.filter((_, nth) => subset & (1 << nth)).map((key) => `${key}|${key.length}`)
    const sorted = lines.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    for (const end of ['', '\n']) {
      const text = new SortedLines(Buffer.from(sorted.join('\n') + end))
      for (const prefix of [...keys.map((key) => `${key}|`), 'a', 'b', 'z', '~', '0'])
        assert.equal(
          text.first(prefix),
          sorted.find((line) => line.startsWith(prefix)),
        )
    }
  }
})
