import { Agent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps, Agent as SecureAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** A receiver's answer. `text` is the beginning of its body, up to `READ_BYTES_MAX` bytes. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

const READ_BYTES_MAX = 4096

/** Milliseconds to wait for a connection before the next address is tried. */
const CONNECT_MS = 4_000

/**
 * Sends a POST over a new connection to the first of these addresses that accepts it, without a DNS lookup. Resolves
 * with the status and the beginning of the body. Rejects if no status arrives.
 */
export function post(
  url: URL,
  addresses: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  const connecting = { keepAlive: false, lookup: lookupOf(addresses), autoSelectFamilyAttemptTimeout: CONNECT_MS }
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ ...connecting, rejectUnauthorized: true }) : new Agent(connecting)
  const send = isSecure ? requestOverHttps : requestOverHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
      agent,
      signal,
    })
    let hasStatus = false
    const onEnd = (error = new Error('the connection was closed')) => {
      if (!hasStatus) reject(error)
    }
    request.on('error', onEnd)
    request.on('close', onEnd) // after a 101, Node emits only `close`
    request.on('response', (response) => {
      hasStatus = true
      resolve(readBeginning(response))
      response.once('close', () => request.destroy())
    })
    request.end(body)
  })
}

function readBeginning(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  let text = ''
  return new Promise((resolve) => {
    response.setEncoding('latin1')
    response.on('data', (part: string) => {
      text += part.slice(0, READ_BYTES_MAX - text.length)
      if (text.length === READ_BYTES_MAX) response.destroy()
    })
    response.on('error', () => response.destroy())
    response.once('close', () => resolve({ status, retryAfter: headers['retry-after'], text }))
  })
}

/** Returns a DNS lookup function for sockets. It always returns these addresses, which were already checked. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all: wantsAll }, done) => {
    const [first = { address: '', family: 0 }] = all
    if (wantsAll) done(null, all)
    else done(null, first.address, first.family)
  }
}
