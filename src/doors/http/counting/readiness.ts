import { Fault } from '../../../kit/base/failure.ts'

/** The state of the service. `unanswered`: no worker is left. */
export type Readiness = 'opening' | 'ready' | 'unanswered' | 'closing' | 'damaged'

/** Seconds after which clients should retry while the catalog opens or the service closes. */
const RETRY_S = 2

/**
 * Returns why the service does not answer calls; undefined if it does.
 *
 * @param openedPercent The progress of the start; 0 if unknown.
 */
export function unreadiness(readiness: Readiness, openedPercent = 0): Fault | undefined {
  switch (readiness) {
    case 'ready':
      return undefined
    case 'opening':
      return new Fault('server.busy', openingSentence(openedPercent), { retryAfterS: RETRY_S })
    case 'unanswered':
      return new Fault('server.busy', 'All workers have died and are being replaced.', {
        retryAfterS: RETRY_S,
      })
    case 'closing':
      return new Fault('server.busy', 'The server is closing.', { retryAfterS: RETRY_S })
    case 'damaged':
      return new Fault('catalogue.damaged')
  }
}

function openingSentence(percent: number): string {
  return percent === 0 ? 'The catalog is being opened.' : `The catalog is being brought up to date: ${percent}% done.`
}
