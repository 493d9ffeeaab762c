/** How often the main thread checks whether its threads respond. */
export const LOOK_MS = 1000

/** The number of checks without a response after which a thread counts as stuck. */
export const STUCK_LOOKS = 10

/** A check that is later than this is ignored: the process was probably suspended or had no processor time. */
const LATE_MS = 3 * LOOK_MS

/** Detects a thread that is stuck, for example in an endless loop. A busy thread still responds between calls. */
export class Pulse {
  #lookedMs: number
  #looks = 0

  constructor(nowMs: number) {
    this.#lookedMs = nowMs
  }

  /** Call when the thread responds. */
  beat(): void {
    this.#looks = 0
  }

  /** Makes a check. True if the thread has not responded to the last `STUCK_LOOKS` checks. */
  isStuck(nowMs: number): boolean {
    this.#looks = nowMs - this.#lookedMs > LATE_MS ? 0 : this.#looks + 1
    this.#lookedMs = nowMs
    return this.#looks >= STUCK_LOOKS
  }
}
