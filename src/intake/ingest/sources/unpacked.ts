import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { dataFault } from '../file-fault.ts'
import type { FileBytes } from './file-bytes.ts'

const CHUNK_BYTES = 256 * 1024

/** Compressions of a single text, without a file name. */
export type Packing = 'gzip' | 'zstd'

/** Yields the unpacked bytes. Throws a CommandFault if they are damaged, cut off, or implausibly many. */
export function unpacked(bytes: FileBytes, packing: Packing): AsyncGenerator<Buffer> {
  return bounded(packing === 'gzip' ? gunzipped(bytes) : unzstd(bytes), () => bytes.bytesRead, bytes.file)
}

async function* gunzipped(bytes: FileBytes): AsyncGenerator<Buffer> {
  yield* through(createGunzip({ chunkSize: CHUNK_BYTES }), bytes.chunks(), bytes.file)
}

/** Unpacks all frames of a file. The decompressor alone stops after the first frame. */
async function* unzstd(bytes: FileBytes): AsyncGenerator<Buffer> {
  for (let start = 0; ; ) {
    const frame = createZstdDecompress({ chunkSize: CHUNK_BYTES })
    yield* through(frame, bytes.chunks(start), bytes.file)
    start += frame.bytesWritten
    if (!bytes.canRepeat || start >= bytes.size || frame.bytesWritten === 0) return
  }
}

async function* through(packed: Transform, chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let failure: unknown
  const source = async function* () {
    try {
      yield* chunks
    } catch (error) {
      failure = error
      throw error
    }
  }
  // A failure also ends the loop below.
  pipeline(Readable.from(source()), packed, () => {})
  try {
    yield* packed
  } catch (error) {
    throw failure ?? damaged(file, error)
  }
}

/** Turns an error of zlib, which always has a code, into a CommandFault. */
function damaged(file: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!/^(Z_|ZSTD_|ERR_)/.test(code)) return error
  const why = code === 'Z_BUF_ERROR' ? 'is cut off: its compressed data ends too early' : `is damaged: ${message}`
  return dataFault(`"${file}" ${why}; nothing was imported.`, error)
}

/** Maximum ratio of unpacked to packed size. Real tables have 3 to 60, zeros 1,000 and more. */
const RATIO_MAX = 250
/** Smaller results are never refused. */
const HARMLESS_BYTES = 64 * 1024 * 1024

/** Passes bytes on. Throws if they are far more than a real table of this compressed size can have. */
export async function* bounded(
  chunks: AsyncIterable<Buffer>,
  packedBytes: () => number,
  file: string,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > HARMLESS_BYTES && bytes > packedBytes() * RATIO_MAX) {
      throw dataFault(
        `"${file}" unpacks to over ${RATIO_MAX} times its size, as no table does: unpack it yourself if you trust it.`,
      )
    }
    yield chunk
  }
}
