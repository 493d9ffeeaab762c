import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { accepts, chooseEncoding, compress } from './encoding.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

test('the encoding that the client prefers is used, on a tie the one that Plat prefers, or none if the client prefers none', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP ; Q=0.5', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.8, zstd;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, zstd;q=0', 'br'],
    ['*, zstd;q=0.5', 'br'],
    ['identity;q=0, *', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=much', undefined],
  ]
  for (const [header, expected] of cases) assert.equal(chooseEncoding(header, JSON_TYPE, 5000), expected, header)
})

test('an encoding is accepted by name or by a star, and zstd only by name', () => {
  const cases: [string | undefined, string | undefined, boolean][] = [
    [undefined, undefined, true],
    [undefined, 'gzip', false],
    ['gzip;q=0, *', 'gzip', false],
    ['gzip;q=0, *', 'br', true],
    ['*', 'zstd', false],
    ['zstd;q=0.1, *', 'zstd', true],
  ]
  for (const [header, encoding, expected] of cases) assert.equal(accepts(header, encoding), expected, header)
})

test('small bodies and pictures that are compressed already are sent as they are', () => {
  assert.equal(chooseEncoding('gzip', JSON_TYPE, 500), undefined)
  assert.equal(chooseEncoding('gzip', 'image/png', 5000), undefined)
  assert.equal(chooseEncoding('gzip', 'image/svg+xml', 5000), 'gzip')
})

test('a body of any size and encoding decompresses to the same bytes', async () => {
  for (const size of [2000, 200_000, 1_200_000]) {
    const body = Buffer.from('plat '.repeat(size / 5))
    for (const lifetime of ['one call', 'many calls'] as const) {
      assert.deepEqual(gunzipSync(await compress(body, 'gzip', lifetime)), body)
      assert.deepEqual(brotliDecompressSync(await compress(body, 'br', lifetime)), body)
      assert.deepEqual(zstdDecompressSync(await compress(body, 'zstd', lifetime)), body)
    }
  }
})

test('a body for many calls is compressed better', async () => {
  const body = Buffer.from(readFileSync(new URL(import.meta.url)))
  for (const encoding of ['gzip', 'br'] as const) {
    const [quick, small] = [await compress(body, encoding, 'one call'), await compress(body, encoding, 'many calls')]
    assert.ok(small.length < quick.length, `${encoding}: ${small.length} bytes instead of ${quick.length}`)
  }
})
