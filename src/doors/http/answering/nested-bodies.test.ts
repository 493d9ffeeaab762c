import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { serveKept } from '../../../../test/http/kept-service.ts'
import { TRIAL_KEY } from '../../../../test/http/trial.ts'
import { type Endpoint, KEPT } from '../../openapi/index.ts'

/** JSON that is nested too deeply for a recursive parser. The first two strings fit into 8 KB. */
const DEEP: readonly string[] = [
  ['[', ']', 4000],
  ['{"a":', '}', 1300],
  ['[', ']', 20_000],
  ['{"a":', '}', 9000],
].map(([open, close, depth]) => `${String(open).repeat(Number(depth))}1${String(close).repeat(Number(depth))}`)

test('a JSON body with thousands of nested levels is refused as unreadable on every path', async (context) => {
  const { server } = await serveKept(context)
  const kept = Object.values(KEPT).flatMap(({ method = 'post', path, body }: Endpoint) =>
    body === undefined ? [] : [[method, path.replace('{id}', 's_0'), Object.keys(body)] as const],
  )
  const registering = ['post', '/oauth2/register', ['redirect_uris', 'client_name']] as const
  const messages = ['post', '/mcp', ['id', 'method', 'params']] as const
  assert.equal(kept.length, 5)
  const headers = {
    'x-service-key': TRIAL_KEY,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  for (const [method, path, keys] of [...kept, registering, messages])
    for (const nested of DEEP)
      for (const body of [nested, ...keys.map((key) => `{"${key}":${nested}}`)]) {
        const { statusCode: status } = await inject(server, {
          method: method.toUpperCase(),
          url: path,
          headers,
          payload: body,
        })
        const isTooLong = path === registering[1] && body.length > 8 * 1024
        assert.equal(status, isTooLong ? 413 : 400, `${method} ${path} ${body.slice(0, 40)}`)
      }
})
