const ACCENTS = /\p{M}+/gu
/** A dot between words parts them (`St.Louis`), a dot within an abbreviation does not (`N.E.`). */
const PARTING_DOT = /\.(?=\p{L}{2}|\p{N})/gu
const DROPPED = /['’‘`´.]/g

/** Lower case without accents, dots and apostrophes: `CAÑON` → `canon`, `St.Louis` → `st louis`, `N.E.` → `ne`. */
export function plainLetters(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(PARTING_DOT, ' ').replace(DROPPED, '')
}

const PLAIN = codesOf(/[^'`.]/)

/**
 * Whether nothing but the case of a text needs care, as in nearly every text. Looks at codes, since starting a regular
 * expression would take longer than the whole loop.
 */
export function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (PLAIN[text.charCodeAt(at)] !== 1) return false
  return true
}

/** For every code of ASCII 1 if its character is one of these, else 0; other codes are not in the table. */
export function codesOf(character: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(character.test(String.fromCharCode(code))))
}

/** @param code Of a character. */
export function isDigit(code: number): boolean {
  return code >= '0'.charCodeAt(0) && code <= '9'.charCodeAt(0)
}
