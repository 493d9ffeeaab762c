const ACCENTS = /\p{M}+/gu
/** A dot between words separates them (`St.Louis`); a dot within an abbreviation does not (`N.E.`). */
const PARTING_DOT = /\.(?=\p{L}{2}|\p{N})/gu
const DROPPED = /['’‘`´.]/g

/**
 * Returns a text in lower case without accents, dots and apostrophes: `CAÑON` → `canon`, `St.Louis` → `st louis`,
 * `N.E.` → `ne`.
 */
export function plainLetters(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(PARTING_DOT, ' ').replace(DROPPED, '')
}

const PLAIN = codesOf(/[^'`.]/)

/**
 * Whether the normalized form of a text is the same text in lower case, as for nearly all texts. A loop over character
 * codes is faster than even starting a regular expression.
 */
export function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (PLAIN[text.charCodeAt(at)] !== 1) return false
  return true
}

/** Returns a table of the ASCII codes: 1 for each code whose character matches, otherwise 0. */
export function codesOf(character: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(character.test(String.fromCharCode(code))))
}

export function isDigit(code: number): boolean {
  return code >= '0'.charCodeAt(0) && code <= '9'.charCodeAt(0)
}
