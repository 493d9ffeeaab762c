/** How often a thread says that it moves. */
const BEAT_MS = 500

/** How often the main thread looks. */
export const LOOK_MS = 1000

/** Looks without a sign of life after which a thread is taken for stuck. */
export const STUCK_LOOKS = 10

/** A later look says nothing: the whole process was suspended, or got no processor, and the thread with it. */
const LATE_MS = 3 * LOOK_MS

/** Where a thread counts its signs of life. */
export function makePulse(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
}

/** From now on this thread shows that its event loop turns. */
export function beat(pulse: SharedArrayBuffer): void {
  const count = new Int32Array(pulse)
  setInterval(() => Atomics.add(count, 0, 1), BEAT_MS).unref()
}

/** Tells a thread that is stuck, in an endless loop for example, from one that only works hard or has to wait. */
export class PulseWatch {
  readonly #pulse: Int32Array
  #seen: number
  #seenMs: number
  #looks = 0

  constructor(pulse: SharedArrayBuffer, nowMs: number) {
    this.#pulse = new Int32Array(pulse)
    this.#seen = Atomics.load(this.#pulse, 0)
    this.#seenMs = nowMs
  }

  /** Looks once more; true when the thread has not moved for as many looks in a row as say that it is stuck. */
  isStuck(nowMs: number): boolean {
    const count = Atomics.load(this.#pulse, 0)
    const isLate = nowMs - this.#seenMs > LATE_MS
    this.#looks = count !== this.#seen || isLate ? 0 : this.#looks + 1
    this.#seen = count
    this.#seenMs = nowMs
    return this.#looks >= STUCK_LOOKS
  }
}
