/** How often the main thread asks its threads for a sign of life. */
export const LOOK_MS = 1000

/** Looks without a sign of life after which a thread is taken for stuck. */
export const STUCK_LOOKS = 10

/** A later look says nothing: the whole process was suspended, or got no processor, and the thread with it. */
const LATE_MS = 3 * LOOK_MS

/** Tells a thread that is stuck, in an endless loop for example, from one that only works hard or has to wait. */
export class Pulse {
  #lookedMs: number
  #looks = 0

  constructor(nowMs: number) {
    this.#lookedMs = nowMs
  }

  /** The thread has shown that its event loop turns. */
  beat(): void {
    this.#looks = 0
  }

  /** Looks once more; true when the thread has not moved for as many looks in a row as say that it is stuck. */
  isStuck(nowMs: number): boolean {
    this.#looks = nowMs - this.#lookedMs > LATE_MS ? 0 : this.#looks + 1
    this.#lookedMs = nowMs
    return this.#looks >= STUCK_LOOKS
  }
}
