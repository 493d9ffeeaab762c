import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../ports/query.ts'
import { postgresDialect } from './dialect.ts'
import { pageStatement } from './statement.ts'

test('a page with measures tests each condition once per row', () => {
  const query: Query = {
    listingClass: 'Sold',
    order: 'Newest',
    offset: 0,
    limit: 40,
    grouped: false,
    today: 20_000,
    where: [
      { parameter: 'box', node: { kind: 'box', west: -98, south: 30, east: -97, north: 31 } },
      { parameter: 'price', node: { kind: 'range', column: 'price', min: 1, max: Infinity, orMissing: false } },
    ],
    measures: [
      { kind: 'places', type: 'city', ignores: [], most: 10 },
      { kind: 'places', type: 'zipcode', ignores: [1], most: 10 },
    ],
  }
  for (const grouped of [false, true]) {
    const { text } = pageStatement(
      { ...query, grouped },
      postgresDialect(() => []),
      true,
    )
    for (const condition of ['place <@', '"price" >=']) assert.equal(text.split(condition).length - 1, 1, condition)
  }
})
