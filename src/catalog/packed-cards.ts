import { crc32 } from 'node:zlib'
import { deflateBlock, deflatedMax } from '../base/deflate.ts'

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
  const room = Buffer.allocUnsafeSlow(packedMax(card.length))
  const { end, sum } = writePacked(card, datedBytes, room, 0)
  return { piece: Buffer.from(room.subarray(0, end)), sum }
}

/** Room enough for the piece of a card. */
export function packedMax(cardBytes: number): number {
  return LENGTHS_BYTES + 1 + cardBytes + deflatedMax(cardBytes)
}

/** Writes a card's piece where there are `packedMax` bytes of room. */
export function writePacked(
  card: Uint8Array,
  datedBytes: number,
  target: Uint8Array,
  start: number,
): { readonly end: number; readonly sum: number } {
  let at = writeLengths(target, start, 1 + datedBytes)
  target[at++] = COMMA
  target.set(card.subarray(0, datedBytes), at)
  const rest = card.subarray(datedBytes)
  return { end: deflateBlock(rest, target, at + datedBytes), sum: crc32(rest) }
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
