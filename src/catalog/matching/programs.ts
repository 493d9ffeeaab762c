import { grown } from '../engine/growing.ts'

/** Words per chunk (512 KB). A longer program gets its own chunk. */
const CHUNK_WORDS = 1 << 16

const NOWHERE = 0xffff_ffff

/**
 * Stores programs under small numbers in few large arrays, so that even a million programs cost the garbage collector
 * nothing.
 */
export class Programs {
  #chunks: Float64Array[] = []
  /** How many words of the last chunk are in use. */
  #used = CHUNK_WORDS
  /** The position of each program, by number. A position combines the chunk and the start in the chunk. */
  #places = new Uint32Array(64).fill(NOWHERE)
  #live = 0
  #dead = 0

  /** Returns the array that contains a program, starting at `startOf`. Valid until the next `put` or `drop`. */
  chunkOf(number: number): Float64Array {
    return this.#chunks[Math.floor((this.#places[number] as number) / CHUNK_WORDS)] as Float64Array // a program with this number was put
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

  /** Removes a program. Its first word is its length. */
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

  /** Copies the remaining programs into new chunks, without the removed ones. */
  #moveTogether(): void {
    const before = this.#chunks
    this.#chunks = []
    this.#used = CHUNK_WORDS
    this.#dead = 0
    for (const [number, place] of this.#places.entries()) {
      if (place === NOWHERE) continue
      const chunk = before[Math.floor(place / CHUNK_WORDS)] as Float64Array // the place is in one of these chunks
      const start = place % CHUNK_WORDS
      this.#places[number] = this.#append(chunk.subarray(start, start + (chunk[start] as number)))
    }
  }
}
