import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { type ResoOptions, ResoTrialServer } from '../../../test/sync/reso-server.ts'
import { listing, SyncTrial } from '../../../test/sync/trial.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { syncLines } from './report.ts'

let trial: SyncTrial
afterEach(() => trial.close())

async function begin(configuration = '', options: Partial<ResoOptions> = {}): Promise<SyncTrial> {
  trial = new SyncTrial(await ResoTrialServer.start(options), configuration)
  return trial
}

function prices(): Record<string, number | undefined> {
  return Object.fromEntries([...trial.homes].map(([key, home]) => [key, home.listing?.listPrice]))
}

const keys = () => [...trial.homes.keys()].sort()

/** Advances the server's clock. */
function later(minutes = 60): void {
  trial.server.nowMs += minutes * 60_000
  trial.clock.pass(minutes * 60_000)
}

test('the first sync reads all rows, later ones only changed rows, and a sync without changes stores nothing', async () => {
  const { server, catalogue } = await begin('', { pageMax: 2 })
  for (const key of ['a', 'b', 'c', 'd', 'e']) server.put('Property', listing(key))
  const first = await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual([first.resources[0]?.kind, first.resources[0]?.counts.new], ['copy', 5])
  later()
  server.put('Property', { ListingKey: 'c', ListPrice: 450_000 })
  server.put('Property', listing('f'))
  later()
  const second = await trial.turn()
  assert.deepEqual([second.resources[0]?.counts.new, second.resources[0]?.counts.changed], [1, 1])
  assert.equal(prices().c, 450_000)
  catalogue.ending = 'none'
  const third = await trial.turn()
  assert.deepEqual([third.resources[0]?.counts.new, third.resources[0]?.counts.changed], [0, 0])
  assert.notEqual(catalogue.ending, 'commit')
})

test('records of deleted rows are deleted, even if the server refuses every search by key', async () => {
  const { server } = await begin('reconcile: 24h', { isWithoutKeys: true })
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  await trial.turn()
  server.remove('Property', 'b')
  later(25 * 60)
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'c'])
})

test('a first copy without usable rows is a fault', async () => {
  const { server } = await begin()
  for (const key of ['a', 'b']) server.put('Property', { ...listing(key), PostalCode: '00000', StateOrProvince: null })
  await assert.rejects(trial.turn(), {
    exitCode: EXIT.data,
    message: /No row of Property could be used: The ZIP is unknown/,
  })
})

test('all rows with the same time are read, however pages divide them, even if the server cannot compare keys', async () => {
  for (const isSimple of [false, true]) {
    const { server } = await begin('resources: { Property: { top: 3 } }', { pageMax: 3, isSimple })
    server.put('Property', listing('z'))
    await trial.turn()
    later()
    for (let i = 0; i < 10; i++) server.put('Property', listing(`same-${i}`))
    server.nowMs++
    server.put('Property', listing('next'))
    later()
    await trial.turn()
    assert.equal(keys().length, 12)
    if (!isSimple) trial.close()
  }
})

test('rows that change while pages are read do not hide other rows', async () => {
  const { server } = await begin('resources: { Property: { top: 2 } }\nreconcile: 0s', { pageMax: 2 })
  server.put('Property', listing('z'))
  await trial.turn()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    later(30)
    server.put('Property', listing(key))
  }
  later(30)
  let changes = 0
  server.before = () => {
    // A row of the first page moves to the end while pages are read.
    if (server.requests.length > 3 && changes < 2) {
      server.nowMs += 1_000
      server.put('Property', { ListingKey: ['a', 'b'][changes++] ?? '', ListPrice: 1_000 + changes })
    }
  }
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd', 'e', 'f', 'z'])
})

test('rows that may not be shown, are deleted or are excluded by the mapping leave the catalog', async () => {
  const { server } = await begin('reconcile: 0s')
  for (const key of ['a', 'b', 'c', 'd', 'e']) server.put('Property', listing(key))
  await trial.turn()
  later()
  server.put('Property', { ListingKey: 'a', InternetEntireListingDisplayYN: false })
  server.put('Property', { ListingKey: 'b', MlgCanView: false })
  server.put('Property', { ListingKey: 'c', StandardStatus: 'Delete' })
  server.put('Property', { ListingKey: 'd', PropertyType: 'CommercialSale', PropertySubType: 'Office' })
  await trial.turn()
  assert.deepEqual(keys(), ['e'])
  later()
  server.put('Property', { ListingKey: 'a', InternetEntireListingDisplayYN: true })
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'e'])
})

test('display permissions of a row reach the home', async () => {
  const { server } = await begin()
  server.put('Property', listing('a', { InternetAddressDisplayYN: false, InternetAutomatedValuationDisplayYN: false }))
  await trial.turn()
  const home = trial.homes.get('a')
  assert.deepEqual([home?.address.undisclosed, home?.listing?.noValuation], [true, true])
  later()
  const shown = { InternetAddressDisplayYN: true, InternetAutomatedValuationDisplayYN: true }
  server.put('Property', { ListingKey: 'a', ...shown })
  await trial.turn()
  const again = trial.homes.get('a')
  assert.deepEqual([again?.address.undisclosed, again?.listing?.noValuation], [undefined, undefined])
})

