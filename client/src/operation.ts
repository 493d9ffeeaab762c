import type { NoParameters } from './query.ts'
import type { Result } from './result.ts'
import type { RetryOptions } from './retries.ts'

/** How one call is made, where it differs from the others. */
export interface CallOptions {
  /** Ends the call, waiting between attempts included. */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, its body included. */
  readonly timeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Says whether parameters that are not as they should be are refused, where the operator's choice does not fit. */
  readonly handling?: 'strict' | 'lenient' | undefined
  /** Names the call, so that it is charged once however often it is sent; made anew for each call unless given. */
  readonly idempotencyKey?: string | undefined
}

/** A call without required parameters can do without any. */
type Given<P extends object> = P extends NoParameters
  ? [parameters?: P, options?: CallOptions]
  : Partial<P> extends P
    ? [parameters?: P, options?: CallOptions]
    : [parameters: P, options?: CallOptions]

/** Asks the service once, and again where that is worth it. */
export type Operation<P extends object, Data> = (...given: Given<P>) => Promise<Result<Data>>

/** An operation whose answers are pages of a list. */
export interface PagedOperation<P extends object, Data, Row> {
  (...given: Given<P>): Promise<Result<Data>>
  /** The answers one after the other, from the page that is given, or else the first, up to the last that there is. */
  pages(...given: Given<P>): AsyncIterableIterator<Result<Data>>
  /**
   * Every row there is, each once, also where the data changes meanwhile. Searches of area A with more results than
   * their pages show are split by `/search/plan`; the order then holds within each part only. What cannot be collected
   * whole is refused before the first row, with an `OutOfReachError`.
   */
  all(...given: Given<Omit<P, 'page' | 'nextPageCursor'>>): AsyncIterableIterator<Row>
}

/** The areas of the service. */
export type Area = 'A' | 'B' | 'C'

/** Where an operation is; some belong to no area. */
export interface Where {
  readonly area?: Area
  /** A part in braces is a parameter. */
  readonly path: string
  /** It is GET where it is left out. */
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
}
