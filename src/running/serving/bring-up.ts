import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'

/** Upgrades a catalogue to this version if it is older, with a progress line. */
export function bringUp(store: CatalogStore, terminal: Terminal): void {
  showing(terminal, 'Upgrading the catalogue', (onProgress) => store.bringUp(onProgress))
}

/** Makes the cards of search results again if words, addresses or this version have changed, with a progress line. */
export function bringUpResults(store: CatalogStore, cards: CardMaker, terminal: Terminal): void {
  showing(terminal, 'Making the search results again', (onProgress) => store.bringUpCards(cards, onProgress))
}
