import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../ports/catalog.ts'
import { readingVersion } from '../ports/reading.ts'
import { dataCache } from './data-cache.ts'

function catalogOf(state: { dataVersion: string }): Catalog {
  return { about: () => state } as unknown as Catalog // the cache calls nothing else
}

function counter() {
  let made = 0
  return { make: async () => ++made }
}

test('a value is computed once per key until the data of the catalog changes', async () => {
  const cached = dataCache(10)
  const state = { dataVersion: '1' }
  const [catalog, { make }] = [catalogOf(state), counter()]
  assert.deepEqual(await Promise.all([cached(catalog, 'a', make), cached(catalog, 'a', make)]), [1, 1])
  assert.equal(await cached(catalog, 'b', make), 2)
  state.dataVersion = '2'
  assert.equal(await cached(catalog, 'a', make), 3)
  assert.equal(await cached(catalogOf(state), 'a', make), 4)
})

test('the number of entries is limited, and the least recently used is evicted first', async () => {
  const cached = dataCache(4)
  const [catalog, { make }] = [catalogOf({ dataVersion: '1' }), counter()]
  await cached(catalog, 'first', make)
  await cached(catalog, 'second', make)
  for (let i = 0; i < 2; i++) await cached(catalog, String(i), make)
  assert.equal(await cached(catalog, 'first', make), 1)
  await cached(catalog, 'one more', make)
  assert.equal(await cached(catalog, 'first', make), 1)
  assert.equal(await cached(catalog, 'second', make), 6)
})

test('an answer that has read an older data version caches nothing for later answers', async () => {
  const cached = dataCache(10)
  const state = { dataVersion: '1' }
  const catalog = catalogOf(state)
  const late = readingVersion('1', async () => {
    const read = await cached(catalog, 'read', async () => 'of 1')
    state.dataVersion = '2'
    return cached(catalog, 'computed', async () => `from what is ${read}`)
  })
  await assert.rejects(late, /the data changed/)
  assert.equal(await readingVersion('2', () => cached(catalog, 'computed', async () => 'of 2')), 'of 2')
})

test('a failed computation is tried again', async () => {
  const cached = dataCache(10)
  const catalog = catalogOf({ dataVersion: '1' })
  await assert.rejects(cached(catalog, 'a', () => Promise.reject(new Error('no'))))
  assert.equal(await cached(catalog, 'a', async () => 'yes'), 'yes')
})
