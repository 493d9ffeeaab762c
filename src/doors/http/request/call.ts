import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { IdempotencyKey } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { outside } from '../../../kit/base/slots.ts'
import { protocolOf } from './protocol.ts'
import { decode } from './query.ts'
import { isFromThisMachine, type ReceivedRequest } from './this-machine.ts'

/**
 * Maximum size of the request line. The longest useful request has a percent-encoded polygon of 1,000 points, about 50
 * KB.
 */
const REQUEST_LINE_BYTES_MAX = 64 * 1024

/** Maximum size of the request line and headers together. Headers may always have at least 16 KB. */
export const HEAD_BYTES_MAX = 80 * 1024

/** Bytes of a header line in addition to name and value: colon, space and line end. */
const HEADER_FRAME_BYTES = 4

const HANDLING = /(?:^|,)\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:[;,]|$)/i

/**
 * Matches an idempotency key: visible ASCII characters, because some programs send plain ids and others quoted strings.
 */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,256}$/

const PRETTY = /(?:^|&)pretty(?:=(?:1|true)?)?(?=&|$)/i

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

/** A received HTTP request. */
export class Call {
  readonly method: string
  /** The decoded path in lower case, without a trailing slash; undefined if the path cannot be decoded. */
  readonly path: string | undefined
  /** The path as sent, because some paths are case-sensitive. */
  readonly rawPath: string
  /** The query as sent, without the question mark and without `pretty`. */
  readonly rawQuery: string
  /** Whether the client wants JSON with one value per line. */
  readonly isPretty: boolean
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  readonly #request: ReceivedRequest
  readonly #response: ServerResponse
  readonly #targetBytes: number
  readonly #name: string | undefined
  readonly #isChosen: boolean
  #bodyFault: Fault | undefined
  /** Rejects the pending read of the body; undefined until `body` is called. */
  #cut: ((fault: Fault) => void) | undefined
  #isCut = false

  /**
   * @param target The request target as sent.
   * @param makeId Returns an id for a request without a valid id.
   */
  constructor(request: ReceivedRequest, response: ServerResponse, target: string, makeId: () => string) {
    const { rawPath, rawQuery } = splitTarget(target)
    this.#request = request
    this.#response = response
    this.#targetBytes = target.length
    this.method = request.method ?? 'GET'
    this.path = comparable(rawPath)
    this.rawPath = rawPath
    this.rawQuery = rawQuery.includes('pretty') ? rawQuery.replace(PRETTY, '') : rawQuery
    this.isPretty = this.rawQuery !== rawQuery
    this.headers = request.headers
    const given = request.headers['x-request-id']
    const isNamed = typeof given === 'string' && REQUEST_ID.test(given)
    const chosen = request.headers['idempotency-key']
    const isChosen = typeof chosen === 'string' && IDEMPOTENCY_KEY.test(chosen)
    this.requestId = isNamed ? given : makeId()
    this.#isChosen = isChosen
    this.#name = isChosen ? `"${chosen}"` : isNamed ? given : undefined
  }

