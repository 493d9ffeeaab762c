import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { CommandFault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { PlansFile } from './plans-file.ts'

function folder(context: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-plans-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** Calls `follow` twice, because it loads the file only if two calls see the same file. */
function followTwice(plans: PlansFile): void {
  plans.follow()
  plans.follow()
}

test('the default plans are written if there are none, and never over the plans of the operator', (context) => {
  const dataDir = folder(context)
  const path = new PlansFile(dataDir, silentLog).path
  assert.equal(readFileSync(path, 'utf8'), DEFAULT_PLANS)
  writeFileSync(path, DEFAULT_PLANS.replace('basic:', 'bronze:'))
  assert.deepEqual(new PlansFile(dataDir, silentLog).names, ['demo', 'trial', 'bronze', 'pro', 'operator'])
})

test('an edit applies after two calls of follow', (context) => {
  const plans = new PlansFile(folder(context), silentLog)
  writeFileSync(plans.path, DEFAULT_PLANS.replace('credits: 250\n', 'credits: 777\n'))
  followTwice(plans)
  assert.equal(plans.get('trial')?.credits, 777)
})

test('a file that changes between two calls of follow is not read until it stops changing', (context) => {
  const plans = new PlansFile(folder(context), silentLog)
  writeFileSync(plans.path, DEFAULT_PLANS.slice(0, DEFAULT_PLANS.indexOf('basic:')))
  plans.follow()
  assert.deepEqual(plans.names, ['demo', 'trial', 'basic', 'pro', 'operator'])
  writeFileSync(plans.path, DEFAULT_PLANS.replace('basic:', 'bronze:'))
  plans.follow()
  assert.deepEqual(plans.names, ['demo', 'trial', 'basic', 'pro', 'operator'])
  plans.follow()
  assert.deepEqual(plans.names, ['demo', 'trial', 'bronze', 'pro', 'operator'])
})

test('after an invalid edit or the removal of the file, the old plans still apply, and the problem is logged once', (context) => {
  const warnings: string[] = []
  const plans = new PlansFile(folder(context), { ...silentLog, warn: (_, message) => warnings.push(message) })
  writeFileSync(plans.path, DEFAULT_PLANS.replace('credits: 250\n', 'credits: many\n'))
  for (let look = 0; look < 5; look++) plans.follow()
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    /plans.yaml, line \d+: credits of plan .* must be .*, not "many"\. The plans stay as they were\.$/,
  )
  rmSync(plans.path)
  for (let look = 0; look < 5; look++) plans.follow()
  assert.equal(warnings.length, 2)
  assert.match(warnings[1] ?? '', /^Cannot read .*plans.yaml: no such file or directory\. The plans stay/)
  assert.equal(plans.get('trial')?.credits, 250)
})

test('a file that cannot be read or created is refused in one sentence', (context) => {
  const dataDir = folder(context)
  const missing = join(dataDir, 'missing')
  assert.throws(() => new PlansFile(missing, silentLog), /^CommandFault: Cannot write .*: no such file or directory\.$/)
  const broken = join(dataDir, 'plans.yaml')
  writeFileSync(broken, new Uint8Array([0x67, 0xff, 0xfe]))
  assert.throws(
    () => new PlansFile(dataDir, silentLog),
    /^CommandFault: Cannot read .*: it contains bytes that are not UTF-8/,
  )
  rmSync(broken)
  mkdirSync(broken)
  assert.throws(() => new PlansFile(dataDir, silentLog), CommandFault)
})
