import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, type Trial, trial } from '../../../../test/http/trial.ts'
import { listOf, object, optional, text as saidText, whole } from '../../../kit/answers/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { optional as mayHave, required, text } from '../../../kit/params/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

let gate: PromiseWithResolvers<void> | undefined
let entered: PromiseWithResolvers<void> | undefined

/** Replaces the operation of the tool `find_place`. It waits if the test wants that. */
const autocomplete = operation({
  path: '/autocomplete',
  summary: 'Completes.',
  group: 'Trial',
  parameters: { query: required(text(500, 'a'), 'What.'), totals: mayHave(text(4, 'true'), 'Counts, too.') },
  answer: object({ source: saidText(), results: listOf(object({ display: saidText() })) }),
  run: async ({ query }) => {
    entered?.resolve()
    await gate?.promise
    return { source: 'trial', results: [{ display: query }] }
  },
})

const byZpid = operation({
  path: '/pro/byzpid',
  summary: 'A home.',
  group: 'Trial',
  parameters: { zpid: required(text(20, '1'), 'Which.') },
  answer: object({ source: saidText(), propertyDetails: object({ zpid: whole() }) }),
  run: async () => ({ source: 'trial', propertyDetails: { zpid: 7 } }),
})

const climate = operation({
  path: '/climate',
  summary: 'Its climate.',
  group: 'Trial',
  parameters: { byzpid: mayHave(text(20, '1'), 'Which.') },
  answer: object({ source: optional(saidText()) }),
  run: async () => ({}),
})

function serve(parts: Parameters<typeof trial>[0] = {}): Trial & { server: Server } {
  const made = trial({ operations: [autocomplete, byZpid, climate], ...parts })
  return { ...made, server: buildServer(made.service) }
}

