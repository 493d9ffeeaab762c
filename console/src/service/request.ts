import { sawAnswer, sawAway } from './connection.ts'
import { type Facts, facts } from './facts.ts'
import { keyPrompt, ownKey } from './key.ts'
import { Away, Problem } from './problem.ts'
import { type Query, targetOf } from './query.ts'
import { readJson } from './read-json.ts'
import { store } from './store.ts'

/** An answer with the values of its headers. */
export interface Answer<T> {
  readonly query: Query
  readonly body: T
  readonly status: number
  readonly headers: Headers
  readonly cost: number
  /** The version of the data. It changes when the data changes. */
  readonly dataVersion: string | undefined
  /** The date that counts as today, if it differs from the clock. */
  readonly today: string | undefined
  /** Parameters that were sent without effect. */
  readonly ignored: readonly string[]
}

export interface Credits {
  readonly left: number
  readonly limit: number
}

/** The credits reported by the latest answer. */
export const credits = store<Credits | undefined>(undefined)

/** Returns the key for calls: the person's own, otherwise the demo key if there is one. */
export function keyFor({ demoKey }: Facts): string | undefined {
  return ownKey.get() ?? demoKey ?? undefined
}

/** A call that changes something stored for a key; the body is sent as JSON. */
export interface Sent {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: object
}

/**
 * Sends a query. Throws a Problem if the service refuses, Away if it is unreachable, and the reason of `signal` if it
 * aborts. Opens the key dialog or shows the banner, so callers need not.
 */
export async function request<T>(query: Query, signal?: AbortSignal, sent?: Sent): Promise<Answer<T>> {
  return askingForKey(requestWith<T>(query, await neededKey(signal), signal, sent))
}

/**
 * Opens the stream of an operation and returns its body. Throws a Problem, Away, or the reason of `signal`, like
 * `request`.
 */
export async function streamOf(query: Query, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const key = await neededKey(signal)
  const opening = fetched(query, key, signal, { headers: { accept: 'text/event-stream' } })
  const response = await askingForKey(
    opening.then(async (opened) => {
      if (!opened.ok || opened.body === null) await readJson(opened)
      return opened
    }),
  )
  sawAnswer()
  return response.body ?? new ReadableStream()
}

async function neededKey(signal: AbortSignal | undefined): Promise<string> {
  const key = keyFor(await reached(facts(), signal))
  if (key !== undefined) return key
  keyPrompt.set({})
  throw new Problem({
    status: 401,
    code: 'key.missing',
    title: 'A key is required',
    detail: 'Enter a key to continue.',
  })
}

/**
 * Sends a query for a page for operators, who may need no key. If there is a key, sends it. Opens the key dialog after a
 * refusal unless operators can sign in.
 */
export async function requestOpenly<T>(query: Query, signal?: AbortSignal, sent?: Sent): Promise<Answer<T>> {
  const service = await reached(facts(), signal)
  const asked = requestWith<T>(query, keyFor(service), signal, sent)
  return service.signIn ? asked : askingForKey(asked)
}

async function askingForKey<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem && error.status === 401) keyPrompt.set({ refusal: error })
    throw error
  }
}

/** Sends a query with a key that may be invalid, or without any key. */
export async function requestWith<T>(
  query: Query,
  key: string | undefined,
  signal?: AbortSignal,
  sent?: Sent,
): Promise<Answer<T>> {
  const response = await fetched(query, key, signal, sent && inJson(sent))
  const { headers, status } = response
  const body = await reached(readJson(response), signal)
  sawAnswer()
  return {
    query,
    body: body as T, // the operation declares this type for its body
    status,
    headers,
    cost: Number(headers.get('x-credits-cost') ?? 0),
    dataVersion: headers.get('x-data-version') ?? undefined,
    today: headers.get('x-data-today') ?? undefined,
    ignored: namesIn(headers.get('x-ignored-parameters')),
  }
}

interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function inJson({ method, body }: Sent): Init {
  if (body === undefined) return { method }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function fetched(
  query: Query,
  key: string | undefined,
  signal?: AbortSignal,
  init: Init = {},
): Promise<Response> {
  const { keyHeader } = await reached(facts(), signal)
  const headers = key === undefined ? { ...init.headers } : { ...init.headers, [keyHeader]: key }
  const response = await reached(fetch(targetOf(query), { ...init, headers, ...(signal && { signal }) }), signal)
  noteCredits(response.headers)
  return response
}

async function reached<T>(sent: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await sent
  } catch (error) {
    if (signal?.aborted || error instanceof Problem) throw error
    sawAway()
    throw new Away()
  }
}

function noteCredits(headers: Headers): void {
  const [left, limit] = [headers.get('x-credits-remaining'), headers.get('x-credits-limit')]
  if (left !== null && limit !== null) credits.set({ left: Number(left), limit: Number(limit) })
}

function namesIn(header: string | null): string[] {
  return header === null || header === '' ? [] : header.split(',').map((name) => decodeURIComponent(name.trim()))
}
