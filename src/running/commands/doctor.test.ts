import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { tinyPmtiles } from '../../../test/http/pmtiles.ts'
import { soldHome } from '../../../test/sold-homes.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { openWriter } from '../../catalog/opening/open.ts'
import { CATALOG_FORMAT, catalogPath } from '../../catalog/opening/whole-file.ts'
import { openAccess, openKeyring } from '../../guard/access/index.ts'
import { RunFile } from '../../intake/ingest/run-folder.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { run } from '../cli/index.ts'
import type { Finding } from '../doctor/finding.ts'
import { type Machine, machineFindings, memoryWanted } from '../doctor/machine.ts'
import { publicFindings, routingFindings, tileFindings } from '../doctor/network.ts'
import { cardsOf } from '../serving/words.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')
const DAY_MS = 86_400_000
const root = mkdtempSync(join(tmpdir(), 'plat-doctor-'))
after(() => rmSync(root, { recursive: true }))

const FREE_PORT = { PLAT_PORT: '0' }
const cards = cardsOf(readSettings({}))

async function plat(words: readonly string[], nowMs = NOW_MS) {
  const terminal = trialTerminal({ environment: FREE_PORT, clock: fixedClock(nowMs) })
  const { printed, noted } = terminal
  return { code: await run(words, terminal), printed, noted }
}

/** Returns the doctor's findings about a folder that need attention (all levels except `fine`). */
async function complaints(dataDir: string, nowMs = NOW_MS, ...words: string[]) {
  const { code, printed } = await plat(['doctor', '--data', dataDir, '--json', ...words], nowMs)
  const { findings, ok } = JSON.parse(printed.join('\n')) as { findings: readonly Finding[]; ok: boolean }
  assert.equal(code, ok ? EXIT.ok : EXIT.data)
  const own = findings.filter(({ about, level }) => level !== 'fine' && about !== 'open files' && about !== 'memory')
  return own.map(({ about, level, sentence }) => `${level} ${about}: ${sentence}`)
}

let made = 0
async function folder(): Promise<string> {
  const dataDir = join(mkdtempSync(join(root, 'trial-')), 'data')
  const newCatalogId = () => (++made).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards })
  for (let zpid = 1; zpid <= 5; zpid++) writer.put('home', home(zpid))
  writer.commit()
  const at = new Date(NOW_MS)
  utimesSync(catalogPath(dataDir) ?? '', at, at)
  const keyring = await openKeyring(dataDir, fixedClock(NOW_MS), randomBytes)
  await keyring.create({ plan: 'pro', label: '' })
  await keyring.close()
  return dataDir
}

async function matches(found: Promise<readonly string[]>, patterns: readonly RegExp[]): Promise<void> {
  const lines = await found
  assert.equal(lines.length, patterns.length, lines.join('\n'))
  for (const [i, pattern] of patterns.entries()) assert.match(lines[i] ?? '', pattern)
}

test('the doctor finds no problem in a folder as Plat makes it, with or without a full reading, and reports this line by line', async () => {
  const dataDir = await folder()
  const store = new DatabaseSync(join(dataDir, 'access.sqlite'))
  store.exec("INSERT INTO usage VALUES ('demo', 0, '2026-11-20', '/byzpid', 1, 1)")
  store.exec("INSERT INTO spent VALUES ('demo', 0, '2026-11-20', 1)")
  store.close()
  await matches(complaints(dataDir), [])
  await matches(complaints(dataDir, NOW_MS, '--deep'), [])
  const { printed } = await plat(['doctor', '--data', dataDir])
  assert.ok(
    printed.every((line) => /^(fine|LOOK) {2}[a-z. ]+: [^\n]+\.$/.test(line)),
    printed.join('\n'),
  )
})

test('the doctor reports the sources of estimates, or that there are too few sales and how many', async () => {
  const dataDir = await folder()
  const said = async () => {
    const { printed } = await plat(['doctor', '--data', dataDir])
    return printed.filter((line) => line.includes('estimates: '))
  }
  assert.deepEqual(await said(), [
    'fine  estimates: Prices are not estimated, because no sales are known: estimates need 400 sales in a state, each with a date, a location and a size.',
    'fine  estimates: Rents are not estimated, because no asking rents are known: estimates need 400 asking rents in a state, each with a date, a location and a size.',
  ])
  const newCatalogId = () => (++made).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace: true, newCatalogId, cards })
  for (let zpid = 1; zpid <= 7; zpid++) writer.put('home', soldHome(zpid))
  writer.commit()
  assert.match((await said())[0] ?? '', /because only 7 in TX, 7 in all states with too few sales are known: /)
  const trained = new DatabaseSync(catalogPath(dataDir) ?? '')
  trained.exec("UPDATE estimator SET bytes = x'00', sales = 1234 WHERE market = 'TX'")
  trained.close()
  assert.deepEqual((await said())[0], 'fine  estimates: Prices are estimated from sales up to 2015-06-30: 1,234 in TX.')
})

