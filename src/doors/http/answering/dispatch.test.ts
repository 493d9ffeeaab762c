import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { inject } from '../../../../test/http/inject.ts'
import { echo, TRIAL_KEY, type Trial, trial } from '../../../../test/http/trial.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

const KEY = { 'x-service-key': TRIAL_KEY }

/** Makes one call. A JSON body is parsed. */
async function call(server: Server, url: string, headers: Record<string, string> = KEY, method = 'GET') {
  const answer = await inject(server, { method, url, headers })
  const { headers: answered, rawPayload: body } = answer
  const readable = String(answered['content-type']).includes('json') && !answered['content-encoding'] && body.length > 0
  return { status: answer.statusCode, headers: answered, body, json: readable ? JSON.parse(answer.payload) : undefined }
}

function serve(made: Trial = trial()) {
  return { ...made, server: buildServer(made.service) }
}

test('an answer carries body, credits, rate, version and request id', async () => {
  const { server, access } = serve()
  const answer = await call(server, '/pro/echo?say=hi')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, { said: ['hi'] })
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers['content-length'], String(answer.body.length))
  assert.equal(answer.headers['x-credits-limit'], '100')
  assert.equal(answer.headers['x-credits-remaining'], '99')
  assert.equal(answer.headers['x-credits-cost'], '1')
  assert.equal(answer.headers['ratelimit-policy'], '"trial";q=20;w=2')
  assert.equal(answer.headers.ratelimit, '"trial";r=19;t=1')
  assert.equal(answer.headers['x-data-version'], 'v1')
  assert.equal(answer.headers['cache-control'], 'private, no-cache')
  assert.match(String(answer.headers['x-request-id']), /^[A-Za-z0-9._-]+$/)
  assert.match(String(answer.headers.etag), /^"[\w-]+"$/)
  assert.deepEqual(access.events, ['settled /pro/Echo 1'])
  assert.equal(access.inFlight, 0)
})

test('if the data changes while an answer is made, the answer is made again; after the third time, the call gets a free 503', async () => {
  let [version, runs, changes] = [1, 0, 1]
  const changing: Operation = {
    ...echo,
    run: async () => {
      if (runs++ < changes) version++
      return { said: [`v${version}`] }
    },
  }
  const { server, access } = serve(trial({ operations: [changing], version: () => `v${version}` }))
  const answer = await call(server, '/pro/echo?say=hi')
  assert.deepEqual([answer.status, answer.json, runs], [200, { said: ['v2'] }, 2])
  assert.equal(answer.headers['x-data-version'], 'v2')
  assert.equal(answer.headers['x-credits-cost'], '1')
  changes = 9
  const refused = await call(server, '/pro/echo?say=hi')
  assert.deepEqual([refused.status, refused.json.code, runs], [503, 'server.busy', 5])
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal(refused.headers['x-credits-cost'], '0')
  assert.deepEqual(access.events, ['settled /pro/Echo 1', 'refunded /pro/Echo 1'])
})

test('paths match in any letter case, with or without a trailing slash, and with any number of leading slashes', async () => {
  const { server } = serve()
  for (const path of ['/pro/Echo', '/PRO/ECHO', '/pro/echo/', '/pro/%65cho']) {
    assert.equal((await call(server, `${path}?say=hi`)).status, 200, path)
  }
  for (const path of ['//pro/echo', '///PRO/echo/', '//pro/%65cho']) {
    assert.equal((await call(server, `${path}?say=hi`)).status, 200, path)
  }
  for (const path of ['//', '//health/live', '//media/Home-1.svg']) {
    assert.equal((await call(server, path)).status, 200, path)
  }
  for (const path of ['/pro/echo//', '/pro//echo', '/proecho', '/pro/echo%zz']) {
    assert.equal((await call(server, `${path}?say=hi`)).status, 404, path)
  }
})

