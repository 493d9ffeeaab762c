import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { refused, runHere, trialTerminal } from '../../../test/terminal.ts'
import { openAccess } from '../../guard/access/index.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT, Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { programFor } from '../cli/index.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')

/** The environment variables that the command sees, separate from the variables of the test process. */
const environment: Record<string, string> = {}

/** Returns a data folder and a function that runs commands on it. Each call acts like a new process. */
function shell(context: TestContext, watched = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-keys-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const clock = fixedClock(START_MS)
  const keys = (...words: string[]) =>
    runHere(['keys', ...words, '--data', dataDir], trialTerminal({ environment, clock, watched }))
  const json = async (...words: string[]) => {
    const { printed, noted } = await keys(...words, '--json')
    assert.deepEqual([printed.length, noted], [1, []])
    return JSON.parse(printed[0] ?? '')
  }
  const admit = async (key: string) => {
    const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
    const outcome = await access.admit(key, false)
    await access.close()
    return outcome
  }
  return { dataDir, clock, keys, json, admit }
}

/** Sets an environment variable while `action` runs. */
async function withVariable<T>(name: string, value: string, action: () => Promise<T>): Promise<T> {
  environment[name] = value
  try {
    return await action()
  } finally {
    delete environment[name]
  }
}

test('create prints only the key, says that it is shown once, and the key is accepted', async (context) => {
  const { keys, admit } = shell(context)
  const { printed, noted } = await keys('create', '--plan', 'basic', '--label', 'Acme')
  const account = await admit(printed[0] ?? '')
  assert.ok(!(account instanceof Fault))
  assert.deepEqual([printed.length, account.label, account.plan.name], [1, 'Acme', 'basic'])
  assert.equal(noted[0], `Key ${account.keyId} on plan basic:`)
  assert.match(noted[1] ?? '', /it cannot be shown again\. Send it in the header x-service-key\.$/)
})

test('create --json prints one document and nothing else', async (context) => {
  const { json, admit } = shell(context)
  const { key, keyId, ...rest } = await json('create', '--plan', 'trial', '--label', 'Acme', '--expires', '2026-11-20')
  assert.ok(!((await admit(key)) instanceof Fault))
  assert.match(keyId, /^key_[0-9a-z]{8}$/)
  assert.deepEqual(rest, {
    label: 'Acme',
    plan: 'trial',
    status: 'active',
    creditsUsed: 0,
    creditsLimit: 250,
    creditsAdded: 0,
    created: '2026-11-20T10:30:00.000Z',
    lastUsed: null,
    expires: '2026-11-21T00:00:00.000Z',
    revoked: null,
    oldSecretUntil: null,
    limits: null,
  })
})

test('limit replaces the limits of a key, and log shows who changed which key', async (context) => {
  const { keys, json, clock } = shell(context)
  const { keyId, limits } = await json('create', '--plan', 'basic', '--operations', '/search, /pro', '--read-only')
  assert.deepEqual(limits, { operations: ['/search', '/pro'], isReadOnly: true })
  const changed = await keys('limit', keyId, '--places', 'Seattle, WA; King County, WA')
  assert.deepEqual(changed.printed, [`Key ${keyId} has new limits: running services apply this within a second.`])
  const [{ limits: listed }] = (await json('list')).keys
  assert.deepEqual(listed, { places: ['Seattle, WA', 'King County, WA'] })
  const why = (await json('limit', keyId, '--purpose', ' Tenant screening ')).limits
  assert.deepEqual(why, { purpose: 'Tenant screening' })
  assert.match((await keys('list')).printed[1] ?? '', /active with limits$/)
  clock.set(START_MS + 60_000)
  assert.match((await keys('limit', keyId)).printed[0] ?? '', /has no limits/)
  await withVariable('SUDO_USER', 'ann', () => keys('revoke', keyId))
  const { events } = await json('log')
  assert.deepEqual(
    events.map(({ action }: { action: string }) => action),
    ['revoked', 'limits changed', 'limits changed', 'limits changed', 'created'],
  )
  assert.match(events.at(-1).detail, /^plan basic, limits .*"\/search"/)
  assert.deepEqual(events[0], { at: '2026-11-20T10:31:00.000Z', keyId, action: 'revoked', detail: '', by: 'ann' })
  assert.match((await keys('log')).printed[1] ?? '', new RegExp(`^2026-11-20 10:31  ${keyId}  revoked +ann`))
  await refused(keys('limit', keyId, '--origins', 'x'), EXIT.usage, /Each entry of origins must be an origin/)
})