test('a row that may not be shown and was never known is counted as left out', async () => {
  const { server } = await begin()
  server.put('Property', listing('a'))
  server.put('Property', listing('b', { InternetEntireListingDisplayYN: false }))
  const report = await trial.turn()
  const [{ rowsRead, rowsLeftOut, counts } = {}] = report.resources
  assert.deepEqual([rowsRead, counts?.new, rowsLeftOut], [2, 1, 1])
  assert.match(syncLines(report)[1] ?? '', /2 rows read, 1 new, 0 changed, 1 left out$/)
})

test('comparing all keys deletes records that the server no longer has, and finds missed rows', async () => {
  const { server } = await begin('reconcile: 24h')
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  await trial.turn()
  later()
  server.remove('Property', 'b')
  // No sync finds this row by its time: it is too old.
  server.put('Property', listing('lost', { ModificationTimestamp: '2020-01-01T00:00:00.000Z' }))
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c'])
  later(24 * 60)
  const report = await trial.turn()
  assert.deepEqual(keys(), ['a', 'c', 'lost'])
  assert.equal(report.resources[0]?.counts.removed, 1)
})

test('a server that suddenly lists few keys or none deletes nothing, unless the caller allows it', async () => {
  const { server } = await begin()
  for (let i = 0; i < 50; i++) server.put('Property', listing(`k${i}`))
  await trial.turn()
  later(25 * 60)
  const rows = server.table('Property')
  const kept = [...rows]
  rows.clear()
  const refusal = { exitCode: EXIT.data, message: /lists only 0 of the 50 ListingKeys that the catalog has.*--shrink/ }
  await assert.rejects(trial.turn(), refusal)
  assert.equal(trial.homes.size, 50)
  for (const [key, row] of kept.slice(0, 5)) rows.set(key, row)
  await trial.turn(true)
  assert.equal(trial.homes.size, 5)
})

test('an empty list of keys deletes nothing, however few homes there are', async () => {
  const { server } = await begin()
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  await trial.turn()
  later(25 * 60)
  server.table('Property').clear()
  await assert.rejects(trial.turn(), { exitCode: EXIT.data, message: /lists only 0 of the 3 ListingKeys/ })
  assert.deepEqual(keys(), ['a', 'b', 'c'])
})

test('a home is not deleted if its key is missing only because the list changed while it was read', async () => {
  const { server } = await begin('resources: { Property: { top: 2 } }', { pageMax: 2, isSimple: true })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) server.put('Property', listing(key))
  await trial.turn()
  later(25 * 60)
  server.before = ({ searchParams }) => {
    // All later rows move up by one, across the page boundary.
    if (searchParams.get('$skip') === '2' && searchParams.has('$select')) server.table('Property').delete('a')
  }
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd', 'e', 'f'])
  server.before = () => undefined
  later(25 * 60)
  await trial.turn()
  assert.deepEqual(keys(), ['b', 'c', 'd', 'e', 'f'])
})

const BY_KEYS = 'resources: { Property: { top: 2 } }'
const BY_LINKS = 'resources: { Property: { top: 2, ordered: false } }'

test('an interrupted copy continues after the last key, or at the link if there is no order', async () => {
  for (const [configuration, goesOn] of [
    [BY_KEYS, /ListingKey gt 'd'/],
    [BY_LINKS, /\$skip=4/],
  ] as const) {
    const { server } = await begin(configuration, { pageMax: 2 })
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) server.put('Property', listing(key))
    server.trouble = (number) => (number > 2 ? { kind: 'gone' } : undefined)
    await assert.rejects(trial.turn(), CommandFault)
    assert.deepEqual(keys(), ['a', 'b', 'c', 'd'])
    server.requests.length = 0
    server.trouble = () => undefined
    await trial.turn()
    assert.match(server.requests[0] ?? '', goesOn)
    assert.deepEqual(keys(), ['a', 'b', 'c', 'd', 'e', 'f'])
    if (configuration === BY_KEYS) trial.close()
  }
})

test('an interrupted copy begins again if its link no longer works', async () => {
  await begin(BY_LINKS, { pageMax: 2 })
  for (const key of ['a', 'b', 'c', 'd']) trial.server.put('Property', listing(key))
  trial.server.trouble = (number) => (number > 1 ? { kind: 'gone' } : undefined)
  await assert.rejects(trial.turn(), CommandFault)
  trial.server.requests.length = 0
  trial.server.trouble = (number) => (number === 1 ? { kind: 'status', status: 410 } : undefined)
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd'])
})

test('a row that is deleted during the first copy does not hide other rows', async () => {
  const { server } = await begin(`${BY_KEYS}\nreconcile: 0s`, { pageMax: 2 })
  for (const key of ['a', 'b', 'c', 'd']) server.put('Property', listing(key))
  later()
  server.before = () => {
    if (server.requests.length === 2) server.remove('Property', 'a')
  }
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd'])
})