const HEADERS = {
  authorization: `Bearer ${TRIAL_KEY}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}

function messageOf(name: string, given: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name, arguments: given } })
}

async function post(
  server: Server,
  payload: string,
  headers: Record<string, string | undefined> = HEADERS,
  method = 'POST',
) {
  const { statusCode, headers: got, payload: body } = await inject(server, { url: '/mcp', method, headers, payload })
  return { status: statusCode, headers: got, json: body === '' ? undefined : JSON.parse(body) }
}

/** Returns the text of a tool's answer, and whether it is an error. */
async function call(server: Server, name: string, given: object) {
  const { status, headers, json } = await post(server, messageOf(name, given))
  assert.equal(status, 200)
  return { isError: json.result.isError === true, text: String(json.result.content[0].text), headers }
}

const NOTE = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
const PING = '{"jsonrpc":"2.0","id":9,"method":"ping"}'
const FIND = messageOf('find_place', { query: 'Aus' })

test('a tool runs its operation with the key of the message, which is charged, counted and shown in the headers once', async () => {
  const { server, access } = serve()
  const { isError, text: told, headers } = await call(server, 'find_place', { query: 'Aus' })
  assert.ok(!isError)
  assert.match(told, /Aus.*spent: 1\n {2}left: 99\n/s)
  assert.deepEqual(access.events, ['settled /autocomplete 1'])
  assert.deepEqual([headers['x-credits-cost'], headers['x-credits-remaining']], ['1', '99'])
  assert.equal(access.inFlight, 0)
})

test('a message without a key or with an unknown key is refused before the body is read', async () => {
  const { server, access } = serve()
  for (const [headers, code] of [
    [{ ...HEADERS, authorization: undefined }, 'key.missing'],
    [{ ...HEADERS, authorization: 'Bearer plat_no' }, 'key.unknown'],
  ] as const) {
    const { status, json, headers: told } = await post(server, '{', headers)
    assert.deepEqual([status, json.code], [401, code])
    assert.match(String(told['www-authenticate']), /^Bearer /)
  }
  assert.equal((await post(server, FIND, { ...HEADERS, authorization: undefined, 'x-api-key': TRIAL_KEY })).status, 200)
  assert.deepEqual(access.events, ['settled /autocomplete 1'])
})

test('if credits run out in the middle, the error says so and how many were spent', async () => {
  const { server, access } = serve({ plan: { credits: 1 } })
  const { isError, text: told } = await call(server, 'home_details', { id: '7', include: ['climate'] })
  assert.ok(isError)
  assert.match(told, /credits left.*operator can add some.*\nCredits spent: 1, left: 0/s)
  assert.deepEqual(access.events, ['settled /pro/byzpid 1'])
})

test('a call beyond the rate limit is a tool error that says when to try again', async () => {
  const { server, access } = serve()
  access.rateFault = new Fault('rate.exceeded', undefined, { retryAfterS: 3 })
  const { isError, text: told } = await call(server, 'find_place', { query: 'Aus' })
  assert.ok(isError)
  assert.match(told, /Try again in 3 s\. Wait, then call again.*Credits spent: 0/s)
})

test('messages that run no operation count against the rate limit', async () => {
  const { server, access } = serve()
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
  assert.equal((await post(server, list)).headers['x-credits-cost'], '0')
  access.rateFault = new Fault('rate.exceeded', undefined, { retryAfterS: 3 })
  for (const message of [list, messageOf('find_place', { guess: 1 })]) {
    const { status, headers } = await post(server, message)
    assert.deepEqual([status, headers['retry-after']], [429, '3'])
  }
})

test('each tool call, each other message and each body without a message counts once against the rate limit', async () => {
  const { server, access } = serve()
  const { enter } = access
  let entered = 0
  access.enter = function (this: typeof access, ...call) {
    entered += 1
    return enter.apply(this, call)
  }
  for (const [body, taken] of [
    [FIND, 1],
    [messageOf('find_place', { guess: 1 }), 1],
    [PING, 1],
    [`[${FIND},${PING},${NOTE},${messageOf('find_place', { guess: 1 })}]`, 4],
    ['{"jsonrpc":', 1],
    ['[]', 1],
  ] as const) {
    entered = 0
    await post(server, body)
    assert.equal(entered, taken, body)
  }
  access.rateFault = new Fault('rate.exceeded', undefined, { retryAfterS: 3 })
  for (const body of ['{"jsonrpc":', '[]', PING]) assert.equal((await post(server, body)).status, 429)
  assert.equal(access.inFlight, 0)
})

test("operations of one message count against the plan's limit of simultaneous calls", async () => {
  const { server, access } = serve()
  const most: number[] = []
  const { enter } = access
  access.enter = function (this: typeof access, ...call) {
    most.push(this.inFlight)
    return enter.apply(this, call)
  }
  await call(server, 'home_details', { id: '7', include: ['climate'] })
  assert.deepEqual(most, [0, 0])
})

test('a client that disconnects before the answer is not charged', async () => {
  const { server, access } = serve()
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  gate = Promise.withResolvers()
  entered = Promise.withResolvers()
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const asked = request({ port, path: '/mcp', method: 'POST', headers: HEADERS, agent: false }).on('error', () => {})
  asked.end(FIND)
  await entered.promise
  asked.destroy()
  await until(async () => (await connectionsOf(server)) === 0)
  gate.resolve()
  gate = entered = undefined
  await until(async () => access.events.length > 0)
  assert.deepEqual(access.events, ['refunded /autocomplete 1'])
})

test('a call whose socket was detached while its tool ran counts as disconnected, is not charged, and causes no error', async () => {
  const { server, access, errors, service } = serve()
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  gate = Promise.withResolvers()
  entered = Promise.withResolvers()
  const received = once(server, 'request')
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const asked = request({ port, path: '/mcp', method: 'POST', headers: HEADERS, agent: false }).on('error', () => {})
  asked.end(FIND)
  const [incoming] = await received
  await entered.promise
  const { socket } = incoming
  incoming.socket = null
  gate.resolve()
  gate = entered = undefined
  await until(async () => service.connections.busy && access.events.length > 0)
  socket.destroy()
  await until(async () => access.inFlight === 0 && (await connectionsOf(server)) === 0)
  assert.deepEqual(access.events, ['refunded /autocomplete 1'])
  assert.deepEqual(errors, [])
})

test('a message whose body is incomplete, unreadable, too long or missing is refused, and leaves nothing running', async () => {
  const { server, access, errors, service } = serve()
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`)
  const head = ['POST /mcp HTTP/1.1', 'Host: a', ...lines, ''].join('\r\n')
  const halves = `${head}content-length: ${FIND.length}\r\n\r\n${FIND.slice(1)}`
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
  const late = (socket: Duplex) => void server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
  for (const [sent, code, then] of [
    [halves, 'request.malformed', undefined],
    [`${chunked}zz\r\n`, 'request.malformed', () => {}],
    [`${chunked}100001\r\n${' '.repeat(1024 * 1024 + 1)}`, 'request.body_too_large', () => {}],
    [halves, 'request.timeout', late],
    [
      `GET /myping HTTP/1.1\r\nHost: a\r\nauthorization: ${HEADERS.authorization}\r\n\r\n${halves}`,
      'request.malformed',
      undefined,
    ],
  ] as const) {
    const connected = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const [incoming] = await connected
    let answered = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answered += text
    })
    const ended = once(socket, 'end')
    const received = once(server, 'request')
    socket.write(sent)
    if (then === undefined) socket.end()
    else {
      await received
      await until(async () => service.connections.busy)
      then(incoming)
    }
    await ended
    assert.match(answered, new RegExp(`"code":"${code}"`), code)
    assert.match(answered, /\r\nconnection: close\r\n/i)
    assert.equal(answered.match(/HTTP\/1.1 [45]/g)?.length, 1, answered)
    socket.destroy()
    await until(async () => access.inFlight === 0 && (await connectionsOf(server)) === 0)
  }
  assert.deepEqual(errors, [])
})

