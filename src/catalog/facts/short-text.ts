import { hash } from 'node:crypto'

/** The longest text, in bytes, that goes into an index as it is: PostgreSQL takes entries of up to 2704 bytes. */
const BYTES_MAX = 300
/** Lengths of the two parts, in characters, that stand for a longer text. */
const [BEGINNING, REST] = [60, 32]
/** The most bytes of one UTF-16 code unit in UTF-8. */
const CHARACTER_BYTES = 3

/** Returns a text as an index has it: a longer one is its beginning and a hash, so that different ones stay different. */
export function shortText(text: string): string {
  if (text.length * CHARACTER_BYTES <= BYTES_MAX || Buffer.byteLength(text) <= BYTES_MAX) return text
  return `${text.slice(0, BEGINNING)} ${hash('sha256', text).slice(0, REST)}`
}