test('an unknown path is a 404 that names the nearest path, also without a key', async () => {
  const { server } = serve()
  const { status, json } = await call(server, '/pro/ecko?say=hi', {})
  assert.equal(status, 404)
  assert.equal(json.code, 'route.unknown')
  assert.match(json.detail, /"\/pro\/ecko".*Did you mean \/pro\/echo\?/)
})

test('one port answers operations of all areas, and an unknown path is compared with the paths of all areas', async () => {
  const { server } = serve(trial({ plan: { areas: ['A', 'C'] } }))
  for (const url of ['/pro/echo?say=hi', '/faraway']) assert.equal((await call(server, url)).status, 200, url)
  assert.match((await call(server, '/farway')).json.detail, /Did you mean \/faraway\?/)
})

test('every other method is a 405 that lists the supported methods, for any body', async () => {
  const { server } = serve()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'REPORT']) {
    const { status, headers, json } = await call(server, '/pro/echo', {}, method)
    assert.equal(status, 405, method)
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
    assert.equal(json.code, 'method.unsupported')
  }
  const posted = await inject(server, { method: 'POST', url: '/', headers: { 'content-type': 'a/b' }, payload: '{' })
  assert.equal(posted.statusCode, 405)
})

test('a refusal of a call without a key reveals nothing about parameters', async () => {
  const { server, access } = serve()
  for (const headers of [{}, { 'x-service-key': 'plat_other' }]) {
    for (const query of ['', '?say=', '?say=%ff', '?nonsense=1']) {
      const { status, json, headers: answered } = await call(server, `/pro/echo${query}`, headers)
      assert.equal(status, 401)
      assert.equal(json.errors, undefined)
      assert.equal(answered['x-credits-limit'], undefined)
      assert.equal(answered['x-ignored-parameters'], undefined)
    }
  }
  assert.deepEqual(access.events, [])
})

test('a refusal names all invalid parameters, and the call does not use the ledger', async () => {
  const { server, access } = serve()
  const { status, json, headers } = await call(server, '/pro/echo?times=0')
  assert.equal(status, 400)
  assert.deepEqual(
    json.errors.map(({ parameter, code }: { parameter: string; code: string }) => [parameter, code]),
    [
      ['say', 'param.missing'],
      ['times', 'param.invalid'],
    ],
  )
  assert.equal(headers['x-credits-remaining'], '100')
  assert.equal(headers['x-credits-cost'], '0')
  assert.equal(headers.ratelimit, '"trial";r=20;t=0')
  assert.deepEqual(access.events, [])
})

test('text that is not UTF-8 is a 400 that names the parameter', async () => {
  const { status, json } = await call(serve().server, '/pro/echo?say=%ff')
  assert.equal(status, 400)
  assert.equal(json.code, 'request.malformed')
  assert.equal(json.errors[0].parameter, 'say')
})

test('a plan without the area or without skip tracing leads to a 403', async () => {
  const closed = serve(trial({ plan: { areas: ['B'] } }))
  assert.equal((await call(closed.server, '/pro/echo?say=hi')).json.code, 'plan.area')
  assert.match((await call(closed.server, '/faraway')).json.detail, /does not open area C/)
  assert.equal((await call(closed.server, '/')).status, 200)
  assert.equal((await call(serve().server, '/skip/trace')).json.code, 'plan.skip')
})

test('a call beyond the rate limit is a 429 that says when to retry', async () => {
  const { server, access } = serve()
  access.rateFault = new Fault('rate.exceeded', 'Too fast.', { retryAfterS: 2.2 })
  const { status, headers } = await call(server, '/pro/echo?say=hi')
  assert.equal(status, 429)
  assert.equal(headers['retry-after'], '3')
  assert.equal(headers['ratelimit-policy'], '"trial";q=20;w=2')
  assert.equal(access.inFlight, 0)
})

