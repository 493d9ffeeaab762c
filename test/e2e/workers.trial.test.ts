import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plan } from '../../src/guard/access/access.ts'
import { writePlans } from '../access/write-plans.ts'
import { freePort } from '../free-port.ts'
import { tinyPmtiles } from '../http/pmtiles.ts'
import { readExposition } from '../http/read-exposition.ts'
import { PLAT, Program, plat, type Served, scratch, serve } from './program.ts'

const TRIAL: Plan = {
  name: 'trial',
  credits: 300,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 1000,
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The id of the thread that answered. */
  readonly thread: string
}

/** A client with one connection, which it opens again if it is closed. */
class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #origin: string
  readonly #key: string

  constructor({ a }: Served, key: string) {
    this.#origin = a
    this.#key = key
  }

  async ask(path: string, more: OutgoingHttpHeaders = {}): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const options = { agent: this.#agent, headers: { 'x-service-key': this.#key, ...more } }
    request(`${this.#origin}${path}`, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        const thread = String(headers['x-request-id']).split('-').slice(0, -1).join('-')
        resolve({ status, headers, text: Buffer.concat(parts).toString(), thread })
      })
    })
      .on('error', reject)
      .end()
    return promise
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Starts a service, with a key on the plan. */
async function served(dataDir: string, workers: number, plan = TRIAL, environment: Record<string, string> = {}) {
  writePlans(dataDir, [plan, { ...plan, name: 'demo' }])
  const service = await serve(dataDir, { PLAT_WORKERS: String(workers), ...environment })
  const made = await plat(['keys', 'create', '--plan', plan.name, '--data', dataDir, '--json'])
  const { key } = JSON.parse(made.stdout) as { key: string }
  const callers = (count: number) => Array.from({ length: count }, () => new Caller(service, key))
  return { service, key, callers }
}

async function creditsUsed(dataDir: string): Promise<number> {
  const { stdout } = await plat(['keys', 'list', '--data', dataDir, '--json'])
  return Number(/"creditsUsed": ?(\d+)/.exec(stdout)?.[1])
}

const KILLER = { NODE_OPTIONS: `--import=${new URL('./ending-threads.ts', import.meta.url).href}` }

for (const how of ['terminate', 'throw'] as const) {
  test(`a thread that dies (${how}) during 1,000 calls fails only its own running calls, and is replaced`, async () => {
    const folder = scratch()
    const plan = { ...TRIAL, credits: 10_000 }
    const tiles = join(folder.path, 'ground.pmtiles')
    writeFileSync(tiles, tinyPmtiles())
    const environment = { ...KILLER, ENDS_BY: how, PLAT_MAP_TILES: tiles }
    const { service, callers } = await served(folder.path, 2, plan, environment)
    rmSync(tiles) // a thread that starts later gets the tiles from the other threads
    const open = callers(20)
    const failed: string[] = []
    let answered = 0
    const threads = new Set<string>()
    const numbers = async () => {
      const page = readExposition(await (await fetch(`${service.operators}/metrics`)).text())
      const calls = page.sum('plat_http_requests_total', { operation: '/pro/byzpid', status: '2xx' })
      return { calls, credits: page.sum('plat_credits_spent_total'), deaths: page.value('plat_thread_deaths_total') }
    }
    let scraped = { calls: 0, credits: 0, deaths: 0 }
    const ask = async (caller: Caller) => {
      let thread = ''
      for (let call = 0; call < 50; call++) {
        try {
          const answer = await caller.ask(service.homePath)
          assert.equal(answer.status, 200, answer.text)
          thread = answer.thread
          threads.add(thread)
          answered += 1
          if (answered === 300) {
            scraped = await numbers()
            service.program.child.kill('SIGUSR2')
          }
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          failed.push(thread)
        }
      }
    }
    await Promise.all(open.map(ask))
    assert.ok(answered >= 1000 - open.length && failed.length <= open.length, `${failed.length} calls failed`)
    assert.ok(new Set(failed).size <= 1, 'calls of another thread failed too')

    while (!service.program.stderr.includes('The new worker is ready')) await pause(20)
    const before = threads.size
    for (let round = 0; round < 50 && threads.size < 3; round++) {
      for (const caller of callers(10)) {
        threads.add((await caller.ask('/')).thread)
        assert.equal((await caller.ask('/console/tiles.pmtiles', { range: 'bytes=0-99' })).status, 206)
        caller.close()
      }
    }
    assert.ok(threads.size >= 3 || before >= 3, 'the thread that came in its place answers nothing')
    for (const caller of open) caller.close()

    const { calls, credits, deaths } = await numbers()
    assert.deepEqual([scraped.deaths, deaths], [0, 1])
    for (const [before, number] of [
      [scraped.calls, calls],
      [scraped.credits, credits],
    ] as const) {
      assert.ok(before >= 300 && number >= before, `${number} counted, and ${before} before a thread died`)
      assert.ok(number <= answered + failed.length, `${number} counted of ${answered} answers`)
    }

    service.program.child.kill('SIGTERM')
    assert.equal(await service.program.ended(), 0)
    const errors = service.program.stderr.split('\n').filter((line) => line.includes('"level":"error"'))
    assert.equal(errors.length, 1, service.program.stderr)
    assert.match(errors[0] ?? '', /A worker died.*replaced now/)
    const used = await creditsUsed(folder.path)
    assert.ok(used >= answered && used <= answered + failed.length, `${used} credits for ${answered} answers`)
    folder.remove()
  })
}

const AT_MOST = { timeout: 300_000 }

