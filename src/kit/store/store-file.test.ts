import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CommandFault, EXIT } from '../base/failure.ts'
import { guarded } from './store-fault.ts'
import { createStoreFile } from './store-file.ts'

const NAMES = { noun: 'catalogue', files: 'catalogue*' }

/** Makes the error that SQLite throws with an extended result code. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })
}

function faultOf(error: Error): CommandFault {
  try {
    guarded('/no such folder/catalogue.sqlite', NAMES, () => {
      throw error
    })
  } catch (fault) {
    assert(fault instanceof CommandFault, String(fault))
    return fault
  }
  return assert.fail('nothing was thrown')
}

test('a disk without room for the index of the log is reported as full, with the exit code for failed writes', () => {
  const SHM_SIZE = 10 | (19 << 8)
  for (const error of [sqliteError(SHM_SIZE), sqliteError(13), Object.assign(new Error(), { code: 'ENOSPC' })]) {
    const { message, exitCode } = faultOf(error)
    assert.match(message, /is full: free some space/)
    assert.equal(exitCode, EXIT.cannotWrite)
  }
})

test('a failing disk, a damaged file and a file that cannot be opened have different exit codes', () => {
  assert.deepEqual(
    [10, 11, 26, 14].map((errcode) => faultOf(sqliteError(errcode)).exitCode),
    [EXIT.io, EXIT.data, EXIT.data, EXIT.cannotWrite],
  )
})

test('a file that another program has locked is reported as busy, for each kind of lock', () => {
  assert.deepEqual(
    [5, 6, 15].map((errcode) => faultOf(sqliteError(errcode)).exitCode),
    [EXIT.busy, EXIT.busy, EXIT.busy],
  )
})

test('other users cannot read a new store and its side files, even in a readable folder', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-store-'))
  context.after(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  const path = join(folder, 'catalogue.sqlite')
  const format = { ...NAMES, applicationId: 1, version: 1, pageBytes: 4096, steps: [], older: '' }
  const store = createStoreFile(path, { ...format, schema: 'CREATE TABLE a (b INTEGER)' })
  store.exec('PRAGMA journal_mode = WAL; INSERT INTO a VALUES (1)')
  const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
  store.close()
  assert.deepEqual(Object.fromEntries(modes), {
    'catalogue.sqlite': '600',
    'catalogue.sqlite-shm': '600',
    'catalogue.sqlite-wal': '600',
  })
})
