import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Noun } from '../../catalog/ports/nouns.ts'
import { sourceNoteName } from './import-notes.ts'
import { inPieces } from './pieces.ts'
import { storeOf } from './record-store.ts'

/** Deletes the records of a source and the notes on its imports. */
export function removeSource(writer: CatalogWriter, source: string, nouns: readonly Noun[]): void {
  for (const noun of nouns) {
    const store = storeOf(noun, writer)
    const ids = [...store.idsOf(source)] // list all ids first: records must not change during the iteration
    for (const piece of inPieces(ids)) {
      store.expect(piece)
      for (const id of piece) store.withdraw(id)
    }
    store.flush()
    writer.contribute(noun, source, false)
  }
  if (nouns.includes('home')) writer.learnAgain()
  writer.setNote(sourceNoteName(source), undefined)
}
