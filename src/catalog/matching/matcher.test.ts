import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { naiveRows } from '../../../test/search/naive-rows.ts'
import { oddHome } from '../../../test/search/odd-homes.ts'
import { queriesOver, searchedRecords } from '../../../test/search/searched-records.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { shownHome } from '../../model/shown-home.ts'
import { type NounDescription, SEARCHED } from '../facts/searched.ts'
import type { QueryNode } from '../ports/query.ts'
import { matcherOf } from './matcher.ts'

const SEED = Number(process.env.SEED ?? 1)
const QUERIES = 100

suite(`matchers and the oracle (SEED=${SEED})`, async () => {
  const records = await searchedRecords()

  function agree<N extends SearchedNoun>(noun: N, all: readonly RecordOf<N>[]): void {
    test(`a matcher and a test of every condition leave the same ${noun}s, for ${QUERIES} random queries`, () => {
      const queries = queriesOver(noun, all)
      const described: NounDescription<N> = SEARCHED[noun]
      let some = 0
      for (let index = 0; index < QUERIES; index++) {
        const query = queries.query(SEED, index)
        const matching = all.filter(matcherOf(noun, query)).map((record) => described.keyOf(record))
        const expected = naiveRows(described, all, query).map(({ key }) => key)
        assert.deepEqual(matching, expected, `query ${index}: ${inspect(query.where, { depth: null })}`)
        if (matching.length > 0) some++
      }
      assert.ok(some > QUERIES / 2, 'the queries ask too little')
    })
  }
  agree('home', records.home)
  agree('offer', records.offer)
  agree('experience', records.experience)
})

function has(home: Parameters<typeof oddHome>[1], node: QueryNode): boolean {
  return matcherOf('home', { listingClass: 'For_Sale', where: [{ parameter: 'p', node }] })(shownHome(oddHome(1, home)))
}

test('a home with a withheld address matches only circles that contain its whole ZIP code', () => {
  const point = { latitude: 30.2436, longitude: -97.7651 }
  const address = { undisclosed: true } as const
  const around = (radiusM: number): QueryNode => ({ kind: 'circle', ...point, radiusM })
  assert.equal(has({ point }, around(100)), true)
  assert.equal(has({ point, address }, around(100)), false)
  assert.equal(has({ point, address }, around(100_000)), true)
})

test('values are compared as they are shown, to the hundredth, and clamped as catalogs store them', () => {
  const exactly = (column: 'bathrooms' | 'bedrooms' | 'livingArea', value: number): QueryNode => {
    return { kind: 'range', column, min: value, max: value, orMissing: false }
  }
  assert.equal(has({ facts: { bathrooms: 2.345 } }, exactly('bathrooms', 2.35)), true)
  assert.equal(has({ facts: { livingArea: 1234.5 } }, exactly('livingArea', 1234.5)), true)
  assert.equal(has({ facts: { livingArea: 1234.5 } }, exactly('livingArea', 1235)), false)
  assert.equal(has({ facts: { bedroomsTotal: 70_000 } }, exactly('bedrooms', 254)), true)
})
