import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CardWords, STORED_WORDS } from '../../facts/card-words.ts'
import { CardPile } from './card-pile.ts'
import { SPARE_BYTES, viewOf, withWords } from './packed-cards.ts'
import { ARRAY_PIECE_BYTES } from './pieces.ts'
import { SegmentCards } from './segment-cards.ts'

/** Lengths in characters, each of which takes two bytes in UTF-8. */
const LENGTHS = [10, ARRAY_PIECE_BYTES / 2 - 10, 1, ARRAY_PIECE_BYTES / 2, 30_000, ARRAY_PIECE_BYTES / 2 + 5, 0, 7]
const ROW_OF = Uint32Array.of(3, 0, 6, 2, 5, 1, 7, 4)
const dating = { head: (facts: string) => `<${facts}>` }

/** Returns pseudorandom text of two-byte characters, which does not compress. */
function noise(length: number, seed: number): string {
  let state = seed + 1
  const units = new Uint16Array(length).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return 0xe0 + (state >>> 26)
  })
  return Buffer.from(units.buffer).toString('utf16le')
}

function checkOrder(lengths: readonly number[], rowOf: Uint32Array): void {
  const pile = new CardPile()
  const cards = lengths.map((length, i) => noise(length, i))
  cards.forEach((card, i) => {
    pile.add(`${i % 2 === 0 ? i : `{"day":${i}}`}\n${card}`)
  })
  const finished = CardPile.from(structuredClone(pile.parts()))

  const pieces = Array.from(finished.inOrder(rowOf), (piece) => Buffer.from(piece))
  assert.ok(pieces.slice(0, -1).every((piece) => piece.length === ARRAY_PIECE_BYTES))
  const starts = finished.startsInOrder(rowOf)
  const packed = Buffer.concat([...pieces, Buffer.alloc(SPARE_BYTES)])
  assert.equal(packed.length, (starts.at(-1) ?? Number.NaN) + SPARE_BYTES)

  const stored = new SegmentCards(
    withWords({ packed, starts }, finished.dictionary, new CardWords(STORED_WORDS)),
    0,
    dating,
  )
  const target = Buffer.alloc(3 * Math.max(...lengths) + 1000)
  rowOf.forEach((row, added) => {
    const end = stored.write(row, 0, target, viewOf(target), 0)
    const facts = added % 2 === 0 ? added : `{"day":${added}}`
    assert.ok(target.toString('utf8', 0, end) === `<${facts}>${cards[added]}`, `card ${added}`)
  })
}

test('stored pieces contain every search result in row order, wherever pieces end', () => {
  checkOrder(LENGTHS, ROW_OF)
})

test('search results that fill several buffers are restored from all of them', () => {
  const lengths = Array.from({ length: 24 }, (_, i) => (i % 4 === 0 ? 700_000 : 1000 + i))
  checkOrder(
    lengths,
    Uint32Array.from(lengths, (_, i) => (i * 7) % lengths.length),
  )
})