test('list shows every key in a table whose columns line up, and never a secret', async (context) => {
  const { keys, json, clock } = shell(context)
  const { key, keyId } = await json('create', '--plan', 'basic', '--label', 'Acme, production')
  clock.set(START_MS + 1)
  const other = await json('create', '--plan', 'trial', '--expires', '2026-12-31')
  await keys('rotate', keyId)
  await keys('revoke', other.keyId)
  const { printed } = await keys('list')
  assert.deepEqual(printed, [
    'KEY           LABEL             PLAN   CREDITS USED  CREATED     LAST USED  STATUS',
    `${keyId}  Acme, production  basic   0 of 10,000  2026-11-20  never      active (old secret until 2026-11-21 10:30)`,
    `${other.keyId}                    trial      0 of 250  2026-11-20  never      revoked 2026-11-20`,
  ])
  assert.ok(!printed.join().includes(key.slice(5, 15)))
  assert.equal((await json('list')).keys.length, 2)
})

test('list says how to make the first key, and as JSON prints an empty list', async (context) => {
  const { keys, json } = shell(context)
  const { printed, noted } = await keys('list')
  assert.deepEqual([printed, noted], [[], ['There are no keys yet. Create one with ./plat keys create --plan basic.']])
  assert.deepEqual(await json('list'), { keys: [] })
})

test('rotate prints a new key, and the old key works until the overlap is over', async (context) => {
  const { keys, json, admit, clock } = shell(context)
  const { key: old, keyId } = await json('create', '--plan', 'basic')
  const { printed, noted } = await keys('rotate', keyId, '--overlap', '90m')
  assert.equal(noted[0], `New secret of ${keyId}; the old secret works until 2026-11-20 12:00 UTC:`)
  clock.set(START_MS + 90 * 60_000 - 1)
  assert.ok(!((await admit(old)) instanceof Fault))
  clock.set(START_MS + 90 * 60_000)
  assert.ok((await admit(old)) instanceof Fault)
  assert.ok(!((await admit(printed[0] ?? '')) instanceof Fault))
  const { key, oldSecretUntil } = await json('rotate', keyId, '--overlap', '0')
  assert.deepEqual([oldSecretUntil, (await admit(key)) instanceof Fault], [null, false])
  assert.ok((await admit(printed[0] ?? '')) instanceof Fault)
})

test('revoke takes the id or the secret, and plan moves a key to another plan and says which added credits it loses', async (context) => {
  const { dataDir, clock, keys, json, admit } = shell(context)
  const { key, keyId } = await json('create', '--plan', 'basic')
  assert.deepEqual((await keys('plan', keyId, 'pro')).printed, [
    `Key ${keyId} is on plan pro: 0 of 250,000 credits used.`,
  ])
  await runHere(['credits', 'add', keyId, '5000', '--data', dataDir], trialTerminal({ clock }))
  assert.deepEqual((await keys('plan', keyId, 'basic')).printed, [
    `Key ${keyId} is on plan basic: 0 of 10,000 credits used. The 5,000 credits that were added to its previous plan are lost.`,
  ])
  assert.equal((await json('plan', keyId, 'trial')).plan, 'trial')
  assert.match((await keys('revoke', key)).printed[0] ?? '', new RegExp(`^Key ${keyId} is revoked: `))
  const outcome = await admit(key)
  assert.ok(outcome instanceof Fault && outcome.code === 'key.revoked')
})

