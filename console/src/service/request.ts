import { sawAnswer, sawAway } from './connection.ts'
import { type Facts, facts } from './facts.ts'
import { keyAsked, ownKey } from './key.ts'
import { Away, Problem } from './problem.ts'
import { type Query, targetOf } from './query.ts'
import { readJson } from './read-json.ts'
import { store } from './store.ts'

/** An answer with what its headers tell. */
export interface Answer<T> {
  readonly query: Query
  readonly body: T
  readonly status: number
  readonly headers: Headers
  /** Credits that it cost. */
  readonly cost: number
  /** Changes when the data does. */
  readonly dataVersion: string | undefined
  /** The day that counts as today, where that is not the clock's. */
  readonly today: string | undefined
  /** Parameters that were given and had no effect. */
  readonly ignored: readonly string[]
}

export interface Credits {
  readonly left: number
  readonly limit: number
}

/** The credits that the latest answer tells. */
export const credits = store<Credits | undefined>(undefined)

/** The key that calls are made with: the person's own, or else the demo key where it is good. */
export function keyFor({ demoKey }: Facts): string | undefined {
  return ownKey.get() ?? demoKey ?? undefined
}

/**
 * Asks the service. Throws a Problem when it refuses, Away when it does not answer, and what `signal` threw. A key is
 * asked for where none is good, and the banner is shown where nobody answers, so callers need to do neither.
 */
export async function request<T>(query: Query, signal?: AbortSignal): Promise<Answer<T>> {
  const key = keyFor(await reached(facts(), query, signal))
  if (key === undefined) {
    keyAsked.set({})
    throw new Problem({ status: 401, code: 'key.missing', title: 'A key is needed', detail: 'Enter a key to go on.' })
  }
  return askingForKey(requestWith<T>(query, key, signal))
}

/** Asks a page that callers of this machine may see without a key. A key is sent if there is one. */
export async function requestOpenly<T>(query: Query, signal?: AbortSignal): Promise<Answer<T>> {
  const key = keyFor(await reached(facts(), query, signal))
  return askingForKey(requestWith<T>(query, key, signal))
}

async function askingForKey<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem && error.status === 401) keyAsked.set({ refusal: error })
    throw error
  }
}

/** Asks the service with a key that may not be good, or without one. */
export async function requestWith<T>(query: Query, key: string | undefined, signal?: AbortSignal): Promise<Answer<T>> {
  const { areas, keyHeader } = await reached(facts(), query, signal)
  const origin = areas[query.area]
  if (origin === null) {
    const detail = `Area ${query.area} is not served here.`
    throw new Problem({ status: 404, code: 'area.unserved', title: 'Not served', detail })
  }
  const sent = fetch(`${origin}${targetOf(query)}`, {
    headers: key === undefined ? {} : { [keyHeader]: key },
    ...(signal && { signal }),
  })
  const response = await reached(sent, query, signal)
  const { headers, status } = response
  noteCredits(headers)
  const body = await reached(readJson(response), query, signal)
  sawAnswer()
  return {
    query,
    body: body as T, // what the operation is declared to answer
    status,
    headers,
    cost: Number(headers.get('x-credits-cost') ?? 0),
    dataVersion: headers.get('x-data-version') ?? undefined,
    today: headers.get('x-data-today') ?? undefined,
    ignored: namesIn(headers.get('x-ignored-parameters')),
  }
}

async function reached<T>(sent: Promise<T>, { area }: Query, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await sent
  } catch (error) {
    if (signal?.aborted || error instanceof Problem) throw error
    sawAway(area)
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
