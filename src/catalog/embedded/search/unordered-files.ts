import { closeSync, openSync, unlinkSync } from 'node:fs'

/** Descriptors of the files that hold a search's cards, in both forms, until those can be put in order. */
export interface UnorderedFiles {
  readonly cards: number
  readonly packed: number
}

/** The files have no names, so that nothing of them is left once they are closed, or the program ends. */
export function openUnorderedFiles(catalogPath: string): UnorderedFiles {
  const cards = openNameless(`${catalogPath}-cards`)
  try {
    return { cards, packed: openNameless(`${catalogPath}-packed`) }
  } catch (error) {
    closeSync(cards)
    throw error
  }
}

export function closeUnorderedFiles({ cards, packed }: UnorderedFiles): void {
  closeSync(cards)
  closeSync(packed)
}

/** A file without a name: nothing of it is left once it is closed, or the program ends. */
export function openNameless(path: string): number {
  const file = openSync(path, 'w+', 0o600)
  unlinkSync(path)
  return file
}
