import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { trial } from '../../../../test/http/trial.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'
import { buildServer } from '../listening/server.ts'

const { service } = trial({ operations: OPERATIONS })
const server = buildServer(service)

function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return inject(server, { url, headers, method })
}

test('the pages of the reference need no key, and may run and load only files of this server', async () => {
  const paths = ['/docs', '/docs/problems', '/docs/root', '/Docs/Pro/ByAddress/']
  for (const url of [...paths, ...OPERATIONS.map(({ path }) => `/docs${path}`)]) {
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
    assert.doesNotMatch(payload, /origin\.invalid|href="\/console"/)
  }
})

test('a page has a tag for each encoding, is a 304 for clients that have it, and answers HEAD', async () => {
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

test('files of pages are cached for a year under versioned addresses, and revalidated under other addresses', async () => {
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

test('texts name the origin that the reader used', async () => {
  const host = 'homes.example:8080'
  for (const url of ['/docs', '/docs/usage', '/docs.md', '/docs/usage.md', '/llms.txt']) {
    assert.ok((await get(url, { host })).payload.includes(`http://${host}`), url)
  }
  assert.ok((await get('/docs')).payload.includes('http://localhost:'))
})

test('pages link to the console if there is one', async () => {
  const parts = { files: new Map(), mediaOrigin: '' }
  const other = buildServer(trial({ operations: OPERATIONS, console: parts }).service)
  for (const url of ['/docs', '/docs/search/bylocation', '/docs/problems'])
    assert.match((await inject(other, { url })).payload, /href="\/console"/)
})

test('a page that does not exist is a free 404 that names the nearest page', async () => {
  const { statusCode, payload } = await get('/docs/pro/byadress')
  assert.equal(statusCode, 404)
  assert.ok((JSON.parse(payload) as { detail: string }).detail.includes('Did you mean /docs/pro/byaddress?'))
})

test('callers for whom the demo key does not work do not get it', async () => {
  const { payload, headers } = await get('/docs/key.json')
  assert.equal(payload, '{"demoKey":null}') // this test has no demo key
  assert.equal(headers['cache-control'], 'no-store')
})

test('browsers get an icon, free and without a key', async () => {
  const { statusCode, payload, headers } = await get('/favicon.ico')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
  assert.match(payload, /^<svg /)
})

test('crawlers may read only the reference', async () => {
  const { payload, headers } = await get('/robots.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(payload, /^User-agent: \*\nAllow: \/docs\n.*Disallow: \/\n$/s)
})
