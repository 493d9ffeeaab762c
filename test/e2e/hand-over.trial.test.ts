import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plan } from '../../src/guard/access/access.ts'
import { writePlans } from '../access/write-plans.ts'
import { freePort } from '../free-port.ts'
import { newKey, PLAT, Program, plat, scratch } from './program.ts'

const CREDITS = 3000
const CALLERS = 8
const RATES = { requestsPerSecond: 100_000, burst: 100_000, callsInFlight: 10_000 }
const DEMO: Plan = { name: 'demo', credits: 10, period: 'month', areas: ['A'], skip: true, ...RATES }
const PLAN: Plan = { ...DEMO, name: 'last', credits: CREDITS, period: 'once' }

for (const workers of [1, 2]) {
  test(`a service with ${workers} threads is replaced by another on its ports: no call is refused or lost, N credits are answered N times`, async (context) => {
    const folder = scratch()
    context.after(() => folder.remove())
    const [a = 0, b = 0, c = 0, operator = 0] = await Promise.all([1, 2, 3, 4].map(freePort))
    const at = ['--port-a', a, '--port-b', b, '--port-c', c, '--operator-port', operator].map(String)
    const environment = { PLAT_WORKERS: String(workers), PLAT_HOMES: '500' }
    const start = (...more: readonly string[]) =>
      new Program(PLAT, ['serve', '--data', folder.path, ...at, ...more], environment)

    const first = start()
    const page = (await first.shows(/^.*All operations: .*\n/s))[0]
    writePlans(folder.path, [PLAN, DEMO])
    const { key, keyId } = await newKey(folder.path, 'last')
    const homePath = page.match(/\/pro\/byzpid\?zpid=\d+/)?.[0] ?? ''
    const statusOf = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${a}${path}`, { headers: { 'x-service-key': key } })
      await answer.arrayBuffer()
      return answer.status
    }
    while ((await statusOf('/')) !== 200) await pause(20) // until the plan is followed

    const refused = start()
    assert.notEqual(await refused.ended(), 0)
    assert.match(refused.stderr, new RegExp(`Process ${first.child.pid}, a service since .* has the data folder`))

    const statuses = new Map<number, number>()
    const call = async (): Promise<void> => {
      for (let status = 0; status !== 402; ) {
        status = await statusOf(homePath) // rejects where the call is lost
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const calls = Array.from({ length: CALLERS }, call)
    while ((statuses.get(200) ?? 0) < CALLERS) await pause(5)
    const second = start('--take-over')
    await second.shows(/^.*All operations: .*\n/s)
    assert.equal(await first.ended(), 0)
    await Promise.all(calls)

    assert.deepEqual(Object.fromEntries(statuses), { 200: CREDITS, 402: CALLERS })
    assert.equal((await fetch(`http://127.0.0.1:${operator}/health/ready`)).status, 200)
    first.assertCleanLog()
    second.child.kill('SIGTERM')
    assert.equal(await second.ended(), 0)
    second.assertCleanLog()
    const { stdout } = await plat(['keys', 'list', '--json', '--data', folder.path])
    const { keys } = JSON.parse(stdout) as { keys: readonly { keyId: string; creditsUsed: number }[] }
    assert.equal(keys.find((each) => each.keyId === keyId)?.creditsUsed, CREDITS)
  })
}
