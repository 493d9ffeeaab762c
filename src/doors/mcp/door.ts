import type { Area } from '../../service/operations/operation.ts'

/** The parameters of an operation, with values as in a query string. */
export type Query = Readonly<Record<string, string>>

/** A request to change saved searches: HTTP method and JSON body. */
export interface SentChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: Readonly<Record<string, unknown>>
}

/** An operation's answer to a tool. */
export interface OperationAnswer {
  readonly status: number
  /** The body of a 200, or a problem document. */
  readonly body: unknown
  /** The price of the operation in credits. */
  readonly credits: number
  /** The remaining credits of the key; undefined if unknown. */
  readonly left: number | undefined
  /** After a temporary refusal: the seconds to wait before a retry. */
  readonly retryAfterS: number | undefined
}

/**
 * The only way for tools to reach data. An operation runs as if the client had called it over HTTP, with the same key,
 * rate limit, credits and audit log. If the operation fails, `run` returns a status and does not reject.
 */
export interface Door {
  run(path: string, query: Query, sent?: SentChange): Promise<OperationAnswer>
  /** Logs an internal error. The client gets no details. */
  failed(error: unknown): void
  /** Returns the date that counts as today in an area, as YYYY-MM-DD. */
  today(area: Area): string
  /** Whether the catalog is a sample of invented homes. */
  readonly isSample: boolean
  /**
   * The operator's names in answers: the portal's name in parameters, values and keys, and the origin of pages about
   * homes.
   */
  readonly words: { readonly Portal: string; readonly portal: string; readonly portalOrigin: string }
  /** The HTML view in which hosts can show answers; undefined if the console was not built. */
  readonly view?: View | undefined
  /** The areas that the key's plan includes. */
  readonly areas: readonly Area[]
  /** Whether the key may access data about people. */
  readonly opensPeople: boolean
}

/** A self-contained HTML page, and the origins of its pictures. */
export interface View {
  readonly html: string
  readonly pictureOrigins: readonly string[]
}
