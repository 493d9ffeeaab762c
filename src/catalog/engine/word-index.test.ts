import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsOf as wordsIn } from '../../model/search-text.ts'
import { BETWEEN_TEXTS, WordIndexBuilder } from './word-index-builder.ts'

const words = fc.constantFrom('a', 'ab', 'abc', 'b', 'zürich', '東京', '😀', '￼', '7', 'pool')
const texts = fc.array(fc.array(words, { maxLength: 8 }), { minLength: 1, maxLength: 80 })

test('a word lists exactly the rows that contain it, also after rows are reordered', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (rows, turn) => {
      const builder = new WordIndexBuilder((text) => text)
      rows.forEach((row, i) => {
        builder.add(i, row.join(' '))
      })
      const rowOf = Uint32Array.from(rows, (_, i) => (i + turn) % rows.length)
      const index = builder.build(rows.length, rowOf)
      assert.equal(index.words, new Set(rows.flat()).size)
      for (const word of [...new Set(rows.flat()), 'none', '', 'ab ']) {
        const expected = rows.flatMap((row, i) => (row.some((each) => each === word) ? [(i + turn) % rows.length] : []))
        const reader = index.read(word)
        const into = new Uint32Array(rows.length)
        assert.deepEqual(
          Array.from(into.subarray(0, reader?.unpack(into) ?? 0)),
          expected.sort((a, b) => a - b),
        )
        assert.equal(reader?.count ?? 0, expected.length)
      }
    }),
  )
})

test('rare words are stored as lists and common words as bitmaps, and both are read correctly in a longer table', () => {
  const builder = new WordIndexBuilder((text) => text)
  const rowCount = 5000
  for (let row = 0; row < rowCount; row++)
    builder.add(row, `Common ${row % 3 === 0 ? 'Third' : ''} ${row % 100 === 7 ? 'rare' : ''} N${row}`)
  const index = builder.build(rowCount)
  const into = new Uint32Array(rowCount)
  const counts = ['common', 'third', 'rare', 'n4999', 'Rare'].map((word) => index.read(word)?.unpack(into) ?? 0)
  assert.deepEqual(counts, [5000, 1667, 50, 1, 0])
  assert.ok(index.arrays.bitmaps.byteLength > 0 && index.arrays.lists.byteLength < 4 * rowCount + 200)
})

test('ASCII texts are split like the words of searches, without a call of normalize', () => {
  const ascii = fc.string({
    unit: fc.constantFrom('a', 'Z', '0', "'", ' ', '-', '/', '@', '[', '\0', "Owner's", 'Pool '),
  })
  fc.assert(
    fc.property(fc.array(ascii, { minLength: 1, maxLength: 20 }), (rows) => {
      const builder = new WordIndexBuilder(() => assert.fail('it was asked'))
      rows.forEach((row, i) => {
        builder.add(i, row)
      })
      const index = builder.build(rows.length)
      const wordsOf = rows.map((row) => new Set(wordsIn(row)))
      const all = new Set(wordsOf.flatMap((words) => [...words]))
      assert.equal(index.words, all.size)
      for (const word of all) {
        const expected = [...rows.keys()].filter((row) => wordsOf[row]?.has(word))
        const into = new Uint32Array(rows.length)
        assert.deepEqual(Array.from(into.subarray(0, index.read(word)?.unpack(into))), expected)
      }
    }),
  )
})

test('an empty index finds no word', () => {
  assert.equal(new WordIndexBuilder((text) => text).build(0).read('a'), undefined)
})

test('a phrase matches consecutive words within one text, and never across two texts', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `w${i}`)
  const builder = new WordIndexBuilder((text) => wordsIn(text).join(' '))
  const rows = [
    many.join(' '),
    'of the house',
    `The House${BETWEEN_TEXTS}of the sea`,
    'the, of-the',
    `w130 Zürich of${BETWEEN_TEXTS}the`,
    '',
    'w19999 w19998',
  ]
  rows.forEach((row, i) => {
    builder.add(i, row)
  })
  const rowOf = Uint32Array.from(rows, (_, i) => (i * 3) % rows.length)
  const index = builder.build(rows.length, rowOf)
  const holders = (...words: string[]) => {
    const phrase = index.phrase(words)
    if (phrase === undefined) return undefined
    const into = new Uint32Array(rows.length + 1)
    const kept = phrase.keep(Uint32Array.from(rows.keys()), 0, rows.length, into, 0)
    return Array.from(into.subarray(0, kept), (row) => rowOf.indexOf(row)).sort((a, b) => a - b)
  }
  assert.deepEqual(holders('of', 'the'), [1, 2, 3])
  assert.deepEqual(holders('house', 'of'), [])
  assert.deepEqual(holders('the', 'house'), [1, 2])
  assert.deepEqual(holders('zurich', 'of'), [4])
  assert.deepEqual(holders('w19999', 'w19998'), [6])
  for (const i of [0, 1, 126, 127, 128, 129, 16_382, 16_383, 16_384, 19_998])
    assert.deepEqual(holders(`w${i}`, `w${i + 1}`), [0], String(i))
  assert.equal(holders('of', 'none'), undefined)
})
