import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/kit/base/clock.ts'
import { needs } from '../needs.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { PLAT, Program, type Served, scratch, serve } from './program.ts'

/** Maximum milliseconds to wait for a message. A successful test never waits this long. */
const COMES_MS = 60_000

interface Message {
  readonly id: string
  readonly searchId: string
  readonly cursor: string
}

/** A server that receives webhook messages and remembers them. */
class Receiver {
  readonly messages: Message[] = []
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Resolves when a message about a search has arrived that includes the changes up to a cursor. */
  async arrived(searchId: string, cursor: string): Promise<void> {
    const endMs = systemClock.now() + COMES_MS
    while (!this.messages.some((message) => message.searchId === searchId && message.cursor === cursor)) {
      assert.ok(systemClock.now() < endMs, `no message of ${searchId} up to ${cursor}`)
      await pause(50)
    }
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { data } = JSON.parse(Buffer.concat(chunks).toString())
    this.messages.push({ id: String(request.headers['webhook-id']), ...data })
    response.end()
  }
}

/** Returns a function that calls a service with its key. */
function callerOf({ a, key }: Pick<Served, 'a' | 'key'>) {
  return async (method: string, path: string, body?: object) => {
    const headers = { 'x-service-key': key, 'content-type': 'application/json' }
    const response = await fetch(a + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
    return (await response.json()) as Readonly<Record<string, never>>
  }
}

/** Returns the cursors of a search's updates after `since`, and the key's next cursor. */
async function newFor(call: ReturnType<typeof callerOf>, searchId: string, since: string) {
  const cursors: string[] = []
  for (let cursor = since; ; ) {
    const page = await call('GET', `/searches/${searchId}/changes?since=${cursor}`)
    const changed = [page.changed].flat() as unknown as readonly { change: { cursor: string } }[]
    const rows = [page.entered, page.left].flat() as unknown as readonly { cursor: string }[]
    cursors.push(...[...rows, ...changed.map(({ change }) => change)].map((row) => row.cursor))
    cursor = String(page.next)
    if (!page.more) return { newest: cursors.toSorted().at(-1) ?? '', next: cursor }
  }
}

const ALLOWED = { PLAT_HOMES: '5000', PLAT_WEBHOOKS_HTTP: 'allow', PLAT_WEBHOOKS_PRIVATE: 'allow', PLAT_WORKERS: '1' }
const SEARCH = {
  path: '/search/byaddress',
  parameters: { location: 'TX; CA; FL; WA; NY', listingStatus: 'For_Sale' },
}

describe('webhooks of the real program', () => {
  const folder = scratch()
  const programs: Program[] = []
  const receivers: Receiver[] = []
  after(() => {
    for (const { child } of programs) child.kill('SIGKILL')
    for (const receiver of receivers) receiver.close()
    folder.remove()
  })

  async function served(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Served> {
    const service = await serve(dataDir, environment, ['--operator-port', '0'])
    programs.push(service.program)
    return service
  }

  async function daysPass(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
    const program = new Program(PLAT, ['sample', '--days', '1', ...words], environment)
    assert.equal(await program.ended(), 0, program.stderr)
  }

  /** Saves a search and creates a webhook for it. */
  async function subscribed(call: ReturnType<typeof callerOf>) {
    const receiver = new Receiver()
    receivers.push(receiver)
    const url = await receiver.open()
    const { search } = (await call('POST', '/searches', SEARCH)) as { search?: { searchId: string; seen: string } }
    assert.ok(search)
    await call('POST', '/webhooks', { url, searchId: search.searchId })
    return { receiver, ...search }
  }

  test('every commit that affects a search is reported, although the service is killed each time', async () => {
    const dataDir = join(folder.path, 'killed')
    let service = await served(dataDir, ALLOWED)
    const { receiver, searchId, seen } = await subscribed(callerOf(service))
    let cursor = seen
    for (let day = 0; day < 3; day++) {
      await daysPass(['--data', dataDir], ALLOWED)
      service.program.child.kill('SIGKILL')
      await service.program.ended()
      service = await served(dataDir, ALLOWED)
      const call = callerOf(service)
      const { newest, next } = await newFor(call, searchId, cursor)
      if (newest !== '') await receiver.arrived(searchId, newest) // something happens on most days, but not on all
      cursor = next
    }
    assert.ok(receiver.messages.length > 0)
    assert.equal(
      new Set(receiver.messages.map(({ id, cursor: at }) => `${id} ${at}`)).size,
      new Set(receiver.messages.map(({ id }) => id)).size,
    )
  })

  describe('over a database', needs('PostgreSQL'), () => {
    let databases: TestDatabases | undefined
    after(() => databases?.remove())

    test('two nodes report each event once, and after a kill the other one continues', async () => {
      databases = await openDatabases()
      const environment = {
        ...ALLOWED,
        PLAT_DATABASE_URL: databases.url(),
        PLAT_DATABASE_CONNECTIONS: '8',
        PLAT_HOMES: '500',
      }
      const sample = ['sample', '--homes', '3000', '--data', join(folder.path, 'one')]
      const made = new Program(PLAT, sample, environment)
      assert.equal(await made.ended(), 0, made.stderr)
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) => served(join(folder.path, name), environment)),
      )
      assert.ok(one && other)
      const call = callerOf(other)
      const { receiver, searchId, seen } = await subscribed(call)
      let cursor = seen
      for (let day = 0; day < 4; day++) {
        if (day === 2) one.program.child.kill('SIGKILL')
        await daysPass(['--data', join(folder.path, 'one')], environment)
        const { newest, next } = await newFor(call, searchId, cursor)
        if (newest !== '') await receiver.arrived(searchId, newest) // something happens on most days, but not on all
        cursor = next
        if (day === 1) {
          await pause(2000)
          const ids = receiver.messages.map(({ id }) => id)
          assert.equal(new Set(ids).size, ids.length, 'no message came twice')
        }
      }
      await other.stop()
    })
  })
})
