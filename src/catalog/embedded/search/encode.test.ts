import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsText } from '../../../../test/catalog/shown-page.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { Segments } from '../../engine/segments.ts'
import type { Table } from '../../engine/table.ts'
import { finish, Work } from '../../engine/work.ts'
import { CardWords } from '../../facts/card-words.ts'
import type { EncodedPage, Query } from '../../ports/query.ts'
import { CardPile } from './card-pile.ts'
import { Encoder } from './encode.ts'
import { SPARE_BYTES, withWords } from './packed-cards.ts'
import type { OpenSegment } from './stored.ts'

const SMALL = Array.from({ length: 300 }, (_, i) => `{"zpid":${i},"city":"Łódź"}`)
/** Texts that are together larger than the memory that pages reuse. */
const LARGE = Array.from({ length: 40 }, (_, i) => JSON.stringify(`${i} `.repeat(30_000)))

function pageOf(cards: readonly string[]): EncodedPage {
  return finish(encoderOf(cards).page(QUERY, new Work()))
}

const QUERY = { today: 0 } as Query // only the search reads the other fields

/** Returns an encoder whose searches find all these results, which are stored in two segments. */
function encoderOf(cards: readonly string[]): Encoder<'home'> {
  const half = cards.length / 2
  const segments = [segmentOf(cards.slice(0, half)), segmentOf(cards.slice(half))] as const
  const search = {
    keyOf: (row: number) => row,
    segments: new Segments([{ rows: half } as Table, { rows: half } as Table]), // the encoder reads nothing else
    *find() {
      yield // pauses like a search
      const rows = Uint32Array.from(cards, (_, row) => row)
      return { total: rows.length, ungrouped: rows.length, left: 0, rows, members: undefined }
    },
  }
  return new Encoder([...segments], search, { head: () => '' })
}

function segmentOf(cards: readonly string[]): OpenSegment {
  const pile = new CardPile()
  for (const card of cards) pile.add(`\n${card}`)
  const rowOf = Uint32Array.from(cards, (_, row) => row)
  const packed = Buffer.concat([...pile.inOrder(rowOf), Buffer.alloc(SPARE_BYTES)])
  const stored = withWords(
    { packed, starts: pile.startsInOrder(rowOf) },
    pile.dictionary,
    new CardWords(trialCards.words),
  )
  return { cards: stored } as OpenSegment // the encoder reads nothing else
}

test('a page has the results of all segments in order, even if they exceed the memory that pages reuse', () => {
  for (const cards of [SMALL, LARGE]) assert.ok(cardsText(pageOf(cards), ['[', ']']) === cards.join())
  assert.equal(cardsText(pageOf([]), ['[', ']']), '')
})

test('the beginning and the end of an answer may be of any length', () => {
  for (const bytes of [0, 100, 16 * 1024, 16 * 1024 + 1, 2_000_000]) {
    const text = cardsText(pageOf(SMALL), ['b'.repeat(bytes), 'e'.repeat(bytes)])
    assert.ok(text === SMALL.join(), `${bytes} bytes`)
  }
})

test('the memory of a page is reused once it is released, and a second request for the bytes gets the same ones', () => {
  const page = pageOf(SMALL)
  const [first, second] = [page.json('[', ']'), page.json('[', ']')]
  assert.notEqual(first.bytes.buffer, second.bytes.buffer)
  assert.deepEqual(Buffer.from(first.bytes), Buffer.from(second.bytes))
  first.release()
  const third = page.json('{', '}')
  assert.equal(third.bytes.buffer, first.bytes.buffer)
  assert.equal(Buffer.from(second.bytes).toString(), `[${SMALL.join()}]`)
})

test('pages that are read for their counts alone take no memory', () => {
  const encoder = encoderOf([])
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 20; i++) assert.equal(finish(encoder.page(QUERY, new Work())).cardBytes, 0)
  assert.ok(process.memoryUsage().arrayBuffers - before < 10 * 1024 * 1024, 'less than the memory of twenty answers')
})