test('pages that form a circle are detected, and so is a server whose rows have no order', async () => {
  const { server } = await begin('resources: { Property: { top: 2 } }', { pageMax: 2 })
  for (const key of ['a', 'b', 'c']) server.put('Property', listing(key))
  server.trouble = () => ({ kind: 'circle' })
  await assert.rejects(trial.turn(), /The pages of Property form a loop/)
  server.trouble = () => undefined
  await trial.turn()
  later()
  const stale = { value: [listing('a', { ModificationTimestamp: '2001-01-01T00:00:00Z' })] }
  server.trouble = () => ({ kind: 'text', text: JSON.stringify(stale) })
  await assert.rejects(
    trial.turn(),
    /Cannot follow Property by ModificationTimestamp: its rows are not sorted by .*, or are older than requested/,
  )
})

test('all rows are read even if the server takes $top for the total number', async () => {
  const { server } = await begin('resources: { Property: { top: 2 } }', { pageMax: 1000, isStrict: true })
  for (const key of ['a', 'b', 'c', 'd', 'e']) server.put('Property', listing(key))
  await trial.turn()
  assert.deepEqual(keys(), ['a', 'b', 'c', 'd', 'e'])
})

test('all rows with the same time are read even if the server does not sort by key', async () => {
  const { server } = await begin('resources: { Property: { top: 3, ordered: false } }\nreconcile: 0s', { pageMax: 3 })
  server.put('Property', listing('z'))
  await trial.turn()
  later()
  for (let i = 0; i < 10; i++) server.put('Property', listing(`same-${(i * 7) % 10}`))
  later()
  await trial.turn()
  assert.equal(keys().length, 11)
})

test('a row from the future is reported, and later changes are still found', async () => {
  const { server } = await begin('reconcile: 0s')
  server.put('Property', listing('a'))
  await trial.turn()
  later()
  server.put('Property', listing('b', { ModificationTimestamp: '2099-01-01T00:00:00Z' }))
  const report = await trial.turn()
  assert.match(report.resources[0]?.notes[0] ?? '', /ModificationTimestamp.*"2099-01-01T00:00:00Z"/)
  later()
  server.put('Property', { ListingKey: 'a', ListPrice: 1_000 })
  await trial.turn()
  assert.deepEqual([prices().a, keys()], [1_000, ['a', 'b']])
})

test('a listing that the server forbids showing is deleted, whatever the key of the mapping', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-sync-'))
  try {
    const usual = readFileSync(join(import.meta.dirname, '../../../mappings/reso-properties.yaml'), 'utf8')
    for (const key of ['ListingId', '[ListingId, ListingKey]', '{ column: ListingId, match: "A-(.+)" }']) {
      const file = join(folder, `${key.length}.yaml`)
      writeFileSync(file, usual.replace('\nkey: ListingKey\n', `\nkey: ${key}\n`))
      const { server } = await begin(`resources: { Property: { mapping: ${file} } }\nreconcile: 0s`)
      for (const name of ['a', 'b', 'c']) server.put('Property', listing(name))
      await trial.turn()
      assert.equal(trial.homes.size, 3)
      later()
      server.put('Property', { ListingKey: 'a', InternetEntireListingDisplayYN: false })
      server.put('Property', { ListingKey: 'b', MlgCanView: false })
      const { resources } = await trial.turn()
      assert.deepEqual([trial.homes.size, resources[0]?.rowsRejected], [1, 0])
      if (!key.startsWith('{')) trial.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a changed request of the same source is read from the beginning', async () => {
  const { server } = await begin()
  for (const key of ['a', 'b']) server.put('Property', listing(key, { OriginatingSystemName: key }))
  await trial.turn()
  trial.configuration = `resources: { Property: { filter: "OriginatingSystemName eq 'b'" } }`
  const report = await trial.turn()
  assert.equal(report.resources[0]?.kind, 'copy')
  assert.deepEqual(keys(), ['b'])
})

test('an unusable row is reported with its rule, and the other rows are read', async () => {
  const { server } = await begin()
  server.put('Property', listing('a', { PropertySubType: 'Boat Slip' }))
  server.put('Property', listing('b'))
  const { resources } = await trial.turn()
  assert.deepEqual(keys(), ['b'])
  assert.equal(resources[0]?.rejected[0]?.rule, 'HomeType.unreadable')
  assert.match(resources[0]?.rejected[0]?.example ?? '', /^Property of 127\.0\.0\.1:\d+ line 1/)
})

test('a resource that the server lacks does not prevent others from being followed', async () => {
  const { server } = await begin('resources: { Office: { path: Bureau }, Property: {} }')
  server.put('Property', listing('a'))
  await assert.rejects(trial.turn(), /The server rejected the query for Bureau: it answers 404/)
  assert.deepEqual(keys(), ['a'])
})
