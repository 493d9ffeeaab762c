import type { ServerResponse } from 'node:http'
import type { FailureCode } from '../../../kit/base/failure.ts'
import type { Body } from './content.ts'
import type { Headers } from './cors.ts'

/** An answer that is ready to send. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Body | undefined
  /** Writes the body in parts after the headers were sent, and ends the response. */
  readonly stream?: (response: ServerResponse) => Promise<void>
  /** The failure code of a refused call. */
  readonly code?: FailureCode
  /** Frees the memory of the body. Called when the body was sent or the client disconnected. */
  readonly release?: () => void
}
