import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogAbout } from './catalog.ts'
import { sourceName, sourceNames } from './source-name.ts'

const ABOUT = {
  catalogId: 'c',
  dataVersion: '1',
  sample: false,
  counts: {},
  attributions: new Map([
    ['county', 'County records'],
    ['city', 'County records'],
    ['flats', 'Flats (CC BY)'],
  ]),
  contributors: { home: ['city', 'county', 'mls'], offer: ['flats'] },
} as unknown as CatalogAbout // `sourceName` reads nothing else

test('an answer based on many records names each source of their noun once, and no source of another noun', () => {
  assert.equal(sourceNames(ABOUT, 'home'), 'County records; mls')
  assert.equal(sourceNames(ABOUT, 'offer'), 'Flats (CC BY)')
  assert.equal(sourceNames(ABOUT, 'experience'), 'Plat')
  assert.equal(sourceNames({ ...ABOUT, sample: true }, 'home'), sourceName({ ...ABOUT, sample: true }))
})

test('an answer based on one record names its source', () => {
  assert.equal(sourceName(ABOUT, { source: 'county' }), 'County records')
  assert.equal(sourceName(ABOUT, { source: 'mls' }), 'mls')
  assert.equal(sourceName(ABOUT, {}), 'Plat')
})
