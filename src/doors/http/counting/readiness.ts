import { Fault } from '../../../kit/base/failure.ts'

/** How far the service is. */
export type Readiness = 'opening' | 'ready' | 'unanswered' | 'closing' | 'damaged'

const ORDER: readonly Readiness[] = ['opening', 'ready', 'unanswered', 'closing', 'damaged']

/** How far the service is, in memory that threads share, so that each can answer by itself. */
export class SharedReadiness {
  readonly memory: SharedArrayBuffer
  readonly #word: Int32Array

  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory
    this.#word = new Int32Array(memory)
  }

  set(readiness: Readiness): void {
    Atomics.store(this.#word, 0, ORDER.indexOf(readiness))
  }

  get now(): Readiness {
    return ORDER[Atomics.load(this.#word, 0)] ?? 'opening'
  }
}

/** Seconds after which a caller may ask again while the catalogue opens or the server closes. */
const RETRY_S = 2

/** Why the service does not answer calls; undefined when it does. */
export function unreadiness(readiness: Readiness): Fault | undefined {
  switch (readiness) {
    case 'ready':
      return undefined
    case 'opening':
      return new Fault('server.busy', 'The catalogue is being opened.', { retryAfterS: RETRY_S })
    case 'unanswered':
      return new Fault('server.busy', 'All threads that answer calls have died, and are being replaced.', {
        retryAfterS: RETRY_S,
      })
    case 'closing':
      return new Fault('server.busy', 'The server is closing.', { retryAfterS: RETRY_S })
    case 'damaged':
      return new Fault('catalogue.damaged')
  }
}
