import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { FAILURES } from '../../src/kit/base/failure.ts'
import type { Answer } from '../caller.ts'

export const STATUSES: ReadonlySet<number> = new Set([
  200,
  204,
  304,
  ...Object.values(FAILURES).map(([status]) => status),
])

/** Returns what is wrong with an answer to any request. Undefined if nothing is wrong. */
export function wrongWith(answer: Answer, method: string): string | undefined {
  const { status, head, body } = answer
  const wrong = wrongWithHead(answer, STATUSES)
  if (wrong !== undefined || method === 'HEAD' || status === 204 || status === 304) return wrong
  return wrongWithBody(status, head, body)
}

/** Statuses that the MCP endpoint may return: those of all endpoints, and three that only MCP uses. */
const OF_MESSAGES: ReadonlySet<number> = new Set([...STATUSES, 202, 406, 415])

const INTERNAL_ERROR = -32_603

/** Returns what is wrong with the MCP endpoint's answer to a message. Undefined if nothing is wrong. */
export function wrongWithMessage(answer: Answer, method: string): string | undefined {
  const { status, head, body } = answer
  const wrong = wrongWithHead(answer, OF_MESSAGES)
  if (wrong !== undefined || method !== 'POST' || body.length === 0) return wrong
  if (!/\r\ncontent-type: application\/json/.test(head)) return wrongWithBody(status, head, body)
  let read: unknown
  try {
    read = JSON.parse(plain(head, body))
  } catch (error) {
    return `the body cannot be read: ${String(error)}`
  }
  const messages = Array.isArray(read) ? read : [read] // a batch is answered with an array
  return messages.every(isGood) ? undefined : `the message is ${JSON.stringify(read).slice(0, 300)}`
}

function isGood({
  jsonrpc,
  result,
  error,
}: {
  jsonrpc?: unknown
  result?: unknown
  error?: { code?: unknown }
}): boolean {
  const isFault = error?.code === INTERNAL_ERROR || JSON.stringify(result ?? '').includes('A server error. The')
  return jsonrpc === '2.0' && (result === undefined) !== (error === undefined) && !isFault
}

export function wrongWithHead({ status, head, body }: Answer, statuses: ReadonlySet<number>): string | undefined {
  if (status >= 500 || !statuses.has(status)) return `the status is ${status}: ${body.toString().slice(0, 300)}`
  const odd = head.split('\r\n').find((line, i) => i > 0 && !/^[\w-]+: [\x20-\x7e]*$/.test(line))
  if (odd !== undefined) return `a header is no header: ${JSON.stringify(odd)}`
  return /\r\nx-request-id: [\w.-]+(\r\n|$)/.test(head) ? undefined : 'the answer names no request id'
}

function wrongWithBody(status: number, head: string, body: Buffer): string | undefined {
  const type = /\r\ncontent-type: ([\w/+]+)/.exec(head)?.[1] ?? ''
  if (!type.endsWith('json')) return status === 200 ? undefined : `the type of a refusal is ${type}`
  let read: { readonly status?: unknown; readonly code?: unknown }
  try {
    read = JSON.parse(plain(head, body))
  } catch (error) {
    return `the body cannot be read: ${String(error)}`
  }
  if (status === 200) return undefined
  // undefined if the code is not in FAILURES
  const isConsistent = read.status === status && FAILURES[String(read.code) as keyof typeof FAILURES]?.[0] === status
  return isConsistent ? undefined : `the refusal says ${String(read.code)}, ${String(read.status)}`
}

function plain(head: string, body: Buffer): string {
  const encoding = /\r\ncontent-encoding: (\w+)/.exec(head)?.[1] ?? ''
  return (DECODERS[encoding]?.(body) ?? body).toString()
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  zstd: (body) => zstdDecompressSync(body),
}
