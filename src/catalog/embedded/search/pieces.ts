import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { allocate, type FlatArray } from '../../engine/column.ts'

/** The fastest compression level. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Size of the pieces of long arrays. Reading a piece costs about 10 µs plus the time for its bytes. */
export const ARRAY_PIECE_BYTES = 2 * 1024 * 1024

/** The first bytes of a compressed piece. A piece that compression does not shorten is stored uncompressed. */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]

/** Stores a long array of bytes as numbered pieces. Each piece is compressed separately. */
export function setPieces(
  set: (name: string, bytes: Uint8Array) => void,
  name: string,
  pieces: Iterable<Uint8Array>,
): void {
  let count = 0
  for (const piece of pieces) set(`${name}/${count++}`, packedPiece(piece))
}

function packedPiece(piece: Uint8Array): Uint8Array {
  const packed = zstdCompressSync(piece, PACKING)
  return packed.length < piece.length || isPacked(piece) ? packed : piece
}

/** Decompresses a stored piece, if it is compressed. */
export function wholePiece(stored: Uint8Array): Uint8Array {
  return isPacked(stored) ? unpacked(stored, ARRAY_PIECE_BYTES) : stored
}

/** The buffer is larger than the result, because Node allocates another buffer when one is full. */
function unpacked(stored: Uint8Array, maxBytes: number): Uint8Array {
  return zstdDecompressSync(stored, { chunkSize: maxBytes + 1024, maxOutputLength: maxBytes })
}

function isPacked(stored: Uint8Array): boolean {
  return MAGIC.every((byte, i) => stored[i] === byte)
}

/** Yields the pieces of an array that is always read completely. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += ARRAY_PIECE_BYTES)
    yield bytes.subarray(from, from + ARRAY_PIECE_BYTES)
}

/** Copies as much of a string as fits, starting at its byte `from`. Returns the number of copied bytes. */
type CopyPart = (text: number, target: Buffer, at: number, from: number) => number

/** Yields these strings in pieces of `size` bytes. A string may continue in the next piece. */
export function* filledPieces(texts: Uint32Array, copy: CopyPart, size: number): Generator<Buffer> {
  let piece = Buffer.allocUnsafe(size)
  let used = 0
  for (const text of texts) {
    let copied = copy(text, piece, used, 0)
    used += copied
    while (used === size) {
      yield piece
      piece = Buffer.allocUnsafe(size) // a new buffer, since the receiver may keep the last one
      used = copy(text, piece, 0, copied)
      copied += used
    }
  }
  if (used > 0) yield piece.subarray(0, used)
}

/** Yields the pieces of a stored array of this many bytes. */
export function* storedPieces(read: (name: string) => Uint8Array, name: string, bytes: number): Generator<Buffer> {
  for (let piece = 0, at = 0; at < bytes; piece++) {
    const part = bufferOf(wholePiece(read(`${name}/${piece}`)))
    yield part
    at += part.length
  }
}

/** Reads a stored array of this many bytes into shared memory, followed by spare bytes. */
export function readPieces(
  read: (name: string) => Uint8Array,
  name: string,
  bytes: number,
  spareBytes = 0,
): Uint8Array {
  const whole = allocate('u8', bytes + spareBytes)
  let at = 0
  for (const piece of storedPieces(read, name, bytes)) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Compression must shrink an array to at most this share. Otherwise reading the uncompressed array is faster. */
const SHARE_MAX = 1 / 4
/** How many bytes of an array are compressed as a test. */
const TRIED_BYTES = 64 * 1024
/** Shorter arrays are never compressed. */
const PACKED_FROM_BYTES = 4096

/** Returns the stored form of an array. Compresses repetitive arrays, such as a column without values. */
export function storedArray(bytes: Uint8Array): Uint8Array {
  if (bytes.length < PACKED_FROM_BYTES) return bytes
  const tried = bytes.subarray(0, TRIED_BYTES)
  if (zstdCompressSync(tried, PACKING).length > tried.length * SHARE_MAX) return bytes
  const packed = zstdCompressSync(bytes, PACKING)
  return packed.length > bytes.length * SHARE_MAX ? bytes : packed
}

/** Decompresses a stored array, if it is compressed. `bytes`: the size of the result. */
export function wholeArray(stored: Uint8Array, bytes: number): Uint8Array {
  return stored.length === bytes ? stored : unpacked(stored, bytes)
}

export function bytesOf(array: FlatArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
