const ACCENTS = /\p{M}+/gu
/** A dot between words parts them (`St.Louis`), a dot within an abbreviation does not (`N.E.`). */
const PARTING_DOT = /\.(?=\p{L}{2}|\p{N})/gu
const DROPPED = /['’‘`´.]/g
const BETWEEN_WORDS = /[^\p{L}\p{N}&]+/gu

/** Lower case, without accents and punctuation, one blank between words: `Cañon City` → `canon city`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(PARTING_DOT, ' ')
    .replace(DROPPED, '')
    .replace(BETWEEN_WORDS, ' ')
    .trim()
}

/** Words that people abbreviate anywhere in the name of a place. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  mountain: 'mtn',
}

/** Words that people abbreviate at its beginning only. */
const SHORT_FIRST_WORDS: Readonly<Record<string, string>> = { north: 'n', south: 's', east: 'e', west: 'w' }

/**
 * One key for every way to write the name of a city: `Saint Louis`, `St. Louis` → `st louis`; `North Las Vegas`,
 * `N Las Vegas` → `n las vegas`. A key of a key is itself.
 */
export function cityKey(name: string): string {
  const words = foldText(name).split(' ')
  const short = words.map((word) => lookUp(SHORT_WORDS, word))
  if (short.length > 1) short[0] = lookUp(SHORT_FIRST_WORDS, short[0] ?? '')
  return short.join(' ')
}

function lookUp(table: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(table, word) ? (table[word] ?? word) : word
}
