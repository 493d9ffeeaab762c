import { Fault } from '../../../kit/base/failure.ts'

/** How far the service is. */
export type Readiness = 'opening' | 'ready' | 'unanswered' | 'closing' | 'damaged'

/** Seconds after which a caller may ask again while the catalogue opens or the server closes. */
const RETRY_S = 2

/** Why the service does not answer calls; undefined when it does. `openedPercent`: 0 if unknown. */
export function unreadiness(readiness: Readiness, openedPercent = 0): Fault | undefined {
  switch (readiness) {
    case 'ready':
      return undefined
    case 'opening':
      return new Fault('server.busy', openingSentence(openedPercent), { retryAfterS: RETRY_S })
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

function openingSentence(percent: number): string {
  return percent === 0
    ? 'The catalogue is being opened.'
    : `The catalogue is being brought up to date: ${percent} % done.`
}
