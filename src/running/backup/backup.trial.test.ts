import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { catalogKind, openCatalog, openRecords, openWriter } from '../../catalog/opening/open.ts'
import { CATALOG_FORMAT, catalogPath } from '../../catalog/opening/whole-file.ts'
import type { Access } from '../../guard/access/access.ts'
import { openAccess, openKeyring } from '../../guard/access/index.ts'
import { openPeopleAdmin, withheldNow } from '../../guard/privacy/index.ts'
import { openSubscriptions } from '../../guard/subscriptions/index.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { versionIn } from '../../kit/store/store-file.ts'
import { RESTORING } from '../../kit/store/store-folder.ts'
import { backUp } from './back-up.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')
const clock = fixedClock(NOW_MS)
const root = mkdtempSync(join(tmpdir(), 'plat-backup-'))
after(() => rmSync(root, { recursive: true }))

let made = 0
const newCatalogId = () => (++made).toString(16).padStart(16, '0')

function write(dataDir: string, from: number, to: number): void {
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
  for (let zpid = from; zpid <= to; zpid++) writer.put('home', home(zpid))
  writer.commit()
}

/** Makes a data folder with 20 homes in a temporary folder. */
function folder(): { dataDir: string; at: (name: string) => string } {
  const path = mkdtempSync(join(root, 'trial-'))
  const dataDir = join(path, 'data')
  write(dataDir, 1, 20)
  return { dataDir, at: (name) => join(path, name) }
}

function backedUp(dataDir: string, to: string): Promise<Manifest> {
  const { signal } = new AbortController()
  return backUp({ dataDir, to, unique: '1', clock, version: '1.0.0', signal, onProgress: () => {} })
}

function restored(from: string, dataDir: string, replace = false, signal = new AbortController().signal) {
  return restore({ from, dataDir, replace, signal, onProgress: () => {} })
}

function homesIn(dataDir: string): readonly unknown[] {
  const records = openRecords(dataDir)
  try {
    return [...records.each('home')]
  } finally {
    records.close()
  }
}

async function refused(promise: Promise<unknown>, exitCode: number, sentence: RegExp): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof CommandFault, String(error))
    assert.equal(error.exitCode, exitCode, error.message)
    assert.match(error.message, sentence)
    return true
  })
}

/** Starts a service that charges calls to one key. `spend` resolves when the given number of calls is charged. */
async function charging(context: TestContext, dataDir: string) {
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { key, info } = await keyring.create({ plan: 'pro', label: '' })
  await keyring.close()
  const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  context.after(() => access.close())
  const account = await accountOf(access, key)
  const charged = { calls: 0 }
  const spend = async (calls: number) => {
    for (let call = 0; call < calls; call++) {
      const debit = await access.debit(account, { operation: '/byzpid', credits: 1 })
      if (debit instanceof Fault) throw debit
      await access.settle(debit)
      charged.calls += 1
    }
  }
  return { key, info, access, spend, charged }
}

async function accountOf(access: Access, key: string) {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  return account
}

/** Returns the spent credits of the key, as a service on the folder reports them. */
async function spentIn(dataDir: string, key: string): Promise<number> {
  const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  try {
    return 250_000 - (await access.balance(await accountOf(access, key))).remaining
  } finally {
    await access.close()
  }
}

test('a backup of a running service restores the same records, and every earlier charge exactly once', async (context) => {
  const { dataDir, at } = folder()
  const { key, spend } = await charging(context, dataDir)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  context.after(() => catalog.close())
  const people = await openPeopleAdmin({ dataDir, clock, randomness: randomBytes })
  await people.suppress({ kind: 'id', personId: 'p7' }, false)
  const { homeId, homeIds } = await withheldNow(dataDir)
  const keyedId = homeId('county', '123-45')
  homeIds?.add(keyedId)
  homeIds?.store()
  const kept = await openSubscriptions({ dataDir, clock, randomness: randomBytes })
  context.after(() => kept.close())
  const search = { keyId: 'key_a', label: undefined, path: '/search/byaddress', parameters: {}, seenUpTo: 0 }
  const saved = await kept.subscriptions.makeSearch(search)
  await spend(700)
  await backedUp(dataDir, at('backup'))
  await spend(5)
  await people.suppress({ kind: 'id', personId: 'p8' }, false)
  await people.close()
  await restored(at('backup'), at('restored'))
  assert.equal(await spentIn(at('restored'), key), 700)
  assert.equal(await spentIn(at('restored'), key), 700, 'the second service books nothing again')
  assert.deepEqual(homesIn(at('restored')), homesIn(dataDir))
  const then = await openPeopleAdmin({ dataDir: at('restored'), clock, randomness: randomBytes })
  assert.deepEqual(
    (await then.list()).map(({ personId }) => personId),
    ['p7'],
  )
  await then.close()
  const ids = await withheldNow(at('restored'))
  assert.deepEqual([ids.homeId('county', '123-45'), ids.homeIds?.has(keyedId)], [keyedId, true])
  const again = await openSubscriptions({ dataDir: at('restored'), clock, randomness: randomBytes })
  assert.deepEqual(await again.subscriptions.searchesOf('key_a'), [saved])
  await again.close()
})