  /**
   * The key that identifies repeats of this call; undefined if the client sent neither an `Idempotency-Key` nor a
   * request id.
   *
   * Only an `Idempotency-Key` is remembered for long, because proxies add a request id to every request.
   */
  get idempotencyKey(): IdempotencyKey | undefined {
    if (this.#name === undefined) return undefined
    return { text: `${this.#name} ${this.method} ${this.asked}`, lasts: this.#isChosen }
  }

  /** All parts of the request that can affect the answer, as one string. */
  get asked(): string {
    const { path, rawPath, rawQuery, headers } = this
    if (protocolOf(this) !== 'odata') return `${path}?${rawQuery}${this.isPretty ? '#pretty' : ''}`
    return JSON.stringify([
      this.isPretty,
      rawPath,
      rawQuery,
      headers.accept,
      headers.prefer,
      headers['odata-maxversion'],
    ])
  }

  /** The IP address of the client or of its proxy; empty if the socket is closed. */
  get address(): string {
    return this.#request.socket?.remoteAddress ?? ''
  }

  /** The server's address and port that the client connected to; not meaningful if the socket is closed. */
  get reachedAt(): string {
    const { localAddress = '127.0.0.1', localPort, localFamily } = this.#request.socket ?? NO_SOCKET
    return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`
  }

  /** Whether the client runs on this machine and is not a proxy for another client. */
  get loopback(): boolean {
    return isFromThisMachine(this.#request)
  }

  /** Whether the client has disconnected, so that it cannot read an answer. */
  get gone(): boolean {
    const { socket } = this.#request
    return this.#response.destroyed || socket === null || !(socket.writable ?? true)
  }

  /** Calls `act` when the answer was sent or the client disconnected; immediately if that has already happened. */
  whenOver(act: () => void): void {
    if (this.#response.closed) act()
    else this.#response.once('close', act)
  }

  /** How the client wants invalid parameters to be handled, from the first matching Prefer header (RFC 7240). */
  get handling(): 'lenient' | 'strict' | undefined {
    const { prefer } = this.headers
    if (prefer === undefined) return undefined
    const [, asked] = HANDLING.exec(String(prefer)) ?? []
    return asked?.toLowerCase() as 'lenient' | 'strict' | undefined // the pattern allows only these two words
  }

  /** Makes `body` reject with this Fault, because the rest of the body cannot be read. */
  cutBody(fault: Fault): void {
    this.#bodyFault = fault
    this.#cut?.(fault)
  }

  /** Whether `body` has rejected because of `cutBody`. */
  get isCut(): boolean {
    return this.#isCut
  }

  /**
   * Reads the body. Rejects with a Fault: 413 for more than `maxBytes`, 408 if it is too late, 400 if it is incomplete
   * or invalid.
   */
  async body(maxBytes: number): Promise<Buffer> {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#cut = (fault) => {
      this.#isCut = true
      reject(fault)
    }
    if (this.#bodyFault !== undefined) this.#cut(this.#bodyFault)
    return outside(Promise.race([this.#wholeBody(maxBytes), promise]))
  }

  async #wholeBody(maxBytes: number): Promise<Buffer> {
    if (Number(this.headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes)
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
        bytes += (chunk as Buffer).length // chunks are bytes, because the request sets no encoding
        if (bytes > maxBytes) throw tooLong(maxBytes)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      throw error instanceof Fault ? error : new Fault('request.timeout')
    }
    return Buffer.concat(chunks)
  }

  /** Returns a call that runs within this call, with the same key and client address. */
  inside(target: string, sent?: SentInside): InnerCall {
    return new InnerCall(this.#request, this.#response, target, () => this.requestId, sent)
  }

  /** Throws a Fault if the request line or headers are too long, or if there is not exactly one Host header. */
  refuseMalformed(): void {
    const lineBytes = this.method.length + this.#targetBytes + ' HTTP/1.1\r\n '.length
    if (lineBytes > REQUEST_LINE_BYTES_MAX) throw new Fault('request.too_long')
    const { rawHeaders } = this.#request
    if (rawHeaders.length >= RAW_HEADERS_MAX || lineBytes + headerBytes(rawHeaders) > HEAD_BYTES_MAX) {
      throw new Fault('request.headers_too_large')
    }
    const hosts = hostsIn(rawHeaders)
    if (hosts > 1) {
      throw new Fault('request.malformed', `The request has ${hosts} Host headers: HTTP allows only one.`)
    }
    if (hosts === 0 && this.#request.httpVersion === '1.1') {
      throw new Fault('request.malformed', 'The request has no Host header: HTTP/1.1 requires one.')
    }
  }
}

function tooLong(maxBytes: number): Fault {
  return new Fault('request.body_too_large', `The body is limited to ${maxBytes / 1024} KiB.`)
}

/** The method of an inner call (not GET), and the JSON object that it sends as its body. */
interface SentInside {
  readonly method: string
  readonly body?: object
}

const NO_SOCKET: Pick<Socket, 'localAddress' | 'localPort' | 'localFamily'> = {}

/**
 * Headers that an inner call does not inherit. They are about the answer, which the client of the outer call does not
 * receive.
 */
const OUTER_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'if-none-match',
  'last-event-id',
  'origin',
  'prefer',
])

/** An operation that runs within another call, as if the client had called it directly. */
export class InnerCall extends Call {
  override readonly method: string
  override readonly headers: IncomingHttpHeaders
  readonly #body: Buffer
  readonly #ends: (() => void)[] = []
  #isOver = false

  constructor(
    request: ReceivedRequest,
    response: ServerResponse,
    target: string,
    makeId: () => string,
    { method, body = {} }: SentInside = { method: 'GET' },
  ) {
    super(request, response, target, makeId)
    this.method = method
    this.#body = Buffer.from(JSON.stringify(body))
    this.headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OUTER_HEADERS.has(name)))
  }

  /** Inner calls are strict: an agent must learn which parts of its request have no effect. */
  override get handling(): 'strict' {
    return 'strict'
  }

  override async body(maxBytes: number): Promise<Buffer> {
    if (this.#body.length > maxBytes) throw tooLong(maxBytes)
    return this.#body
  }

  override whenOver(act: () => void): void {
    if (this.#isOver) act()
    else this.#ends.push(act)
  }

  /** Ends the call. Call this after reading the answer. */
  end(): void {
    this.#isOver = true
    for (const act of this.#ends.splice(0)) act()
  }
}

/** Node drops headers beyond 2,000. A list of names and values of this length may be incomplete. */
const RAW_HEADERS_MAX = 2 * 2000

function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = (rawHeaders.length / 2) * HEADER_FRAME_BYTES
  for (const part of rawHeaders) bytes += part.length
  return bytes
}

/** Counts the Host headers. Node keeps only the first in `headers`, but a proxy may have read another. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Splits a request target into path and query. The target is `/path` or `http://host/path`. */
function splitTarget(target: string): { rawPath: string; rawQuery: string } {
  if (target === '*') return { rawPath: '/', rawQuery: '' } // `OPTIONS *` asks about the whole server
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const local = written.replace(/^\/{2,}/, '/') // `//path` comes from a base URL that ends in a slash
  const mark = local.indexOf('?')
  if (mark < 0) return { rawPath: local || '/', rawQuery: '' }
  return { rawPath: local.slice(0, mark) || '/', rawQuery: local.slice(mark + 1) }
}

function comparable(rawPath: string): string | undefined {
  const path = rawPath.includes('%') ? decode(rawPath.replaceAll('+', '%2B')) : rawPath
  const short = path && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return short?.toLowerCase()
}
