import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { HastyClock } from '../../../test/sync/hasty-clock.ts'
import { DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { Refused } from './answer-body.ts'
import type { Credentials } from './config.ts'
import { pageIn } from './odata.ts'
import { requestLogIn } from './request-log.ts'
import { Web } from './web.ts'

type Answering = (request: IncomingMessage, response: ServerResponse, number: number) => void

let answering: Answering
let clock: HastyClock
let asked: { path: string; token: string | undefined; body: string }[]
/** Waits that were reported to the operator. */
let delays: number[]
/** How far the wall clock was set back. */
let setBackMs: number
let stop: () => void
let origin: string
let elsewhere: string
beforeEach(async () => {
  clock = new HastyClock()
  asked = []
  delays = []
  setBackMs = 0
  const listening = await Promise.all([listen(), listen()])
  ;[origin, elsewhere] = listening.map(({ at }) => at) as [string, string]
  stop = () => {
    for (const { close } of listening) close()
  }
})
afterEach(() => stop())

async function listen() {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      asked.push({ path: request.url ?? '', token: request.headers.authorization, body })
      answering(request, response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

interface Trial {
  readonly credentials?: Credentials
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly perSecond?: number
  readonly perHour?: number
  /** The start of an earlier process whose requests are in a log file. */
  readonly started?: { readonly atMs: number; readonly logPath: string }
}

function webFor({
  credentials = { kind: 'none' },
  timeoutMs = 20_000,
  signal,
  perSecond = 1000,
  perHour = 9999,
  started,
}: Trial) {
  const config = { server: new URL(`${origin}/odata`), credentials, limits: { perSecond, perHour }, timeoutMs }
  const onWait = (ms: number) => delays.push(ms)
  const wall = { now: () => clock.now() + setBackMs }
  return new Web({
    config,
    clock: wall,
    steady: started === undefined ? clock : { now: () => clock.now() - started.atMs },
    ...(started && { log: requestLogIn(started.logPath, wall, DAY_MS) }),
    wait: clock.wait,
    signal: signal ?? new AbortController().signal,
    onWait,
  })
}

function read(trial: Trial = {}, web = webFor(trial)) {
  return web.read(new URL(`${origin}/odata/Property`), pageIn)
}

async function faultOf(reading: Promise<unknown>): Promise<CommandFault> {
  const error = await reading.then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof CommandFault, String(error))
  return error
}

const PAGE = JSON.stringify({ value: [{ ListingKey: 'a' }] })
const TOKEN: Credentials = { kind: 'token', token: { read: () => 'secret-one' } }

test('a request is repeated if the server is silent, breaks off, throttles or sends an invalid answer', async () => {
  const troubles: readonly Answering[] = [
    (request) => request.socket.destroy(),
    (_, response) => response.writeHead(503).end(),
    (_, response) => response.writeHead(429, { 'Retry-After': '30' }).end('{}'),
    (_, response) => response.end('<html><body>Maintenance</body></html>'),
    (_, response) => response.end(PAGE.slice(0, -3)),
    (_, response) => response.end('{"error":"soon"}'),
  ]
  answering = (request, response, number) =>
    (troubles[number - 1] ?? ((_, ok) => ok.end(PAGE)))(request, response, number)
  const { records } = await read()
  assert.deepEqual(records, [{ ListingKey: 'a' }])
  assert.equal(asked.length, troubles.length + 1)
  // Each wait is twice the previous one, and at least as long as the server demands.
  assert.deepEqual(clock.waits, [1_000, 2_000, 30_000, 8_000, 16_000, 32_000])
})

test('a server that keeps failing is given up, and the sentence says how it fails', async () => {
  const cases: readonly (readonly [Answering, number, RegExp])[] = [
    [(_, response) => response.writeHead(502).end(), EXIT.busy, /it answers 502 \(asked 7 times\)\.$/],
    [(request) => request.socket.destroy(), EXIT.busy, /the connection fails/],
    [(_, response) => response.end('<!doctype html>'), EXIT.data, /it answers with HTML or XML, not with JSON/],
    [(_, response) => response.end('{"value":[{"a":'), EXIT.data, /not a JSON object, or is cut off/],
    [(_, response) => response.end('{"value":7}'), EXIT.data, /no list of rows \("value"\)/],
  ]
  for (const [answer, exitCode, sentence] of cases) {
    answering = answer
    const fault = await faultOf(read())
    assert.equal(fault.exitCode, exitCode, fault.message)
    assert.match(fault.message, sentence)
    assert.match(fault.message, /^Cannot read \/odata\/Property of "127\.0\.0\.1:\d+": /)
  }
})

test('a compressed answer is read even if the connection breaks after it, and requested again if it is damaged', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ ListingKey: String(n), City: 'Austin' }))
  const packed = gzipSync(JSON.stringify({ value: rows }))
  const headers = { 'Content-Encoding': 'gzip', Connection: 'close' }
  answering = (_, response, number) =>
    response.writeHead(200, headers).end(number === 1 ? packed.subarray(0, 5000) : packed)
  assert.equal((await read()).records.length, 20_000)
  assert.equal(asked.length, 2)
  answering = (_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync(Buffer.from(PAGE)))
  assert.deepEqual((await read()).records, [{ ListingKey: 'a' }])
  answering = (_, response) => response.writeHead(200, { 'Content-Encoding': 'compress' }).end(PAGE)
  assert.match((await faultOf(read())).message, /compresses its answer with "compress", not with gzip or br/)
})