test('calls charged during a backup are not charged twice, and calls charged before the backup are not lost', async (context) => {
  const { dataDir, at } = folder()
  const { key, spend, charged } = await charging(context, dataDir)
  let isOver = false
  const spending = (async () => {
    while (!isOver) {
      await spend(20)
      await new Promise(setImmediate)
    }
  })()
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const before = charged.calls
    await backedUp(dataDir, at(`backup-${round}`))
    const then = charged.calls
    await restored(at(`backup-${round}`), at(`restored-${round}`))
    const spent = await spentIn(at(`restored-${round}`), key)
    assert.ok(before <= spent && spent <= then, `${before} <= ${spent} <= ${then}`)
  }
  isOver = true
  await spending
})

test('a backup that is damaged, incomplete, or made by a newer Plat is rejected, and nothing is restored', async () => {
  const { dataDir, at } = folder()
  await backedUp(dataDir, at('backup'))
  const catalogue = readdirSync(at('backup')).find((name) => name.startsWith('catalogue-')) ?? ''
  const manifest = readFileSync(join(at('backup'), MANIFEST), 'utf8')
  const trials: readonly (readonly [name: string, change: (text: string) => string, sentence: RegExp])[] = [
    [catalogue, (text) => text.replace('"zpid":7,', '"zpid":8,'), /the checksum of catalogue-\w+\.sqlite is wrong/],
    [catalogue, (text) => text.slice(0, -512), /has \d+ bytes instead of \d+/],
    [MANIFEST, (text) => text.slice(0, -20), /backup\.json cannot be read/],
    [
      MANIFEST,
      (text) => text.replace(catalogue, '../catalogue'),
      /lists ".*catalogue", which is not a file of a backup/,
    ],
    [MANIFEST, (text) => text.replace('"backup": 1', '"backup": 2'), /use the newer version that made it/],
    [
      MANIFEST,
      (text) => text.replace(`"format": ${CATALOG_FORMAT.version}`, '"format": 999'),
      /a catalog of format 999, .* use the newer version/,
    ],
    [
      MANIFEST,
      (text) => text.replace(catalogue, `catalogue-${'f'.repeat(16)}.sqlite`),
      /catalogue-f+\.sqlite is missing/,
    ],
  ]
  for (const [name, change, sentence] of trials) {
    const path = join(at('backup'), name)
    const whole = readFileSync(path, 'latin1')
    const changed = change(whole)
    assert.notEqual(changed, whole)
    writeFileSync(path, changed, 'latin1')
    await refused(restored(at('backup'), at('restored')), EXIT.data, sentence)
    assert.ok(!existsSync(at('restored')))
    writeFileSync(path, whole, 'latin1')
  }
  assert.equal(readFileSync(join(at('backup'), MANIFEST), 'utf8'), manifest)
  await restored(at('backup'), at('restored'))
  await refused(restored(at('nothing'), at('other')), EXIT.noInput, /it must be a folder that \.\/plat backup made/)
})

test('a folder with data, or in use, is rejected; with --replace, the backup replaces its contents', async () => {
  const { dataDir, at } = folder()
  await backedUp(dataDir, at('backup'))
  const before = homesIn(dataDir)
  write(dataDir, 21, 30)
  await refused(restored(at('backup'), dataDir), EXIT.usage, /already has data: .* --replace/)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  await refused(restored(at('backup'), dataDir, true), EXIT.busy, /Another process has the catalog .* open: stop/)
  catalog.close()
  assert.equal(homesIn(dataDir).length, 30)
  const aborted = AbortSignal.abort(new CommandFault('Interrupted.', EXIT.interrupted))
  await refused(restored(at('backup'), dataDir, true, aborted), EXIT.interrupted, /Interrupted/)
  assert.equal(homesIn(dataDir).length, 30)
  await restored(at('backup'), dataDir, true)
  assert.deepEqual(homesIn(dataDir), before)
  writeFileSync(catalogPath(dataDir) ?? '', 'garbage')
  await restored(at('backup'), dataDir, true)
  assert.deepEqual(homesIn(dataDir), before)
})

