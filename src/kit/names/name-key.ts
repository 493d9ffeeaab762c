import { plainLetters } from './letters.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}&]+/gu

/** A name whose normalized form is the same name in lower case. */
const PLAIN_NAME = /^[A-Za-z0-9&]+( [A-Za-z0-9&]+)*$/

/**
 * Returns a text in lower case without accents and punctuation, with one blank between words: `Cañon City` →
 * `canon city`.
 */
export function foldText(text: string): string {
  if (PLAIN_NAME.test(text)) return text.toLowerCase()
  return plainLetters(text).replace(BETWEEN_WORDS, ' ').trim()
}

/** Words that people abbreviate anywhere in the name of a place. */
export const SHORT_WORDS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['mountain', 'mtn'],
])

/** Words that people abbreviate only at the start of a name. */
const SHORT_FIRST_WORDS: ReadonlyMap<string, string> = new Map([
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
])

/**
 * Returns a key that is the same for all spellings of a city's name: `Saint Louis`, `St. Louis` → `st louis`;
 * `North Las Vegas`, `N Las Vegas` → `n las vegas`; `Mc Kinney`, `McKinney` → `mckinney`. Idempotent.
 */
export function cityKey(name: string): string {
  const folded = foldText(name).replaceAll(/\bmc (?=\S)/g, 'mc')
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
