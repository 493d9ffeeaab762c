import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from './catalog.ts'
import { kept } from './kept.ts'

function catalogOf(state: { dataVersion: string }): Catalog {
  return { about: () => state } as unknown as Catalog // nothing else of it is asked
}

function counter() {
  let made = 0
  return { make: async () => ++made }
}

test('figures are made once for each key, until the catalogue changes or the day does', async () => {
  const state = { dataVersion: '1' }
  const [catalog, { make }] = [catalogOf(state), counter()]
  assert.deepEqual(await Promise.all([kept(catalog, 1, 'a', make), kept(catalog, 1, 'a', make)]), [1, 1])
  assert.equal(await kept(catalog, 1, 'b', make), 2)
  assert.equal(await kept(catalog, 2, 'a', make), 3)
  state.dataVersion = '2'
  assert.equal(await kept(catalog, 2, 'a', make), 4)
  assert.equal(await kept(catalogOf(state), 2, 'a', make), 5)
})

test('no more than a thousand are kept, and the one not asked for longest goes first', async () => {
  const [catalog, { make }] = [catalogOf({ dataVersion: '1' }), counter()]
  await kept(catalog, 1, 'first', make)
  await kept(catalog, 1, 'second', make)
  for (let i = 0; i < 998; i++) await kept(catalog, 1, String(i), make)
  assert.equal(await kept(catalog, 1, 'first', make), 1)
  await kept(catalog, 1, 'one more', make)
  assert.equal(await kept(catalog, 1, 'first', make), 1)
  assert.equal(await kept(catalog, 1, 'second', make), 1002)
})

test('what could not be made is made again', async () => {
  const catalog = catalogOf({ dataVersion: '1' })
  await assert.rejects(kept(catalog, 1, 'a', () => Promise.reject(new Error('no'))))
  assert.equal(await kept(catalog, 1, 'a', async () => 'yes'), 'yes')
})
