import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { FAILURES } from '../../src/kit/base/failure.ts'
import type { Answer } from '../caller.ts'

const STATUSES: ReadonlySet<number> = new Set([200, 204, 304, ...Object.values(FAILURES).map(([status]) => status)])

/** Tells what is wrong with an answer, whatever was asked; undefined when nothing is. */
export function wrongWith({ status, head, body }: Answer, method: string): string | undefined {
  if (status >= 500 || !STATUSES.has(status)) return `the status is ${status}: ${body.toString().slice(0, 300)}`
  const odd = head.split('\r\n').find((line, i) => i > 0 && !/^[\w-]+: [\x20-\x7e]*$/.test(line))
  if (odd !== undefined) return `a header is no header: ${JSON.stringify(odd)}`
  if (!/\r\nx-request-id: [\w.-]+(\r\n|$)/.test(head)) return 'the answer names no request id'
  if (method === 'HEAD' || status === 204 || status === 304) return undefined
  return wrongWithBody(status, head, body)
}

function wrongWithBody(status: number, head: string, body: Buffer): string | undefined {
  const type = /\r\ncontent-type: ([\w/+]+)/.exec(head)?.[1] ?? ''
  const encoding = /\r\ncontent-encoding: (\w+)/.exec(head)?.[1] ?? ''
  if (!type.endsWith('json')) return status === 200 ? undefined : `a refusal is ${type}`
  let read: { readonly status?: unknown; readonly code?: unknown }
  try {
    read = JSON.parse((DECODERS[encoding]?.(body) ?? body).toString())
  } catch (error) {
    return `the body cannot be read: ${String(error)}`
  }
  if (status === 200) return undefined
  const isTold = read.status === status && FAILURES[String(read.code) as keyof typeof FAILURES]?.[0] === status // or undefined
  return isTold ? undefined : `the refusal says ${String(read.code)}, ${String(read.status)}`
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  zstd: (body) => zstdDecompressSync(body),
}
