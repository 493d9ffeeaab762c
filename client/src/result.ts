import type { Warning } from './generated/answers.ts'

/** The credits that a call cost, and the credits that are left. */
export interface Credits {
  readonly spent: number
  /** Credits left in the key's current period. */
  readonly left: number
  /** The plan's credits per period. */
  readonly limit: number
}

/** An answer, with the information from its headers. */
export interface Result<Data> {
  readonly data: Data
  readonly credits: Credits
  /** A string that changes whenever the catalog changes. */
  readonly dataVersion: string
  /**
   * The day that counts as today, as YYYY-MM-DD: the date of the service's clock, or the last day of an old data set.
   */
  readonly today: string
  /** Identifies the call in the operator's log. */
  readonly requestId: string
  /** Names of parameters that the service ignored. */
  readonly ignored: readonly string[]
  /** Which parameters were ignored or changed, and why. */
  readonly warnings: readonly Warning[]
  /** How many attempts the call took. */
  readonly attempts: number
}

/** `now` replaces the answer's date if it cannot be read, as in browsers. */
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

/** Reads the credits from headers. A number is NaN if its header is missing, for example because a proxy removed it. */
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
  // an answer may have a key `warnings`
  const body = data as { readonly warnings?: readonly Warning[] } | null
  return body?.warnings ?? []
}
