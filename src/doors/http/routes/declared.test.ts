import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { bytesBody } from '../../../../test/operations/bytes-body.ts'
import { nullable, number, object } from '../../../kit/answers/index.ts'
import { oneOf, optional, required, wholeNumber } from '../../../kit/params/index.ts'
import { EncodedAnswer, operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

const filtered = operation({
  path: '/filtered',
  summary: 'Has a filter that applies to rentals.',
  group: 'Trial',
  parameters: {
    status: required(oneOf(['Rent', 'Sale']), 'Which.'),
    'daysOn{Portal}': optional(wholeNumber(0, 9), 'Days on {Portal}.', { parameter: 'status', values: ['Rent'] }),
  },
  answer: object({ days: nullable(number()) }),
  run: async (args) => ({ days: args['daysOn{Portal}'] ?? null }),
})

const JSON_TEXT = `{"rows": [${'{"zpid":    12},'.repeat(200)}{}]}`

let release = () => {}

const encoded = operation({
  path: '/encoded',
  summary: 'Answers bytes.',
  group: 'Trial',
  parameters: {},
  answer: object({}),
  run: async () =>
    new EncodedAnswer(
      bytesBody(Buffer.from(JSON_TEXT), () => release()),
      'version 1',
    ),
})

function serve() {
  const made = trial({
    operations: [filtered, encoded],
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Hearth' },
  })
  return { ...made, server: buildServer(made.service) }
}

function get(url: string, headers: Record<string, string> = {}) {
  return inject(serve().server, { url, headers: { 'x-service-key': TRIAL_KEY, ...headers } })
}

test('parameters have the portal word of the settings in their names, in calls and in the documents', async () => {
  assert.deepEqual((await get('/filtered?status=Rent&daysOnHearth=3')).json(), { days: 3 })
  assert.equal((await get('/filtered?status=Rent&daysOnPortal=3')).headers['x-ignored-parameters'], 'daysOnPortal')
  const described = await get('/openapi.json')
  assert.ok(described.payload.includes('"daysOnHearth"') && described.payload.includes('Days on Hearth.'))
  assert.ok(!described.payload.includes('{Portal}'))
  assert.ok((await get('/docs')).payload.includes('<code>daysOnHearth</code>'))
})

test('a filter that does not apply is ignored and named in header and body; strict callers get a free 400', async () => {
  const lenient = await get('/filtered?status=Sale&daysOnHearth=nonsense')
  assert.equal(lenient.statusCode, 200)
  const detail = 'daysOnHearth works only with status Rent; you sent "Sale".'
  assert.deepEqual(lenient.json(), {
    days: null,
    warnings: [{ parameter: 'daysOnHearth', code: 'param.inapplicable', detail, given: 'nonsense' }],
  })
  assert.equal(lenient.headers['x-ignored-parameters'], 'daysOnHearth')

  const { server, access } = serve()
  const headers = { 'x-service-key': TRIAL_KEY, prefer: 'handling=strict' }
  const strict = await inject(server, { url: '/filtered?status=Sale&daysOnHearth=3&zoom=1', headers })
  assert.equal(strict.statusCode, 400)
  assert.equal(strict.headers['preference-applied'], 'handling=strict')
  const { errors }: { errors: { parameter: string; code: string; detail: string }[] } = strict.json()
  assert.deepEqual(
    errors.map(({ parameter, code }) => [parameter, code]),
    [
      ['zoom', 'param.unknown'],
      ['daysOnHearth', 'param.inapplicable'],
    ],
  )
  assert.equal(errors[1]?.detail, 'daysOnHearth works only with status Rent; you sent "Sale".')
  assert.deepEqual(access.events, [])
  assert.equal((await inject(server, { url: '/filtered?status=Rent&daysOnHearth=3', headers })).statusCode, 200)
})

test('an answer of bytes is sent unchanged, with a tag that depends on the path and the query', async () => {
  const answer = await get('/encoded')
  const tag = String(answer.headers.etag)
  assert.equal(answer.payload, JSON_TEXT)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers['content-length'], String(JSON_TEXT.length))
  const packed = await get('/encoded', { 'accept-encoding': 'gzip' })
  assert.equal(packed.headers.etag, `${tag.slice(0, -1)}-gzip"`)
  assert.equal(gunzipSync(packed.rawPayload).toString(), JSON_TEXT)
  assert.equal((await get('/Encoded')).headers.etag, tag)
  assert.notEqual((await get('/encoded?zoom=1')).headers.etag, tag)
})

test('the memory of bytes is released exactly once, whether they are sent, compressed or not needed', async () => {
  const asked: [url: string, headers: Record<string, string>][] = [
    ['/encoded', {}],
    ['/encoded', { 'accept-encoding': 'gzip' }],
    ['/encoded', { 'if-none-match': '*' }],
  ]
  for (const [url, headers] of asked) {
    let times = 0
    const released = new Promise<void>((resolve) => {
      release = () => {
        times++
        resolve()
      }
    })
    await get(url, headers)
    await released
    assert.equal(times, 1)
  }
})

test('a client that has the answer gets a 304 without a debit, and nothing runs', async () => {
  const { server, access } = serve()
  const tag = String((await get('/encoded')).headers.etag)
  const headers = { 'x-service-key': TRIAL_KEY, 'if-none-match': tag }
  const answer = await inject(server, { url: '/encoded', headers })
  assert.equal(answer.statusCode, 304)
  assert.equal(answer.payload, '')
  assert.deepEqual([access.events, access.idempotencyKeys], [[], []])
})
