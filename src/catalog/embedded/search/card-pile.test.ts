import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CardPile, STORED_BYTES } from './card-pile.ts'

test('stored pieces add up to every card in row order, wherever pieces end', () => {
  const lengths = [10, STORED_BYTES - 10, 1, STORED_BYTES, 2 * STORED_BYTES + 5, 300_000, 0, 7]
  const cards = lengths.map((length, i) => `${String.fromCharCode(97 + i)}ł`.repeat(length).slice(0, length))
  const rowOf = Uint32Array.of(3, 0, 6, 2, 5, 1, 7, 4)
  const pile = new CardPile()
  for (const card of cards) pile.add(card)

  const pieces = Array.from(pile.inOrder(rowOf), (piece) => Buffer.from(piece))
  const starts = pile.startsInOrder(rowOf)

  const stored = Buffer.concat(pieces)
  assert.equal(stored.length, pile.bytes)
  assert.ok(pieces.slice(0, -1).every((piece) => piece.length === STORED_BYTES))
  rowOf.forEach((row, added) => {
    const card = stored.subarray(starts[row], starts[row + 1]).toString()
    assert.ok(card === cards[added], `card ${added}`)
  })
})
