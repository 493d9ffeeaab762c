import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { trial } from '../../../../test/http/trial.ts'
import { buildServer } from '../listening/server.ts'

const SETTINGS = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' }
const DOCUMENTS = ['/openapi.json', '/openapi-3.0.json', '/openapi.json?area=b', '/openapi-3.0.json?area=C']

function serve(trustProxy: boolean) {
  return buildServer(trial({ settings: { ...SETTINGS, trustProxy } }).service)
}

/** Returns what a document says about the server, and the document's ETag. */
async function described(server: ReturnType<typeof serve>, url: string, headers: Readonly<Record<string, string>>) {
  const answer = await inject(server, { url, headers })
  assert.equal(answer.statusCode, 200)
  const { servers, openapi, info } = answer.json()
  assert.equal(servers.length, 1)
  assert.ok(!answer.payload.includes('origin.invalid'))
  return {
    origin: String(servers[0].url),
    version: String(openapi),
    contact: String(info.contact.url),
    etag: answer.headers.etag,
  }
}

test('documents name the server by the origin that the client used, in OpenAPI 3.1 and 3.0', async () => {
  const server = serve(false)
  for (const [i, url] of DOCUMENTS.entries()) {
    const { origin, version, contact } = await described(server, url, { host: 'Homes.example:8443' })
    assert.equal(origin, 'http://homes.example:8443')
    assert.equal(contact, `${origin}/docs`)
    assert.ok(version.startsWith(i % 2 === 0 ? '3.1' : '3.0'))
    const ipv6 = await described(server, url, { host: '[::1]:8080' })
    assert.equal(ipv6.origin, 'http://[::1]:8080')
  }
})

test('the parameter area limits a document to an area, and other values are refused', async () => {
  const server = serve(false)
  const pathsAt = async (query: string) =>
    Object.keys((await inject(server, { url: `/openapi.json${query}` })).json().paths as object)
  const all = await pathsAt('')
  assert.ok(['/pro/Echo', '/faraway', '/usage'].every((path) => all.includes(path)))
  const ofC = await pathsAt('?area=C')
  assert.deepEqual([ofC.includes('/faraway'), ofC.includes('/pro/Echo'), ofC.includes('/usage')], [true, false, true])
  const refused = await inject(server, { url: '/openapi.json?area=D' })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].parameter], [400, 'area'])
})

test('each origin gets its own document, and gets an equal document after many other origins', async () => {
  const server = serve(false)
  const tags = new Map<string, string | undefined>()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'b']) {
    const { origin, etag } = await described(server, '/openapi.json', { host: `${name}.example` })
    assert.equal(origin, `http://${name}.example`)
    assert.equal(tags.get(name) ?? etag, etag)
    tags.set(name, etag)
  }
  assert.equal(new Set(tags.values()).size, tags.size)
})

test('the headers of a proxy determine the origin only if the operator trusts the proxy', async () => {
  const said = { host: 'inside:8080', 'x-forwarded-host': 'api.homes.example, inner', 'x-forwarded-proto': 'https' }
  assert.equal((await described(serve(true), '/openapi.json', said)).origin, 'https://api.homes.example')
  assert.equal((await described(serve(false), '/openapi.json', said)).origin, 'http://inside:8080')
  const { origin } = await described(serve(true), '/openapi.json', {
    host: 'inside:8080',
    'x-forwarded-proto': 'https',
  })
  assert.equal(origin, 'https://inside:8080')
})

test('an invalid Host is replaced by the address of the connection', async () => {
  const odd = ['"><script>', 'a b', 'user@homes.example', 'homes.example/path']
  const unparsable = ['localhost:99999', '999.1.1.1', '1.2.3.4.5', '[::::]']
  for (const host of [...odd, ...unparsable]) {
    const { origin } = await described(serve(true), '/openapi.json', { 'x-forwarded-host': host, host })
    assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/, host)
  }
})

test('a Host that no address can have is replaced, in documents and in pages', async () => {
  for (const host of ['1.2.3.256', 'homes.example:99999', '[::::]', '0x1.1.1.1.1']) {
    const server = serve(false)
    for (const url of DOCUMENTS)
      assert.match((await described(server, url, { host })).origin, /^http:\/\/127\.0\.0\.1:\d+$/)
    for (const url of ['/docs', '/docs/usage', '/llms.txt']) {
      assert.equal((await inject(server, { url, headers: { host } })).statusCode, 200, `${url} at ${host}`)
    }
  }
})
