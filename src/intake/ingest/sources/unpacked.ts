import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { dataFault } from '../file-fault.ts'
import type { FileBytes } from './file-bytes.ts'

const CHUNK_BYTES = 256 * 1024

/** The packings of a single compressed text, without file names. */
export type Packing = 'gzip' | 'zstd'

/** Yields the unpacked bytes. Throws a CommandFault when they are cut off, damaged, or far more than plausible. */
export function unpacked(bytes: FileBytes, packing: Packing): AsyncGenerator<Buffer> {
  return bounded(packing === 'gzip' ? gunzipped(bytes) : unzstd(bytes), () => bytes.bytesRead, bytes.file)
}

async function* gunzipped(bytes: FileBytes): AsyncGenerator<Buffer> {
  yield* through(createGunzip({ chunkSize: CHUNK_BYTES }), bytes.chunks(), bytes.file)
}

/** Unpacks all frames of a file. It may have several in sequence, of which the decompressor reads only the first. */
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
  // Any failure ends the loop below.
  pipeline(Readable.from(source()), packed, () => {})
  try {
    yield* packed
  } catch (error) {
    throw failure ?? damaged(file, error)
  }
}

/** Turns a failure of zlib, which always has a code, into a fault of the file. */
function damaged(file: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!/^(Z_|ZSTD_|ERR_)/.test(code)) return error
  const why = code === 'Z_BUF_ERROR' ? 'is cut off: its compressed data ends too early' : `is damaged: ${message}`
  return dataFault(`"${file}" ${why}; nothing was imported.`, error)
}

/** Real tables unpack to 3 to 60 times their size, and zeros to 1,000 times and more. */
const RATIO_MAX = 250
/** A smaller result is never refused. */
const HARMLESS_BYTES = 64 * 1024 * 1024

/** Passes bytes on until they are far more than a table could have been compressed from. */
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
