import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sendTest, startSender } from '../../src/doors/hooks/index.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { readSettings } from '../../src/kit/base/settings.ts'
import { freePort } from '../free-port.ts'
import { needs } from '../needs.ts'
import { MemoryPokeQueue } from '../subscriptions/memory-poke-queue.ts'
import { openReceiver, type Received, until, webhookAt } from './receivers.ts'

const settings = readSettings({ PLAT_WEBHOOKS_HTTP: 'allow', PLAT_WEBHOOKS_PRIVATE: 'allow' })
const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
const SECRETS = [NEW, OLD].map(String)

/** The part of the official library that these tests use. The compiler does not find the library's own types. */
interface Library {
  readonly Webhook: new (secret: string) => { verify(body: string, headers: Received['headers']): unknown }
}

const INSTALLED = join(import.meta.dirname, 'node_modules/standardwebhooks/dist/index.js')

suite('the official library', needs('webhook library'), () => {
  test('verifies every message with the new secret and with the old one, but with no other', async () => {
    const { Webhook }: Library = await import(pathToFileURL(INSTALLED).href)
    const verified: unknown[] = []
    const { port, received } = await openReceiver(({ path, headers, body }, response) => {
      try {
        verified.push(new Webhook(String({ '/old': OLD, '/new': NEW }[path] ?? OTHER)).verify(body, headers))
        response.writeHead(204).end()
      } catch (error) {
        response.writeHead(error instanceof Error && /No matching signature/.test(error.message) ? 401 : 500).end()
      }
    })
    const queue = new MemoryPokeQueue(systemClock)
    for (const path of ['old', 'new', 'other']) {
      queue.addWebhook({ ...webhookAt(`http://localhost:${port}/${path}`, `w_${path}`), secrets: SECRETS })
      for (let search = 0; search < 5; search++) queue.add(`w_${path}`, `s_${search}`, 40 + search)
    }
    const parts = { queue, clock: systemClock, log: silentLog, settings, cursorOf: String, unit: () => 0.5 }
    const sender = startSender(parts)
    await until(() => verified.length === 10 && sender.counts.failed > 0)
    await sender.close(1_000)
    assert.deepEqual(new Set(verified.map((body) => Object(body).data.cursor)), new Set(['40', '41', '42', '43', '44']))
    assert.equal(queue.receivers.get('w_other')?.webhook.lastFailure, 'The receiver answered 401: it must answer 2xx.')
    assert.ok(received.length >= 11)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'plat-hooks-'))
after(() => rmSync(folder, { recursive: true }))

suite('the receivers of docs/webhooks.md', () => {
  for (const [language, file, command] of [
    ['ts', 'receiver.ts', process.execPath],
    ['python', 'receiver.py', 'python3'],
  ] as const) {
    test(`verify messages in ${language}, and refuse those with another secret`, async () => {
      const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
      const [, program = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? []
      writeFileSync(join(folder, file), program)
      const port = await freePort()
      const env = { ...process.env, PORT: `${port}`, WEBHOOK_SECRET: OLD }
      const receiver = spawn(command, [join(folder, file)], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      after(() => receiver.kill())
      let said = ''
      receiver.stdout.on('data', (text) => {
        said += text
      })
      const send = (secrets: readonly string[]) => {
        const webhook = { ...webhookAt(`http://127.0.0.1:${port}/`, 'w_shown'), secrets }
        const ending = new AbortController().signal
        return sendTest(webhook, { clock: systemClock, settings, unit: () => 0.3, ending })
      }
      await until(async () => (await send(SECRETS)).isTaken)
      await until(() => said.includes('w_shown'))
      assert.equal((await send([String(OTHER)])).sentence, 'The receiver answered 401: it must answer 2xx.')
    })
  }
})
