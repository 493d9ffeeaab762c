import { randomBytes } from 'node:crypto'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { withheldOf } from '../serving/backend.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call } from '../terminal/command.ts'
import { showing } from '../terminal/terminal.ts'
import { notLearned } from './not-learned.ts'

/** Runs `work` on an existing catalog in one transaction: all its changes are committed, or none. */
export async function changeCatalog(
  { terminal, settings }: Call,
  store: CatalogStore,
  work: (writer: CatalogWriter) => void | Promise<void>,
): Promise<void> {
  const writer = store.openWriter({
    kind: store.kind() ?? 'imported',
    replace: false,
    cards: cardsOf(settings),
    withheld: await withheldOf(settings),
    logDays: settings.changesDays,
    newCatalogId,
    signal: terminal.interrupted,
  })
  try {
    terminal.interrupted.throwIfAborted()
    await work(writer)
    showing(terminal, 'Preparing all records for searches', (onProgress) =>
      writer.commit(onProgress, (failure) => failure !== undefined && terminal.note(notLearned(failure))),
    )
  } finally {
    writer.rollback()
  }
}

export function newCatalogId(): string {
  return randomBytes(8).toString('hex')
}
