import { DIRECTION_OF } from './directions.ts'
import { foldText } from './name-key.ts'

/** Words of place names that people abbreviate. */
export const SHORT_OF: ReadonlyMap<string, string> = new Map([
  ...DIRECTION_OF,
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['mountain', 'mtn'],
])

/** One spelling for every way to write a place's name, for look-ups only: `Saint Louis`, `St. Louis` → `st louis`. */
export function shortName(name: string): string {
  return foldText(name)
    .split(' ')
    .map((word) => SHORT_OF.get(word) ?? word)
    .join(' ')
}
