import type { NoParameters } from './query.ts'
import type { Result } from './result.ts'
import type { RetryOptions } from './retries.ts'

/** Options of a single call. They override the client's options. */
export interface CallOptions {
  /** Aborts the call, even while it waits between attempts. */
  readonly signal?: AbortSignal | undefined
  /** Maximum time of one attempt, including the answer's body. */
  readonly timeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Whether the service refuses invalid parameters or ignores them. Overrides the operator's default. */
  readonly handling?: 'strict' | 'lenient' | undefined
  /** Identifies the call, so that it is charged once even if it is sent again. Default: a new key per call. */
  readonly idempotencyKey?: string | undefined
}

/** The arguments of a call. An operation without required parameters can be called without any. */
type CallArguments<P extends object> = P extends NoParameters
  ? [parameters?: P, options?: CallOptions]
  : Partial<P> extends P
    ? [parameters?: P, options?: CallOptions]
    : [parameters: P, options?: CallOptions]

/** Sends a request, and retries it after temporary failures. */
export type Operation<P extends object, Data> = (...given: CallArguments<P>) => Promise<Result<Data>>

/** An operation whose answers are pages of a list. */
export interface PagedOperation<P extends object, Data, Row> {
  (...given: CallArguments<P>): Promise<Result<Data>>
  /** Yields the answers page by page, from the requested page (by default the first) to the last. */
  pages(...given: CallArguments<P>): AsyncIterableIterator<Result<Data>>
  /**
   * Yields every row exactly once, even if the data changes in between. If a search for homes has more results than its
   * pages show, `/search/plan` splits it into parts; each part is sorted, but not the whole. Throws an
   * `OutOfReachError` before the first row if the list cannot be collected completely.
   */
  all(...given: CallArguments<Omit<P, 'page' | 'nextPageCursor'>>): AsyncIterableIterator<Row>
}

export type Area = 'A' | 'B' | 'C'

/** The area, path and HTTP method of an operation. Some operations belong to no area. */
export interface Where {
  readonly area?: Area
  /** Parts in braces are parameters: `/searches/{id}`. */
  readonly path: string
  /** GET if absent. */
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  /** Whether a POST may be sent again. */
  readonly mayRepeat?: true
}
