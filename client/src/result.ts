import type { Warning } from './generated/answers.ts'

/** The credits that a call cost, and those that are left. */
export interface Credits {
  readonly spent: number
  /** In the current period of the key. */
  readonly left: number
  /** The credits of the plan in that period. */
  readonly limit: number
}

/** An answer, and what the service said beside it. */
export interface Result<Data> {
  readonly data: Data
  readonly credits: Credits
  /** Changes whenever the catalogue changes. */
  readonly dataVersion: string
  /** The day from which answers count back, as YYYY-MM-DD: of the service's clock, or of old data that day at which it ends. */
  readonly today: string
  /** Names the call in the operator's log. */
  readonly requestId: string
  /** Names of parameters that were given and left out. */
  readonly ignored: readonly string[]
  /** Why they were left out, and what was assumed instead. */
  readonly warnings: readonly Warning[]
  /** How often the call was sent. */
  readonly attempts: number
}

/** `now` is asked where a page in a browser may not read the day of the answer. */
export function resultOf<Data>(data: Data, headers: Headers, attempts: number, now: () => Date): Result<Data> {
  return {
    data,
    credits: creditsOf(headers),
    dataVersion: headers.get('x-data-version') ?? '',
    today: headers.get('x-data-today') ?? dayOf(headers.get('date'), now),
    requestId: headers.get('x-request-id') ?? '',
    ignored: namesIn(headers.get('x-ignored-parameters')),
    warnings: warningsOf(data),
    attempts,
  }
}

/** A number that is not told, because something between here and the service takes headers away, is NaN. */
export function creditsOf(headers: Headers): Credits {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN)
  return {
    spent: number('x-credits-cost'),
    left: number('x-credits-remaining'),
    limit: number('x-credits-limit'),
  }
}

function dayOf(date: string | null, now: () => Date): string {
  const moment = date === null ? now() : new Date(date)
  return moment.toISOString().slice(0, 10)
}

function namesIn(list: string | null): readonly string[] {
  return list === null ? [] : list.split(',').map((name) => decodeURIComponent(name.trim()))
}

function warningsOf(data: unknown): readonly Warning[] {
  const body = data as { readonly warnings?: readonly Warning[] } | null // an answer may have them beside its keys
  return body?.warnings ?? []
}