test('a service that starts while files are copied keeps its folder', async () => {
  const { dataDir, at } = folder()
  await backedUp(dataDir, at('backup'))
  write(dataDir, 21, 30)
  const { signal } = new AbortController()
  let catalog: ReturnType<typeof openCatalog> | undefined
  const onProgress = () => {
    catalog ??= openCatalog(dataDir, silentLog, trialCards)
  }
  const late = restore({ from: at('backup'), dataDir, replace: true, signal, onProgress })
  await refused(late, EXIT.busy, /Another process has the catalog .* open: stop/)
  catalog?.close()
  assert.equal(homesIn(dataDir).length, 30)
  assert.ok(!existsSync(join(dataDir, RESTORING)))
  await restored(at('backup'), dataDir, true)
  assert.equal(homesIn(dataDir).length, 20)
})

for (const name of ['plans.yaml', 'revocations', 'access.settled']) {
  test(`a folder that contains only ${name} counts as a folder with data, which only --replace may delete`, async () => {
    const { dataDir, at } = folder()
    await backedUp(dataDir, at('backup'))
    mkdirSync(at('other'))
    if (name === 'access.settled') mkdirSync(join(at('other'), name))
    else writeFileSync(join(at('other'), name), 'kept')
    await refused(restored(at('backup'), at('other')), EXIT.usage, /already has data: .* --replace/)
    assert.deepEqual(readdirSync(at('other')), [name])
    await restored(at('backup'), at('other'), true)
    assert.deepEqual(homesIn(at('other')), homesIn(dataDir))
  })
}

test('a folder with an unfinished restore is rejected by all commands except a restore, which then restores everything', async () => {
  const { dataDir, at } = folder()
  await backedUp(dataDir, at('backup'))
  const before = homesIn(dataDir)
  for (const name of readdirSync(dataDir)) if (name.startsWith('catalogue-')) rmSync(join(dataDir, name))
  mkdirSync(join(dataDir, RESTORING))
  assert.throws(() => catalogKind(dataDir), /A restore of .* has begun and not ended: .* run \.\/plat restore again/)
  assert.throws(
    () => openWriter({ dataDir, kind: 'sample', replace: true, newCatalogId, cards: trialCards }),
    /restore/,
  )
  await refused(openKeyring(dataDir, clock, randomBytes), EXIT.data, /A restore of .* has begun and not ended/)
  await restored(at('backup'), dataDir)
  assert.deepEqual(homesIn(dataDir), before)
})

test('a catalog of another format is backed up and restored unchanged', async () => {
  const { dataDir, at } = folder()
  const path = catalogPath(dataDir) ?? ''
  const older = CATALOG_FORMAT.version - 1
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA user_version = ${older}`)
  database.close()
  const { files } = await backedUp(dataDir, at('backup'))
  assert.deepEqual(
    files.map(({ format, rows }) => [format, rows?.home]),
    [[older, 20]],
  )
  await restored(at('backup'), at('restored'))
  assert.equal(versionIn(catalogPath(at('restored')) ?? '', CATALOG_FORMAT), older)
  assert.throws(() => homesIn(at('restored')), /--replace-catalog/)
})

test('a damaged or empty folder is not backed up, and an existing folder is never overwritten', async () => {
  const { dataDir, at } = folder()
  await backedUp(dataDir, at('backup'))
  await refused(backedUp(dataDir, at('backup')), EXIT.usage, /exists already: give the name of a new folder/)
  const database = new DatabaseSync(catalogPath(dataDir) ?? '')
  database.exec('DELETE FROM home WHERE id = 7')
  database.close()
  await refused(backedUp(dataDir, at('second')), EXIT.data, /A full scan .* found: in home: 19 rows/)
  await refused(backedUp(at('nothing'), at('second')), EXIT.noInput, /There is nothing to back up/)
  await refused(backedUp(dataDir, join(at('no-folder'), 'second')), EXIT.cannotWrite, /its folder does not exist/)
  assert.deepEqual(readdirSync(at('.')).toSorted(), ['backup', 'data'])
})