test('an answer that unpacks to far too much, or only to brackets or commas, is refused in bounded memory', async () => {
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [gzipSync(Buffer.alloc(257 * 1024 * 1024, ' ')), /it sends over 256 MB\.$/],
    [gzipSync(`{"value":[${'['.repeat(40_000_000)}`), /not a JSON object, or is cut off\.$/],
    [gzipSync(`{"value":[${'{},'.repeat(15_000_000)}{}]}`), /not a JSON object, or is cut off\.$/],
  ]
  for (const [packed, sentence] of cases) {
    asked = []
    answering = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)
    const fault = await faultOf(read())
    assert.match(fault.message, sentence)
    assert.deepEqual([fault.exitCode, asked.length], [EXIT.data, 1], 'a large answer is not asked for again and again')
  }
})

test('if a server demands a pause of hours, the sync ends, and no request is made before', async () => {
  answering = (_, response, number) =>
    number === 1 ? response.writeHead(429, { 'Retry-After': '7200' }).end() : response.end(PAGE)
  const web = webFor({})
  const fault = await faultOf(read({}, web))
  assert.match(fault.message, /it answers 429 for 120 minutes\.$/)
  assert.equal(asked.length, 1)
  await read({}, web)
  assert.deepEqual([clock.waits, delays], [[7_200_000], [7_200_000]])
})

test('no pause is longer than a day, whatever the server demands', async () => {
  answering = (_, response, number) =>
    number === 1 ? response.writeHead(429, { 'Retry-After': '999999999' }).end() : response.end(PAGE)
  const web = webFor({})
  assert.match((await faultOf(read({}, web))).message, /it answers 429 for 1440 minutes\.$/)
  await read({}, web)
  assert.deepEqual([clock.waits, delays], [[86_400_000], [86_400_000]])
})

test('setting the wall clock back delays no request', async () => {
  answering = (_, response) => response.end(PAGE)
  const web = webFor({ perSecond: 1 })
  await read({}, web)
  setBackMs = -3_600_000
  await read({}, web)
  assert.deepEqual(clock.waits, [1_000])
})

test('a token endpoint that redirects is reported as such, not as a rejected query', async () => {
  answering = (_, response) => response.writeHead(302, { Location: '/login' }).end()
  const secret = { read: () => 'very-secret' }
  const tokenUrl = new URL(`${elsewhere}/token`)
  const fault = await faultOf(read({ credentials: { kind: 'client', id: 'me', secret, tokenUrl } }))
  assert.match(fault.message, /answers 302 to a request for a token: tokenUrl may be wrong/)
  assert.equal(fault.exitCode, EXIT.data)
})

