import { MARK_BYTES, MARK_LEAD, STORED_WORDS } from '../../facts/card-words.ts'

/**
 * Maximum size of the dictionary of a segment. Larger values of an operation's `source` are distances back in the packed
 * result.
 */
export const DICTIONARY_BYTES_MAX = 60 * 1024

/** Size of an operation without its literal bytes; see `CardPacker`. */
export const OPERATION_BYTES = 4

/** The placeholders of words; see `STORED_WORDS`. The dictionary starts with them. */
const MARKS = Buffer.from(Object.values(STORED_WORDS).join(''))

/**
 * Minimum length of a copy from the dictionary. Shorter copies save little or no space, because an operation takes
 * `OPERATION_BYTES`.
 */
const COPIED_MIN = 6
/** Minimum length of a copy from the packed text. */
const OWN_COPIED_MIN = 5
/** Maximum number of positions in the dictionary to compare. */
const CANDIDATES_MAX = 4
/** A match of this length ends the search. */
const LONG_ENOUGH = 48
const OWN_DISTANCE_MAX = 0xffff - DICTIONARY_BYTES_MAX
const LENGTH_MAX = 255

const HASHED_BYTES = 4
const DICTIONARY_HASH_BITS = 15
const OWN_HASH_BITS = 10

/** Maximum number of dictionary entries at first. One more is allowed each time the number of results doubles. */
const FIRST_ENTRIES = 8
/** A result is added to the dictionary if its packed length is more than this many times the recent average. */
const UNUSUAL = 1.1
const AVERAGED = 64

/**
 * Packs texts that resemble each other, such as the JSON of search results, to a sixth of their size. Each text can be
 * unpacked alone. The dictionary consists of whole texts, which were unusual when they arrived; it only ever grows at
 * its end.
 *
 * A packed text is a list of operations, each of which appends to the text. An operation has the number of its literal
 * bytes, the number of copied bytes, and the source of the copy as two bytes, lowest first; then the literals follow.
 * The source is an offset in the dictionary, or `DICTIONARY_BYTES_MAX` plus a distance back from the operation to
 * earlier bytes of the packed text. Placeholders of words are always copied from the dictionary, which is why the words
 * need to be filled in only there.
 */
export class CardPacker {
  readonly #dictionary = new Uint8Array(DICTIONARY_BYTES_MAX)
  #dictionaryBytes = 0
  /** For each hash, the newest position in the dictionary, or -1. */
  readonly #newest = new Int32Array(1 << DICTIONARY_HASH_BITS).fill(-1)
  /** For each position, the previous position with the same hash, or -1. */
  readonly #before = new Int32Array(DICTIONARY_BYTES_MAX)
  /** For each hash, the newest position in this or an earlier packed text. Its bytes must be compared. */
  readonly #own = new Int32Array(1 << OWN_HASH_BITS)
  #text = Buffer.alloc(0)
  #packed = Buffer.alloc(0)
  #entries = 0
  #count = 0
  #average = 0
  /**
   * The source that `#copyAt` found: an offset in the dictionary, or the complement of an offset in the packed text.
   */
  #source = 0

  constructor(dictionary: Uint8Array = MARKS) {
    this.#learn(dictionary)
  }

  get dictionary(): Uint8Array {
    return this.#dictionary.subarray(0, this.#dictionaryBytes)
  }

