import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ARRAY_PIECE_BYTES, piecesOf, readPieces, setPieces, storedArray, wholeArray, wholePiece } from './pieces.ts'

const MAGIC = Buffer.of(0x28, 0xb5, 0x2f, 0xfd)

test('an array is restored from its pieces, whether or not compression shortens them', () => {
  const alike = Buffer.from('{"a card":"like others"}'.repeat(ARRAY_PIECE_BYTES / 8))
  const unlike = randomBytes(ARRAY_PIECE_BYTES + 7)
  for (const bytes of [alike, unlike, Buffer.alloc(0), MAGIC, Buffer.concat([MAGIC, unlike])]) {
    const stored = new Map<string, Uint8Array>()
    setPieces((name, piece) => stored.set(name, Uint8Array.from(piece)), 'cards', piecesOf(bytes))
    const read = readPieces((name) => stored.get(name) as Uint8Array, 'cards', bytes.length)
    assert.ok(Buffer.compare(bytes, read) === 0)
    const sizes = [...stored.values()].map(({ length }) => length)
    if (bytes === alike) assert.ok(sizes.every((size) => size < ARRAY_PIECE_BYTES / 100))
    if (bytes === unlike) assert.deepEqual(sizes, [ARRAY_PIECE_BYTES, 7])
  }
})

test('a stored array is restored, and is compressed only if that makes it much shorter', () => {
  const alike = Buffer.alloc(100_000, 7)
  const alikeAtFirst = Buffer.concat([alike, randomBytes(60_000)])
  const unlike = randomBytes(100_000)
  for (const [bytes, isPacked] of [
    [alike, true],
    [alikeAtFirst, false],
    [unlike, false],
    [Buffer.alloc(40), false],
    [Buffer.alloc(0), false],
  ] as const) {
    const stored = storedArray(bytes)
    assert.equal(stored.length < bytes.length, isPacked)
    assert.ok(bytes.equals(wholeArray(stored, bytes.length)))
  }
})

test('uncompressed pieces of an older format are restored', () => {
  const pieces = [Buffer.alloc(ARRAY_PIECE_BYTES, 'x'), Buffer.from('the end')]
  const read = readPieces(
    (name) => pieces[Number(name.slice('cards/'.length))] as Buffer,
    'cards',
    ARRAY_PIECE_BYTES + 7,
  )
  assert.ok(Buffer.concat(pieces).equals(read))
  assert.equal(wholePiece(pieces[1] as Buffer), pieces[1])
})
