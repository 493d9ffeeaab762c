import { LOCK_BYTES, SharedLock } from '../../../kit/threads/shared-lock.ts'

/** Entries that an address may be at, one behind the other. */
const PROBES = 128

/** A number that nobody outside can know, then the entries: the name as a number, and what is counted. */
const SEED = 0
const ENTRIES = 1

/**
 * Numbers by address, in memory of fixed size that all threads share. An entry is free for another address when it is
 * idle; addresses that find none share one.
 */
export class AddressTable {
  readonly memory: SharedArrayBuffer
  readonly #lane: number
  readonly #width: number
  readonly #capacity: number
  readonly #lock: SharedLock
  readonly #numbers: Float64Array

  /** `lane`: the number of the calling thread. `width`: numbers of each address. */
  constructor(memory: SharedArrayBuffer, lane: number, width: number) {
    this.memory = memory
    this.#lane = lane
    this.#width = width
    this.#lock = new SharedLock(memory)
    this.#numbers = new Float64Array(memory, LOCK_BYTES)
    this.#capacity = (this.#numbers.length - ENTRIES) / (1 + width) - 1
  }

  /** `seed`: random, so that nobody can choose addresses that get in the way of another. */
  static make(capacity: number, width: number, seed: number): AddressTable {
    const memory = new SharedArrayBuffer(LOCK_BYTES + (ENTRIES + (capacity + 1) * (1 + width)) * 8)
    const table = new AddressTable(memory, 0, width)
    table.#numbers[SEED] = seed
    return table
  }

  /** Lets `act` work with the numbers of an address while no other thread does. */
  with<T>(name: string, isIdle: (numbers: Float64Array) => boolean, act: (numbers: Float64Array) => T): T {
    const hash = hashOf(name, this.#numbers[SEED] as number)
    this.#lock.take(this.#lane)
    try {
      return act(this.#entryOf(hash, isIdle))
    } finally {
      this.#lock.give()
    }
  }

  /** The numbers of all entries, the shared one at the end. */
  *entries(): Generator<Float64Array> {
    for (let entry = 0; entry <= this.#capacity; entry++) yield this.#numbersOf(entry)
  }

  /** Lets `act` clear what a thread that died has counted. */
  bury(lane: number, act: (numbers: Float64Array) => void): void {
    this.#lock.takeAfter(lane, this.#lane)
    for (const numbers of this.entries()) act(numbers)
    this.#lock.give()
  }

  #entryOf(hash: number, isIdle: (numbers: Float64Array) => boolean): Float64Array {
    const probes = Math.min(PROBES, this.#capacity)
    let free = this.#capacity
    for (let probe = 0; probe < probes; probe++) {
      const entry = (hash + probe) % this.#capacity
      if (this.#numbers[this.#placeOf(entry)] === hash) return this.#numbersOf(entry)
      if (free === this.#capacity && isIdle(this.#numbersOf(entry))) free = entry
    }
    const numbers = this.#numbersOf(free)
    if (free === this.#capacity) return numbers
    numbers.fill(0)
    this.#numbers[this.#placeOf(free)] = hash
    return numbers
  }

  #placeOf(entry: number): number {
    return ENTRIES + entry * (1 + this.#width)
  }

  #numbersOf(entry: number): Float64Array {
    const place = this.#placeOf(entry) + 1
    return this.#numbers.subarray(place, place + this.#width)
  }
}

/** 52 bits, never 0. */
function hashOf(name: string, seed: number): number {
  let one = seed | 1
  let other = ~seed
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b)
    other ^= other >>> 13
  }
  return (one >>> 0) * 0x100000 + ((other >>> 0) & 0xfffff) + 1
}
