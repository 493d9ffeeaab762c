import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { printedAsNobody } from '../../../../test/as-nobody.ts'
import { needs } from '../../../../test/needs.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { inTransaction } from '../../../kit/store/store-folder.ts'
import { openStore, storePath } from './store.ts'

function folder(context: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-store-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** A folder whose key file has many pages of keys. */
function filled(context: TestContext): string {
  const dataDir = folder(context)
  const store = openStore(dataDir, false)
  const insert = store.prepare(
    `INSERT INTO key (id, label, plan, plan_number, plan_since_ms, created_ms, change) VALUES (?, ?, 'basic', 1, 0, 0, ?)`,
  )
  inTransaction(store, () => {
    for (let key = 1; key <= 500; key++) insert.run(`key_${key}`, 'x'.repeat(200), key)
  })
  store.close()
  return dataDir
}

function refused(dataDir: string, exitCode: number, sentence: RegExp): void {
  assert.throws(
    () => openStore(dataDir, false),
    (error) => {
      assert.ok(error instanceof CommandFault, String(error))
      assert.match(error.message, sentence)
      assert.ok(!error.message.includes('\n'))
      assert.equal(error.exitCode, exitCode)
      return true
    },
  )
}

/** Asserts that the file is refused and stays unchanged. */
function refusedUntouched(dataDir: string, sentence: RegExp): void {
  const before = readFileSync(storePath(dataDir))
  refused(dataDir, EXIT.data, sentence)
  assert.ok(readFileSync(storePath(dataDir)).equals(before))
}

test('a missing store is created, and can be opened again', (context) => {
  const dataDir = folder(context)
  openStore(dataDir, true).close()
  openStore(dataDir, false).close()
  assert.deepEqual(readdirSync(dataDir), ['access.sqlite'])
})

test('a crash while a store is created does not disturb the next start', (context) => {
  const dataDir = folder(context)
  writeFileSync(`${storePath(dataDir)}.${process.pid}.partial`, 'half')
  openStore(dataDir, true).close()
  assert.deepEqual(readdirSync(dataDir), ['access.sqlite'])
})

test('garbage is refused and not changed', (context) => {
  const dataDir = folder(context)
  for (const garbage of ['not a database', 'x'.repeat(100_000)]) {
    writeFileSync(storePath(dataDir), garbage)
    refusedUntouched(dataDir, /^Part of the key file .*access\.sqlite cannot be read \(.*\): run \.\/plat check/)
  }
})

test('a truncated file is refused and not changed', (context) => {
  const dataDir = filled(context)
  for (const sizeBytes of [100_000, 40_960, 5_000, 100, 50, 1, 0]) {
    truncateSync(storePath(dataDir), sizeBytes)
    refusedUntouched(dataDir, /cannot be read \(.*\): run \.\/plat check/)
  }
})

test('a file with an overwritten page in the middle is refused and not changed', (context) => {
  const dataDir = filled(context)
  const bytes = readFileSync(storePath(dataDir))
  writeFileSync(storePath(dataDir), bytes.fill(0xa5, 4096 * 3, 4096 * 4))
  refusedUntouched(dataDir, /is damaged: /)
})

test('a file of a newer version is refused and not changed', (context) => {
  const dataDir = filled(context)
  change(dataDir, 'PRAGMA user_version = 7')
  refusedUntouched(dataDir, /has format 7, this Plat reads format 6: use the newer Plat that made it\.$/)
})

test('a file of format 5 is upgraded, and its keys have no limits', (context) => {
  const dataDir = filled(context)
  change(dataDir, 'ALTER TABLE key DROP COLUMN limits; DROP TABLE key_event; PRAGMA user_version = 5')
  const store = openStore(dataDir, true)
  const limits = store.prepare('SELECT limits FROM key').all()
  assert.ok(limits.length > 0 && limits.every((row) => row.limits === null))
  assert.deepEqual(store.prepare('SELECT * FROM key_event').all(), [])
  store.close()
})

test('a file of another program is refused and not changed', (context) => {
  const dataDir = filled(context)
  change(dataDir, 'PRAGMA application_id = 7')
  refusedUntouched(dataDir, /is not a key file from Plat: another program made it\.$/)
  change(dataDir, 'PRAGMA application_id = 0; PRAGMA user_version = 0')
  refusedUntouched(dataDir, /is not a key file from Plat/)
})

test('a folder that is missing, or is a file, is refused in one sentence', (context) => {
  const dataDir = folder(context)
  refused(join(dataDir, 'missing'), EXIT.noInput, /^There is no data folder ".*missing": create a catalog there first/)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  refused(file, EXIT.noInput, /is not a folder: /)
})

test('a folder that may not be read or written is refused in one sentence', needs('readable checkout'), (context) => {
  const dataDir = filled(context)
  for (const mode of [0o555, 0o333, 0o000]) {
    chmodSync(dataDir, mode)
    const outcome = openWithoutRights(dataDir)
    chmodSync(dataDir, 0o777)
    assert.match(outcome, /^73 Cannot write to the data folder ".*": this user must .*\.$/)
  }
})

test('a store file that may not be written is refused in one sentence', needs('readable checkout'), (context) => {
  const dataDir = filled(context)
  chmodSync(dataDir, 0o777)
  chmodSync(storePath(dataDir), 0o444)
  const outcome = openWithoutRights(dataDir)
  assert.match(outcome, /^73 Cannot write the key file .*access\.sqlite: this user has no permission, or .*\.$/)
})

function change(dataDir: string, statements: string): void {
  const store = new DatabaseSync(storePath(dataDir))
  store.exec(statements)
  store.close()
}

/** Opens the store in another process without the rights of root. Returns its exit code and sentence. */
function openWithoutRights(dataDir: string): string {
  const program = `
    const { openStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)})
    try { openStore(${JSON.stringify(dataDir)}, false); console.log('opened') }
    catch (error) { console.log(error.exitCode, error.message) }`
  return printedAsNobody(program)
}
