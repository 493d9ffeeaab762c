import { Agent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps, Agent as SecureAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** The beginning of an answer: all that is read of it. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** The bytes that are read of an answer before the connection is closed. */
const READ_BYTES_MAX = 4096

/** The next address of a receiver is tried where no connection was made for so long. */
const CONNECT_MS = 4_000

/**
 * Posts a body, over a connection of its own to one of the given addresses, without asking what the host's name means.
 * Resolves once a status has come and the rest has ended, was enough, was broken off or cut by `signal`. Rejects where
 * no status has come.
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
    const onEnd = (error = new Error('it was broken off')) => {
      if (!hasStatus) reject(error)
    }
    request.on('error', onEnd)
    request.on('close', onEnd) // comes alone after a 101
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

/** Answers what a socket asks of a name with addresses that were resolved and checked before. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all: wantsAll }, done) => {
    const [first = { address: '', family: 0 }] = all
    if (wantsAll) done(null, all)
    else done(null, first.address, first.family)
  }
}
