import type { Problem } from './generated/answers.ts'
import { FAILURES, type FailureCode } from './generated/failures.ts'
import type { Credits } from './result.ts'

/** The error of every failed call. Only aborted calls reject with something else: the reason of their signal. */
export class PlatError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The parts of a refusal, except its code. */
export interface Refused {
  readonly problem: Problem
  /** Undefined if the call was refused before its key was checked. */
  readonly credits: Credits | undefined
  readonly requestId: string
  /** How many attempts the call took. */
  readonly attempts: number
  /** Seconds to wait before a retry, if the service states how many. */
  readonly retryAfterS?: number | undefined
}

/** The service refused the call. `code` says why, and the meaning of a code never changes. */
export class RefusalError<C extends FailureCode = FailureCode> extends PlatError {
  readonly code: C
  readonly status: (typeof FAILURES)[C]['status']
  readonly problem: Problem
  /** Undefined if the call was refused before its key was checked. */
  readonly credits: Credits | undefined
  readonly requestId: string
  readonly attempts: number
  readonly retryAfterS: number | undefined

  constructor(code: C, { problem, credits, requestId, attempts, retryAfterS }: Refused) {
    super(problem.detail)
    this.code = code
    this.status = FAILURES[code].status
    this.problem = problem
    this.credits = credits
    this.requestId = requestId
    this.attempts = attempts
    this.retryAfterS = retryAfterS
  }
}

/** Every refusal by its code, so that `switch (refusal.code)` is exhaustive. */
export type Refusal = { readonly [C in FailureCode]: RefusalError<C> }[FailureCode]

/** Whether an error is a refusal by the service. If codes are given, the refusal must have one of them. */
export function isRefusal<C extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: readonly C[]
): error is Extract<Refusal, { readonly code: C }> {
  return error instanceof RefusalError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** No readable answer arrived: the service is unreachable, a timeout passed, or another program answered. */
export class UnreachableError extends PlatError {
  readonly attempts: number
  /** The status of the unreadable answer; undefined if no answer arrived. */
  readonly status: number | undefined

  constructor(message: string, attempts: number, status?: number, cause?: unknown) {
    super(message, { cause })
    this.attempts = attempts
    this.status = status
  }
}

/**
 * The list has more results than can be collected. Thrown before the first result, so that nobody mistakes a part for
 * the whole list.
 */
export class OutOfReachError extends PlatError {
  readonly total: number
  readonly reach: number

  constructor(message: string, total: number, reach: number) {
    super(message)
    this.total = total
    this.reach = reach
  }
}

/** The data changed too often while results were collected. */
export class ChangingError extends PlatError {}

export function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && Object.hasOwn(FAILURES, code)
}
