import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { ORDINAL_OF } from './ordinals.ts'
import { SUFFIX_OF } from './street-suffixes.ts'
import { DOOR_WORDS, PART_OF } from './unit-designators.ts'
import { partsOfNames } from './words.ts'

/** Maps every spelling of a word in an address to the spelling that completion uses. */
export const SHORT_OF: ReadonlyMap<string, string> = new Map([
  ...ORDINAL_OF,
  ...PART_OF,
  ...SUFFIX_OF,
  ...DIRECTION_OF,
  ['saint', 'st'],
  ['sainte', 'ste'],
  ...Array.from(DOOR_WORDS, (word): [string, string] => [word, 'apt']),
])

/** Spells words as completion does: hyphenated names are split, and every word has its shortest form. */
export function lineWords(written: readonly string[]): string[] {
  return partsOfNames(written).map((word) => SHORT_OF.get(word) ?? word)
}
