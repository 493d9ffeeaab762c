import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleTally } from './rule-tally.ts'

const finding = (given: string, rule = 'View.unreadable') => ({
  rule,
  sentence: 'View cannot be read.',
  detail: given,
  given,
})

test('a rule has its number of rows, one example, and the unreadable texts by frequency', () => {
  const tally = new RuleTally()
  tally.add([finding('Sea'), finding('Lake')], 'a line 2')
  tally.add([finding('Lake')], 'a line 3')
  tally.add([{ rule: 'point.far', sentence: 'Far.', detail: 'x' }, finding('Lake')], 'b lines 4 to 6')
  assert.deepEqual(tally.counts(), [
    {
      rule: 'View.unreadable',
      sentence: 'View cannot be read.',
      rows: 3,
      example: 'a line 2: Sea',
      texts: [
        { text: 'Lake', times: 3 },
        { text: 'Sea', times: 1 },
      ],
    },
    { rule: 'point.far', sentence: 'Far.', rows: 1, example: 'b lines 4 to 6: x' },
  ])
})

test('of very many texts, only the first are stored, and the others are counted', () => {
  const tally = new RuleTally()
  for (let i = 0; i < 12_000; i++) tally.add([finding(`t${i}`)], 'a')
  for (let i = 0; i < 5; i++) tally.add([finding('t9999'), finding('t11000')], 'a')
  const [count] = tally.counts()
  assert.equal(count?.texts?.length, 100)
  assert.deepEqual(count?.texts?.[0], { text: 't9999', times: 6 })
  assert.equal(count?.textsBeside, 12_000 + 10 - 6 - 99)
})

test('a long text is shortened to the length that messages show', () => {
  const tally = new RuleTally()
  tally.add([finding('x'.repeat(1_000_000))], 'a')
  assert.equal(tally.counts()[0]?.texts?.[0]?.text.length, 81)
})
