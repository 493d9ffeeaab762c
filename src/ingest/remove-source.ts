import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Noun } from '../catalog/nouns.ts'
import { withdraw } from './deletes.ts'
import { sourceNoteName } from './import-notes.ts'

/** Takes away everything of some nouns that a source told, and what is remembered of its imports. */
export function removeSource(writer: CatalogWriter, source: string, nouns: readonly Noun[]): void {
  for (const noun of nouns) {
    const ids = [...writer.idsOf(noun, source)] // all found first, since none may be removed meanwhile
    for (const id of ids) withdraw(writer, noun, id)
  }
  writer.setNote(sourceNoteName(source), undefined)
}
