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

/** Words that lists of places abbreviate now and then; two places may differ in nothing else. */
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

/** One spelling for even more ways to write a name that `shortName` has written: `arlington heights` → `arlington hts`. */
export function shorterName(shortened: string): string {
  return shortened
    .split(' ')
    .map((word) => SHORT_IN_LISTS.get(word) ?? word)
    .join(' ')
}