/** The test fails after this many event loop turns. */
const TURNS_MAX = 1_000_000

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await holds()); turn++) {
    assert.ok(turn < TURNS_MAX, 'what is waited for never comes')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

test('an invalid message is refused with the error of the protocol, free of charge', async () => {
  const { server, access } = serve()
  const broken = await post(server, '{"jsonrpc":')
  assert.deepEqual([broken.status, broken.json.error.code], [400, -32_700])
  const typed = await post(server, FIND, { ...HEADERS, 'content-type': 'text/plain' })
  assert.equal(typed.status, 415)
  const narrow = await post(server, FIND, { ...HEADERS, accept: 'text/event-stream' })
  assert.equal(narrow.status, 406)
  const old = await post(server, FIND, { ...HEADERS, 'mcp-protocol-version': '1999-01-01' })
  assert.equal(old.status, 400)
  const listen = await post(server, '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}')
  assert.deepEqual([listen.status, listen.json.error.code, listen.json.id], [404, -32_601, 1])
  for (const params of ['{}', '{"protocolVersion":"2025-11-25"}', '{"protocolVersion":7}']) {
    const shapeless = await post(server, `{"jsonrpc":"2.0","id":2,"method":"initialize","params":${params}}`)
    assert.deepEqual([shapeless.json.error.code, shapeless.json.id], [-32_602, 2])
    assert.match(shapeless.json.error.message, /^Cannot read the params\. params\.\w+: Invalid input: expected \w+/)
  }
  const huge = await post(server, FIND + ' '.repeat(1024 * 1024))
  assert.deepEqual([huge.status, huge.json.code, huge.headers.connection], [413, 'request.body_too_large', 'close'])
  assert.deepEqual(access.events, [])
})

test('a client that accepts JSON in any way, or sends no Accept header, gets an answer', async () => {
  const { server } = serve()
  for (const accept of [undefined, '*/*', 'text/html, */*;q=0.1', 'application/*', 'application/json'])
    assert.equal((await post(server, FIND, { ...HEADERS, accept })).status, 200, accept)
})

test('a batch is answered in order, each message is charged and rate-limited separately, and one failure does not undo others', async () => {
  const { server, access } = serve()
  const wrong = messageOf('find_place', {})
  const { status, json, headers } = await post(server, `[${FIND},${NOTE},${wrong},7,${PING}]`)
  assert.equal(status, 200)
  assert.deepEqual(
    json.map(({ id }: { id: unknown }) => id),
    [5, 5, null, 9],
  )
  assert.match(json[0].result.content[0].text, /Aus/)
  assert.match(json[1].result.content[0].text, /query is missing/)
  assert.equal(json[2].error.code, -32_600)
  assert.deepEqual([headers['x-credits-cost'], access.events], ['1', ['settled /autocomplete 1']])
  const { enter } = access
  let entered = 0
  access.enter = async function (this: typeof access, ...call) {
    entered += 1
    return entered > 2 ? new Fault('rate.exceeded', undefined, { retryAfterS: 3 }) : enter.apply(this, call)
  }
  const some = await post(server, `[${FIND},${PING},${PING},${FIND}]`)
  assert.deepEqual([some.json[0].result.isError, some.json[1].result], [undefined, {}])
  assert.match(some.json[2].error.message, /requests per second/)
  assert.match(some.json[3].result.content[0].text, /Try again in 3 s/)
  assert.equal(access.inFlight, 0)
})

test('batches work only in the revision that has them, cannot begin a session, and have a maximum length', async () => {
  const { server, access } = serve()
  const noted = await post(server, `[${NOTE},${NOTE}]`, { ...HEADERS, 'mcp-protocol-version': '2025-03-26' })
  assert.deepEqual([noted.status, noted.json], [202, undefined])
  for (const [body, revision] of [
    ['[]', undefined],
    [`[${Array(21).fill(FIND).join()}]`, undefined],
    [`[${FIND}]`, '2025-06-18'],
  ] as const) {
    const { status, json } = await post(server, body, { ...HEADERS, 'mcp-protocol-version': revision })
    assert.deepEqual([status, json.error.code], [400, -32_600])
  }
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const begun = JSON.stringify([{ jsonrpc: '2.0', id: 3, method: 'initialize', params }])
  const { json } = await post(server, begun)
  assert.deepEqual([json[0].id, json[0].error.code], [3, -32_600])
  assert.deepEqual([access.events, access.inFlight], [[], 0])
})

test('streams and sessions are not supported, and preflights list the supported methods', async () => {
  const { server } = serve()
  for (const method of ['GET', 'DELETE', 'HEAD']) {
    const { status, headers } = await post(server, '', HEADERS, method)
    assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
  }
  const preflight = await post(server, '', { origin: 'http://localhost:3000' }, 'OPTIONS')
  assert.deepEqual([preflight.status, preflight.headers['access-control-allow-methods']], [204, 'POST, OPTIONS'])
})

test('a web page whose domain resolves to this machine is refused; pages of this machine and of configured origins are allowed', async () => {
  const open = serve()
  const named = serve({
    settings: { serviceWord: 'service', corsOrigins: 'https://homes.example', portalWord: 'Portal' },
  })
  const from = async ({ server }: Trial & { server: Server }, origin: string) =>
    (await post(server, FIND, { ...HEADERS, origin })).status
  assert.equal(await from(open, 'http://evil.example:8080'), 403)
  assert.equal(await from(open, 'http://localhost.evil.example'), 403)
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:1'])
    assert.equal(await from(open, origin), 200)
  assert.equal(await from(named, 'https://homes.example'), 200)
  assert.equal(await from(named, 'http://localhost:3000'), 403)
  // Proxy headers do not open the service to other origins, because a web page could send these headers too.
  const proxied = { ...HEADERS, origin: 'https://homes.example', host: 'api.example', 'x-forwarded-for': '192.0.2.1' }
  assert.equal((await post(open.server, FIND, proxied)).status, 403)
  assert.equal((await post(named.server, FIND, proxied)).status, 200)
})

test('a plan without an area does not list the tools of this area', async () => {
  const { server } = serve({ plan: { areas: ['A'] } })
  const { json } = await post(server, '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}')
  const names = json.result.tools.map(({ name }: { name: string }) => name)
  assert.ok(names.includes('search_homes') && !names.includes('offers_abroad') && !names.includes('experiences'))
  const refused = await post(server, messageOf('offers_abroad', { kind: 'for_sale', place: 'Polska' }))
  assert.match(refused.json.error.message, /Unknown tool/)
})
