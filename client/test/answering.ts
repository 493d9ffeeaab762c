import type { Fetch } from '../src/index.ts'

/** A fake answer to one request. */
export interface Made {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Set for an answer that the service sends before it checks the key. */
  readonly isStrange?: true
}

export interface Sent {
  readonly url: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A fake service. It answers with the result of `make` and records its requests. `make` may also return an error, or
 * `silence` for no answer.
 */
export function answering(make: (sent: Sent, count: number) => Made | Error | 'silence') {
  const sent: Sent[] = []
  const fetch: Fetch = (url, { method = 'GET', headers, signal }) => {
    // the client always sends its headers as a plain object
    const request = { url, method, headers: headers as Readonly<Record<string, string>> }
    sent.push(request)
    const made = make(request, sent.length)
    if (made instanceof Error) return Promise.reject(made)
    if (made === 'silence') {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    }
    return Promise.resolve(responseOf(made))
  }
  return { fetch, sent }
}

function responseOf({ status = 200, body = {}, headers = {}, isStrange }: Made): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(status === 304 ? null : text, { status, headers: { ...(isStrange ? {} : HEADERS), ...headers } })
}

const HEADERS = {
  date: 'Sun, 01 Nov 2026 10:00:00 GMT',
  'x-credits-cost': '1',
  'x-credits-remaining': '99',
  'x-credits-limit': '100',
  'x-data-version': 'v1',
  'x-request-id': 'r1',
}

/** Returns a refusal in the form in which the service writes it. */
export function refusal(code: string, status: number, headers: Readonly<Record<string, string>> = {}): Made {
  return { status, headers: { 'x-credits-cost': '0', ...headers }, body: { code, status, detail: `It is ${code}.` } }
}

export async function whole<T>(list: AsyncIterable<T>): Promise<readonly T[]> {
  const rows: T[] = []
  for await (const row of list) rows.push(row)
  return rows
}
