import assert from 'node:assert/strict'
import { appendFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { SALES_HEADER, SALES_MAPPING, Trial } from '../../../test/ingest/trial.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

const ROWS = Array.from({ length: 3000 }, (_, i) => `h${1000 + i},98103,2020-01-31,500000,3\n`)
const BEFORE = SALES_HEADER + ROWS.join('')

/** Imports a file and calls `happening` when its rows are about to be read. */
function importWhile(happening: (path: string) => void) {
  return trial.run(BEFORE, SALES_MAPPING, {
    openWriter: () => {
      const path = `${trial.folder}/sales.csv`
      happening(path)
      // The clock may be too coarse to show the change.
      utimesSync(path, 2e9, 2e9)
      return trial.openWriter()
    },
  })
}

test('a file that is overwritten while it is read is refused, and nothing is imported', async () => {
  const other = BEFORE.replaceAll('500000', '600000')
  for (const text of [other, `${other}${ROWS[0]}`, `${BEFORE.slice(0, -5)}9,9\n${ROWS[0]}`]) {
    await assert.rejects(
      importWhile((path) => writeFileSync(path, text)),
      /^CommandFault: "[^"]*sales\.csv" changed while it was read, .*; nothing was imported\. Import it when/,
    )
    assert.deepEqual([trial.ending, trial.homes.size], ['rollback', 0])
  }
})

test('a file that grows, or is replaced by another file, is imported as it was at the beginning', async () => {
  assert.equal((await importWhile((path) => appendFileSync(path, 'x1,98103,2020-01-31,500000,3\n'))).counts.new, 3000)
  trial.homes = new Map()
  const replaced = await importWhile((path) => {
    writeFileSync(`${path}.new`, `${SALES_HEADER}x1,98103,2020-01-31,500000,3\n`)
    renameSync(`${path}.new`, path)
  })
  assert.equal(replaced.counts.new, 3000)
})