test('every option has its variable, and an option on the command line wins over the variable', async (context) => {
  const { keys, json, dataDir } = shell(context)
  await withVariable('PLAT_PLAN', 'pro', async () => {
    assert.equal((await json('create')).plan, 'pro')
    assert.equal((await json('create', '--plan', 'basic')).plan, 'basic')
  })
  await withVariable('PLAT_LABEL', 'Zed', async () =>
    assert.equal((await json('create', '--plan', 'pro')).label, 'Zed'),
  )
  await withVariable('PLAT_EXPIRES', '2027-01-01', async () =>
    assert.equal((await json('create', '--plan', 'pro')).expires, '2027-01-02T00:00:00.000Z'),
  )
  const { keyId } = await json('create', '--plan', 'pro')
  await withVariable('PLAT_OVERLAP', '1h', async () =>
    assert.equal((await json('rotate', keyId)).oldSecretUntil, '2026-11-20T11:30:00.000Z'),
  )
  await withVariable('PLAT_JSON', '1', async () => assert.match((await keys('list')).printed[0] ?? '', /^\{/))
  await withVariable('PLAT_JSON', '0', async () => assert.match((await keys('list')).printed[0] ?? '', /^KEY/))
  await withVariable('PLAT_JSON', 'x', () => refused(keys('list'), EXIT.usage, /^PLAT_JSON must be .*; you gave "x"/))
  await withVariable('PLAT_DATA', join(dataDir, 'elsewhere'), async () =>
    assert.equal((await json('list')).keys.length, 5),
  )
  await withVariable('PLAT_PLANS', 'x', () => refused(keys('list'), EXIT.usage, /^Unknown setting PLAT_PLANS/))
})

test('values that cannot be read are rejected in one sentence with an exit code for scripts', async (context) => {
  const { keys, dataDir } = shell(context)
  await refused(
    keys('create', '--plan', 'gold'),
    EXIT.data,
    /^There is no plan "gold"\. The plans in .* are demo, trial, basic, pro/,
  )
  await refused(keys('create'), EXIT.usage, /"--plan <NAME>" not specified\. \.\/plat keys create --help/)
  await refused(
    keys('create', '--plan', 'pro', '--label', 'a\u001b[2J'),
    EXIT.usage,
    /^The label must be one line .*; you gave "a\\u001b/,
  )
  for (const day of ['2026-11-19', '2026-02-30', 'soon']) {
    await refused(
      keys('create', '--plan', 'pro', '--expires', day),
      EXIT.usage,
      /^The last day must be .*; you gave ".*"/,
    )
  }
  for (const time of ['1', 'h', '-1h', '1.5h', '366d', '1w', '']) {
    await refused(keys('rotate', 'key_1', `--overlap=${time}`), EXIT.usage, /^The overlap must be .*; you gave ".*"/)
  }
  await refused(keys('revoke', 'key_1'), EXIT.data, /^There is no key "key_1"\. \.\/plat keys list/)
  await refused(keys('revoke', 'plat_short'), EXIT.data, /^The key has 10 characters: a key has 54/)
  await refused(keys('revoke'), EXIT.usage, /^Missing required argument "KEYID"/)
  await refused(keys('plan', 'key_1'), EXIT.usage, /^Missing required argument "NAME"/)
  await refused(keys('frob'), EXIT.usage, /^Unknown command "frob"|^Unknown option/)
  await refused(keys('list', '--frob'), EXIT.usage, /^Unknown option "--frob"/)
  await refused(keys('list', 'extra'), EXIT.usage, /^Cannot use "extra"\. Here you can use nothing but options/)
  writeFileSync(join(dataDir, 'plans.yaml'), 'basic: 5\n')
  await refused(keys('list'), EXIT.data, /plans\.yaml, line 1: plan "basic" is empty/)
})

test('a missing or damaged data folder is rejected in one sentence', async (context) => {
  const { keys, dataDir } = shell(context)
  writeFileSync(join(dataDir, 'access.sqlite'), 'garbage')
  await refused(
    keys('create', '--plan', 'pro'),
    EXIT.data,
    /^Part of the key file .*access\.sqlite cannot be read \(.*\): run \.\/plat check/,
  )
  rmSync(dataDir, { recursive: true })
  await refused(keys('list'), EXIT.noInput, /^There is no data folder ".*": create a catalog there first/)
  writeFileSync(dataDir, '')
  await refused(keys('list'), EXIT.noInput, /^".*" is not a folder: /)
})

test('all subcommands exist, and each option has a variable of the same name', async () => {
  const [group] = (await programFor(trialTerminal(), ['keys'])).commands
  const subcommands = group?.commands ?? []
  assert.deepEqual(
    subcommands.map((command) => command.name()),
    ['create', 'list', 'usage', 'rotate', 'revoke', 'limit', 'log', 'plan'],
  )
  for (const command of subcommands) {
    for (const option of command.options)
      assert.equal(option.envVar, `PLAT_${option.name().toUpperCase().replaceAll('-', '_')}`)
  }
})

test('usage shows the charges of each key by month and operation, also as CSV and for one key', async (context) => {
  const { dataDir, clock, keys, json } = shell(context)
  assert.deepEqual((await keys('usage')).noted, ['No call was charged in these days.'])
  assert.deepEqual((await keys('usage', '--csv')).printed, ['key,label,month,operation,calls,credits'])
  const { key, keyId } = await json('create', '--plan', 'basic', '--label', '=Acme, production')
  for (const month of ['2026-11', '2026-12']) {
    clock.set(Date.parse(`${month}-25`))
    const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
    const account = await access.admit(key, false)
    assert.ok(!(account instanceof Fault))
    const debit = await access.debit(account, { operation: '/byzpid', credits: 1 })
    assert.ok(!(debit instanceof Fault))
    await access.settle(debit)
    await access.close()
  }
  assert.deepEqual((await keys('usage', '--csv', '--since', '2026-12-01', '--until', '2026-12-31')).printed, [
    'key,label,month,operation,calls,credits',
    `${keyId},"'=Acme, production",2026-12,/byzpid,1,1`,
  ])
  assert.equal((await keys('usage', '--key', keyId)).printed.length, 3)
  assert.equal((await json('usage')).usage.length, 2)
  await refused(keys('usage', '--key', 'key_none'), EXIT.data, /key_none/)
  await refused(keys('usage', '--since', 'soon'), EXIT.usage, /soon/)
})
