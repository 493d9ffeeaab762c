import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { refused, runHere, trialTerminal } from '../../../test/terminal.ts'
import { openSubscriptions } from '../../guard/subscriptions/index.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')

test('an operator sees the saved searches of keys, deletes a search, and deletes all searches of a key by revoking the key', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-searches-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const clock = fixedClock(NOW_MS)
  const plat = (...words: string[]) => runHere([...words, '--data', dataDir], trialTerminal({ clock }))
  assert.deepEqual((await plat('searches', 'list')).noted, ['No key has saved searches or webhooks.'])
  const [made = ''] = (await plat('keys', 'create', '--plan', 'basic', '--json')).printed
  const { keyId } = JSON.parse(made)
  const opened = await openSubscriptions({ dataDir, clock, randomness: randomBytes })
  context.after(() => opened.close())
  const { subscriptions } = opened
  const search = {
    keyId,
    label: 'Near\u001b[2J work',
    path: '/search/byaddress',
    parameters: { location: 'Austin, TX' },
  }
  const { searchId } = await subscriptions.makeSearch({ ...search, seenUpTo: 0 })
  await subscriptions.makeSearch({ ...search, seenUpTo: 0 })
  await subscriptions.makeWebhook({ keyId, searchId, url: 'https://example.org/' })
  assert.deepEqual(
    (await plat('searches', 'list')).printed?.map((line) => line.split(/ +/)),
    [
      ['KEY', 'SEARCHES', 'WEBHOOKS'],
      [keyId, '2', '1'],
    ],
  )
  const { printed: listed } = await plat('searches', 'list', '--key', keyId)
  assert.equal(listed.length, 3)
  assert.match(
    listed[1] ?? '',
    /^s_\w{16} {2}2026-11-20 10:30 {2}Near.\[2J work +\/search\/byaddress\?location=Austin%2C\+TX$/,
  )
  assert.equal(listed.join('').includes('\u001b'), false)
  assert.match((await plat('searches', 'delete', keyId, searchId)).printed.join(), /^Deleted the saved search/)
  const unknown = new RegExp(`"${searchId}": \\./plat searches list`)
  await refused(plat('searches', 'delete', keyId, searchId), EXIT.data, unknown)
  assert.deepEqual(await subscriptions.webhooksOf(keyId), [])
  await plat('keys', 'revoke', keyId)
  assert.deepEqual(await subscriptions.subscribers(), [])
})
