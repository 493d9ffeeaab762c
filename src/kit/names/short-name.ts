import { DIRECTION_OF } from './directions.ts'
import { foldText, SHORT_WORDS } from './name-key.ts'

/** Words that people abbreviate in place names. */
export const SHORT_OF: ReadonlyMap<string, string> = new Map([...DIRECTION_OF, ...SHORT_WORDS])

/** Normalizes the name of a place for look-ups, never for display: `Saint Louis`, `St. Louis` → `st louis`. */
export function shortName(name: string): string {
  return foldText(name)
    .split(' ')
    .map((word) => SHORT_OF.get(word) ?? word)
    .join(' ')
}

/** Words that lists of places sometimes abbreviate. Two different places may differ only in such a word. */
const SHORT_IN_LISTS: ReadonlyMap<string, string> = new Map([
  ['beach', 'bch'],
  ['center', 'ctr'],
  ['centre', 'ctr'],
  ['gardens', 'gdns'],
  ['harbor', 'hbr'],
  ['harbour', 'hbr'],
  ['heights', 'hts'],
  ['junction', 'jct'],
  ['springs', 'spgs'],
  ['township', 'twp'],
  ['village', 'vlg'],
])

/** Shortens the result of `shortName` further, for a second try: `arlington heights` → `arlington hts`. */
export function shorterName(shortened: string): string {
  return shortened
    .split(' ')
    .map((word) => SHORT_IN_LISTS.get(word) ?? word)
    .join(' ')
}
