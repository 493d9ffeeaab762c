import { plainLetters } from './letters.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}&]+/gu

/** In such a name there is nothing to fold but the case. */
const PLAIN_NAME = /^[A-Za-z0-9&]+( [A-Za-z0-9&]+)*$/

/** Lower case, without accents and punctuation, one blank between words: `Cañon City` → `canon city`. */
export function foldText(text: string): string {
  if (PLAIN_NAME.test(text)) return text.toLowerCase()
  return plainLetters(text).replace(BETWEEN_WORDS, ' ').trim()
}

/** Words that people abbreviate anywhere in the name of a place. */
const SHORT_WORDS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['mountain', 'mtn'],
])

/** Words that people abbreviate at its beginning only. */
const SHORT_FIRST_WORDS: ReadonlyMap<string, string> = new Map([
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
])

/**
 * One key for every way to write the name of a city: `Saint Louis`, `St. Louis` → `st louis`; `North Las Vegas`,
 * `N Las Vegas` → `n las vegas`. A key of a key is itself.
 */
export function cityKey(name: string): string {
  const folded = foldText(name)
  if (!folded.includes(' ')) return shortWord(folded)
  const [first = '', ...others] = folded.split(' ')
  return [shortFirstWord(first), ...others.map(shortWord)].join(' ')
}

function shortWord(word: string): string {
  return SHORT_WORDS.get(word) ?? word
}

function shortFirstWord(word: string): string {
  return SHORT_FIRST_WORDS.get(word) ?? shortWord(word)
}
