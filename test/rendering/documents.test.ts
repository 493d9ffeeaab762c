import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Ready, writeJson } from '../../src/kit/answers/index.ts'
import { portalWords } from '../../src/kit/base/words.ts'
import { FULL_DOCUMENT, fullDocument, PROPERTY_DETAILS } from '../../src/service/rendering/documents/full-document.ts'
import { gather } from '../../src/service/rendering/documents/gathered.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../../src/service/rendering/documents/trimmed-document.ts'
import { MINI_ROW, miniRowsOf } from '../../src/service/rendering/rows/mini-row.ts'
import { surroundingsOf } from '../../src/service/rendering/surroundings.ts'
import { anyHome } from '../operations/any-home.ts'
import { problemsOf } from '../operations/declared.ts'
import { HOMES } from '../operations/made-homes.ts'
import { smallContext } from '../operations/small-catalog.ts'

test('the full document of any home matches its declaration, and has no value that JSON cannot represent', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, fc.boolean(), async (home, bare) => {
      const context = smallContext({ homes: [...HOMES, home], bare })
      const answer = await fullDocument(home, context)
      assert.deepEqual(problemsOf(inFull(answer), FULL_DOCUMENT), [])
      const details = PROPERTY_DETAILS.of(await gather(home, context), portalWords(context.words))
      assert.deepEqual(problemsOf(inFull(details), PROPERTY_DETAILS), [])
      assert.equal(writeJson({ propertyDetails: answer.propertyDetails }), writeJson({ propertyDetails: details }))
    }),
    { numRuns: 70 },
  )
})

test('the row of any home matches its declaration, and has no value that JSON cannot represent', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, async (home) => {
      const context = smallContext()
      const [row] = await miniRowsOf([home], context.catalog.records, surroundingsOf(context))
      assert.deepEqual(problemsOf(row?.row.toJSON(), MINI_ROW), [])
    }),
    { numRuns: 70 },
  )
})

test('the trimmed document of any home matches its declaration, and has no value that JSON cannot represent', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, async (home) => {
      const answer = await trimmedDocument(home, smallContext())
      assert.deepEqual(problemsOf(answer, TRIMMED_DOCUMENT), [])
    }),
    { numRuns: 70 },
  )
})

for (const home of HOMES) {
  test(`the made-up home ${home.zpid} has a full and a trimmed document that match their declaration`, async () => {
    assert.deepEqual(problemsOf(inFull(await fullDocument(home, smallContext())), FULL_DOCUMENT), [])
    assert.deepEqual(problemsOf(await trimmedDocument(home, smallContext()), TRIMMED_DOCUMENT), [])
  })
}

/** Parses those parts of a document that are already JSON. Other parts are returned unchanged. */
function inFull(part: unknown): unknown {
  if (part instanceof Ready) return JSON.parse(part.json)
  if (Array.isArray(part)) return part.map(inFull)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inFull(value)]))
}
