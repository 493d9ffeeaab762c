import type { Problem } from './generated/answers.ts'
import { FAILURES, type FailureCode } from './generated/failures.ts'
import type { Credits } from './result.ts'

/** Whatever this client rejects with, except where a signal was aborted: then it is the reason of the signal. */
export class PlatError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The parts of a refusal beside its code. */
export interface Refused {
  readonly problem: Problem
  /** Undefined where the call was refused before its key was looked at. */
  readonly credits: Credits | undefined
  readonly requestId: string
  /** How often the call was sent. */
  readonly attempts: number
  /** Seconds after which to ask again, where the service says so. */
  readonly retryAfterS?: number | undefined
}

/** The service answered, but not with what was asked for. `code` says why, and never changes its meaning. */
export class RefusalError<C extends FailureCode = FailureCode> extends PlatError {
  readonly code: C
  readonly status: (typeof FAILURES)[C]['status']
  readonly problem: Problem
  /** Undefined where the call was refused before its key was looked at. */
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

/** Every refusal by its code: `switch (refusal.code)` knows all of them. */
export type Refusal = { readonly [C in FailureCode]: RefusalError<C> }[FailureCode]

/** Whether the service refused the call, with one of these codes if any are named. */
export function isRefusal<C extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: readonly C[]
): error is Extract<Refusal, { readonly code: C }> {
  return error instanceof RefusalError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** No answer came that can be read: the service is away, the time was over, or something else answered in its place. */
export class UnreachableError extends PlatError {
  readonly attempts: number
  /** The status of the answer that could not be read, if there was one. */
  readonly status: number | undefined

  constructor(message: string, attempts: number, status?: number, cause?: unknown) {
    super(message, { cause })
    this.attempts = attempts
    this.status = status
  }
}

/** More results than can be collected: thrown before the first of them is given, so that none is missing in silence. */
export class OutOfReachError extends PlatError {
  readonly total: number
  readonly reach: number

  constructor(message: string, total: number, reach: number) {
    super(message)
    this.total = total
    this.reach = reach
  }
}

/** The data changed again and again while results were collected. */
export class ChangingError extends PlatError {}

export function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && Object.hasOwn(FAILURES, code)
}
