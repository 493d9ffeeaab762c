import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createStoreFile, openStoreFile } from '../../../kit/store/store-file.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { meta, setMeta } from '../meta.ts'
import { ShortWrites } from './short-writes.ts'

test('what others change after it was read is read again before it is written from, at last with the lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-short-'))
  const path = join(folder, 'catalogue-0.sqlite')
  createStoreFile(path, CATALOG_FORMAT).close()
  const other = openStoreFile(path, CATALOG_FORMAT)
  other.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0')
  const writes = new ShortWrites(path)
  try {
    for (const changes of [0, 1, 3, 100]) {
      let count = 0
      const read = () => meta(other, 'seen')
      const change = () => {
        if (count++ >= changes) return
        other.exec('BEGIN IMMEDIATE')
        setMeta(other, 'seen', `${changes}/${count}`)
        other.exec('COMMIT')
      }
      const written = writes.atOnceFrom(
        (database) => {
          const seen = meta(database, 'seen')
          try {
            change()
          } catch (error) {
            assert.match(String(error), /locked/) // nobody else may write any more
            assert.equal(changes, 100)
          }
          return seen
        },
        (database, seen) => {
          setMeta(database, 'seen', `after ${seen}`)
          return seen
        },
      )
      assert.equal(read(), `after ${written}`)
      if (changes === 1 || changes === 3) assert.equal(written, `${changes}/${changes}`)
      if (changes === 100) assert.ok(count > 3 && count < 10, 'after some readings, one is done with the lock')
    }
  } finally {
    writes.close()
    other.close()
    rmSync(folder, { recursive: true })
  }
})