test('a server that sends nothing for too long counts as unreachable', async () => {
  answering = (_, response) => void response.writeHead(200).write('{"value":')
  assert.match((await faultOf(read({ timeoutMs: 20 }))).message, /it does not answer in time/)
})

test('an interruption ends a request immediately, with its reason', async () => {
  const interruption = new AbortController()
  const reason = new CommandFault('Interrupted.', EXIT.interrupted)
  answering = () => interruption.abort(reason)
  assert.equal(await faultOf(read({ signal: interruption.signal })), reason)
})

test('requests stay within the limits, whatever they are', async () => {
  answering = (_, response) => response.end(PAGE)
  const web = webFor({ perSecond: 2, perHour: 5 })
  const moments: number[] = []
  for (let i = 0; i < 12; i++) {
    await read({}, web)
    moments.push(clock.now())
  }
  const most = (ms: number) =>
    Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + ms).length))
  assert.deepEqual([most(1_000), most(3_600_000)], [2, 5])
})

test('requests stay within the limits after restarts, also after a kill, a clock set back and an incomplete line', async () => {
  answering = (_, response) => response.end(PAGE)
  const folder = mkdtempSync(join(tmpdir(), 'plat-requests-'))
  try {
    const logPath = join(folder, 'requests.log')
    const moments: number[] = []
    for (let run = 0; run < 8; run++) {
      if (run === 4) appendFileSync(logPath, '17')
      if (run === 6) setBackMs = -1_800_000
      const web = webFor({ perSecond: 2, perHour: 5, started: { atMs: clock.now(), logPath } })
      for (let i = 0; i < 2; i++) {
        await read({}, web)
        moments.push(clock.now())
      }
    }
    const most = (ms: number) =>
      Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + ms).length))
    assert.deepEqual([most(1_000), most(3_600_000)], [2, 5])
    clock.pass(2 * DAY_MS)
    requestLogIn(logPath, clock, DAY_MS)
    assert.equal(readFileSync(logPath, 'utf8'), '')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the log contains at most the requests of two days, however long the program runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-requests-'))
  try {
    const logPath = join(folder, 'requests.log')
    let nowMs = DAY_MS * 20_000
    const log = requestLogIn(logPath, { now: () => nowMs }, DAY_MS)
    const made: number[] = []
    let most = 0
    for (let hour = 0; hour < 240; hour++, nowMs += DAY_MS / 24) {
      log.add()
      made.push(nowMs)
      const lines = readFileSync(logPath, 'utf8').trimEnd().split('\n').map(Number)
      most = Math.max(most, lines.length)
      assert.deepEqual(lines.slice(-24), made.slice(-24))
    }
    assert.ok(most <= 48, `${most} lines`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('no request is made if it cannot be logged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-requests-'))
  try {
    const logPath = join(folder, 'requests.log')
    const web = webFor({ started: { atMs: clock.now(), logPath } })
    rmSync(logPath)
    mkdirSync(logPath)
    const fault = await faultOf(read({}, web))
    assert.deepEqual([fault.exitCode, asked.length], [EXIT.cannotWrite, 0])
    assert.match(fault.message, /^Cannot count requests in ".*requests\.log": the system reports EISDIR\./)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a query that the server refuses is not repeated', async () => {
  answering = (_, response) => response.writeHead(400).end('{"error":{"message":"no such field"}}')
  const error = await read().catch((reason) => reason)
  assert.ok(error instanceof Refused)
  assert.match(error.message, /it answers 400 and says "no such field"/)
  assert.equal(asked.length, 1)
})

test('a redirect is followed on the same host, and no other host ever receives the token', async () => {
  answering = ({ url }, response) =>
    url === '/odata/Property' ? response.writeHead(307, { Location: '/v2/Property' }).end() : response.end(PAGE)
  await read({ credentials: TOKEN })
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/odata/Property', '/v2/Property'],
  )
  asked = []
  answering = (_, response) => response.writeHead(302, { Location: 'http://localhost:1/steal' }).end()
  const fault = await faultOf(read({ credentials: TOKEN }))
  assert.match(fault.message, /points to another host, "localhost:1"/)
  assert.equal(fault.exitCode, EXIT.data)
  assert.equal(asked.length, 1)
  answering = ({ url }, response) => response.writeHead(302, { Location: `${url}x` }).end()
  assert.match((await faultOf(read())).message, /redirects .* in a loop/)
})