  /** Packs a text. The result is valid until the next call. */
  pack(text: string): Buffer {
    const longest = 3 * text.length // UTF-8 takes at most three bytes per UTF-16 code unit
    if (this.#text.length < longest) {
      this.#text = Buffer.alloc(longest)
      this.#packed = Buffer.alloc((1 + OPERATION_BYTES) * longest + OPERATION_BYTES)
    }
    const bytes = this.#text.subarray(0, this.#text.write(text))
    const packed = this.#packed.subarray(0, this.#pack(bytes))
    this.#count++
    const isUnusual = packed.length > UNUSUAL * this.#average
    if (isUnusual && this.#entries < FIRST_ENTRIES + Math.log2(this.#count)) this.#learn(bytes)
    this.#average += (packed.length - this.#average) / Math.min(this.#count, AVERAGED)
    return packed
  }

  #learn(text: Uint8Array): void {
    const start = this.#dictionaryBytes
    if (start + text.length > DICTIONARY_BYTES_MAX) return
    this.#dictionary.set(text, start)
    this.#dictionaryBytes += text.length
    this.#entries++
    for (let at = start; at + HASHED_BYTES <= this.#dictionaryBytes; at++) {
      if (this.#dictionary[at - 1] === MARK_LEAD) continue // a copy must not start within a placeholder
      const hash = hashAt(this.#dictionary, at) >>> (32 - DICTIONARY_HASH_BITS)
      this.#before[at] = this.#newest[hash] as number
      this.#newest[hash] = at
    }
  }

  /** Returns the number of packed bytes. */
  #pack(text: Uint8Array): number {
    let [end, ownFrom, at] = [0, 0, 0]
    while (at < text.length) {
      const length = this.#copyAt(text, at, end, at - ownFrom)
      if (length === 0) {
        at++
        continue
      }
      end = this.#write(end, text, ownFrom, at, length)
      at += length
      ownFrom = at
    }
    this.#source = 0
    return ownFrom === at ? end : this.#write(end, text, ownFrom, at, 0)
  }

  /** Finds bytes that equal the text at `at` and can be copied. Returns their number, or 0. Sets `#source`. */
  #copyAt(text: Uint8Array, at: number, packedEnd: number, ownBytes: number): number {
    const packed = this.#packed
    const left = text.length - at
    let length = 0
    if (left >= HASHED_BYTES) {
      const hash = hashAt(text, at)
      length = this.#inDictionary(text, at, hash >>> (32 - DICTIONARY_HASH_BITS))
      if (length < LONG_ENOUGH) {
        const from = this.#own[hash >>> (32 - OWN_HASH_BITS)] as number
        const isNear = packedEnd + 2 * ownBytes - from <= OWN_DISTANCE_MAX // twice, because of further operations
        const most = isNear ? Math.min(left, packedEnd - from) : 0
        let same = 0
        while (same < most && packed[from + same] === text[at + same] && text[at + same] !== MARK_LEAD) same++
        if (same >= OWN_COPIED_MIN && same > length) {
          this.#source = ~from
          return same
        }
      }
    }
    if (length > 0 || text[at] !== MARK_LEAD) return length
    this.#source = MARKS.indexOf(text.subarray(at, at + MARK_BYTES))
    return this.#source === -1 ? 0 : MARK_BYTES
  }

  /**
   * Returns the length of the longest match in the dictionary for the text at `at`, or 0. Compares only the newest few
   * positions. A match never ends within a placeholder.
   */
  #inDictionary(text: Uint8Array, at: number, hash: number): number {
    const dictionary = this.#dictionary
    const before = this.#before
    const end = this.#dictionaryBytes
    let from = this.#newest[hash] as number
    let length = 0
    for (let left = CANDIDATES_MAX; from !== -1 && left > 0 && length < LONG_ENOUGH; left--) {
      if (dictionary[from + length] === text[at + length]) {
        const most = Math.min(text.length - at, end - from)
        let same = 0
        while (same < most && dictionary[from + same] === text[at + same]) same++
        if (same > length) {
          length = same
          this.#source = from
        }
      }
      from = before[from] as number
    }
    if (text[at + length - 1] === MARK_LEAD) length--
    return length < COPIED_MIN ? 0 : length
  }

  /** Writes the operations for literal bytes and the copy that follows them. Returns the end of the packed text. */
  #write(start: number, text: Uint8Array, ownFrom: number, ownEnd: number, copied: number): number {
    let end = start
    let own = ownFrom
    for (; ownEnd - own > LENGTH_MAX; own += LENGTH_MAX) end = this.#writeOne(end, text, own, own + LENGTH_MAX, 0, 0)
    for (let done = 0; done === 0 || done < copied; done += LENGTH_MAX) {
      const source = this.#source < 0 ? DICTIONARY_BYTES_MAX + end - ~this.#source - done : this.#source + done
      end = this.#writeOne(end, text, own, ownEnd, Math.min(copied - done, LENGTH_MAX), source)
      own = ownEnd
    }
    return end
  }

  #writeOne(start: number, text: Uint8Array, from: number, to: number, copied: number, source: number): number {
    const packed = this.#packed
    const hashes = this.#own
    packed[start] = to - from
    packed[start + 1] = copied
    packed[start + 2] = source & 0xff
    packed[start + 3] = source >>> 8
    let end = start + OPERATION_BYTES
    for (let at = from; at < to; at++) packed[end++] = text[at] as number
    for (let at = start + OPERATION_BYTES; at + HASHED_BYTES <= end; at++)
      hashes[hashAt(packed, at) >>> (32 - OWN_HASH_BITS)] = at
    return end
  }
}

/** Returns a hash of four bytes. Callers use its highest bits. */
function hashAt(bytes: Uint8Array, at: number): number {
  const low = byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8)
  const high = byteAt(bytes, at + 2) | (byteAt(bytes, at + 3) << 8)
  return Math.imul(low | (high << 16), 0x9e3779b1)
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] as number // the caller stays in range
}