test('the doctor finds the service of the folder on the ports that it has, and reports whether it is ready', async () => {
  const dataDir = await folder()
  let status = 200
  const operators = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(operators, 'listening')
  const origin = `http://127.0.0.1:${(operators.address() as AddressInfo).port}` // the server listens on TCP
  const access = await openAccess({
    dataDir,
    clock: fixedClock(NOW_MS),
    log: silentLog,
    demo: () => false,
    url: 'http://127.0.0.1:9000',
    operators: origin,
  })
  const { printed } = await plat(['doctor', '--data', dataDir])
  assert.ok(
    printed.some((line) => line === `fine  ports: A service is running: ${origin}/health/ready reports it as ready.`),
  )
  status = 503
  await matches(complaints(dataDir), [/^mend ports: A service is running but not ready: .* answers 503\./])
  operators.close()
  await matches(complaints(dataDir), [/^mend ports: A service is running but not ready: .* does not answer\./])
  await access.close()
  await matches(complaints(dataDir), [])
})

test('sales of later days than today are reported, because the clock may be wrong', async () => {
  const dataDir = await folder()
  const newCatalogId = () => (++made).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace: true, newCatalogId, cards })
  writer.put('home', soldHome(1))
  writer.commit()
  utimesSync(catalogPath(dataDir) ?? '', 0, 0)
  const at = (day: string) =>
    complaints(dataDir, Date.parse(`${day}T12:00:00Z`)).then((lines) => lines.filter((line) => line.startsWith('look')))
  await matches(at('2015-06-28'), [
    /^look clock: Homes were listed or sold up to 2015-06-30, but the clock says 2015-06-28\. /,
  ])
  await matches(at('2015-06-29'), [])
})

test('the doctor reports why the last import of a source failed, until an import of the source succeeds', async () => {
  const dataDir = await folder()
  const run = (state: 'done' | 'failed', nowMs: number, failure?: string) =>
    new RunFile(dataDir, fixedClock(nowMs), { kind: 'import', source: 'county' }).end({ state, failure })
  run('failed', NOW_MS - 2000, 'There is no column "price".')
  await matches(complaints(dataDir), [
    /^look imports: The last import of county, at 2026-11-20T.*, failed\. There is no column "price"\.$/,
  ])
  run('done', NOW_MS - 1000)
  await matches(complaints(dataDir), [])
})

test('each problem of a folder is a sentence that says what to do', async () => {
  const dataDir = await folder()
  chmodSync(dataDir, 0o755)
  await matches(complaints(dataDir), [/^look data folder: .* permissions 755, .* chmod 700/])
  chmodSync(dataDir, 0o700)
  chmodSync(catalogPath(dataDir) ?? '', 0o644)
  await matches(complaints(dataDir), [
    /^look permissions: catalogue-\w+\.sqlite has the permissions 644 instead of 600: .*chmod -R go= /,
  ])
  chmodSync(catalogPath(dataDir) ?? '', 0o600)
  await matches(complaints(dataDir, NOW_MS - 3 * DAY_MS), [
    /^mend clock: The catalog was changed at 2026-11-20T.*clock/,
  ])
  const half = join(dataDir, 'access.sqlite.77.partial')
  writeFileSync(half, '')
  await matches(complaints(dataDir, NOW_MS), [])
  const old = new Date(NOW_MS - 2 * DAY_MS)
  utimesSync(half, old, old)
  await matches(complaints(dataDir), [/^look left over: .*access\.sqlite\.77\.partial\. Remove them/])
  rmSync(half)
  writeFileSync(join(dataDir, 'plans.yaml'), 'basic: 7\n')
  await matches(complaints(dataDir), [/^mend keys and credits: .*plans\.yaml/])
  rmSync(join(dataDir, 'plans.yaml'))
  await matches(complaints(join(root, 'nowhere')), [/^mend data folder: There is no data folder/])
})

test('inconsistent sums, and keys whose plan no longer exists, are found in the key file', async () => {
  const dataDir = await folder()
  const store = new DatabaseSync(join(dataDir, 'access.sqlite'))
  const keyId = String(store.prepare('SELECT id FROM key').get()?.id)
  const use = store.prepare('INSERT INTO usage VALUES (?, 1, ?, ?, 1, ?)')
  use.run(keyId, '2026-11-20', '/byzpid', -5)
  use.run('key_gone', '2026-11-20', '/byzpid', 5)
  use.run(keyId, '2027-01-01', '/byzpid', 5)
  store.prepare("UPDATE key SET plan = 'gold'").run()
  store.close()
  await matches(complaints(dataDir), [
    /Usage totals below zero: 1\./,
    /Days on which the usage of a key and its spent credits differ: 3\./,
    /Usage totals of keys that do not exist: 1\./,
    /Usage totals for days in the future: 1\. The clock/,
    /Key key_\w+ is on plan "gold", which plans\.yaml does not have, .*plat keys plan key_\w+ NAME/,
  ])
})

