import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Fault } from '../../../kit/base/failure.ts'
import { faultHeaders, problemContent } from './failure.ts'

/** An error of Node's HTTP parser. */
export interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/** Returns the Fault for bytes that are not a valid HTTP request; undefined if the client has disconnected. */
export function faultOfParser(error: ParserError): Fault | undefined {
  switch (error.code ?? '') {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined
    case 'HPE_HEADER_OVERFLOW':
      return new Fault(inRequestLine(error.rawPacket) ? 'request.too_long' : 'request.headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Fault('request.timeout')
    case 'HPE_INVALID_URL':
      return new Fault('request.malformed', escapesIn(error.rawPacket))
    default:
      return new Fault('request.malformed')
  }
}

/** Returns how to percent-encode the first non-ASCII character; undefined if all characters are ASCII. */
function escapesIn(packet: Buffer | undefined): string | undefined {
  const [line = ''] = packet?.toString().split('\r\n', 1) ?? []
  const [character] = /[^\0-\x7f]/u.exec(line) ?? []
  if (character === undefined) return undefined
  if (character === '\ufffd') return 'The URL must be ASCII: send other characters as percent-encoded UTF-8.'
  return `The URL must be ASCII: send ${character} as ${encodeURIComponent(character)}.`
}

/** Whether parsing failed in the request line: the packet contains no complete line. */
function inRequestLine(packet: Buffer | undefined): boolean {
  if (packet === undefined) return false
  const beginning = packet.subarray(0, 16 * 1024).toString('latin1')
  return !/[\r\n]|: /.test(beginning)
}

/** How long the connection stays open after the refusal, because a client that is still sending reads it late. */
const LINGER_MS = 1000

/** Writes a problem document directly to the socket, and closes the connection. */
export function writeFault(fault: Fault, socket: Socket, requestId: string): void {
  const { type, body, sizeBytes } = problemContent(fault, requestId)
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? fault.title}`,
    ...Object.entries(faultHeaders(fault)).map(([name, value]) => `${name}: ${value}`),
    `content-type: ${type}`,
    `content-length: ${sizeBytes}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.end(body)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
