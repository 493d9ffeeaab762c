import { allocate } from '../engine/column.ts'
import { grown } from '../engine/growing.ts'

/** Collects many strings as UTF-8, outside the JavaScript heap. */
export class TextTally {
  #bytes = Buffer.allocUnsafe(1 << 20)
  #ends: Float64Array = new Float64Array(1024)
  #count = 0
  #used = 0

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#used
  }

  add(text: string): void {
    const room = this.#used + text.length * 3 // UTF-8 takes at most three bytes per UTF-16 code unit
    if (room > this.#bytes.length) this.#grow(room)
    this.#used += this.#bytes.write(text, this.#used)
    this.#ends = grown(this.#ends, this.#count + 1)
    this.#ends[this.#count++] = this.#used
  }

  at(number: number): string {
    return this.#bytes.toString('utf8', this.#startOf(number), this.#ends[number])
  }

  bytesOf(number: number): number {
    return (this.#ends[number] as number) - this.#startOf(number)
  }

  /** Copies as much of a string as fits, starting at its byte `from`. Returns the number of copied bytes. */
  copy(number: number, target: Buffer, at: number, from = 0): number {
    return this.#bytes.copy(target, at, this.#startOf(number) + from, this.#ends[number])
  }

  /** Compares two strings by their bytes. */
  compare(one: number, other: number): number {
    const [from, to] = [this.#startOf(other), this.#ends[other]]
    return this.#bytes.compare(this.#bytes, from, to, this.#startOf(one), this.#ends[one])
  }

  /** Copies all strings to shared memory. `starts` has the offset of each string, then the end of the last string. */
  shared(): { readonly texts: Uint8Array; readonly starts: Float64Array } {
    const shared = { texts: allocate('u8', this.#used), starts: allocate('f64', this.#count + 1) }
    shared.texts.set(this.#bytes.subarray(0, this.#used))
    shared.starts.set(this.#ends.subarray(0, this.#count), 1)
    return shared
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number)
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(Math.max(bytes, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#used)
    this.#bytes = larger
  }
}
