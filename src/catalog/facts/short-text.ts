import { hash } from 'node:crypto'

/** Longer strings are shortened in indexes. PostgreSQL allows at most 2704 bytes per index entry. */
const BYTES_MAX = 300
/** A long string is replaced by its first BEGINNING characters and REST characters of a hash. */
const [BEGINNING, REST] = [60, 32]
/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const CHARACTER_BYTES = 3

/**
 * Returns a string as indexes store it. Replaces a long string by its beginning and a hash, so that different strings
 * stay different.
 */
export function shortText(text: string): string {
  if (text.length * CHARACTER_BYTES <= BYTES_MAX || Buffer.byteLength(text) <= BYTES_MAX) return text
  return `${text.slice(0, BEGINNING)} ${hash('sha256', text).slice(0, REST)}`
}
