import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere, trialTerminal } from '../../../test/terminal.ts'
import { openKeyring } from '../../guard/access/index.ts'
import { fixedClock } from '../../kit/base/clock.ts'

test('added credits are listed with time, user and number, even after the key has spent them', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-credits-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const clock = fixedClock(Date.parse('2026-11-20T10:30:00Z'))
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { keyId } = (await keyring.create({ plan: 'basic', label: '' })).info
  await keyring.close()
  const credits = async (environment: Readonly<Record<string, string>>, ...words: string[]) => {
    const terminal = trialTerminal({ environment, clock })
    const { printed, noted } = await runHere(['credits', ...words, '--data', dataDir], terminal)
    return [...printed, ...noted]
  }
  assert.deepEqual(await credits({}, 'list'), ['No key has extra credits yet.'])
  assert.match(
    (await credits({ SUDO_USER: 'ann' }, 'add', keyId, '5000'))[0] ?? '',
    / has 5000 more credits: 0 of 15,000 /,
  )
  clock.set(Date.parse('2026-12-24T23:59:59Z'))
  await credits({}, 'add', keyId, '7')
  const me = userInfo().username
  assert.deepEqual(JSON.parse((await credits({}, 'list', '--json')).join('\n')), {
    additions: [
      { added: '2026-11-20T10:30:00.000Z', by: 'ann', keyId, credits: 5000 },
      { added: '2026-12-24T23:59:59.000Z', by: me, keyId, credits: 7 },
    ],
  })
  const table = (await credits({}, 'list')).map((line) => line.split(/ {2,}/))
  assert.deepEqual(table, [
    ['ADDED', 'BY', 'KEY', 'CREDITS'],
    ['2026-11-20 10:30', 'ann', keyId, '5,000'],
    ['2026-12-24 23:59', me, keyId, '7'],
  ])
})
