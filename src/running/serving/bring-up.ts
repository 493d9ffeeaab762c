import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { Progress, type Terminal } from '../terminal/terminal.ts'

/** Upgrades a catalogue to this version if it is older, with a progress line. */
export function bringUp(store: CatalogStore, terminal: Terminal): void {
  const progress = new Progress(terminal, 'Upgrading the catalogue')
  try {
    store.bringUp((done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}

/** Makes the cards of search results again if words, addresses or this version have changed, with a progress line. */
export function bringUpResults(store: CatalogStore, cards: CardMaker, terminal: Terminal): void {
  const progress = new Progress(terminal, 'Making the search results again')
  try {
    store.bringUpCards(cards, (done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}
