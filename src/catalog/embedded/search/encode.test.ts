import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { Segments } from '../../engine/segments.ts'
import type { Table } from '../../engine/table.ts'
import { finish, TooMuchWork, Work } from '../../engine/work.ts'
import { CardWords } from '../../facts/card-words.ts'
import type { Query } from '../../ports/query.ts'
import { Encoder } from './encode.ts'
import { STORED_BYTES } from './pieces.ts'
import type { OpenSegment } from './stored.ts'

const PIECES = 40
const CARD_BYTES = 100

/** Each piece of the file has two results of the page, and after each of them a long result that is not on the page. */
const CARDS = 2 * PIECES
const HALF = STORED_BYTES / 2
const cardStarts = Float64Array.from({ length: 2 * CARDS + 1 }, (_, row) => {
  return Math.floor(row / 2) * HALF + (row % 2) * CARD_BYTES
})

/** Fills each half of a piece with its own letter. */
function pieceAt(number: number): Buffer {
  return Buffer.concat([0, 1].map((half) => Buffer.alloc(HALF, textOf(2 * number + half))))
}

function textOf(card: number): string {
  return String.fromCharCode('0'.charCodeAt(0) + card)
}

/** Returns an encoder for these results, which are only in the file. */
function encoderOf(cards: readonly number[], read: (number: number) => void): Encoder<'home'> {
  const open = { cards: undefined, cardStarts } as unknown as OpenSegment // the encoder reads nothing else
  const rows = Uint32Array.from(cards, (card) => 2 * card)
  const search = {
    keyOf: () => 0,
    segments: new Segments([{ rows: 2 * CARDS } as Table]), // the encoder reads nothing else
    *find() {
      yield // pauses like a search
      return { total: rows.length, ungrouped: rows.length, left: 0, rows, members: undefined }
    },
  }
  return new Encoder([open], search, {
    dating: { head: () => '' },
    words: new CardWords(trialCards.words),
    pieceAt: (_segment, number) => {
      read(number)
      return pieceAt(number)
    },
  })
}

const QUERY = { today: 0 } as Query // only the search reads the other fields

test('a page whose results are only in the file reads each piece once, with pauses', () => {
  const firstHalves = Array.from({ length: PIECES }, (_, piece) => 2 * piece)
  const cardsOnPage = [...firstHalves.toReversed(), ...firstHalves.map((card) => card + 1)]
  const read: number[] = []
  const steps = encoderOf(cardsOnPage, (number) => read.push(number)).page(QUERY, new Work())
  for (;;) {
    const readBefore = read.length
    const { done, value } = steps.next()
    assert.ok(read.length <= readBefore + 3, 'more than three pieces without a pause')
    if (!done) continue
    const text = cardsOnPage.map((card) => textOf(card).repeat(CARD_BYTES)).join(',')
    assert.ok(Buffer.from(value.json('', '').bytes).equals(Buffer.from(text)))
    break
  }
  assert.deepEqual(
    read,
    firstHalves.map((_, piece) => piece),
  )
})

test('reading the results of a page does not count toward the limit of its search', () => {
  const page = (mostNs: number) => encoderOf([0, 2, 4], () => {}).page(QUERY, new Work(mostNs))
  assert.equal(finish(page(10_000)).total, 3)
  assert.throws(() => finish(page(1000)), TooMuchWork)
})
