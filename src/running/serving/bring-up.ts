import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Log } from '../../kit/base/log.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'

export type OnProgress = (done: number, total: number) => void

export const NOBODY: OnProgress = () => {}

/**
 * Renders the stored JSON of search results again if this version of Plat renders it differently. `report` receives the
 * progress.
 */
export function bringUpResults(store: CatalogStore, cards: CardMaker, terminal: Terminal, report = NOBODY): void {
  const label = 'Rendering search results again'
  showing(terminal, label, (onProgress) => store.bringUpCards(cards, both(onProgress, report)))
  report(0, 0)
}

export function both(one: OnProgress, other: OnProgress): OnProgress {
  return (done, total) => {
    one(done, total)
    other(done, total)
  }
}

/** How often the progress of a start is logged. */
const LOG_MS = 5000

/**
 * Returns a function that logs progress every few seconds. It logs nothing if a user at a terminal sees a progress
 * line.
 */
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
