import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { cachedFigures } from './figure-cache.ts'

test('figures are computed once a day', async () => {
  const catalog = { about: () => ({ dataVersion: '1' }) } as unknown as Catalog // the cache calls nothing else
  const names = { computed: '', published: () => '' }
  let made = 0
  const on = (today: number) => cachedFigures({ catalog, today, names }, 'a', async () => ++made)
  assert.deepEqual([await on(1), await on(1), await on(2)], [1, 1, 2])
})
