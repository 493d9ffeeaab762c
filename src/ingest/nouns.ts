import type { ImportNoun } from './batch.ts'
import { climateScores } from './nouns/climate.ts'
import { homes } from './nouns/home.ts'
import { offers } from './nouns/offer.ts'
import { rates } from './nouns/rate.ts'
import { series } from './nouns/series.ts'

/** Every noun that an import can bring, by the name that mappings use. */
const IMPORT_NOUNS = {
  home: homes,
  climate: climateScores,
  series,
  rate: rates,
  offer: offers,
} as const satisfies Record<string, ImportNoun>

export type ImportNounName = keyof typeof IMPORT_NOUNS

export const IMPORT_NOUN_NAMES = Object.keys(IMPORT_NOUNS) as ImportNounName[]

export function importNounOf(name: ImportNounName): ImportNoun {
  return IMPORT_NOUNS[name]
}
