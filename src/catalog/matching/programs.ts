import { grown } from '../engine/growing.ts'

/** Numbers per chunk (512 KB). A longer compiled search has a chunk of its own. */
const CHUNK_WORDS = 1 << 16

const NOWHERE = 0xffff_ffff

/**
 * Stores compiled searches in a few large arrays. The garbage collector then has no work, even with a million searches.
 */
export class Programs {
  #chunks: Float64Array[] = []
  /** Number of used elements of the last chunk. */
  #used = CHUNK_WORDS
  /** The position of each compiled search: its chunk and its start in the chunk, in one number. */
  #places = new Uint32Array(64).fill(NOWHERE)
  #live = 0
  #dead = 0

  /** Returns the chunk that contains a compiled search; `startOf` says where. Valid until the next `put` or `drop`. */
  chunkOf(number: number): Float64Array {
    return this.#chunks[Math.floor((this.#places[number] as number) / CHUNK_WORDS)] as Float64Array // this search was put, so its chunk exists
  }

  startOf(number: number): number {
    return (this.#places[number] as number) % CHUNK_WORDS
  }

  put(number: number, program: ArrayLike<number>): void {
    const count = this.#places.length
    this.#places = grown(this.#places, number + 1)
    if (this.#places.length > count) this.#places.fill(NOWHERE, count)
    this.#places[number] = this.#append(program)
    this.#live += program.length
  }

  drop(number: number): void {
    const length = this.chunkOf(number)[this.startOf(number)] as number
    this.#places[number] = NOWHERE
    this.#live -= length
    this.#dead += length
    if (this.#dead > this.#live + CHUNK_WORDS) this.#moveTogether()
  }

  #append(program: ArrayLike<number>): number {
    if (this.#used + program.length > CHUNK_WORDS) {
      this.#chunks.push(new Float64Array(Math.max(CHUNK_WORDS, program.length)))
      this.#used = 0
    }
    const chunk = this.#chunks.length - 1
    const start = this.#used
    this.#chunks[chunk]?.set(program, start)
    this.#used += program.length
    return chunk * CHUNK_WORDS + start
  }

  /** Copies all compiled searches into new chunks, without the gaps of dropped searches. */
  #moveTogether(): void {
    const before = this.#chunks
    this.#chunks = []
    this.#used = CHUNK_WORDS
    this.#dead = 0
    for (const [number, place] of this.#places.entries()) {
      if (place === NOWHERE) continue
      const chunk = before[Math.floor(place / CHUNK_WORDS)] as Float64Array // the position is in one of these chunks
      const start = place % CHUNK_WORDS
      this.#places[number] = this.#append(chunk.subarray(start, start + (chunk[start] as number)))
    }
  }
}
