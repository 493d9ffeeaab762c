import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'

export type Encoding = 'zstd' | 'br' | 'gzip'

/** Best first: bytes saved for the time it takes at the levels below. */
const PREFERRED: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** Below this, compression saves less than one packet. */
const WORTH_BYTES = 1024

/** Up to this size compressing is quicker than the way to another thread and back. */
const AT_ONCE_BYTES = 64 * 1024

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const ZSTD: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const GZIP: ZlibOptions = { level: 6 }

const AT_ONCE: Readonly<Record<Encoding, (body: Uint8Array) => Buffer>> = {
  zstd: (body) => zstdCompressSync(body, ZSTD),
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body, GZIP),
}

const zstdLater = promisify<Uint8Array, ZstdOptions, Buffer>(zstdCompress)
const brotliLater = promisify<Uint8Array, typeof BROTLI, Buffer>(brotliCompress)
const gzipLater = promisify<Uint8Array, ZlibOptions, Buffer>(gzip)

const LATER: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  zstd: (body) => zstdLater(body, ZSTD),
  br: (body) => brotliLater(body, BROTLI),
  gzip: (body) => gzipLater(body, GZIP),
}

export function compress(body: Uint8Array, encoding: Encoding): Buffer | Promise<Buffer> {
  return body.length <= AT_ONCE_BYTES ? AT_ONCE[encoding](body) : LATER[encoding](body)
}

/**
 * The encoding that the caller likes best, among equals the one that is ready, then ours; undefined sends the body as
 * it is.
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  type: string,
  sizeBytes: number,
  ready?: Encoding,
): Encoding | undefined {
  if (acceptEncoding === undefined || sizeBytes < WORTH_BYTES || !/json|text|svg/.test(type)) return undefined
  const accepted = readAccepted(acceptEncoding)
  const otherQ = accepted.get('*') ?? 0
  let best: Encoding | undefined
  let bestQ = accepted.get('identity') ?? 0
  for (const encoding of ready === undefined ? PREFERRED : [ready, ...PREFERRED]) {
    const q = accepted.get(encoding) ?? otherQ
    if (q > 0 && (best === undefined ? q >= bestQ : q > bestQ)) [best, bestQ] = [encoding, q]
  }
  return best
}

/** Names to their q-values; what cannot be read counts as not accepted. */
function readAccepted(header: string): Map<string, number> {
  const accepted = new Map<string, number>()
  for (const item of header.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const q = weight === undefined ? 1 : Number(weight.slice(2))
    accepted.set(name === 'x-gzip' ? 'gzip' : name, q >= 0 && q <= 1 ? q : 0)
  }
  return accepted
}
