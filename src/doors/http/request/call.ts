import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { IdempotencyKey } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { outside } from '../../../kit/base/slots.ts'
import { protocolOf } from './protocol.ts'
import { decode } from './query.ts'
import { isFromThisMachine, type ReceivedRequest } from './this-machine.ts'

/**
 * Method, target and version together. A polygon of 1,000 points, every digit of a double written out and every blank
 * and comma percent-encoded, has some 50 KB.
 */
const REQUEST_LINE_BYTES_MAX = 64 * 1024

/** Request line and headers together: the longest line leaves room for the headers of any program. */
export const HEAD_BYTES_MAX = 80 * 1024

/** Bytes around a header's name and value: colon, blank, line end. */
const HEADER_FRAME_BYTES = 4

const HANDLING = /(?:^|,)\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:[;,]|$)/i

/** Any visible characters: programs send ids, and strings in quotes. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,256}$/

const PRETTY = /(?:^|&)pretty(?:=(?:1|true)?)?(?=&|$)/i

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

/** One request as it came in: nothing is ever written back into it. */
export class Call {
  readonly method: string
  /** Decoded, lower case, without a trailing slash; undefined when it cannot be decoded. */
  readonly path: string | undefined
  /** The path as it was written, since the case of some matters. */
  readonly rawPath: string
  /** Everything after the question mark, as written, without `pretty`. */
  readonly rawQuery: string
  /** JSON is to be written for people, with a line for each value. */
  readonly isPretty: boolean
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  readonly #request: ReceivedRequest
  readonly #response: ServerResponse
  readonly #targetBytes: number
  readonly #name: string | undefined
  readonly #isChosen: boolean
  #bodyFault: Fault | undefined
  /** Ends the wait for the body. */
  #cut: ((fault: Fault) => void) | undefined
  #isCut = false

  /** `target` is the request target as the client wrote it; `makeId` names a request whose caller did not. */
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
   * The call with the name that its caller gave it, by which a repeat is recognised; undefined if there is none. Only
   * who sends `Idempotency-Key` waits for it to be written down: proxies name every request.
   */
  get idempotencyKey(): IdempotencyKey | undefined {
    if (this.#name === undefined) return undefined
    return { text: `${this.#name} ${this.method} ${this.asked}`, lasts: this.#isChosen }
  }

  /** A text of what is asked: another one wherever the answer may be another one. */
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

  /** The address of the socket; empty when that is gone. */
  get address(): string {
    return this.#request.socket?.remoteAddress ?? ''
  }

  /** The address and port of this server that the call came in at; some address when the socket is gone. */
  get reachedAt(): string {
    const { localAddress = '127.0.0.1', localPort, localFamily } = this.#request.socket ?? NO_SOCKET
    return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`
  }

  /** The caller sits on this machine and speaks for itself, not for somebody behind a proxy. */
  get loopback(): boolean {
    return isFromThisMachine(this.#request)
  }

  /** The client went away: nobody will read an answer. */
  get gone(): boolean {
    const { socket } = this.#request
    return this.#response.destroyed || socket === null || !(socket.writable ?? true)
  }

  /** Runs `act` once the bytes of the answer are gone, or nobody is left to take them: now, if that is so already. */
  whenOver(act: () => void): void {
    if (this.#response.closed) act()
    else this.#response.once('close', act)
  }

  /** RFC 7240: how the caller prefers that to be handled which is not entirely as it should be; the first counts. */
  get handling(): 'lenient' | 'strict' | undefined {
    const { prefer } = this.headers
    if (prefer === undefined) return undefined
    const [, asked] = HANDLING.exec(String(prefer)) ?? []
    return asked?.toLowerCase() as 'lenient' | 'strict' | undefined // everything that the pattern accepts
  }

  /** The body ends too early or cannot be read: `body` rejects with this, also if it is called later. */
  cutBody(fault: Fault): void {
    this.#bodyFault = fault
    this.#cut?.(fault)
  }

  /** Whether `body` has rejected so. */
  get isCut(): boolean {
    return this.#isCut
  }

  /**
   * The body, as far as it may be; throws a Fault of status 413 where it is longer, 408 where it does not come, and 400
   * where it ends too early or cannot be read.
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
        bytes += (chunk as Buffer).length // requests without an encoding yield bytes
        if (bytes > maxBytes) throw tooLong(maxBytes)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      throw error instanceof Fault ? error : new Fault('request.timeout')
    }
    return Buffer.concat(chunks)
  }

  /** A call of an operation on behalf of this one's caller: with the same key, from the same address. */
  inside(target: string, sent?: SentInside): InnerCall {
    return new InnerCall(this.#request, this.#response, target, () => this.requestId, sent)
  }

  /** Refuses what is HTTP to Node, but not to us. */
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

/** The method of an inner call that is no GET, and the JSON object that it sends. */
interface SentInside {
  readonly method: string
  readonly body?: object
}

const NO_SOCKET: Pick<Socket, 'localAddress' | 'localPort' | 'localFamily'> = {}

/** Headers of the request around it that say nothing of an inner call: its answer is read here. */
const OUTER_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'if-none-match',
  'last-event-id',
  'origin',
  'prefer',
])

/** An operation that runs within another call, as if its caller had called it. */
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

  /** An agent is told of everything it asked that would have no effect. */
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

  /** Its answer was read. */
  end(): void {
    this.#isOver = true
    for (const act of this.#ends.splice(0)) act()
  }
}

/**
 * Node silently drops headers past the 2,000th: a request with that many may have had more. Names and values
 * alternate.
 */
const RAW_HEADERS_MAX = 2 * 2000

function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = (rawHeaders.length / 2) * HEADER_FRAME_BYTES
  for (const part of rawHeaders) bytes += part.length
  return bytes
}

/** Node keeps the first of several and drops the others, which a proxy in front may have gone by. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Path and query of a target in origin form, or in the absolute form that proxies are sent. */
function splitTarget(target: string): { rawPath: string; rawQuery: string } {
  if (target === '*') return { rawPath: '/', rawQuery: '' } // OPTIONS for the server as a whole
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const local = written.replace(/^\/{2,}/, '/') // a base that ends in a slash, joined with a path that starts with one
  const mark = local.indexOf('?')
  if (mark < 0) return { rawPath: local || '/', rawQuery: '' }
  return { rawPath: local.slice(0, mark) || '/', rawQuery: local.slice(mark + 1) }
}

function comparable(rawPath: string): string | undefined {
  const path = rawPath.includes('%') ? decode(rawPath.replaceAll('+', '%2B')) : rawPath
  const short = path && path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return short?.toLowerCase()
}
