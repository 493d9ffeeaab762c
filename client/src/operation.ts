import type { NoParameters } from './query.ts'
import type { Result } from './result.ts'
import type { RetryOptions } from './retries.ts'

/** Options of a single call, which override those of the client. */
export interface CallOptions {
  /** Aborts the call, even while it waits between attempts. */
  readonly signal?: AbortSignal | undefined
  /** Maximum time of one attempt, including its body. */
  readonly timeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Whether invalid parameters are refused or left out. Overrides the operator's default. */
  readonly handling?: 'strict' | 'lenient' | undefined
  /** Identifies the call, so that it is charged once even if it is sent several times. Default: a new key per call. */
  readonly idempotencyKey?: string | undefined
}

/** The arguments of a call. An operation without required parameters can be called without any. */
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
  /** Yields the answers page by page, from the given page (or the first) to the last. */
  pages(...given: CallArguments<P>): AsyncIterableIterator<Result<Data>>
  /**
   * Yields every row once, even if the data changes while `all` runs. `/search/plan` splits searches of area A that
   * have too many results for their pages; each part is then sorted separately. If the list cannot be collected
   * completely, throws an `OutOfReachError` before the first row.
   */
  all(...given: CallArguments<Omit<P, 'page' | 'nextPageCursor'>>): AsyncIterableIterator<Row>
}

/** The areas of the service. */
export type Area = 'A' | 'B' | 'C'

/** The area and the path of an operation. Some operations are in no area. */
export interface Where {
  readonly area?: Area
  /** Parts in braces are parameters. */
  readonly path: string
  /** GET if absent. */
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
}
