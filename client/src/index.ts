export type { BatchItem, BatchLine, BatchOf } from './batch.ts'
export type { Fetch, PlatOptions } from './caller.ts'
export {
  ChangingError,
  isRefusal,
  OutOfReachError,
  PlatError,
  type Refusal,
  RefusalError,
  UnreachableError,
} from './failure.ts'
export type * from './generated/answers.ts'
export { FAILURES, type FailureCode } from './generated/failures.ts'
export type * from './generated/parameters.ts'
export type { Area, CallOptions, Operation, PagedOperation } from './operation.ts'
export { Plat } from './plat.ts'
export type { Range } from './query.ts'
export type { Credits, Result } from './result.ts'
export type { RetryOptions } from './retries.ts'