test('without credits, a paid call is a 402 and a free call still works', async () => {
  const { server, access } = serve(trial({ plan: { credits: 1 } }))
  assert.equal((await call(server, '/pro/echo?say=hi')).status, 200)
  const refused = await call(server, '/pro/echo?say=hi')
  assert.equal(refused.status, 402)
  assert.equal(refused.headers['x-credits-remaining'], '0')
  assert.equal(access.inFlight, 0)
  for (const path of ['/', '/myping', '/usage', '/api_reqcount', '/openapi.json'])
    assert.equal((await call(server, path)).status, 200)
})

test('a lookup without a result is free, and its refusal has a message that begins with 404 and the empty list that clients expect', async () => {
  const { server, access } = serve()
  const { status, json, headers } = await call(server, '/fail?how=miss', { ...KEY, 'x-request-id': 'mine-1' })
  assert.equal(status, 404)
  assert.deepEqual(json, {
    type: '/docs/problems#home.unknown',
    title: 'No such property',
    status: 404,
    detail: 'No such home.',
    instance: 'mine-1',
    code: 'home.unknown',
    message: '404: No such home.',
    error: 'No such home.',
    propertyDetails: {},
  })
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.equal(headers['x-request-id'], 'mine-1')
  assert.equal(headers['x-credits-remaining'], '100')
  assert.deepEqual(access.events, ['refunded /fail 6'])
})

test('if the remaining credits cannot be read, a call is a 503 without a credit header, and the credits are not read again', async () => {
  const { server, access } = serve()
  const gone = new Fault('server.busy', 'Credits cannot be told now.', { retryAfterS: 2 })
  let times = 0
  access.enter = async () => gone
  access.balance = () => {
    times += 1
    return Promise.reject(gone)
  }
  const { status, headers } = await call(server, '/pro/echo?say=hi')
  assert.equal(status, 503)
  assert.equal(headers['retry-after'], '2')
  assert.equal(headers['x-credits-remaining'], undefined)
  assert.equal(times, 0)
  const wrong = await call(server, '/pro/echo?times=0')
  assert.deepEqual([wrong.status, wrong.headers['x-credits-remaining'], times], [400, undefined, 1])
})

test('the refusal of an ambiguous address lists the candidates', async () => {
  const { status, json } = await call(serve().server, '/fail?how=many')
  assert.equal(status, 409)
  assert.deepEqual(json.candidates, [
    { zpid: 1, address: '1 Elm St', why: 'unit 1' },
    { zpid: 2, address: '2 Elm St', why: 'unit 2' },
  ])
})

test('pretty formats the JSON of answers and refusals, and does not count as a parameter', async () => {
  for (const target of ['/fail?how=many', '/fail']) {
    const { server } = serve()
    const [plain, pretty] = [
      await call(server, target),
      await call(server, `${target}${target.includes('?') ? '&' : '?'}pretty`),
    ]
    const { instance: _one, ...body } = plain.json
    const { instance: _other, ...same } = pretty.json
    assert.deepEqual(same, body)
    assert.equal(String(pretty.body), `${JSON.stringify(pretty.json, null, 2)}\n`)
  }
})

test('a refusal with one problem has its sentence in message, error and detail, but not in the problem', async () => {
  const { json } = await call(serve().server, '/fail')
  assert.deepEqual([json.message, json.error], [json.detail, json.detail])
  assert.deepEqual(json.errors, [{ parameter: 'how', code: 'param.missing' }])
})

test('a bug in Plat is a free 500 that reveals nothing and is logged', async () => {
  const { server, access, errors } = serve()
  const { status, json, body } = await call(server, '/fail?how=bug')
  assert.equal(status, 500)
  assert.deepEqual(Object.keys(json), ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'error'])
  assert(!body.includes('secret cause') && !body.includes('.ts'))
  assert.equal(errors.length, 1)
  assert.deepEqual(access.events, ['refunded /fail 6'])
})

