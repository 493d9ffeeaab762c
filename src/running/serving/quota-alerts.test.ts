import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TEN } from '../../../test/access/contract/backend.ts'
import { writePlans } from '../../../test/access/write-plans.ts'
import { openAccess, openKeyring } from '../../guard/access/index.ts'
import { systemClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { sendQuotaAlerts } from './quota-alerts.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

test('the receiver gets one signed message when a key has used up its credits', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-alerts-'))
  const bodies: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString()
    const [id, time, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`]),
    )
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
    assert.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`)
    bodies.push(body)
    response.end()
  }
  const receiver = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    receiver.close()
    rmSync(dataDir, { recursive: true })
  })
  const { port } = receiver.address() as AddressInfo // the server listens on TCP
  writePlans(dataDir, [{ ...TEN, credits: 5 }])
  const keyring = await openKeyring(dataDir, systemClock, randomBytes)
  const { key, info } = await keyring.create({ plan: 'ten', label: 'Ann' })
  await keyring.close()
  const access = await openAccess({ dataDir, clock: systemClock, log: silentLog, demo: () => false })
  const account = await access.admit(key, false)
  assert.ok(!(account instanceof Fault))
  const debit = await access.debit(account, { operation: '/byzpid', credits: 5 })
  assert.ok(!(debit instanceof Fault))
  await access.settle(debit)
  await access.close()
  const settings = {
    ...readSettings({}),
    data: dataDir,
    quotaWebhook: `http://127.0.0.1:${port}/in`,
    quotaWebhookSecret: SECRET,
  }
  const stop = sendQuotaAlerts({ settings, clock: systemClock, log: silentLog, lookMs: 20 })
  while (bodies.length === 0) await pause(20)
  await pause(200)
  stop()
  assert.equal(bodies.length, 1)
  const { type, data } = JSON.parse(bodies[0] ?? '')
  assert.equal(type, 'quota.reached')
  const { periodStart, ...rest } = data
  assert.deepEqual(rest, {
    keyId: info.keyId,
    label: 'Ann',
    plan: 'ten',
    percent: 100,
    creditsUsed: 5,
    creditsLimit: 5,
  })
  assert.ok(Date.parse(periodStart) <= systemClock.now())
  assert.throws(
    () => sendQuotaAlerts({ settings: { ...settings, quotaWebhookSecret: '' }, clock: systemClock, log: silentLog }),
    /PLAT_QUOTA_WEBHOOK also needs PLAT_QUOTA_WEBHOOK_SECRET/,
  )
})