test('a thread in an endless loop is reported, ended and replaced, while the others answer', AT_MOST, async () => {
  const folder = scratch()
  const environment = { ...KILLER, ENDS_BY: 'loop' }
  const { service, callers } = await served(folder.path, 2, { ...TRIAL, credits: 100_000 }, environment)
  const tells = (what: string) => service.program.stderr.includes(what)
  const open = callers(16)
  const answering = new Set<string>()
  service.program.child.kill('SIGUSR2')
  const ask = async (caller: Caller) => {
    while (!tells('The new worker is ready')) {
      const answer = await caller.ask(service.homePath).catch(() => undefined)
      if (answer !== undefined) {
        assert.equal(answer.status, 200, answer.text)
        answering.add(answer.thread)
      }
      await pause(20)
    }
  }
  await Promise.all(open.map(ask))
  assert.ok(answering.size >= 1, 'nobody answered meanwhile')
  const threads = new Set<string>()
  for (let round = 0; round < 50 && threads.size < 2; round++) {
    for (const caller of callers(10)) {
      const answer = await caller.ask(service.homePath)
      assert.equal(answer.status, 200, answer.text)
      threads.add(answer.thread)
      caller.close()
    }
  }
  assert.ok(threads.size >= 2, 'the thread that came in its place answers nothing')
  for (const caller of open) caller.close()
  service.program.child.kill('SIGTERM')
  assert.equal(await service.program.ended(), 0)
  const errors = service.program.stderr.split('\n').filter((line) => line.includes('"level":"error"'))
  assert.equal(errors.length, 2, service.program.stderr)
  assert.match(errors[0] ?? '', /A worker is stuck and will be replaced/)
  assert.match(errors[1] ?? '', /the thread did not respond for 10 s.*A worker died, .*replaced now/)
  folder.remove()
})

test('operators see that no thread answers calls, until a thread answers again', { timeout: 120_000 }, async () => {
  const folder = scratch()
  const { service } = await served(folder.path, 2, TRIAL, { ...KILLER, ENDS_BY: 'terminate' })
  const status = async () => (await fetch(`${service.operators}/health/ready`)).status
  assert.equal(await status(), 200)
  for (let looks = 0; (await status()) === 200; looks++) {
    if (looks % 10 === 0) service.program.child.kill('SIGUSR2') // the service waits longer before each new thread
    await pause(50)
  }
  while ((await status()) !== 200) await pause(50)
  assert.equal((await service.get('/')).status, 200)
  service.program.child.kill('SIGTERM')
  assert.equal(await service.program.ended(), 0)
  folder.remove()
})

test('while the catalog is replaced, every call is answered from one version, in every thread', async () => {
  const folder = scratch()
  const { service, callers } = await served(folder.path, 2, { ...TRIAL, credits: 1_000_000 })
  const open = callers(12)
  const texts = new Map<string, Set<string>>()
  let isOver = false
  const ask = async (caller: Caller) => {
    while (!isOver) {
      const { status, headers, text } = await caller.ask('/search/byaddress?location=TX&listingStatus=For_Sale')
      assert.equal(status, 200, text)
      const version = String(headers['x-data-version'])
      texts.set(version, (texts.get(version) ?? new Set()).add(text))
    }
  }
  const asking = Promise.all(open.map(ask))
  for (const seed of ['7', '8']) {
    const changesLogged = service.program.stderr.split('Serving the changed catalog').length
    assert.equal((await plat(['sample', '--data', folder.path, '--homes', '600', '--seed', seed])).code, 0)
    while (service.program.stderr.split('Serving the changed catalog').length === changesLogged) await pause(20)
    const newest = new Set<unknown>()
    for (const caller of callers(12)) {
      newest.add((await caller.ask('/search/byaddress?location=TX')).headers['x-data-version'])
      caller.close()
    }
    assert.equal(newest.size, 1, 'once it is told, every thread serves the new state')
  }
  isOver = true
  await asking
  assert.ok(texts.size >= 3)
  for (const [version, of] of texts) assert.equal(of.size, 1, `version ${version} has ${of.size} answers`)
  for (const caller of open) caller.close()
  await service.stop()
  folder.remove()
})

test('a revoked key is soon refused by every thread', async () => {
  const folder = scratch()
  const { service, callers, key } = await served(folder.path, 2)
  const open = callers(16)
  for (const caller of open) assert.equal((await caller.ask('/')).status, 200)
  assert.equal((await plat(['keys', 'revoke', key, '--data', folder.path])).code, 0)
  for (const caller of open) {
    while ((await caller.ask('/')).status !== 401) await pause(50)
  }
  for (const caller of open) {
    assert.equal((await caller.ask('/')).status, 401)
    caller.close()
  }
  await service.stop()
  folder.remove()
})

test('two services that start at the same time never share a port: the second reports that it is in use', async () => {
  const folders = [scratch(), scratch()]
  const port = await freePort()
  const words = (path: string) => ['serve', '--data', path, '--port', `${port}`]
  const environment = { PLAT_WORKERS: '2', PLAT_HOMES: '500' }
  const [one, other] = folders.map(({ path }) => new Program(PLAT, words(path), environment))
  assert(one !== undefined && other !== undefined)
  const refused = await Promise.race([one.ended(), other.ended()])
  assert.notEqual(refused, 0)
  assert.match(one.stderr + other.stderr, new RegExp(`Cannot listen on port ${port} of 127.0.0.1: another program`))
  const [left] = one.child.exitCode === null ? [one] : [other]
  await left.shows(/All operations/)
  left.child.kill('SIGTERM')
  assert.equal(await left.ended(), 0)
  left.assertCleanLog()
  for (const folder of folders) folder.remove()
})