test('HEAD answers what GET would, without the body, at the same cost', async () => {
  const { server, access } = serve()
  for (const url of ['/pro/echo?say=hi', '/', '/openapi.json', '/pro/echo', '/nowhere']) {
    const got = await call(server, url)
    const head = await call(server, url, KEY, 'HEAD')
    assert.equal(head.status, got.status, url)
    assert.equal(head.body.length, 0)
    for (const name of ['content-length', 'content-type', 'etag', 'x-credits-cost']) {
      assert.equal(head.headers[name], got.headers[name], `${url} ${name}`)
    }
  }
  assert.deepEqual(access.events, ['settled /pro/Echo 1', 'settled /pro/Echo 1'])
})

test('a client that already has the answer gets a free 304', async () => {
  const { server, access } = serve()
  const { headers } = await call(server, '/pro/echo?say=hi')
  const tag = String(headers.etag)
  for (const ifNoneMatch of [tag, `"other", W/${tag}`]) {
    const again = await call(server, '/pro/echo?say=hi', { ...KEY, 'if-none-match': ifNoneMatch })
    assert.equal(again.status, 304)
    assert.equal(again.body.length, 0)
    assert.equal(again.headers.etag, tag)
    assert.equal(again.headers['x-credits-cost'], '0')
    assert.equal(again.headers['x-credits-remaining'], '99')
  }
  assert.equal((await call(server, '/pro/echo?say=ho', { ...KEY, 'if-none-match': tag })).status, 200)
  assert.deepEqual(access.events.filter((event) => event.startsWith('settled')).length, 2)
})

test('only clients that received the answer get a 304: `*` matches nothing, and the bytes do not reveal the tag', async () => {
  const { server } = serve()
  const { body } = await call(server, '/pro/echo?say=hi')
  for (const algorithm of ['sha1', 'sha256', 'md5']) {
    const guess = `"${hash(algorithm, body, 'base64url')}"`
    const { status } = await call(server, '/pro/echo?say=hi', { ...KEY, 'if-none-match': `*, ${guess}` })
    assert.equal(status, 200)
  }
  const any = await call(server, '/pro/echo?say=hi', { ...KEY, 'if-none-match': '*' })
  assert.deepEqual([any.status, any.headers['x-credits-cost']], [200, '1'])
  assert.equal((await call(server, '/media/Home-1.svg', { 'if-none-match': '*' })).status, 200)
})

test("only refused calls count against the key's limit of refused calls", async () => {
  const { server, access } = serve()
  for (const [url, status, misses] of [
    ['/pro/echo?say=hi', 200, 0],
    ['/pro/echo?times=0', 400, 1],
    ['/fail?how=miss', 404, 2],
    ['/fail?how=many', 409, 3],
    ['/fail?how=bug', 500, 3],
    ['/skip/trace', 403, 3],
  ] as const) {
    assert.equal((await call(server, url)).status, status)
    assert.equal(access.misses, misses, url)
  }
})

test('after too many refused calls, a call gets a free 429 before any part of it is read', async () => {
  const { server, access } = serve()
  access.missFault = new Fault('misses.exceeded', 'Too many.', { retryAfterS: 3 })
  for (const url of ['/pro/echo?say=hi', '/pro/echo?times=0', '/fail?how=miss']) {
    const { status, json, headers } = await call(server, url)
    assert.deepEqual([status, json.code, headers['retry-after']], [429, 'misses.exceeded', '3'])
  }
  assert.deepEqual([access.events, access.misses, access.inFlight], [[], 0, 0])
})

test('pictures and refused calls without a key have a rate limit by address; health checks, documents and keyed calls do not', async () => {
  const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', openPerSecond: 1 }
  const { server } = serve(trial({ settings }))
  const asked = ['/media/Home-1.svg', '/media/none.svg', '/nowhere', '/pro/echo?say=hi']
  for (let place = 0; place < 10; place++) {
    assert.notEqual((await call(server, asked[place % asked.length] ?? '', {})).status, 429)
  }
  for (const url of asked) {
    const { status, headers } = await call(server, url, {})
    assert.deepEqual([status, headers['retry-after']], [429, '1'], url)
  }
  assert.equal((await call(server, '/media/Home-1.svg')).status, 429)
  for (const url of ['/health/live', '/health/ready', '/docs', '/openapi.json']) {
    assert.equal((await call(server, url, {})).status, 200, url)
  }
  assert.equal((await call(server, '/pro/echo?say=hi')).status, 200)
})

