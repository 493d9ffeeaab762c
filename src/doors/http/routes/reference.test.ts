import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { trial } from '../../../../test/http/trial.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'
import { buildServer } from '../listening/server.ts'

const { service } = trial({ operations: OPERATIONS })
const servers = { A: buildServer(service, () => 'A'), B: buildServer(service, () => 'B') }

function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return inject(servers.A, { url, headers, method })
}

test('the pages of the reference are open to everybody, as HTML that may run and load this server’s files alone', async () => {
  const paths = ['/docs', '/docs/problems', '/docs/root', '/Docs/Pro/ByAddress/']
  for (const url of [...paths, ...OPERATIONS.flatMap(({ area, path }) => (area === 'A' ? [`/docs${path}`] : []))]) {
    const { statusCode, headers, payload } = await get(url)
    assert.equal(statusCode, 200, url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => rule.split(/ (.*)/s) as [string, string]),
    )
    for (const kind of ['script-src', 'style-src', 'connect-src']) assert.equal(policy.get(kind), "'self'")
    for (const kind of ['default-src', 'frame-ancestors', 'base-uri', 'form-action'])
      assert.equal(policy.get(kind), "'none'")
    assert.doesNotMatch(payload, /origin\.invalid|<!-- areas -->/)
  }
})

test('a page is told by a tag in each encoding, is free to whoever has it, and answers HEAD', async () => {
  for (const url of ['/docs', '/docs/search/plan', '/docs.md', '/docs/taxinfo.md', '/docs/search.json', '/llms.txt']) {
    const tags = new Set<unknown>()
    for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
      const { headers } = await get(url, { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding, url)
      tags.add(headers.etag)
      const again = await get(url, { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
      assert.equal(again.statusCode, 304, url)
      const head = await get(url, { 'accept-encoding': encoding }, 'HEAD')
      assert.deepEqual([head.headers['content-length'], head.payload], [headers['content-length'], ''])
    }
    assert.equal(tags.size, 4, url)
  }
})

test('files of pages are kept for a year under the address that a page names, and checked each time under others', async () => {
  const { payload } = await get('/docs/search/byaddress')
  const addresses = [...payload.matchAll(/(?:src|href)="(\/docs\/[a-z]+\.(?:js|css)\?[^"]+)"/g)].map(
    ([, address = '']) => address,
  )
  const scripts = await Promise.all(addresses.map(async (url) => (await get(url)).payload))
  const imported = scripts.flatMap((script) =>
    [...script.matchAll(/from '(\/docs\/[^']+)'/g)].map(([, address = '']) => address),
  )
  assert.ok(addresses.length >= 6 && imported.length >= 3)
  for (const url of [...addresses, ...imported]) {
    const { statusCode, headers } = await get(url)
    assert.equal(statusCode, 200, url)
    assert.match(String(headers['content-type']), url.includes('.css') ? /^text\/css/ : /^text\/javascript/)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable', url)
    for (const other of [url.replace(/\?.*/, ''), `${url}0`]) {
      assert.equal((await get(other)).headers['cache-control'], 'private, no-cache', other)
    }
  }
})

test('texts name the origin under which their reader reached the server', async () => {
  const host = 'homes.example:8080'
  for (const url of ['/docs', '/docs/usage', '/docs.md', '/docs/usage.md', '/llms.txt']) {
    assert.ok((await get(url, { host })).payload.includes(`http://${host}`), url)
  }
  assert.ok((await get('/docs')).payload.includes('http://localhost:'))
})

test('pages link the areas at their ports, once they are known and nothing lies between', async () => {
  const other = trial({ operations: OPERATIONS }).service
  const server = buildServer(other, () => 'B')
  const at = (host: string) => inject(server, { url: '/docs', headers: { host } })
  const linked = async (host: string) =>
    [...(await at(host)).payload.matchAll(/href="(http:[^"]+)"/g)].map(([, to]) => to)
  assert.deepEqual(await linked('early.example:8081'), [])
  other.answersAt([8080, 8081, 8082])
  assert.deepEqual(await linked('homes.example:8081'), [
    'http://homes.example:8080/docs',
    'http://homes.example:8082/docs',
  ])
  assert.deepEqual(await linked('homes.example:9000'), [])
})

test('a page that does not exist is a free 404 that names the nearest, and so is one of another area', async () => {
  const { statusCode, payload } = await get('/docs/pro/byadress')
  assert.equal(statusCode, 404)
  assert.ok((JSON.parse(payload) as { detail: string }).detail.includes('Did you mean /docs/pro/byaddress?'))
  assert.equal((await inject(servers.B, { url: '/docs/pro/byaddress' })).statusCode, 404)
  assert.equal((await inject(servers.B, { url: '/docs/search/bylocation' })).statusCode, 200)
})

test('the demo key is told to no one for whom it is not good', async () => {
  const { payload, headers } = await get('/docs/key.json')
  assert.equal(payload, '{"demoKey":null}') // this trial has no demo key
  assert.equal(headers['cache-control'], 'no-store')
})

test('machines that look around are led to the reference and nowhere else', async () => {
  const { payload, headers } = await get('/robots.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(payload, /^User-agent: \*\nAllow: \/docs\n.*Disallow: \/\n$/s)
})
