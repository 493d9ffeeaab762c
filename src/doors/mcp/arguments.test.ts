import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './arguments.ts'
import { Refusal } from './refusal.ts'
import { TOOLS } from './tools/index.ts'

const [SCHEMA] = TOOLS.filter(({ name }) => name === 'search_homes').map(({ input }) => input)

function refusalOf(given: unknown): string {
  assert(SCHEMA)
  try {
    read(SCHEMA, given)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('the arguments were taken')
}

test('of many wrong arguments ten are named, and the others are counted, those inside of others too', () => {
  const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`wrong_${i}`, 0]))
  const refusal = refusalOf({ kind: 'sold', ...wrong(10_000), near: wrong(5000) })
  assert.equal(refusal.match(/Unknown argument/g)?.length, 10)
  assert.match(refusal, / And 14,993 more problems\.$/) // near lacks what it needs, too
  assert.equal(refusalOf({ kind: 'sold', ...wrong(10) }).match(/Unknown argument/g)?.length, 10)
  assert.match(refusalOf({ kind: 'sold', ...wrong(11) }), / And 1 more problem\.$/)
})
