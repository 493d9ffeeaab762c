import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { deliver, type Outcome } from '../../src/doors/hooks/deliver.ts'
import { sendTest } from '../../src/doors/hooks/index.ts'
import type { ReceiverRules } from '../../src/doors/hooks/receiver.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { readSettings } from '../../src/kit/base/settings.ts'
import { needs } from '../needs.ts'
import { openReceiver, webhookAt } from './receivers.ts'

const EXCHANGE_MS = 15_000
const MESSAGE = { messageId: 'msg_1', body: '{"type":"search.changed"}' }
const RULES: ReceiverRules = { allowsHttp: true, allowsPrivate: true, resolve: async () => ['127.0.0.1'] }

function send(url: string, rules = RULES): Promise<Outcome> {
  const delivery = { rules, clock: systemClock, exchangeMs: EXCHANGE_MS, ending: new AbortController().signal }
  return deliver(webhookAt(url), MESSAGE, delivery)
}

/** Sends a message to a receiver that answers in the given way, and returns the outcome. */
async function answered(answer: (response: ServerResponse) => void): Promise<Outcome> {
  const { port } = await openReceiver((_received, response) => answer(response))
  return send(`http://receiver.example:${port}/`)
}

/** Sends a message to a receiver that calls `act` with the socket as soon as data arrive. */
async function wired(act: (socket: Socket) => void): Promise<Outcome> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
  return send(`http://receiver.example:${await portOf(server)}/`)
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port // the server listens on TCP
}

function every(ms: number, act: () => void, response: { once(event: 'close', end: () => void): unknown }): void {
  const timer = setInterval(act, ms)
  response.once('close', () => clearInterval(timer))
}

function reasonIn(outcome: Outcome): string {
  return outcome.kind === 'failed' ? outcome.reason : `it is ${outcome.kind}`
}

const LATE = 'The receiver did not answer within 15 s.'