test('a damaged catalog is found by reading all of it, and a catalog of another format is rejected with advice', async () => {
  const dataDir = await folder()
  const path = catalogPath(dataDir) ?? ''
  const at = new Date(NOW_MS)
  const setFormat = (format: number) => {
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA user_version = ${format}`)
    database.close()
    utimesSync(path, at, at)
  }
  setFormat(CATALOG_FORMAT.version - 1)
  const refusal = new RegExp(`has format ${CATALOG_FORMAT.version - 1}, .*: replace it with \\./plat import FILE`)
  await matches(complaints(dataDir), [refusal])
  for (const words of [['upgrade', '--check'], ['upgrade']]) {
    const refused = await plat([...words, '--data', dataDir])
    assert.equal(refused.code, EXIT.data)
    assert.match(refused.noted.join('\n'), refusal)
  }
  setFormat(CATALOG_FORMAT.version)
  await matches(complaints(dataDir, NOW_MS, '--deep'), [])
  const database = new DatabaseSync(path)
  database.exec('DELETE FROM home WHERE id = 3')
  database.close()
  utimesSync(path, at, at)
  await matches(complaints(dataDir), [])
  await matches(complaints(dataDir, NOW_MS, '--deep'), [/^mend catalogue: A full scan .* found: in home: 4 rows/])
  const empty = await plat(['upgrade', '--data', join(root, 'nowhere')])
  assert.deepEqual([empty.code, empty.noted.length], [EXIT.noInput, 1])
})

test('too little memory, too few files, an old Node and a clock in the past are found before they cause failures', () => {
  const good: Machine = { nodeVersion: '24.1.0', openFiles: 4096, memoryBytes: 4e9, freeBytes: 4e9 }
  const levels = (machine: Partial<Machine>, nowMs = NOW_MS) =>
    machineFindings({ ...good, ...machine }, { connections: 2000 }, 1e9, fixedClock(nowMs)).map(({ level }) => level)
  assert.deepEqual(levels({}), ['fine', 'fine', 'fine', 'fine'])
  assert.deepEqual(levels({ nodeVersion: '22.3.0' }), ['mend', 'fine', 'fine', 'fine'])
  assert.deepEqual(levels({ nodeVersion: '26.0.0', openFiles: 1024 }), ['look', 'mend', 'fine', 'fine'])
  assert.deepEqual(levels({ memoryBytes: memoryWanted(1e9) - 1, freeBytes: 0 }), ['fine', 'fine', 'mend', 'fine'])
  assert.deepEqual(levels({ freeBytes: 1e8 }, 0), ['fine', 'fine', 'look', 'mend'])
})

test('incomplete settings for a proxy are found, and a service for this machine alone needs no such settings', () => {
  const linesFor = (environment: Record<string, string>) =>
    publicFindings(readSettings(environment)).map(({ level, sentence }) => `${level} ${sentence}`)
  const all = { PLAT_PUBLIC_NAME: 'api.example', PLAT_TRUST_PROXY: '1', PLAT_MEDIA_ORIGIN: 'https://api.example' }
  assert.deepEqual(linesFor({}), ['fine Only this machine, or a proxy on it, can reach the service.'])
  assert.deepEqual(linesFor({ ...all, PLAT_OPEN_PER_SECOND: '2000' }), [
    'fine Only this machine, or a proxy on it, can reach the service.',
  ])
  const half = linesFor({ PLAT_HOST: '0.0.0.0', PLAT_OPERATOR_HOST: '::', PLAT_PUBLIC_NAME: 'api.example' })
  const wanted = [/unencrypted/, /metrics/, /^mend .*PLAT_MEDIA_ORIGIN/, /PLAT_TRUST_PROXY/, /PLAT_OPEN_PER_SECOND/]
  assert.equal(half.length, wanted.length)
  for (const [i, pattern] of wanted.entries()) assert.match(half[i] ?? '', pattern)
  assert.match(linesFor({ PLAT_TRUST_PROXY: '1' })[0] ?? '', /PLAT_PUBLIC_NAME/)
})

test('a file of map tiles that cannot be served is found, and a valid file is reported as fine', () => {
  const path = join(root, 'ground.pmtiles')
  const tileLines = () =>
    tileFindings(readSettings({ PLAT_MAP_TILES: path })).map(({ level, sentence }) => level + sentence)
  assert.match(tileLines().join(), /^mendCannot use the map tiles "[^"]+": the file does not exist/)
  writeFileSync(path, tinyPmtiles())
  assert.deepEqual(tileLines(), [`fine"${path}" is a PMTiles file.`])
  assert.deepEqual(tileFindings(readSettings({})), [])
})

test('a routing engine that does not answer is found', async () => {
  const findings = await routingFindings(readSettings({ PLAT_ROUTING_URL: 'http://127.0.0.1:1/' }))
  assert.match(
    findings.map(({ level, sentence }) => level + sentence).join(),
    /^mendhttp:\/\/127\.0\.0\.1:1 does not answer/,
  )
  assert.deepEqual(await routingFindings(readSettings({})), [])
})
