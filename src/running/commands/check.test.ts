import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { run } from '../cli/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-check-'))
after(() => rmSync(folder, { recursive: true }))

async function check(dataDir: string) {
  const terminal = trialTerminal()
  const { printed, noted } = terminal
  return { code: await run(['check', '--data', dataDir], terminal), printed, noted }
}

function filled(name: string): { dataDir: string; path: string } {
  const dataDir = join(folder, name)
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
  for (let zpid = 1; zpid <= 100; zpid++) writer.put('home', home(zpid))
  writer.commit()
  return { dataDir, path: join(dataDir, 'catalogue-0123456789abcdef.sqlite') }
}

test('an intact folder is reported as intact, also while a service uses it', async () => {
  const { dataDir, path } = filled('sound')
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.deepEqual(await check(dataDir), {
    code: EXIT.ok,
    printed: [`The catalog ${path} is intact.`],
    noted: [],
  })
  catalog.close()
})

test('every finding is a line, advice follows after everything is read, and the exit code shows damage', async () => {
  const { dataDir, path } = filled('flipped')
  const bytes = readFileSync(path)
  bytes.write('{"zpid":6,', bytes.indexOf('{"zpid":7,'))
  writeFileSync(path, bytes)
  const { code, printed, noted } = await check(dataDir)
  assert.equal(code, EXIT.data)
  assert.deepEqual(printed, [
    `${path}: in home: wrong checksums in 1 of 100 rows`,
    `The catalog ${path} is damaged: put a copy of it back, or remove ${join(dataDir, 'catalogue*')} and make it again.`,
  ])
  assert.deepEqual(noted, [`Damaged: ${path}.`])
})

test('a row that disappeared is found, and a running service reports it until a check finds no damage', async () => {
  const { dataDir, path } = filled('gone')
  const errors: string[] = []
  const log = { ...silentLog, error: (_fields: object, sentence: string) => void errors.push(sentence) }
  const catalog = openCatalog(dataDir, log, trialCards)
  const damageSeen = async () => {
    await catalog.refresh?.()
    return catalog.about().damage
  }
  const change = (sql: string) => {
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
  }
  change('CREATE TABLE kept AS SELECT * FROM home WHERE id = 7; DELETE FROM home WHERE id = 7')
  const { code, printed } = await check(dataDir)
  assert.equal(code, EXIT.data)
  assert.equal(printed[0], `${path}: in home: 99 rows instead of 100`)
  assert.match((await damageSeen()) ?? '', /is damaged: put a copy of it back.* found: in home: 99 rows/)
  assert.equal(await damageSeen(), errors.join(), 'it is logged once')
  const started = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(started.about().damage, errors[0], 'a service that starts reports it, too')
  started.close()
  change('INSERT INTO home SELECT * FROM kept; DROP TABLE kept')
  assert.equal((await check(dataDir)).code, EXIT.ok)
  assert.equal(await damageSeen(), undefined)
  catalog.close()
})

test('a file that cannot be opened is reported, and an empty folder is rejected', async () => {
  const { dataDir, path } = filled('garbage')
  writeFileSync(path, 'garbage')
  assert.equal((await check(dataDir)).printed[0], `${path}: file is not a database`)
  assert.equal((await check(mkdtempSync(join(folder, 'empty-')))).code, EXIT.noInput)
})

test('a backup is not checked like a data folder, because its catalog would be left out', async () => {
  const dataDir = join(folder, 'backup')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'backup.json'), '{}')
  const { code, noted } = await check(dataDir)
  assert.equal(code, EXIT.usage)
  assert.match(noted.join(), /is a backup: restore it into a new folder/)
})
