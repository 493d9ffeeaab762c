import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { object, text as textValue } from '../../../kit/answers/index.ts'
import { required, text } from '../../../kit/params/index.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { INSTEAD, OTHER_PATHS } from '../../../service/operations/other-paths.ts'
import { buildServer } from '../listening/server.ts'

const lookUp = operation({
  path: '/pro/byaddress',
  summary: 'Answers the address.',
  group: 'Trial',
  parameters: { propertyaddress: required(text(50, '1 Elm St'), 'Where.') },
  answer: object({ where: textValue() }),
  run: async ({ propertyaddress }) => ({ where: propertyaddress }),
})

const made = trial({ operations: [lookUp] })
const server = buildServer(made.service)
const get = (url: string) => inject(server, { url, headers: { 'x-service-key': TRIAL_KEY } })

test('a path of another edition is answered and charged like the operation with the same answer', async () => {
  const { statusCode, payload, headers } = await get('/Client/byaddress?propertyaddress=1+Elm+St')
  const own = await get('/pro/byaddress?propertyaddress=1+Elm+St')
  assert.deepEqual([statusCode, payload], [200, own.payload])
  assert.equal(headers['x-credits-cost'], own.headers['x-credits-cost'])
  assert.ok(made.access.events.every((event) => !event.includes('/client')))
  const refused = (await get('/client/byaddress')).json()
  assert.match(refused.detail, /propertyaddress is missing/)
})

test('a path without an operation is a 404 that says what to call instead', async () => {
  for (const [path, hint] of [
    ['/property?zpid=1', /There is no operation "\/property" here: \/pro\/byzpid has the same facts/],
    ['/search/offmarket', /homes off the market cannot be searched/],
    ['/search', /\/search\/byaddress finds homes in a city/],
    ['/byCity', /\/search\/byaddress finds homes in a city/],
    ['/search/byzip', /\/search\/byaddress finds homes in a city/],
    ['/agent/reviews', /\/agent\/details has the reviews/],
    ['/value-history', /\/graph_charts has the values/],
    ['/skip-trace/byaddress', /\/skip\/byaddress finds the persons/],
    ['/mask', /There is no operation "\/mask"\. \/openapi\.json lists all operations\.$/],
    ['/pro/byaddres', /Did you mean \/pro\/byaddress\?/],
    ['/v2/pro/byaddress', /Did you mean \/pro\/byaddress\?/],
    ['/custom_zz/pro/byaddress', /Did you mean \/pro\/byaddress\?/],
  ] as const) {
    const { statusCode, payload } = await get(path)
    assert.equal(statusCode, 404)
    assert.match(JSON.parse(payload).detail, hint)
  }
})

test('alternative paths lead to existing operations, hide no operation, and are listed in docs/moving.md', () => {
  const paths: ReadonlySet<string> = new Set(OPERATIONS.map(({ path }) => path.toLowerCase()))
  const page = readFileSync('docs/moving.md', 'utf8')
  for (const [other, path] of Object.entries(OTHER_PATHS)) {
    assert.ok(paths.has(path), path)
    assert.ok(page.includes(`\`${other}\``), other)
  }
  for (const other of Object.keys(INSTEAD)) {
    assert.equal(paths.has(other), false, other)
    assert.ok(page.toLowerCase().includes(`\`${other}\``), other)
  }
})
