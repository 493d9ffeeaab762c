import { crc32, deflateRawSync, constants as zlib } from 'node:zlib'

/**
 * A search's cards once more, as pieces of a gzip stream that is put together by copying. A card's piece goes on after
 * the three bits, and the padding to a whole byte, that begin a block which is stored as it is: it is the length of
 * that block, the block with the comma before the card and the card's dated beginning, the rest of the card as
 * deflate, and those three bits again. What is dated can therefore be dated in a copy. Nothing in a piece refers to
 * anything before it, so that pieces follow one another in any order.
 */
export interface PackedCards {
  readonly packed: Uint8Array
  /** Start of each row's piece; the last entry is the end of the last piece. A card may have none. */
  readonly packedStarts: Float64Array
  /** CRC-32 of each row's card without its dated beginning. */
  readonly packedSums: Uint32Array
}

/** A length, and the same with all bits inverted. */
export const LENGTHS_BYTES = 4
export const STORED_BYTES_MAX = 0xffff
/** First byte of a block that is stored as it is, and is not the last one. */
export const STORED = 0x00

const COMMA = 0x2c

/** What the end of a flush adds: the lengths of an empty stored block, whose first bits stay. */
const FLUSHED = [0x00, 0x00, 0xff, 0xff] as const

/**
 * The best ratio at the lowest cost: a card is smaller than the window, which is set up for each of them. Levels 1 to
 * 3 differ by a microsecond of 25, level 6 takes twice the time to save 15 bytes of 1,012.
 */
const DEFLATE = { level: 3, windowBits: 12, memLevel: 6, chunkSize: 4096, finishFlush: zlib.Z_FULL_FLUSH }

/** A card's piece, and the CRC-32 of all that follows its dated beginning. */
export interface PackedCard {
  readonly piece: Buffer
  readonly sum: number
}

/** Whether a dated beginning, with its comma, fits a stored block. */
export function canPack(datedBytes: number): boolean {
  return datedBytes < STORED_BYTES_MAX
}

export function packCard(card: Uint8Array, datedBytes: number): PackedCard {
  const rest = card.subarray(datedBytes)
  const deflated = deflateRawSync(rest, DEFLATE)
  const end = deflated.length - FLUSHED.length
  if (FLUSHED.some((byte, i) => deflated[end + i] !== byte))
    throw new Error('zlib ended a flush without an empty block')
  const storedBytes = 1 + datedBytes
  const piece = Buffer.allocUnsafe(LENGTHS_BYTES + storedBytes + end)
  let at = writeLengths(piece, 0, storedBytes)
  piece[at++] = COMMA
  piece.set(card.subarray(0, datedBytes), at)
  piece.set(deflated.subarray(0, end), at + datedBytes)
  return { piece, sum: crc32(rest) }
}

/** Begins a stored block, after its first bits. Returns where it goes on. */
export function writeLengths(target: Uint8Array, at: number, bytes: number): number {
  target[at] = bytes & 0xff
  target[at + 1] = bytes >>> 8
  target[at + 2] = ~bytes & 0xff
  target[at + 3] = (~bytes >>> 8) & 0xff
  return at + LENGTHS_BYTES
}

/** Length of the stored block that begins there. */
export function storedBytesAt(source: Uint8Array, at: number): number {
  return (source[at] as number) + ((source[at + 1] as number) << 8)
}
