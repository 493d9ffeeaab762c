import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { undoBytes, undoIn, undone, undoOf, undoOfRemoval } from './record-undo.ts'

const values = fc.letrec((tie) => ({
  value: fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(tie('value'), { maxLength: 4 }), tie('part')),
  part: fc.dictionary(fc.stringMatching(/^[a-c]$/), tie('value'), { maxKeys: 3, noNullPrototype: true }),
}))
const records = fc.dictionary(fc.stringMatching(/^[a-d]$/), values.value, { noNullPrototype: true })

test('a stored undo turns any record back into any other, and does not modify the given record', () => {
  fc.assert(
    fc.property(records, records, (before, after) => {
      const given = structuredClone(after)
      const undo = undoIn(undoBytes(undoOf('offer', before, after)))
      assert.deepEqual(undone(after, undo), before)
      assert.deepEqual(after, given)
    }),
    { seed: 30_002 },
  )
})

test('the undo of a removal contains the record without pictures, contacts and history', () => {
  const history = [{ date: '2026-01-01', event: 'Sold' }]
  const listing = { status: 'Active', contact: { name: 'Ada' }, photos: [{ url: 'https://x.test' }] }
  const undo = undoIn(undoBytes(undoOfRemoval('home', { zpid: 1, history, taxes: [], listing })))
  assert.deepEqual(undone(undefined, undo), { zpid: 1, history: [], taxes: [], listing: { status: 'Active' } })
})

test('a removed listing is restored without its contact', () => {
  const listing = { status: 'Active', contact: { name: 'Ada' } }
  const undo = undoOf('home', { zpid: 1, listing }, { zpid: 1 })
  assert.deepEqual(undone({ zpid: 1 }, undo), { zpid: 1, listing: { status: 'Active' } })
})

test('a new price takes less than twenty bytes, and a source’s key may contain dots', () => {
  const history = [{ date: '2026-01-01' }]
  const before = { listing: { listPrice: 500_000 }, history, facts: { other: { 'a.b': 'x' } } }
  const after = { ...before, listing: { listPrice: 490_000 }, history: [...history, { date: '2026-02-01' }] }
  assert.ok(undoBytes(undoOf('home', before, after)).length < 20)
  const other = { ...before, facts: { other: { 'a.b': 'y' } } }
  assert.deepEqual(undone(other, undoOf('home', before, other)), before)
})
