import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { bytesBody } from '../../../../test/operations/bytes-body.ts'
import { number, object } from '../../../kit/answers/index.ts'
import { defaulted, forgiven, oneOf, personal, required, text, wholeNumber } from '../../../kit/params/index.ts'
import { EncodedAnswer, operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

const parameters = {
  kind: forgiven(required(oneOf(['Sale', 'Rent']), 'Which.'), 'Sale'),
  beds: defaulted(wholeNumber(0, 9), '0', 'Bedrooms.'),
}

const toldOperation = operation({
  path: '/told',
  summary: 'Answers data.',
  group: 'Trial',
  parameters: { ...parameters, owner: personal(defaulted(text(3, 'Ann'), 'Ann', 'Whose.')) },
  answer: object({ beds: number() }),
  run: async ({ beds }) => ({ beds }),
})

const BYTES = `{"rows": [${'1,  '.repeat(1000)}2]}`
let released = 0

const packed = operation({
  path: '/packed',
  summary: 'Answers bytes.',
  group: 'Trial',
  parameters,
  answer: object({}),
  run: async () =>
    new EncodedAnswer(
      bytesBody(Buffer.from(BYTES), () => released++),
      'version 1',
    ),
})

function serve(handling?: 'normal' | 'lenient' | 'strict') {
  const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Hearth', ...(handling && { handling }) }
  const made = trial({ operations: [toldOperation, packed], settings })
  const server = buildServer(made.service)
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    inject(server, { method, url, headers: { 'x-service-key': TRIAL_KEY, ...headers } })
}

function codesOf({ warnings }: { readonly warnings: readonly { readonly code: string }[] }): readonly string[] {
  return warnings.map(({ code }) => code)
}

const LENIENT = { prefer: 'handling=lenient' }
const STRICT = { prefer: 'handling=strict' }
const WARNING = {
  parameter: 'beds',
  code: 'param.invalid',
  detail: 'beds must be a whole number from 0 to 9; you sent "many". Plat ignored it.',
  given: 'many',
}

test('invalid parameters are refused, unless the call or the service is lenient', async () => {
  const get = serve()
  assert.equal((await get('/told?kind=Sale&beds=many')).statusCode, 400)
  const lenient = await get('/told?kind=Sale&beds=many', LENIENT)
  assert.deepEqual(lenient.json(), { beds: 0, warnings: [WARNING] })
  assert.equal(lenient.headers['x-ignored-parameters'], 'beds')
  assert.equal(lenient.headers['preference-applied'], 'handling=lenient')

  const always = serve('lenient')
  const served = await always('/told?beds=many')
  assert.deepEqual(codesOf(served.json()), ['param.invalid', 'param.missing'])
  assert.equal(served.headers['preference-applied'], undefined)
})

test('the preference of a request overrides the setting of the service, and the first preference overrides others', async () => {
  const lenient = serve('lenient')
  assert.equal((await lenient('/told?kind=Sale&beds=many', STRICT)).statusCode, 400)
  assert.equal((await lenient('/told?kind=Sale&zoom=1', STRICT)).statusCode, 400)
  const strict = serve('strict')
  assert.equal((await strict('/told?kind=Sale&zoom=1')).statusCode, 400)
  assert.equal((await strict('/told?kind=Sale&zoom=1', LENIENT)).statusCode, 200)
  const both = { prefer: 'respond-async, Handling="lenient"; x=1, handling=strict' }
  assert.equal((await serve()('/told?kind=Sale&beds=many', both)).statusCode, 200)
  assert.equal((await serve()('/told?kind=Sale&beds=many', { prefer: 'handling=lenience' })).statusCode, 400)
})

test('encoded bytes get warnings before the last brace and a separate tag, and their memory is released', async () => {
  const get = serve()
  released = 0
  const warned = await get('/packed?kind=Sale&beds=many', LENIENT)
  assert.equal(warned.payload, `${BYTES.slice(0, -1)},"warnings":${JSON.stringify([WARNING])}}`)
  assert.equal(warned.headers['content-length'], String(Buffer.byteLength(warned.payload)))
  assert.equal(released, 1)
  const plain = await get('/packed?kind=Sale')
  assert.equal(plain.payload, BYTES)
  const zipped = await get('/packed?kind=Sale&beds=many', { ...LENIENT, 'accept-encoding': 'gzip' })
  assert.equal(gunzipSync(zipped.rawPayload).toString(), warned.payload)
  assert.notEqual(warned.headers.etag, plain.headers.etag)
  const again = await get('/packed?kind=Sale&beds=many', { ...LENIENT, 'if-none-match': String(warned.headers.etag) })
  assert.equal(again.statusCode, 304)
  const asked = await get('/packed?kind=Sale&beds=many', LENIENT, 'HEAD')
  assert.deepEqual([asked.payload, asked.headers['content-length']], ['', warned.headers['content-length']])
  assert.equal(asked.headers.etag, warned.headers.etag)
})

test('the same URL has different answers for different handling, and caches are informed', async () => {
  const answer = await serve()('/told?kind=Sale')
  assert.equal(answer.headers.vary, 'accept-encoding, origin, prefer')
  assert.equal('warnings' in answer.json(), false)
})

test('no warning repeats a parameter about people', async () => {
  const { payload } = await serve()('/told?kind=Sale&owner=Somebody', LENIENT)
  assert.match(payload, /owner must have /)
  assert.doesNotMatch(payload, /Somebody/)
})

test('documents declare that an answer may have warnings', async () => {
  const document = (await serve()('/openapi.json')).payload
  assert.match(document, /"warnings":\{"type":"array".*?"#\/components\/schemas\/Warning"/)
})
