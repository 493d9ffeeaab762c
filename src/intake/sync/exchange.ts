import { type IncomingHttpHeaders, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { BadAnswer } from './answer-body.ts'

/** One request to the server. */
export interface SyncRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A complete answer, unpacked. */
export interface Exchanged {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Maximum size of a page, packed and unpacked. Some servers send hundreds of thousands of keys in one page. */
const BODY_MAX_BYTES = 256 * 1024 * 1024

const UNPACKERS: Readonly<Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
}

/**
 * Makes one request and returns the whole unpacked answer. Calls `onBytes` whenever bytes arrive. Throws a BadAnswer
 * for an unusable or too large answer, and the connection's error if no answer arrives.
 */
export async function exchange(
  url: URL,
  request: SyncRequest,
  signal: AbortSignal,
  onBytes: () => void,
): Promise<Exchanged> {
  const response = await answerTo(url, request, signal)
  const packed = await bytesOf(response, onBytes)
  const bytes = await unpacked(packed, response.headers['content-encoding'])
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  } catch {
    throw new BadAnswer('it sends bytes that are not UTF-8', true, { bytes: bytes.length })
  }
}

function answerTo(url: URL, { method = 'GET', headers, body = '' }: SyncRequest, signal: AbortSignal) {
  const send = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
  const sized = method === 'POST' && { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { 'User-Agent': 'Plat', 'Accept-Encoding': 'gzip, br', ...headers, ...sized },
      signal,
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection was broken'))) // the event that follows a status 101
    request.end(body)
  })
}

async function bytesOf(response: IncomingMessage, onBytes: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    onBytes()
    bytes += (chunk as Buffer).length // an answer without an encoding yields buffers
    if (bytes > BODY_MAX_BYTES) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

async function unpacked(packed: Buffer, encoding = ''): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return packed
  const unpack = UNPACKERS[name]
  if (unpack === undefined) throw new BadAnswer(`it compresses its answer with "${name}", not with gzip or br`, true)
  try {
    return await unpack(packed, { maxOutputLength: BODY_MAX_BYTES })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // of zlib
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new BadAnswer('its compressed answer is damaged', true)
  }
}

function tooLarge(): BadAnswer {
  return new BadAnswer(`it sends over ${BODY_MAX_BYTES / 1024 ** 2} MB`, true, { bytes: BODY_MAX_BYTES })
}
