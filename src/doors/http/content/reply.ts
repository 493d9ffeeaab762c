import type { ServerResponse } from 'node:http'
import type { FailureCode } from '../../../kit/base/failure.ts'
import type { Body } from './content.ts'
import type { Headers } from './cors.ts'

/** An answer that is ready to be written. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Body | undefined
  /** Writes the body piece by piece, once the head is written, and ends it. */
  readonly stream?: (response: ServerResponse) => Promise<void>
  /** Why the call was refused. */
  readonly code?: FailureCode
  /** To be called when the body has been handed to the operating system, or nobody is left to take it. */
  readonly release?: () => void
}