test('a call is identified by its request id or Idempotency-Key, method, path and query; only an Idempotency-Key is remembered for long', async () => {
  const { server, access } = serve()
  const named = { ...KEY, 'x-request-id': 'mine-1' }
  await call(server, '/pro/echo?say=hi', named)
  await call(server, '/PRO/echo/?say=ho', named)
  await call(server, '/pro/echo?say=hi', named, 'HEAD')
  await call(server, '/pro/echo?say=hi')
  await call(server, '/pro/echo?say=hi', { ...KEY, 'x-request-id': 'not a word' })
  await call(server, '/pro/echo?say=hi', { ...named, 'idempotency-key': '"8e03978e"' })
  await call(server, '/pro/echo?say=hi', { ...named, 'idempotency-key': 'not a word' })
  assert.deepEqual(access.idempotencyKeys, [
    { text: 'mine-1 GET /pro/echo?say=hi', lasts: false },
    { text: 'mine-1 GET /pro/echo?say=ho', lasts: false },
    { text: 'mine-1 HEAD /pro/echo?say=hi', lasts: false },
    undefined,
    undefined,
    { text: '""8e03978e"" GET /pro/echo?say=hi', lasts: true },
    { text: 'mine-1 GET /pro/echo?say=hi', lasts: false },
  ])
})

