import { crc32 } from 'node:zlib'
import { joinedSum } from '../base/crc32.ts'
import { LENGTHS_BYTES, STORED, STORED_BYTES_MAX, storedBytesAt, writeLengths } from './packed-cards.ts'

/** RFC 1952: deflate, no name, no time, system unknown. */
const HEADER = [0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, STORED] as const
/** A last block with nothing in it. */
const LAST_BLOCK = [0x03, 0x00] as const
/** Lengths of an empty stored block, the last block, CRC-32 and length. */
const TRAILER_BYTES = LENGTHS_BYTES + LAST_BLOCK.length + 8

/** Bytes that header and trailer take. */
export const FRAME_BYTES = HEADER.length + TRAILER_BYTES

/** Bytes that a text takes as stored blocks. */
export function storedSize(bytes: number): number {
  return bytes + (LENGTHS_BYTES + 1) * Math.ceil(bytes / STORED_BYTES_MAX)
}

/**
 * Puts one gzip member together in memory that holds enough: texts as they are, and pieces of `packed-cards.ts`.
 * Between any two of them stand the first bits of a stored block.
 */
export class GzipWriter {
  readonly #target: Buffer
  #at: number = HEADER.length
  #sum = 0
  #bytes = 0

  constructor(target: Buffer) {
    this.#target = target
    target.set(HEADER)
  }

  /** Texts are UTF-8. */
  text(text: string): void {
    if (text.length > 0) this.stored(Buffer.from(text))
  }

  /** A text in ASCII, shorter than a stored block can be. */
  ascii(text: string): void {
    const start = writeLengths(this.#target, this.#at, text.length)
    const end = start + this.#target.write(text, start, 'latin1')
    this.#target[end] = STORED
    this.#at = end + 1
    this.#count(crc32(this.#target.subarray(start, end)), text.length)
  }

  stored(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += STORED_BYTES_MAX) {
      const part = bytes.subarray(from, from + STORED_BYTES_MAX)
      const start = writeLengths(this.#target, this.#at, part.length)
      this.#target.set(part, start)
      this.#at = start + part.length
      this.#target[this.#at++] = STORED
    }
    this.#count(crc32(bytes), bytes.length)
  }

  /**
   * Copies a piece; without its comma its stored block begins a byte later. Returns where its card begins in the copy.
   */
  copy(source: Buffer, start: number, end: number, withComma: boolean): number {
    const at = this.#at
    if (withComma) {
      source.copy(this.#target, at, start, end)
      this.#at = at + end - start
      return at + LENGTHS_BYTES + 1
    }
    source.copy(this.#target, at + LENGTHS_BYTES, start + LENGTHS_BYTES + 1, end)
    writeLengths(this.#target, at, storedBytesAt(source, start) - 1)
    this.#at = at + end - start - 1
    return at + LENGTHS_BYTES
  }

  /** Counts a part of what was copied. */
  count(sum: number, bytes: number): void {
    this.#count(sum, bytes)
  }

  end(): Buffer {
    const target = this.#target
    const at = writeLengths(target, this.#at, 0)
    target.set(LAST_BLOCK, at)
    target.writeUInt32LE(this.#sum, at + LAST_BLOCK.length)
    return target.subarray(0, target.writeUInt32LE(this.#bytes % 2 ** 32, at + LAST_BLOCK.length + 4))
  }

  #count(sum: number, bytes: number): void {
    this.#sum = joinedSum(this.#sum, sum, bytes)
    this.#bytes += bytes
  }
}
