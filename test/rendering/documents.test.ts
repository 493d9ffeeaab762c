import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FULL_DOCUMENT, fullDocument } from '../../src/rendering/documents/full-document.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../../src/rendering/documents/trimmed-document.ts'
import { anyHome } from '../operations/any-home.ts'
import { problemsOf } from '../operations/declared.ts'
import { HOMES } from '../operations/made-homes.ts'
import { smallContext } from '../operations/small-catalog.ts'

test('the full document of any home is as declared, and has no value that JSON cannot hold', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, fc.boolean(), async (home, bare) => {
      const answer = await fullDocument(home, smallContext({ homes: [...HOMES, home], bare }))
      assert.deepEqual(problemsOf(answer, FULL_DOCUMENT), [])
    }),
    { numRuns: 300 },
  )
})

test('the trimmed document of any home is as declared, and has no value that JSON cannot hold', () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      const answer = trimmedDocument(home, smallContext())
      assert.deepEqual(problemsOf(answer, TRIMMED_DOCUMENT), [])
    }),
    { numRuns: 300 },
  )
})

for (const home of HOMES) {
  test(`the made-up home ${home.zpid} has a full and a trimmed document as declared`, async () => {
    assert.deepEqual(problemsOf(await fullDocument(home, smallContext()), FULL_DOCUMENT), [])
    assert.deepEqual(problemsOf(trimmedDocument(home, smallContext()), TRIMMED_DOCUMENT), [])
  })
}
