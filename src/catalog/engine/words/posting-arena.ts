import { grown } from '../growing.ts'

/** Size of the first slice of a list. Each further slice is twice as large, at most LARGEST. */
const SMALLEST = 12
const LARGEST = 4096

/** Bytes at the end of a slice that point to the next slice. */
const LINK = 4

/**
 * Many growing lists of ascending rows in one array, because 500,000 separate arrays would take too much memory. A list
 * is a chain of slices, which contain the distances between rows as varints.
 */
export class PostingArena {
  #bytes = new Uint8Array(1 << 16)
  #used = 0
  #starts = new Uint32Array(1024)
  /** For each list: the position of its next byte, and of the pointer to its next slice. */
  #tails = new Uint32Array(1024)
  #links = new Uint32Array(1024)
  #sizes = new Uint16Array(1024)
  #counts = new Uint32Array(1024)
  /** For each list: its last row plus one. */
  #rowsDone = new Uint32Array(1024)

  /** Adds a row to a list, unless it is already the last row of the list. Rows must ascend. */
  add(list: number, row: number): void {
    if (list >= this.#starts.length) this.#growTo(list + 1)
    const distance = row + 1 - (this.#rowsDone[list] as number)
    if (distance === 0) return
    if (this.#counts[list] === 0) this.#begin(list)
    this.#rowsDone[list] = row + 1
    this.#counts[list] = (this.#counts[list] as number) + 1
    let rest = distance
    while (rest > 0x7f) {
      this.#push(list, (rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.#push(list, rest)
  }

  countOf(list: number): number {
    return this.#counts[list] ?? 0
  }

  /** Writes the rows of a list to `into`, which must have room for `countOf`. */
  read(list: number, into: Uint32Array): void {
    const bytes = this.#bytes
    let position = this.#starts[list] as number
    let size = SMALLEST
    let link = position + size - LINK
    let rowsDone = 0
    let distance = 0
    let shift = 0
    for (let count = 0; count < this.countOf(list); ) {
      if (position === link) {
        position = readLink(bytes, link)
        size = Math.min(LARGEST, size * 2)
        link = position + size - LINK
      }
      const byte = bytes[position++] as number
      distance |= (byte & 0x7f) << shift
      shift += 7
      if (byte > 0x7f) continue
      rowsDone += distance
      into[count++] = rowsDone - 1
      distance = 0
      shift = 0
    }
  }

  #push(list: number, byte: number): void {
    if (this.#tails[list] === this.#links[list]) this.#extend(list)
    const tail = this.#tails[list] as number
    this.#bytes[tail] = byte
    this.#tails[list] = tail + 1
  }

  #begin(list: number): void {
    this.#starts[list] = this.#used
    this.#takeSlice(list, SMALLEST)
  }

  #extend(list: number): void {
    writeLink(this.#bytes, this.#links[list] as number, this.#used)
    this.#takeSlice(list, Math.min(LARGEST, (this.#sizes[list] as number) * 2))
  }

  #takeSlice(list: number, size: number): void {
    this.#bytes = grown(this.#bytes, this.#used + size)
    this.#tails[list] = this.#used
    this.#links[list] = this.#used + size - LINK
    this.#sizes[list] = size
    this.#used += size
  }

  #growTo(lists: number): void {
    this.#starts = grown(this.#starts, lists)
    this.#tails = grown(this.#tails, lists)
    this.#links = grown(this.#links, lists)
    this.#sizes = grown(this.#sizes, lists)
    this.#counts = grown(this.#counts, lists)
    this.#rowsDone = grown(this.#rowsDone, lists)
  }
}

function writeLink(bytes: Uint8Array, position: number, target: number): void {
  for (let i = 0; i < LINK; i++) bytes[position + i] = target >>> (8 * i)
}

function readLink(bytes: Uint8Array, position: number): number {
  let target = 0
  for (let i = 0; i < LINK; i++) target |= (bytes[position + i] as number) << (8 * i)
  return target >>> 0
}
