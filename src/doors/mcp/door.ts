import type { Area } from '../../service/operations/operation.ts'

/** Parameters of an operation, as a query string would give them. */
export type Query = Readonly<Record<string, string>>

/** A change of what the key keeps: a method of HTTP, with the keys of its JSON. */
export interface Sent {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: Readonly<Record<string, unknown>>
}

/** The answer of an operation that a tool has run. */
export interface Ran {
  readonly status: number
  /** Its JSON: the answer of a 200, or a problem document. */
  readonly body: unknown
  /** Credits that it cost, and that are left after it where that is known. */
  readonly credits: number
  readonly left: number | undefined
  /** Seconds after which to try again, where it was refused for now. */
  readonly retryAfterS: number | undefined
}

/**
 * The one way in which tools reach data: each operation runs for the caller of the tool exactly as over HTTP, with the
 * same key, rate, credits, audit and limits. Never rejects for what a caller may see: that is a status.
 */
export interface Door {
  run(path: string, query: Query, sent?: Sent): Promise<Ran>
  /** Tells the operator of a fault of Plat, of which the caller learns nothing. */
  failed(error: unknown): void
  /** Returns the day that counts as today for the data of an area, as YYYY-MM-DD. */
  today(area: Area): string
  /** Whether the catalogue is invented. */
  readonly isSample: boolean
  /** The operator's words: the portal's name in parameters, values and keys, and the origin of the pages of homes. */
  readonly words: { readonly Portal: string; readonly portal: string; readonly portalOrigin: string }
  /** A page that shows answers in hosts that can; none where the console has not been built. */
  readonly view?: View | undefined
  /** Areas that the caller's plan opens. */
  readonly areas: readonly Area[]
}

/** A page in one piece, and the origins that it may load pictures from. */
export interface View {
  readonly html: string
  readonly pictureOrigins: readonly string[]
}
