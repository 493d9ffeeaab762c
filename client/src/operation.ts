import type { NoParameters } from './query.ts'
import type { Result } from './result.ts'
import type { RetryOptions } from './retries.ts'

/** Options of a single call, which override those of the client. */
export interface CallOptions {
  /** Aborts the call, also while it waits between attempts. */
  readonly signal?: AbortSignal | undefined
  /** Maximum time of one attempt, including its body. */
  readonly timeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Whether invalid parameters are refused or left out. Overrides the operator's default. */
  readonly handling?: 'strict' | 'lenient' | undefined
  /**
   * Identifies the call, so that it is charged once even if it is sent several times. Defaults to a new key per call.
   */
  readonly idempotencyKey?: string | undefined
}

/** The arguments of a call; without required parameters, they can be left out. */
type CallArguments<P extends object> = P extends NoParameters
  ? [parameters?: P, options?: CallOptions]
  : Partial<P> extends P
    ? [parameters?: P, options?: CallOptions]
    : [parameters: P, options?: CallOptions]

/** Sends a request, and retries it after a temporary failure. */
export type Operation<P extends object, Data> = (...given: CallArguments<P>) => Promise<Result<Data>>

/** An operation whose answers are pages of a list. */
export interface PagedOperation<P extends object, Data, Row> {
  (...given: CallArguments<P>): Promise<Result<Data>>
  /** Yields the answers page by page, from the given or the first page to the last. */
  pages(...given: CallArguments<P>): AsyncIterableIterator<Result<Data>>
  /**
   * Yields every row once, even if the data changes meanwhile. Searches of area A with more results than their pages
   * show are split by `/search/plan`; the order then holds within each part only. If the list cannot be collected
   * completely, throws an `OutOfReachError` before the first row.
   */
  all(...given: CallArguments<Omit<P, 'page' | 'nextPageCursor'>>): AsyncIterableIterator<Row>
}

/** The areas of the service. */
export type Area = 'A' | 'B' | 'C'

/** The address of an operation; some belong to no area. */
export interface Where {
  readonly area?: Area
  /** Segments in braces are parameters. */
  readonly path: string
  /** GET if absent. */
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
}
