import { allocate } from '../column.ts'
import { grown } from '../growing.ts'

/** Initial size of the hash table, a power of two. At most half of the slots are in use. */
const FIRST_SLOTS = 1024

/** Numbers distinct words from 0, in order of first appearance. Words are sequences of UTF-8 bytes. */
export class WordDictionary {
  #text = new Uint8Array(FIRST_SLOTS * 8)
  #textEnds = new Uint32Array(FIRST_SLOTS)
  #hashes = new Int32Array(FIRST_SLOTS)
  #count = 0
  /** A word's number plus one; 0 for a free slot. */
  #slots = new Uint32Array(FIRST_SLOTS)

  get count(): number {
    return this.#count
  }

  /**
   * Returns the number of the word `bytes[start]` … `bytes[end - 1]`. Compute `hash` with `hashWith` over these bytes.
   */
  numberOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const content = this.#slots[slot] as number
      if (content === 0) break
      if (this.#hashes[content - 1] === hash && this.#is(content - 1, bytes, start, end)) return content - 1
      slot = (slot + 1) & mask
    }
    this.#slots[slot] = this.#count + 1
    return this.#append(bytes, start, end, hash)
  }

  /** Returns all words in byte order, in shared memory: the text, the end of each word, and each word's number. */
  sorted(): { text: Uint8Array; textEnds: Uint32Array; numbers: Uint32Array } {
    const words = Array.from({ length: this.#count }, (_, number) => this.#wordOf(number))
    const numbers = allocate('u32', this.#count)
    numbers.set(Uint32Array.from(words.keys()).sort((a, b) => compare(words[a] as string, words[b] as string)))
    const text = allocate('u8', this.#endOf(this.#count - 1))
    const textEnds = allocate('u32', this.#count)
    let end = 0
    numbers.forEach((number, place) => {
      text.set(this.#text.subarray(this.#endOf(number - 1), this.#endOf(number)), end)
      end += this.#endOf(number) - this.#endOf(number - 1)
      textEnds[place] = end
    })
    return { text, textEnds, numbers }
  }

  #is(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const text = this.#text
    const from = this.#endOf(number - 1)
    if (this.#endOf(number) - from !== end - start) return false
    for (let i = start; i < end; i++) if (bytes[i] !== text[from + i - start]) return false
    return true
  }

  #append(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.#count++
    const from = this.#endOf(number - 1)
    const to = from + end - start
    this.#text = grown(this.#text, to)
    this.#textEnds = grown(this.#textEnds, this.#count)
    this.#hashes = grown(this.#hashes, this.#count)
    for (let i = start; i < end; i++) this.#text[from + i - start] = bytes[i] as number // faster than creating a view, because words are short
    this.#textEnds[number] = to
    this.#hashes[number] = hash
    if (this.#count * 2 > this.#slots.length) this.#rehash()
    return number
  }

  #rehash(): void {
    const mask = this.#slots.length * 2 - 1
    this.#slots = new Uint32Array(mask + 1)
    for (let number = 0; number < this.#count; number++) {
      let slot = (this.#hashes[number] as number) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }

  #endOf(number: number): number {
    return number < 0 ? 0 : (this.#textEnds[number] as number)
  }

  /** Returns a word with one character per byte, so that words sort by bytes. */
  #wordOf(number: number): string {
    return Buffer.from(this.#text.subarray(this.#endOf(number - 1), this.#endOf(number))).toString('latin1')
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}

/** Initial value of the FNV-1a hash, which is computed one byte at a time. */
export const FIRST_HASH = 0x811c9dc5 | 0

export function hashWith(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193)
}
