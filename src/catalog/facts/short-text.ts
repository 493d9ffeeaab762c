import { hash } from 'node:crypto'

/** Longer texts are shortened in indexes. PostgreSQL allows at most 2704 bytes per index entry. */
const BYTES_MAX = 300
/** Length in characters of the beginning and of the hash that replace a long text. */
const [BEGINNING, REST] = [60, 32]
/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const CHARACTER_BYTES = 3

/**
 * Returns a text as indexes store it. Replaces a long text by its beginning and a hash, so that different texts stay
 * different.
 */
export function shortText(text: string): string {
  if (text.length * CHARACTER_BYTES <= BYTES_MAX || Buffer.byteLength(text) <= BYTES_MAX) return text
  return `${text.slice(0, BEGINNING)} ${hash('sha256', text).slice(0, REST)}`
}