test('a link is followed at the configured address, and only on its host', () => {
  const web = webFor({})
  const from = new URL(`${origin}/odata`)
  assert.equal(web.linkTo('https://127.0.0.1/odata/Property?$skip=2', from).href, `${origin}/odata/Property?$skip=2`)
  assert.equal(web.linkTo('Property?$skip=2', new URL(`${origin}/odata/`)).href, `${origin}/odata/Property?$skip=2`)
  for (const link of ['https://evil.example/Property', 'file:///etc/passwd', 'javascript:1']) {
    assert.throws(() => web.linkTo(link, from), /points to another host/)
  }
})

test('client credentials get a token, and a new token shortly before it expires', async () => {
  const credentials: Credentials = {
    kind: 'client',
    id: 'me',
    secret: { read: () => 'very-secret' },
    tokenUrl: new URL(`${elsewhere}/token`),
    scope: 'api',
  }
  answering = ({ url }, response, number) =>
    response.end(url === '/token' ? JSON.stringify({ access_token: `t${number}`, expires_in: 3600 }) : PAGE)
  const web = webFor({ credentials })
  for (const ms of [0, 1_000, 3_540_000]) {
    clock.pass(ms)
    await read({}, web)
  }
  const form = 'grant_type=client_credentials&client_id=me&client_secret=very-secret&scope=api'
  assert.deepEqual(asked, [
    { path: '/token', token: undefined, body: form },
    { path: '/odata/Property', token: 'Bearer t1', body: '' },
    { path: '/odata/Property', token: 'Bearer t1', body: '' },
    { path: '/token', token: undefined, body: form },
    { path: '/odata/Property', token: 'Bearer t4', body: '' },
  ])
})

test('no sentence contains a secret, however the server spells it, also after a renewal', async () => {
  const tokens = ['ab/cd+ef==', 'ab/cd+ef==2', 'ab/cd+ef==2']
  const web = webFor({ credentials: { kind: 'token', token: { read: () => tokens.shift() ?? 'last-one' } } })
  const said = '{"error":{"message":"unknown token ab\\/cd\\u002bef==, then ab/cd+ef\\u003d=2."}}'
  answering = (_, response) => response.writeHead(401).end(said)
  assert.match((await faultOf(read({}, web))).message, /says "unknown token …, then …\."/)
  answering = (_, response) => response.writeHead(400).end(said)
  assert.match(String(await read({}, web).catch((reason) => reason)), /says "unknown token …, then …\."/)
})

test('a token that is refused during a sync is renewed once, and no sentence contains a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-sync-'))
  try {
    const file = join(folder, 'token')
    writeFileSync(file, 'secret-old\n')
    const credentials: Credentials = { kind: 'token', token: { read: () => readFileSync(file, 'utf8').trim() } }
    const web = webFor({ credentials })
    const accepts = (token: string) => {
      answering = ({ headers }, response) =>
        headers.authorization === `Bearer ${token}`
          ? response.end(PAGE)
          : response.writeHead(401).end(`{"error":"expired: ${headers.authorization}"}`)
    }
    accepts('secret-old')
    await read({}, web)
    accepts('secret-new')
    writeFileSync(file, 'secret-new\n')
    await read({}, web)
    accepts('another')
    const fault = await faultOf(read({}, web))
    assert.equal(fault.exitCode, EXIT.denied)
    assert.match(fault.message, /refuses the credentials: it answers 401 and says "expired: Bearer …"/)
    assert.doesNotMatch(fault.message, /secret/)
    assert.deepEqual(
      asked.map(({ token }) => token?.slice(7)),
      ['secret-old', 'secret-old', 'secret-new', 'secret-new'],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