test('large answers are compressed as the caller prefers, with a separate tag for each encoding', async () => {
  const { server } = serve()
  const url = '/pro/echo?say=hello&times=2000'
  const plain = await call(server, url)
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
  const tags = new Set([plain.headers.etag])
  for (const [encoding, decode] of Object.entries(decoders)) {
    const { headers, body } = await call(server, url, { ...KEY, 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers['content-length'], String(body.length))
    assert.match(String(headers.vary), /accept-encoding/)
    assert.deepEqual(decode(body), plain.body)
    tags.add(headers.etag)
  }
  assert.equal(tags.size, 4)
})

test('unknown parameters are ignored and named, or refused for strict callers', async () => {
  const { server } = serve()
  const url = '/pro/echo?say=hi&tims=2&caf%C3%A9%0A=1'
  const lenient = await call(server, url)
  assert.equal(lenient.status, 200)
  assert.equal(lenient.headers['x-ignored-parameters'], 'tims, caf%C3%A9%0A')
  const strict = await call(server, `${url}&times=0`, { ...KEY, prefer: 'respond-async, handling=strict' })
  assert.equal(strict.status, 400)
  assert.equal(strict.headers['preference-applied'], 'handling=strict')
  assert.deepEqual(
    strict.json.errors.map(({ parameter, nearest }: { parameter: string; nearest?: string }) => [parameter, nearest]),
    [
      ['times', undefined],
      ['tims', 'times'],
      ['café\n', undefined],
    ],
  )
  const fine = await call(server, '/pro/echo?say=hi', { ...KEY, prefer: 'handling=strict' })
  assert.equal(fine.status, 200)
  assert.equal(fine.headers['preference-applied'], 'handling=strict')
})

test('a request id that is not a plain word is replaced', async () => {
  const { server } = serve()
  for (const id of ['a b', 'é', 'x'.repeat(129), '']) {
    const { headers } = await call(server, '/nowhere', { 'x-request-id': id })
    assert.notEqual(headers['x-request-id'], id)
  }
})

test('the service reports on itself: status, usage, documents, health', async () => {
  const { server, service } = serve()
  assert.deepEqual((await call(server, '/')).json, { message: 'API is running' })
  assert.equal((await call(server, '/', {})).status, 401)
  const { json } = await call(server, '/usage')
  assert.equal(json.plan.name, 'trial')
  assert.equal(json.plan.missesPerSecond, 5, 'half of requestsPerSecond where the plan states none')
  assert.equal(json.plan.rowsPerCredit, 200, 'as where the plan states none')
  assert.equal(json.periodEnd, '1970-01-02T00:00:00.000Z')
  assert.equal(json.creditsRemaining, 100)
  assert.equal(json.usage[0].calls, 2)
  assert.deepEqual((await call(server, '/api_reqcount')).json, {
    message: '200: Success',
    source: 'Plat',
    limit: 100,
    used: 2,
    remaining: 100,
    requests: 2,
    periodStart: json.periodStart,
    periodEnd: json.periodEnd,
  })
  for (const path of ['/docs', '/docs/problems', '/openapi.json', '/health/live', '/health/ready']) {
    assert.equal((await call(server, path, {})).status, 200, path)
  }
  service.beginClosing()
  const closing = await call(server, '/health/ready', {})
  assert.equal(closing.status, 503)
  assert.equal(closing.headers['retry-after'], '2')
  assert.equal(closing.headers.connection, 'close')
  assert.equal((await call(server, '/health/live', {})).status, 200)
})

test('checks of the service and of the remaining credits are free, and ignore parameters', async () => {
  const { server, access } = serve()
  const pinged = await call(server, '/myping?check=Yes')
  assert.deepEqual([pinged.status, pinged.json], [200, { message: 'API is running', status: 'ok' }])
  assert.equal(pinged.headers['x-ignored-parameters'], 'check')
  const counted = await call(server, `/api_reqcount?x_service_key=${TRIAL_KEY}`)
  assert.deepEqual([counted.status, counted.headers['x-ignored-parameters']], [200, 'x_service_key'])
  assert.equal(counted.headers['x-credits-cost'], '0')
  assert.deepEqual(access.events, [])
  for (const path of ['/myping?check=Yes', `/api_reqcount?x_service_key=${TRIAL_KEY}`]) {
    assert.equal((await call(server, path, {})).json.code, 'key.missing', 'a key in an address is not read')
  }
})

test('a call that finds damaged data is a free 503, and the service then reports that it is not ready', async () => {
  const { server, access, errors } = serve(trial({ damage: 'The catalog is damaged.' }))
  const { status, headers, json } = await call(server, '/fail?how=damage')
  assert.deepEqual([status, json.code, headers['retry-after']], [503, 'catalogue.damaged', '60'])
  assert.deepEqual(access.events, ['refunded /fail 6'])
  assert.deepEqual(errors, [])
  const ready = await call(server, '/health/ready', {})
  assert.deepEqual([ready.status, ready.json.code], [503, 'catalogue.damaged'])
  assert.equal((await call(server, '/health/live', {})).status, 200)
  assert.equal((await call(server, '/pro/echo?say=hi')).status, 200)
})

test('pictures need no key and may be cached for an hour', async () => {
  const { server } = serve()
  const picture = await call(server, '/media/Home-1.svg', {})
  assert.equal(picture.status, 200)
  assert.equal(picture.headers['content-type'], 'image/svg+xml')
  assert.equal(picture.headers['cache-control'], 'public, max-age=3600')
  assert.equal((await call(server, '/media/home-2.svg', {})).json.code, 'media.unknown')
})

test('a request line over 64 KiB is a 414, and a shorter line is read', async () => {
  const { server } = serve()
  const lineOf = (bytes: number) => '/pro/echo?say='.padEnd(bytes - 'GET  HTTP/1.1\r\n'.length, 'a')
  assert.equal((await call(server, lineOf(10_000))).status, 200)
  assert.equal((await call(server, lineOf(65_536))).json.code, 'param.invalid')
  assert.equal((await call(server, lineOf(65_537))).json.code, 'request.too_long')
})
