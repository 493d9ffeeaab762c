import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Served } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { creditsIn, inFolder, rounded, withService } from './harness.ts'

const STORES = ['access.sqlite', 'people.sqlite'] as const
const HELD_MS = 8000
const WARM_UP_MS = 2000
const HEALTH_MS_MAX = 50

/** A call about people waits for five seconds before it is refused. */
const REFUSED_AFTER_MS = 5000
/** Callers that ask about people at once, and how long another one waits that is answered: waiting is not being slow. */
const CALLERS = 5
const SLOW_MS = 3000
const WAITED_MS = 3500

export const heldLock: Attack = {
  name: 'held-lock',
  promise:
    'another program that holds the lock of a store holds no call up but those that have to be written down, which wait or get a 503 with Retry-After; the log tells of it once, and no credit is lost',
  short,
  full,
}

/** Holds a store's lock, as no program may have more of it, until `release` is called. */
function hold(dataDir: string, store: string): { release(): void } {
  const holder = new DatabaseSync(join(dataDir, store), { timeout: 5000 })
  holder.exec('BEGIN EXCLUSIVE')
  return {
    release: () => {
      holder.exec('ROLLBACK')
      holder.close()
    },
  }
}

/** A call about nobody that there is: it costs nothing, and is written down all the same. */
const PEOPLE_PATH = '/skip/detailsbyid?peo_id=nobody'

function servedBy(attack: (served: Served, dataDir: string) => Promise<Measured>): Promise<Measured> {
  return inFolder((at) => withService(at(), { PLAT_SLOW_MS: String(SLOW_MS) }, (service) => attack(service, at())))
}

/** Answers in the order in which they came, and calls that wait until a lock is free. */
async function short(): Promise<Measured> {
  return await servedBy(async (service, dataDir) => {
    const order: string[] = []
    assert.equal((await service.get(service.homePath)).status, 200)
    const people = hold(dataDir, 'people.sqlite')
    const person = service.get(PEOPLE_PATH).then((answer) => order.push(`person ${answer.status === 503}`))
    for (let call = 0; call < 20; call++) {
      assert.equal((await service.get('/health/live')).status, 200)
      assert.equal((await service.get(service.homePath)).status, 200)
    }
    order.push('others')
    people.release()
    await person
    assert.deepEqual(order, ['others', 'person false'])
    await chargeWhileHeld(service, dataDir)
    const refused = await askWhileHeld(service, dataDir)
    await assertExact(service, 22)
    return { 'calls while locks were held': 60, 'calls about people that were refused': refused }
  })
}

/** Calls that cost credits while the key file is held: one waits until it is free, one is refused. Others go on. */
async function chargeWhileHeld(service: Served, dataDir: string): Promise<void> {
  const brief = hold(dataDir, 'access.sqlite')
  const waiting = service.get(service.homePath)
  for (let call = 0; call < 20; call++) {
    assert.equal((await service.get('/health/live')).status, 200)
    assert.equal((await service.get('/')).status, 200)
  }
  brief.release()
  assert.equal((await waiting).status, 200)
  const long = hold(dataDir, 'access.sqlite')
  const { status, headers } = await service.get(service.homePath)
  long.release()
  assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
}

/** Calls about people while their store is held for longer than these wait; answers how many were refused. */
async function askWhileHeld(service: Served, dataDir: string): Promise<number> {
  const lock = hold(dataDir, 'people.sqlite')
  const endMs = performance.now() + REFUSED_AFTER_MS
  let refused = 0
  const ask = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const { status, headers } = await service.get(PEOPLE_PATH)
      assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
      refused++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, ask))
  const waiting = service.get(PEOPLE_PATH)
  await pause(WAITED_MS)
  lock.release()
  assert.notEqual((await waiting).status, 503)
  assertToldOnce(service)
  return refused
}

/** One line tells of each lock that was held, and none of the calls that waited for it. */
function assertToldOnce({ program }: Served): void {
  const lines = program.stderr.split('\n').filter((line) => line.includes('"level":"error"') || line.includes('/skip/'))
  const ofLocks = lines.filter((line) => STORES.some((store) => line.includes(`${store} is being changed`)))
  assert(
    ofLocks.length === STORES.length && lines.length === ofLocks.length,
    `one line tells of each:\n${lines.join('\n')}`,
  )
}

async function full(): Promise<Measured> {
  return await servedBy(async (service, dataDir) => {
    await askFor(service, WARM_UP_MS)
    const rest = await askFor(service, HELD_MS)
    const measured: Record<string, number> = { 'at rest: slowest health check, ms': rest.slowestMs }
    let charged = (await usageOf(service)).credits
    for (const store of STORES) {
      const lock = hold(dataDir, store)
      const person = service.get(PEOPLE_PATH)
      const path = store === 'people.sqlite' ? service.homePath : '/'
      const { slowestMs, calls } = await askFor(service, HELD_MS, path)
      lock.release()
      assert.equal((await person).status, 503, 'a call that is not written down is not answered')
      measured[`${store}: slowest health check, ms`] = slowestMs
      measured[`${store}: calls that went on`] = calls
      if (path === service.homePath) charged += calls
    }
    await assertExact(service, charged)
    assertToldOnce(service)
    for (const store of STORES) {
      const slowestMs = measured[`${store}: slowest health check, ms`] ?? Number.POSITIVE_INFINITY
      const taken = `a health check took ${slowestMs} ms while the lock of ${store} was held, and ${rest.slowestMs} ms at rest`
      assert(slowestMs <= HEALTH_MS_MAX, taken)
    }
    return measured
  })
}

/** Health checks and other calls, side by side. */
async function askFor(
  served: Served,
  timeMs: number,
  path = served.homePath,
): Promise<{ slowestMs: number; calls: number }> {
  const endMs = performance.now() + timeMs
  let slowestMs = 0
  let calls = 0
  const health = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const startMs = performance.now()
      assert.equal((await served.get('/health/live')).status, 200)
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const others = async (): Promise<void> => {
    while (performance.now() < endMs) {
      assert.equal((await served.get(path)).status, 200)
      calls++
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await Promise.all([health(), others()])
  return { slowestMs: rounded(slowestMs), calls }
}

/** Credits that are left and credits that are listed agree with those that were charged, to the unit. */
async function assertExact(served: Served, calls: number): Promise<void> {
  assert.deepEqual(await usageOf(served), { credits: calls, listed: calls })
}

/** Credits that are gone, and those that the list of operations adds up to. */
async function usageOf(served: Served): Promise<{ credits: number; listed: number }> {
  const answer = await served.get('/usage')
  const usage = (await answer.json()) as {
    creditsLimit: number
    creditsRemaining: number
    usage: { credits: number }[]
  }
  return { credits: usage.creditsLimit - usage.creditsRemaining, listed: creditsIn(usage.usage) }
}
