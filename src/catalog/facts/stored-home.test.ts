import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text.ts'
import { home } from '../../../test/catalog/contract.ts'
import type { Home } from '../../model/home.ts'
import { HomeTallies } from '../embedded/derive/home-tallies.ts'
import { briefOf, derivedFrom, differsOnlyInLayers, homeJson, outlineOf } from './stored-home.ts'

const NEVER_LISTED = {
  ...home(1, {
    facts: { roof: ',"history":[', bedroomsTotal: 3, heating: ['Gas'], yearBuilt: 1950 },
    parcelNumber: '},"facts":{',
    history: [{ date: '2020-01-02', event: 'Sold', price: 200_000, source: 'test' }],
    taxes: [{ year: 2024, assessedValue: 190_000 }],
    estimate: { value: 250_000, history: [['2025-01', 240_000]] },
  }),
}

test('parsing a home that was never listed skips the facts that no derived data needs', () => {
  const { listing: _, ...unlisted } = NEVER_LISTED
  const expected = { ...unlisted, facts: { bedroomsTotal: 3, yearBuilt: 1950 } }
  assert.deepEqual(derivedFrom(homeJson(unlisted)), JSON.parse(JSON.stringify(expected)))
  const bare = { ...unlisted, facts: {} }
  assert.deepEqual(derivedFrom(homeJson(bare)), JSON.parse(JSON.stringify(bare)))
})

test('the derived data of a home that was never listed is the same without the skipped facts', () => {
  const { listing: _, ...unlisted } = NEVER_LISTED
  const [whole, part] = [new HomeTallies('one'), new HomeTallies('one')]
  whole.add(unlisted)
  part.add(derivedFrom(homeJson(unlisted)))
  assert.deepEqual(part.rows(), whole.rows())
})

test('a home that was listed is read whole', () => {
  const listed = home(2, { listing: { kind: 'sale', status: 'Withdrawn', listedBy: 'owner' }, facts: { roof: 'Tile' } })
  assert.deepEqual(derivedFrom(homeJson(listed)), JSON.parse(homeJson(listed)))
})

test('the facts that result rows show are stored first, whatever order they come in', () => {
  const facts = { bedroomsTotal: 1, bathrooms: 2, livingArea: 3, lotSizeSquareFeet: 4, yearBuilt: 5, roof: 'Tile' }
  const { roof, yearBuilt, ...first } = facts
  assert.equal(homeJson(home(3, { facts: { roof, yearBuilt, ...first } })), homeJson(home(3, { facts })))
  assert.deepEqual(Object.keys(JSON.parse(homeJson(home(3, { facts }))).facts), Object.keys(facts))
  assert.equal(briefOf(homeJson(home(3, { facts: { yearBuilt, roof } }))).facts.yearBuilt, yearBuilt)
})

test('the outline of a home is its record without history, taxes and most facts', () => {
  const keys = fc.constantFrom('estimate', 'interest', 'facts', ',"estimate":{"value":', '"interest":{')
  const texts = fc.oneof(keys, anyText())
  const homes = fc.record(
    {
      listing: fc.record({ ...LISTED, description: texts }, { requiredKeys: ['kind', 'status', 'listedBy'] }),
      facts: fc.record({ roof: texts, other: fc.dictionary(texts, texts), yearBuilt: fc.nat() }, { requiredKeys: [] }),
      history: fc.array(fc.record({ date: fc.constant('2020-01-02'), event: fc.constant('Sold'), source: texts })),
      estimate: fc.record({ value: fc.nat(), history: fc.constant([['2025-01', 1]]) }, { requiredKeys: [] }),
      interest: fc.record({ pageViews: fc.nat() }, { requiredKeys: [] }),
    },
    { requiredKeys: ['facts'] },
  )
  fc.assert(
    fc.property(homes, (given) => {
      const json = homeJson(home(4, given))
      const { history: _, taxes: __, facts, ...outline } = JSON.parse(json)
      const { yearBuilt } = facts
      assert.deepEqual(outlineOf(json), { ...outline, facts: yearBuilt === undefined ? {} : { yearBuilt } })
    }),
    { numRuns: 300 },
  )
})

const LISTED = { kind: fc.constant('sale'), status: fc.constant('Active'), listedBy: fc.constant('owner') }

test('homes that differ only in their layers are recognized, and homes that differ in anything else are not', () => {
  const layers = [{ layer: 'zones', id: ']},"layers":[', name: '"history":[' }]
  const other = { layers: [1] } // a column of a source
  for (const same of [NEVER_LISTED, { ...NEVER_LISTED, facts: { other }, toldMs: 1 }] as Home[]) {
    const versions = [same, { ...same, layers }, { ...same, layers: [] }].map(homeJson)
    const others = [
      { ...same, history: [] },
      { ...same, layers, taxes: [] },
      { ...same, interest: { views: 1 } },
    ] as Home[]
    for (const one of versions) {
      for (const after of versions) assert.equal(differsOnlyInLayers(one, after), true)
      for (const after of others) assert.equal(differsOnlyInLayers(one, homeJson(after)), false)
    }
  }
})
