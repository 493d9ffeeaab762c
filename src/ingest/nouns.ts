import type { ImportNoun } from './batch.ts'
import { homes } from './nouns/home.ts'

/** Every noun that an import can bring, by the name that mappings use. */
const IMPORT_NOUNS = {
  home: homes,
} as const satisfies Record<string, ImportNoun>

export type ImportNounName = keyof typeof IMPORT_NOUNS

export const IMPORT_NOUN_NAMES = Object.keys(IMPORT_NOUNS) as ImportNounName[]

export function importNounOf(name: ImportNounName): ImportNoun {
  return IMPORT_NOUNS[name]
}
