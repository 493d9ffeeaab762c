import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CardWords, MarkCounter, STORED_WORDS, withoutMarks } from './card-words.ts'

const WORDS = {
  Portal: 'Homely',
  portal: 'homely',
  portalOrigin: 'https://homely.example',
  mediaOrigin: 'https://"pictures".example',
}
const { Portal, portal, portalOrigin, mediaOrigin } = STORED_WORDS

/** Cards with placeholders, and with other characters whose UTF-8 starts with the same byte. */
const cardsOfAnyKind = fc.array(
  fc.array(fc.constantFrom(Portal, portal, portalOrigin, mediaOrigin, 'é', '°', '½', '名', '"', 'a')),
)

test('word marks in cards are replaced, even if a mark is split between two chunks', () => {
  fc.assert(
    fc.property(cardsOfAnyKind, fc.integer({ min: 1, max: 7 }), (parts, pieceBytes) => {
      const stored = parts.map((card) => Buffer.from(card.join('')))
      const starts = new Float64Array(stored.length + 1)
      stored.forEach((card, row) => {
        starts[row + 1] = (starts[row] as number) + card.length
      })
      const all = Buffer.concat(stored)
      const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, piece) =>
        all.subarray(piece * pieceBytes, (piece + 1) * pieceBytes),
      )
      const counter = new MarkCounter()
      const words = new CardWords(WORDS)
      const { cards, cardStarts } = words.putAll(counter.counted(pieces), starts, countsOf(pieces))
      assert.deepEqual(counter.counts, countsOf([all]))
      const shown = stored.map((_, row) => Buffer.from(cards).toString('utf8', cardStarts[row], cardStarts[row + 1]))
      assert.deepEqual(
        shown,
        stored.map((card) => words.put(card.toString())),
      )
      assert.equal(cardStarts.at(-1), cards.length)
    }),
  )
})

function countsOf(pieces: readonly Buffer[]): readonly number[] {
  const text = Buffer.concat(pieces).toString()
  return [Portal, portal, portalOrigin, mediaOrigin].map((mark) => text.split(mark).length - 1)
}

test('a word is escaped as within a JSON string', () => {
  assert.deepEqual(
    JSON.parse(new CardWords(WORDS).put(`"${mediaOrigin}/media/1.svg"`)),
    `${WORDS.mediaOrigin}/media/1.svg`,
  )
})

test('a record loses only the characters that stand for words', () => {
  assert.equal(withoutMarks(`a${Portal}b${mediaOrigin}c é`), 'a\ufffdb\ufffdc é')
})
