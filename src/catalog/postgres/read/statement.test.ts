import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../ports/query.ts'
import { stateCode } from '../tables/columns.ts'
import { postgresDialect } from './dialect.ts'
import { explainStatement, pageStatement } from './statement.ts'

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

const IN_AUSTIN: Query = {
  listingClass: 'Sold',
  order: 'Newest',
  offset: 0,
  limit: 40,
  grouped: true,
  today: 20_000,
  where: [
    { parameter: 'location', node: { kind: 'place', regions: ['city/tx/austin', 'neighborhood/tx/austin/mueller'] } },
    { parameter: 'keywords', node: { kind: 'words', words: ['pool'], phrases: [] } },
  ],
}
const DIALECT = postgresDialect(() => [])

test('a search in one state reads homes, words and cards only in that state', () => {
  const texas = stateCode({ state: 'TX' })
  for (const grouped of [false, true]) {
    const { text, values } = pageStatement({ ...IN_AUSTIN, grouped }, DIALECT, true)
    const read = [/sold WHERE state = \$(\d+) /, /sold_text WHERE state = \$(\d+) /, /card WHERE state = \$(\d+)\)/]
    for (const table of read) assert.equal(values[Number(text.match(table)?.[1]) - 1], texas, String(table))
  }
})

test('a search reads all states if its place may cross a border, or if a part of the statement ignores the place', () => {
  const withPlace = (regions: readonly string[]): Query => ({
    ...IN_AUSTIN,
    where: [{ parameter: 'location', node: { kind: 'place', regions } }],
  })
  for (const region of ['zipcode/78701', 'metro/12420', 'county/48453', 'country/us', 'layer/district/1'])
    assert.doesNotMatch(pageStatement(withPlace(['city/tx/austin', region]), DIALECT, true).text, /state =/, region)
  const withStates = postgresDialect(
    () => [],
    (region) => (region === 'zipcode/78701' ? 'TX' : undefined),
  )
  assert.match(pageStatement(withPlace(['zipcode/78701']), withStates, true).text, /sold WHERE state =/)
  assert.doesNotMatch(pageStatement(withPlace(['zipcode/78702']), withStates, true).text, /state =/)
  const measures = [{ kind: 'places', type: 'city', ignores: [0], most: 10 }] as const
  assert.equal(pageStatement({ ...IN_AUSTIN, measures }, DIALECT, true).text.split('state =').length - 1, 1)
  const [place, words] = IN_AUSTIN.where
  assert.match(explainStatement(IN_AUSTIN, DIALECT).text, /_text WHERE state =/)
  if (place && words)
    assert.doesNotMatch(explainStatement({ ...IN_AUSTIN, where: [words, place] }, DIALECT).text, /_text WHERE state =/)
})
