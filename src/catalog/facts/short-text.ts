import { hash } from 'node:crypto'

/**
 * Maximum length, in bytes, of a text that indexes store unchanged. PostgreSQL accepts index entries of up to 2704
 * bytes.
 */
const BYTES_MAX = 300
/** Lengths, in characters, of the beginning and the hash that replace a longer text. */
const [BEGINNING, REST] = [60, 32]
/** Maximum size of a UTF-16 code unit in UTF-8, in bytes. */
const CHARACTER_BYTES = 3

/**
 * Returns a text as indexes store it. A longer text is replaced by its beginning and a hash, so that different texts
 * stay different.
 */
export function shortText(text: string): string {
  if (text.length * CHARACTER_BYTES <= BYTES_MAX || Buffer.byteLength(text) <= BYTES_MAX) return text
  return `${text.slice(0, BEGINNING)} ${hash('sha256', text).slice(0, REST)}`
}
