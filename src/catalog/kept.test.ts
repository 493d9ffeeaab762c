import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from './catalog.ts'
import { keeping } from './kept.ts'

function catalogOf(state: { dataVersion: string }): Catalog {
  return { about: () => state } as unknown as Catalog // nothing else of it is asked
}

function counter() {
  let made = 0
  return { make: async () => ++made }
}

test('a value is made once for each key, until the data of the catalogue changes', async () => {
  const kept = keeping(10)
  const state = { dataVersion: '1' }
  const [catalog, { make }] = [catalogOf(state), counter()]
  assert.deepEqual(await Promise.all([kept(catalog, 'a', make), kept(catalog, 'a', make)]), [1, 1])
  assert.equal(await kept(catalog, 'b', make), 2)
  state.dataVersion = '2'
  assert.equal(await kept(catalog, 'a', make), 3)
  assert.equal(await kept(catalogOf(state), 'a', make), 4)
})

test('no more than the given number are kept, and the least recently asked for goes first', async () => {
  const kept = keeping(4)
  const [catalog, { make }] = [catalogOf({ dataVersion: '1' }), counter()]
  await kept(catalog, 'first', make)
  await kept(catalog, 'second', make)
  for (let i = 0; i < 2; i++) await kept(catalog, String(i), make)
  assert.equal(await kept(catalog, 'first', make), 1)
  await kept(catalog, 'one more', make)
  assert.equal(await kept(catalog, 'first', make), 1)
  assert.equal(await kept(catalog, 'second', make), 6)
})

test('what could not be made is made again', async () => {
  const kept = keeping(10)
  const catalog = catalogOf({ dataVersion: '1' })
  await assert.rejects(kept(catalog, 'a', () => Promise.reject(new Error('no'))))
  assert.equal(await kept(catalog, 'a', async () => 'yes'), 'yes')
})
