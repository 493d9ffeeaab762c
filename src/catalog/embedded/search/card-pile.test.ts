import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CardPile, STORED_BYTES, writeAll } from './card-pile.ts'
import { openNameless } from './nameless-file.ts'
import { RunReader } from './run-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-cards-'))
const [file, otherFile] = [openNameless(join(folder, 'cards')), openNameless(join(folder, 'other'))]
after(() => {
  for (const each of [file, otherFile]) closeSync(each)
  rmSync(folder, { recursive: true })
})

const LENGTHS = [10, STORED_BYTES - 10, 1, STORED_BYTES, 2 * STORED_BYTES + 5, 300_000, 0, 7]
const ROW_OF = Uint32Array.of(3, 0, 6, 2, 5, 1, 7, 4)

function checkOrder(pile: CardPile, lengths: readonly number[], rowOf: Uint32Array): void {
  const cards = lengths.map((length, i) => `${String.fromCharCode(97 + i)}ł`.repeat(length).slice(0, length))
  // In a file they stand in another order than they were added
  for (const [i, card] of cards.entries()) pile.add(card, (i * 5) % 7)
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

test('stored pieces add up to every card in row order, wherever pieces end', () => {
  checkOrder(new CardPile(), LENGTHS, ROW_OF)
})

test('cards that were moved to a file come back from it', () => {
  const lengths = Array.from({ length: 80 }, (_, i) => (i % 8 === 0 ? 5_000_000 : 1000 + i))
  const pile = new CardPile(file)
  checkOrder(
    pile,
    lengths,
    Uint32Array.from(lengths, (_, i) => (i * 7) % lengths.length),
  )
  assert.deepEqual(pile.parts().pieces, [], 'no memory is kept')
})

test('a file that is written in runs is read in any order', () => {
  const runBytes = 1000
  const bytes = Buffer.from(Array.from({ length: 3500 }, (_, i) => i % 251))
  writeAll(otherFile, bytes, 0)
  const reader = new RunReader(otherFile, runBytes, 64)
  for (const [start, length] of [
    [0, 10],
    [1990, 300],
    [5, 900],
    [1000, 64],
    [10, 0],
    [3400, 100],
    [990, 10],
    [995, 5],
  ] as const) {
    assert.ok(bytes.subarray(start, start + length).equals(reader.part(start, length)), `${length} from ${start}`)
  }
  assert.throws(() => reader.part(3450, 100), /ended before what was written/)
})

test('the files of cards have no names', () => {
  assert.deepEqual(readdirSync(folder), [])
})
