import { allocate, type FlatArray } from '../../../engine/column.ts'
import { STORED_BYTES } from './card-pile.ts'

/** Long arrays of bytes are stored in pieces, named by their number. */
export function setPieces(
  set: (name: string, bytes: Uint8Array) => void,
  name: string,
  pieces: Iterable<Uint8Array>,
): void {
  let count = 0
  for (const piece of pieces) set(`${name}/${count++}`, piece)
}

export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += STORED_BYTES) yield bytes.subarray(from, from + STORED_BYTES)
}

/** Reads so many bytes into shared memory. */
export function readPieces(read: (name: string) => Uint8Array, name: string, bytes: number): Uint8Array {
  const whole = allocate('u8', bytes)
  for (let piece = 0, at = 0; at < bytes; piece++) {
    const part = read(`${name}/${piece}`)
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function bytesOf(array: FlatArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
