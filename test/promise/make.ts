import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { readSettings } from '../../src/kit/base/settings.ts'
import { cardsOf } from '../../src/running/serving/words.ts'
import { plat, type Served, scratch, serve } from '../e2e/program.ts'
import { exampleRecords } from '../example-queries.ts'
import { comparedCalls } from '../postgres/compared-calls.ts'
import { answersOf, ENVIRONMENT } from './recorded.ts'
import { type PromisedKind, packed, writePromised } from './store.ts'

/**
 * `node test/promise/make.ts [postgres://…]` makes the stores that every later version must open, and records their
 * answers: a data folder, and, with the address of an empty database, that database. It needs `pg_dump`. Run it only
 * before the first release: afterwards, a version that cannot open these stores breaks a promise.
 */
const HOMES = 300
const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }
const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'log'],
  ['keys', 'usage'],
  ['credits', 'list'],
  ['people', 'list'],
  ['people', 'audit'],
]

async function make(kind: PromisedKind, more: Readonly<Record<string, string>>): Promise<void> {
  const folder = scratch()
  const dataDir = join(folder.path, 'data')
  const environment = { ...ENVIRONMENT, ...more }
  const done = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await plat([...words, '--data', dataDir], environment)
    assert.equal(code, 0, stderr)
    return stdout.trim()
  }
  await done('sample', '--homes', String(HOMES))
  await done('sample', '--days', '1')
  const key = await done('keys', 'create', '--plan', 'trial', '--label', 'Ann', '--operations', '/')
  const { keyId } = JSON.parse(await done('keys', 'create', '--plan', 'pro', '--purpose', 'Tenant screening', '--json'))
  await done('keys', 'rotate', keyId, '--overlap', '0')
  await done('keys', 'revoke', keyId)
  const { keyId: other } = JSON.parse(
    await done('keys', 'create', '--plan', 'trial', '--places', 'Seattle, WA', '--json'),
  )
  await done('credits', 'add', other, '5000')
  await done('people', 'suppress', 'p1m1')
  const search = await withService(dataDir, environment, async (served) => {
    await served.get('/skip/detailsbyid?peo_id=p2m1')
    const body = { path: '/search/bymapbounds', parameters: { ...COUNTRY, listingStatus: 'For_Rent' } }
    const { search: made } = await post<{ search: { searchId: string } }>(served, '/searches', key, body)
    await post(served, `/searches/${made.searchId}/feed`, key)
    const charged = await served.get('/autocomplete?query=s', { 'x-service-key': key })
    assert.equal(charged.status, 200)
    return made.searchId
  })
  await done('sample', '--days', '2')
  await withService(dataDir, environment, (served) =>
    post(served, '/webhooks', key, { url: 'http://127.0.0.1:9/plat', searchId: search }),
  )
  const paths = [
    '/usage',
    '/searches',
    `/searches/${search}`,
    `/searches/${search}/changes`,
    '/webhooks',
    ...(await examplePaths()),
  ]
  const content = kind === 'folder' ? packed(dataDir) : dumped(more.PLAT_DATABASE_URL ?? '') // before calls are charged
  writePromised(kind, content, await answersOf(key, paths, COMMANDS, dataDir, environment))
  folder.remove()
}

async function withService<T>(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(dataDir, environment)
  const result = await work(served)
  await served.stop()
  return result
}

async function post<T>({ a }: Served, path: string, key: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${a}${path}`, {
    method: 'POST',
    headers: { 'x-service-key': key },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
  return (await answer.json()) as T // each call knows the type of its path's answer
}

/** Returns calls of all operations about a sample of the same seed and size, and of former states. */
async function examplePaths(): Promise<readonly string[]> {
  const folder = scratch()
  const made = await plat(['sample', '--homes', String(HOMES), '--data', folder.path])
  assert.equal(made.code, 0, made.stderr)
  const catalog = openCatalog(folder.path, silentLog, cardsOf(readSettings({})))
  const examples = await exampleRecords(catalog)
  const { zpid } = examples.listed
  catalog.close()
  folder.remove()
  return [
    ...comparedCalls(examples).map(({ path }) => path),
    '/changes?since=2020-01-01',
    `/pro/byzpid?zpid=${zpid}&as_of=2026-11-29`,
    '/odata/Property?$top=100&$orderby=ListingKey',
    '/odata/Member?$top=100&$orderby=MemberKey',
  ]
}

function dumped(url: string): Buffer {
  const { stdout, status } = spawnSync('pg_dump', ['--inserts', '--rows-per-insert=100', '--no-owner', url], {
    maxBuffer: 2 ** 30,
  })
  assert.equal(status, 0)
  // a client without psql reads it
  return Buffer.from(stdout.toString().replaceAll(/^\\.*$/gm, ''))
}

const [, , url] = process.argv
await make('folder', {})
if (url !== undefined) await make('database', { PLAT_DATABASE_URL: url })
