import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { chooseEncoding, compress } from './encoding.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

test('the encoding with the highest weight is taken, ours among equals, none where none is liked better', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP ; Q=0.5', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.8, zstd;q=0.1', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.5, zstd;q=0', 'br'],
    ['br;q=0, *;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=much', undefined],
  ]
  for (const [header, expected] of cases) assert.equal(chooseEncoding(header, JSON_TYPE, 5000), expected, header)
})

test('an encoding that is ready is taken among equals, and no other that the caller likes better is passed over', () => {
  const cases: [string, string | undefined][] = [
    ['gzip, deflate, br, zstd', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0.9, br', 'br'],
    ['br;q=0.9, gzip;q=0.9, zstd;q=0.8', 'gzip'],
    ['br, zstd', 'zstd'],
    ['gzip;q=0, *', 'zstd'],
    ['identity, gzip;q=0.5', undefined],
  ]
  for (const [header, expected] of cases)
    assert.equal(chooseEncoding(header, JSON_TYPE, 5000, 'gzip'), expected, header)
})

test('small bodies and pictures that are compressed already are sent as they are', () => {
  assert.equal(chooseEncoding('gzip', JSON_TYPE, 500), undefined)
  assert.equal(chooseEncoding('gzip', 'image/png', 5000), undefined)
  assert.equal(chooseEncoding('gzip', 'image/svg+xml', 5000), 'gzip')
})

test('a body comes back whole, however large and whichever way it is compressed', async () => {
  for (const size of [2000, 200_000, 800_000]) {
    const body = Buffer.from('plat '.repeat(size / 5))
    for (const way of ['fast', 'small'] as const) {
      assert.deepEqual(gunzipSync(await compress(body, 'gzip', way)), body)
      assert.deepEqual(brotliDecompressSync(await compress(body, 'br', way)), body)
      assert.deepEqual(zstdDecompressSync(await compress(body, 'zstd', way)), body)
    }
  }
})

test('a small way of compressing saves bytes', async () => {
  const body = Buffer.from(readFileSync(new URL(import.meta.url)))
  for (const encoding of ['gzip', 'br'] as const) {
    const [fast, small] = [await compress(body, encoding, 'fast'), await compress(body, encoding, 'small')]
    assert.ok(small.length < fast.length, `${encoding}: ${small.length} bytes instead of ${fast.length}`)
  }
})
