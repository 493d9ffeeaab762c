import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Log } from '../../kit/base/log.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'

export type OnProgress = (done: number, total: number) => void

export const NOBODY: OnProgress = () => {}

/** Makes the cards of search results again if this version makes others. `tell` is given the progress, too. */
export function bringUpResults(store: CatalogStore, cards: CardMaker, terminal: Terminal, tell = NOBODY): void {
  const label = 'Making the search results again'
  showing(terminal, label, (onProgress) => store.bringUpCards(cards, both(onProgress, tell)))
  tell(0, 0)
}

export function both(one: OnProgress, other: OnProgress): OnProgress {
  return (done, total) => {
    one(done, total)
    other(done, total)
  }
}

/** How often the log says how far the start is. */
const LOG_MS = 5000

/** Logs progress now and then, where nobody watches a progress line. */
export function loggedProgress(
  { watched, clock }: Pick<Terminal, 'watched' | 'clock'>,
  log: Log,
  what: string,
): OnProgress {
  let loggedMs = clock.now()
  return (done, total) => {
    if (watched || total === 0 || clock.now() - loggedMs < LOG_MS) return
    loggedMs = clock.now()
    log.info({ done, total }, what)
  }
}
