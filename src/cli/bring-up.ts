import type { CardMaker } from '../catalog/cards.ts'
import { bringUpCards, bringUpCatalog } from '../catalog/open-writer.ts'
import { Progress, type Terminal } from './terminal.ts'

/** Upgrades the catalogue of a data folder to this version if it is older, with a progress line. */
export function bringUp(dataDir: string, terminal: Terminal): void {
  const progress = new Progress(terminal, 'Upgrading the catalogue')
  try {
    bringUpCatalog(dataDir, (done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}

/** Makes the cards of search results again if words, addresses or this version have changed, with a progress line. */
export function bringUpResults(dataDir: string, cards: CardMaker, terminal: Terminal): void {
  const progress = new Progress(terminal, 'Making the search results again')
  try {
    bringUpCards(dataDir, cards, (done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}
