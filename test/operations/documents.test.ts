import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullDocument } from '../../src/operations/lookup/full-document.ts'
import { trimmedDocument } from '../../src/operations/lookup/trimmed-document.ts'
import { TRIMMED } from './answer-shapes.ts'
import { anyHome } from './any-home.ts'
import { PRO } from './home-shape.ts'
import { HOMES } from './made-homes.ts'
import { problemsOf, unspeakable } from './shape.ts'
import { smallContext } from './small-catalog.ts'

test('the full document of any home has every key with its type, and no value that JSON cannot hold', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, fc.boolean(), async (home, bare) => {
      const answer = await fullDocument(home, smallContext({ homes: [...HOMES, home], bare }))
      assert.deepEqual([...problemsOf(answer, PRO), ...unspeakable(answer)], [])
    }),
    { numRuns: 300 },
  )
})

test('the trimmed document of any home has every key with its type, and no value that JSON cannot hold', () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      const answer = trimmedDocument(home, smallContext())
      assert.deepEqual([...problemsOf(answer, TRIMMED), ...unspeakable(answer)], [])
    }),
    { numRuns: 300 },
  )
})

for (const home of HOMES) {
  test(`the made-up home ${home.zpid} has a full and a trimmed document of the right shape`, async () => {
    assert.deepEqual(problemsOf(await fullDocument(home, smallContext()), PRO), [])
    assert.deepEqual(problemsOf(trimmedDocument(home, smallContext()), TRIMMED), [])
  })
}
