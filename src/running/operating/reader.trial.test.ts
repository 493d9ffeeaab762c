import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openAccess, openKeyring } from '../../guard/access/index.ts'
import { RunFile } from '../../intake/ingest/run-folder.ts'
import { systemClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { Reader } from './reader.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-reader-'))
after(() => rmSync(dataDir, { recursive: true }))

test('the thread starts at the first request and ends when idle, and unreadable data is refused in one sentence', async () => {
  const reader = new Reader(dataDir, undefined, 0)
  const run = new RunFile(dataDir, systemClock, { kind: 'import', source: 'mls' })
  const [runs, files] = await Promise.all([reader.read('runs'), reader.read('files')])
  assert.deepEqual(
    runs.map(({ state, source }) => [state, source]),
    [['running', 'mls']],
  )
  assert.deepEqual(
    files.map(({ name, kind, files: inside }) => [name, kind, inside]),
    [['runs/', 'runs', 1]],
  )
  run.end({ state: 'done' })
  await assert.rejects(reader.read('tallies'), (error) => {
    return error instanceof Fault && error.code === 'server.busy' && error.message.startsWith('There is no catalog in')
  })
  await reader.close()
})

test('keys are shown with the current plans, whatever plans.yaml contains now, and reading keys makes no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-reader-'))
  after(() => rmSync(folder, { recursive: true }))
  const access = await openAccess({ dataDir: folder, clock: systemClock, log: silentLog, demo: () => false })
  const keyring = await openKeyring(folder, systemClock, randomBytes)
  const { info } = await keyring.create({ plan: 'basic', label: 'one' })
  await keyring.close()
  const reader = new Reader(folder)
  const keyRows = async () => (await reader.read('keys', { plans: await access.plans() })).keys
  writeFileSync(join(folder, 'plans.yaml'), 'basic: [')
  const [key] = await keyRows()
  assert.deepEqual([key?.keyId, key?.state, key?.creditsLimit], [info.keyId, 'good', info.creditsLimit])
  for (const name of ['plans.yaml', 'revocations']) rmSync(join(folder, name))
  const before = readdirSync(folder)
  assert.deepEqual(await keyRows(), [key])
  assert.deepEqual((await reader.read('used', { since: '2026-01-01' })).keys, [])
  assert.deepEqual(readdirSync(folder), before)
  await reader.close()
  await access.close()
})

test('keys are created, limited, rotated and revoked by the same code as the command, and each change is logged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-reader-'))
  after(() => rmSync(folder, { recursive: true }))
  const access = await openAccess({ dataDir: folder, clock: systemClock, log: silentLog, demo: () => false })
  const reader = new Reader(folder)
  const change = async (path: string, body: Readonly<Record<string, string>> = {}) =>
    (await reader.read('keyChange', { change: { path, body: Object.entries(body), by: 'ann' } })).answer as {
      readonly key: string
      readonly keyId: string
      readonly status: string
      readonly limits: object | null
    } // key-changes.ts returns this
  const refused = (
    path: string,
    body: Readonly<Record<string, string>>,
    sentence: RegExp,
    code = 'request.malformed',
  ) =>
    assert.rejects(change(path, body), (error) => {
      assert.match(String(error), sentence)
      return error instanceof Fault && error.code === code
    })
  const made = await change('', {
    plan: 'basic',
    label: 'one',
    operations: '["/search","/pro"]',
    expires: '2099-12-31',
  })
  assert.deepEqual(made.limits, { operations: ['/search', '/pro'] })
  const account = await access.admit(made.key, false)
  assert.ok(!(account instanceof Fault) && account.label === 'one')
  const rotated = await change(`/${made.keyId}/rotate`, { overlap: '0' })
  assert.notEqual(rotated.key, made.key)
  assert.deepEqual((await change(`/${made.keyId}/limits`, { readOnly: 'true' })).limits, { isReadOnly: true })
  const revoked = await change(`/${made.keyId}/revoke`)
  assert.deepEqual([revoked.status, 'key' in revoked], ['revoked', false])
  await access.refresh()
  for (const key of [made.key, rotated.key]) assert.ok((await access.admit(key, false)) instanceof Fault)
  assert.deepEqual(
    (await reader.read('keyLog')).map(({ action, by }) => `${action} by ${by}`),
    ['revoked', 'limits changed', 'rotated', 'created'].map((action) => `${action} by ann`),
  )
  await refused('', { plan: 'gold' }, /There is no plan "gold"/)
  await refused('', { label: 'x' }, /plan/, 'param.invalid')
  await refused('', { plan: 'basic', expires: '2020-01-01' }, /The last day must be/)
  await refused('', { plan: 'basic', addresses: 'here' }, /Each entry of addresses must be/)
  await refused(`/${made.keyId}/rotate`, { overlap: 'long' }, /The overlap must be/)
  await refused(`/${made.keyId}/limits`, {}, /was revoked/)
  await refused('/key_nobody12/revoke', {}, /There is no key "key_nobody12"/)
  await reader.close()
  await access.close()
})
