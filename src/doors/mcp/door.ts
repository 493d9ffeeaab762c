import type { Area } from '../../service/operations/operation.ts'

/** Parameters of an operation, as a query string would give them. */
export type Query = Readonly<Record<string, string>>

/** A change of a saved search: the HTTP method, and the JSON body. */
export interface SentChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: Readonly<Record<string, unknown>>
}

/** The answer of an operation to a tool. */
export interface OperationAnswer {
  readonly status: number
  /** The body of a 200, or a problem document. */
  readonly body: unknown
  /** The operation's cost in credits. */
  readonly credits: number
  /** Credits left after the operation, if known. */
  readonly left: number | undefined
  /** Seconds to wait before a retry, after a temporary refusal. */
  readonly retryAfterS: number | undefined
}

/**
 * The only access of tools to data. Each operation runs for the tool's caller exactly as over HTTP, with the same key,
 * rate, credits, audit and limits. A failure that the caller may see is a status, not a rejection.
 */
export interface Door {
  run(path: string, query: Query, sent?: SentChange): Promise<OperationAnswer>
  /** Logs a fault for the operator. The caller sees no details of it. */
  failed(error: unknown): void
  /** Returns the day that counts as today for the data of an area, as YYYY-MM-DD. */
  today(area: Area): string
  /** Whether the catalog is a sample of invented homes. */
  readonly isSample: boolean
  /** The operator's words: the portal's name in parameters, values and keys, and the origin of the pages of homes. */
  readonly words: { readonly Portal: string; readonly portal: string; readonly portalOrigin: string }
  /** A page on which hosts can show answers; undefined if the console has not been built. */
  readonly view?: View | undefined
  /** Areas that the caller's plan includes. */
  readonly areas: readonly Area[]
}

/** A self-contained page, and the origins that it may load pictures from. */
export interface View {
  readonly html: string
  readonly pictureOrigins: readonly string[]
}
