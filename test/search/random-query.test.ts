import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import type { Query, QueryNode } from '../../src/catalog/ports/query.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { RandomQueries } from './random-query.ts'

const queries = new RandomQueries(SEARCHED.home, ODD_HOMES, [], 20_000)
const made = Array.from({ length: 2_000 }, (_, i) => queries.query(1, i))

function nodesOf(query: Query): QueryNode[] {
  const within = (node: QueryNode): QueryNode[] =>
    node.kind === 'any' ? [node, ...node.alternatives.flat().flatMap(within)] : [node]
  return query.where.flatMap(({ node }) => within(node))
}

test('a seed and an index always make the same query, regardless of earlier queries', () => {
  assert.deepEqual(new RandomQueries(SEARCHED.home, ODD_HOMES, [], 20_000).query(1, 1_234), made[1_234])
  assert.notDeepEqual(queries.query(2, 1_234), made[1_234])
})

test('random queries cover every kind of node, every column and every order', () => {
  const nodes = made.flatMap(nodesOf)
  const kinds = new Set(nodes.map(({ kind }) => kind))
  assert.equal(kinds.size, 12, [...kinds].join())
  const ranged = new Set(nodes.flatMap((node) => (node.kind === 'range' ? node.column : [])))
  assert.equal(ranged.size, Object.keys(SEARCHED.home.columns).length)
  assert.equal(new Set(made.map(({ order }) => order)).size, Object.keys(SEARCHED.home.orders).length)
  assert.deepEqual(new Set(made.map(({ where }) => where.length)), new Set([0, 1, 2, 3, 4, 5, 6]))
})

test('random shapes stay on the globe and within the sizes that searches accept', () => {
  for (const node of made.flatMap(nodesOf)) {
    if (node.kind === 'circle') assert.ok(node.radiusM > 0 && node.radiusM <= 805_000 && Math.abs(node.latitude) <= 90)
    if (node.kind !== 'polygon') continue
    assert.ok(node.points.length >= 3 && node.points.length <= 51)
    for (const [latitude, longitude] of node.points) assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
  }
})