suite('a receiver', { concurrency: true }, () => {
  test('that answers 200 after 14 s has received the message', async () => {
    const outcome = await answered((response) => setTimeout(() => response.end(), 14_000))
    assert.equal(outcome.kind, 'taken')
  })

  test('that answers 200 after 16 s has not received it', async () => {
    assert.equal(reasonIn(await answered((response) => setTimeout(() => response.end(), 16_000))), LATE)
  })

  test('that sends its headers byte by byte is cut at the time-out', async () => {
    const outcome = await wired((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      every(200, () => socket.write('a'), socket)
    })
    assert.equal(reasonIn(outcome), LATE)
  })

  test('that sends headers forever is cut at the time-out', async () => {
    const outcome = await wired((socket) => every(50, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), socket))
    assert.equal(reasonIn(outcome), LATE)
  })

  test('whose answer never ends is cut at the time-out, and its 200 means that it received the message', async () => {
    const outcome = await answered((response) => {
      response.writeHead(200)
      every(200, () => response.write('a'), response)
    })
    assert.equal(outcome.kind, 'taken')
  })

  test('that sends an endless answer is read for 4 KB', async () => {
    let sentBytes = 0
    const outcome = await answered((response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a'))) sentBytes += 65_536
      }
      response.on('drain', pour)
      pour()
    })
    assert.ok(outcome.kind === 'taken' && outcome.answer.text.length === 4096)
    assert.ok(sentBytes < 64 * 2 ** 20, `${sentBytes} bytes`)
  })

  test('that answers 200 and breaks off has received the message', async () => {
    const outcome = await wired((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf', () => socket.resetAndDestroy())
    })
    assert.equal(outcome.kind, 'taken')
  })

  test('that resets the connection, or does not speak HTTP, has failed', async () => {
    assert.match(reasonIn(await wired((socket) => socket.resetAndDestroy())), /failed \(ECONNRESET\)\.$/)
    assert.match(reasonIn(await wired((socket) => socket.end())), /failed \(ECONNRESET\)\.$/)
    assert.match(reasonIn(await wired((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))), /failed \(HPE_\w+\)\.$/)
    const huge = `HTTP/1.1 200 OK\r\nx-huge: ${'a'.repeat(100_000)}\r\n\r\n`
    assert.match(reasonIn(await wired((socket) => socket.end(huge))), /failed \(HPE_HEADER_OVERFLOW\)\.$/)
    const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'
    assert.match(reasonIn(await wired((socket) => socket.write(upgraded))), /failed \(it was closed\)\.$/)
  })

  test('that does not exist has failed', async () => {
    const server = createServer()
    const port = await portOf(server)
    await new Promise((resolve) => server.close(resolve))
    assert.match(reasonIn(await send(`http://receiver.example:${port}/`)), /failed \(ECONNREFUSED\)\.$/)
  })

  test('that redirects is not followed, and the redirect is reported', async () => {
    const target = await openReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${target.port}/secret`
      const outcome = await answered((response) => response.writeHead(status, { location }).end())
      assert.match(
        reasonIn(outcome),
        new RegExp(`^The receiver answered ${status}: a redirect, which Plat does not follow;`),
      )
    }
    assert.equal(target.received.length, 0)
  })

  test('with a 500 or 503 has failed, and its Retry-After is read', async () => {
    const outcome = await answered((response) => response.writeHead(503, { 'retry-after': '30' }).end('later'))
    assert.deepEqual(outcome, {
      kind: 'failed',
      reason: 'The receiver answered 503: it must answer 2xx.',
      retryAfterMs: 30_000,
    })
    assert.equal((await answered((response) => response.writeHead(410).end())).kind, 'gone')
    assert.equal((await answered((response) => response.writeHead(204).end())).kind, 'taken')
  })

  test('that answers with a page has received the message, and a test call reports the page', async () => {
    const { port, received } = await openReceiver((_received, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('\n<!DOCTYPE html><html><body>Welcome')
    })
    const settings = readSettings({ PLAT_WEBHOOKS_HTTP: 'allow', PLAT_WEBHOOKS_PRIVATE: 'allow' })
    const options = { clock: systemClock, settings, unit: () => 0.3, ending: new AbortController().signal }
    assert.deepEqual(await sendTest(webhookAt(`http://localhost:${port}/`), options), {
      isTaken: true,
      sentence: 'The receiver answered 200, but with an HTML page. Check that this is the address of a receiver.',
    })
    const body: unknown = JSON.parse(received[0]?.body ?? '')
    assert.deepEqual(Object(body).data, { webhookId: 'w_1' })
    assert.match(String(received[0]?.headers['webhook-id']), /^msg_test_\w+$/)
    const refused = await sendTest(webhookAt(`http://localhost:${port}/`), { ...options, settings: readSettings({}) })
    assert.match(refused.sentence, /must begin with https:/)
  })

  test('is reached at the address that was checked, because its name is resolved once per attempt', async () => {
    const target = await openReceiver()
    const answers = ['127.0.0.1', '169.254.169.254']
    let asked = 0
    const rules = { ...RULES, resolve: async () => [answers[asked++] ?? ''] }
    assert.equal((await send(`http://rebinding.example:${target.port}/`, rules)).kind, 'taken')
    assert.equal(asked, 1)
    assert.match(reasonIn(await send(`http://rebinding.example:${target.port}/`, rules)), /must not be link-local/)
    assert.equal(target.received.length, 1)
  })

  test('whose name servers do not answer is cut at the time-out', async () => {
    const rules = { ...RULES, resolve: () => new Promise<readonly string[]>(() => {}) }
    assert.equal(reasonIn(await send('http://receiver.example/', rules)), LATE)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'plat-hooks-'))
after(() => rmSync(folder, { recursive: true }))
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const making = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=receiver.example']
const named = ['-addext', 'subjectAltName=DNS:receiver.example', '-keyout', keyFile, '-out', certFile]

suite('a receiver over TLS', needs('OpenSSL'), () => {
  before(() => void execFileSync('openssl', [...making, ...named], { stdio: 'ignore' }))

  test('receives nothing before its certificate is verified for its name', async () => {
    const [key, cert] = [keyFile, certFile].map((file) => readFileSync(file, 'utf8'))
    let requests = 0
    const server = createSecureServer({ key, cert }, (_request, response) => {
      requests++
      response.end()
    })
    const port = await portOf(server)
    const own = await send(`https://receiver.example:${port}/`)
    assert.match(reasonIn(own), /failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/)
    setDefaultCACertificates([...getCACertificates('default'), cert ?? ''])
    assert.match(reasonIn(await send(`https://other.example:${port}/`)), /failed \(ERR_TLS_CERT_ALTNAME_INVALID\)\.$/)
    assert.equal(requests, 0)
    assert.equal((await send(`https://receiver.example:${port}/`)).kind, 'taken')
    assert.equal(requests, 1)
    const plain = await openReceiver()
    assert.match(reasonIn(await send(`https://receiver.example:${plain.port}/`)), /failed \(\w+\)\.$/)
  })
})
