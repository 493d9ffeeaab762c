import { firstPlace } from '../../kit/algorithms/sorted.ts'
import { allocate } from './column.ts'
import { grown } from './growing.ts'

/** Sorted strings in shared memory. Each string is stored without the prefix shared with the previous string. */
export interface FrontCodedArrays {
  /**
   * For each string: the number of characters shared with the previous string, the rest as UTF-8, and a line feed. The
   * first string of a block is stored whole.
   */
  readonly bytes: Uint8Array
  /** Start of each block of strings. The last entry is the end of the last block. */
  readonly blocks: Uint32Array
}

const TEXTS_PER_BLOCK = 16
const MAX_SHARED = 255
const LINE_FEED = 10

/** Encodes strings. They must come in JavaScript's sort order and contain no line feed. */
export class FrontCoder {
  #bytes: Uint8Array = new Uint8Array(1 << 16)
  #blocks: Uint32Array = new Uint32Array(1024)
  #used = 0
  #count = 0
  #last = ''

  add(text: string): void {
    const block = this.#count / TEXTS_PER_BLOCK
    const isFirst = Number.isInteger(block)
    const shared = isFirst ? 0 : sharedLength(this.#last, text)
    if (isFirst) {
      this.#blocks = grown(this.#blocks, block + 1)
      this.#blocks[block] = this.#used
    }
    const rest = Buffer.from(text.slice(shared))
    this.#bytes = grown(this.#bytes, this.#used + rest.length + 2)
    this.#bytes[this.#used++] = shared
    this.#bytes.set(rest, this.#used)
    this.#used += rest.length
    this.#bytes[this.#used++] = LINE_FEED
    this.#count++
    this.#last = text
  }

  arrays(): FrontCodedArrays {
    const blocks = Math.ceil(this.#count / TEXTS_PER_BLOCK)
    const arrays = { bytes: allocate('u8', this.#used), blocks: allocate('u32', blocks + 1) }
    arrays.bytes.set(this.#bytes.subarray(0, this.#used))
    arrays.blocks.set(this.#blocks.subarray(0, blocks))
    arrays.blocks[blocks] = this.#used
    return arrays
  }
}

/** Returns the length of the common prefix. If the prefix ends with half of a surrogate pair, leaves out that half. */
function sharedLength(before: string, text: string): number {
  const most = Math.min(before.length, text.length, MAX_SHARED)
  let shared = 0
  while (shared < most && before.charCodeAt(shared) === text.charCodeAt(shared)) shared++
  const isSplit = shared > 0 && (text.charCodeAt(shared - 1) & 0xfc00) === 0xd800
  return isSplit ? shared - 1 : shared
}

/** Reads the strings of a `FrontCoder`. */
export class FrontCoded {
  readonly #bytes: Buffer
  readonly #blocks: Uint32Array

  constructor({ bytes, blocks }: FrontCodedArrays) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#blocks = blocks
  }

  /** Yields the strings that equal `text` or sort after it, each with its number, in order. */
  *from(text: string): Generator<readonly [text: string, number: number]> {
    const block = Math.max(0, this.#firstBlockNotBelow(text) - 1)
    let number = block * TEXTS_PER_BLOCK
    let current = ''
    for (let at = this.#blocks[block] as number; at < this.#bytes.length; number++) {
      const end = this.#bytes.indexOf(LINE_FEED, at + 1)
      current = current.slice(0, this.#bytes[at]) + this.#bytes.toString('utf8', at + 1, end)
      if (current >= text) yield [current, number]
      at = end + 1
    }
  }

  /**
   * Returns the first block whose first string equals `text` or sorts after it. The search must also look at the block
   * before.
   */
  #firstBlockNotBelow(text: string): number {
    return firstPlace(0, this.#blocks.length - 1, (block) => {
      const start = (this.#blocks[block] as number) + 1
      return this.#bytes.toString('utf8', start, this.#bytes.indexOf(LINE_FEED, start)) >= text
    })
  }
}
