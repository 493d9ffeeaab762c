import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as `node:http` hands it over, with no socket beneath it. */
export interface Arrived {
  readonly url: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What programs send beside the question. */
const SENT = { host: '127.0.0.1:8080', accept: '*/*', 'user-agent': 'bench/1.0', connection: 'keep-alive' }

export function arrived(url: string, key: string): Arrived {
  const headers = { ...SENT, 'x-api-key': key }
  const socket = { remoteAddress: '127.0.0.1', writable: true }
  const request = {
    method: 'GET',
    url,
    httpVersion: '1.1',
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket,
  }
  const response = { destroyed: false, closed: true } // its bytes are gone: what waits for that is done at once
  return { url, request, response } as unknown as Arrived // all that the life of a call reads of the two
}
