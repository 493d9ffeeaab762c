import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CardPile } from './card-pile.ts'
import { STORED_BYTES } from './pieces.ts'

const LENGTHS = [10, STORED_BYTES - 10, 1, STORED_BYTES, 2 * STORED_BYTES + 5, 300_000, 0, 7]
const ROW_OF = Uint32Array.of(3, 0, 6, 2, 5, 1, 7, 4)

function checkOrder(lengths: readonly number[], rowOf: Uint32Array): void {
  const pile = new CardPile()
  const cards = lengths.map((length, i) => `${String.fromCharCode(97 + (i % 26))}ł`.repeat(length).slice(0, length))
  for (const card of cards) pile.add(card)
  const finished = CardPile.from(pile.parts())

  const pieces = Array.from(finished.inOrder(rowOf), (piece) => Buffer.from(piece))
  const starts = finished.startsInOrder(rowOf)

  const stored = Buffer.concat(pieces)
  assert.equal(stored.length, finished.bytes)
  assert.ok(pieces.slice(0, -1).every((piece) => piece.length === STORED_BYTES))
  rowOf.forEach((row, added) => {
    const card = stored.subarray(starts[row], starts[row + 1]).toString()
    assert.ok(card === cards[added], `card ${added}`)
  })
}

test('stored pieces contain every search result in row order, wherever pieces end', () => {
  checkOrder(LENGTHS, ROW_OF)
})

test('search results that fill several buffers are restored from all of them', () => {
  const lengths = Array.from({ length: 80 }, (_, i) => (i % 8 === 0 ? 5_000_000 : 1000 + i))
  checkOrder(
    lengths,
    Uint32Array.from(lengths, (_, i) => (i * 7) % lengths.length),
  )
})
