/** A holder is done within a microsecond, unless the system has taken its core away. */
const SPINS = 500

/** How long to sleep between looks then. Nobody is woken: that would cost every holder more than its work does. */
const NAP_MS = 0.1

/** Bytes at the start of shared memory that the lock of that memory takes, numbers of 64 bits follow. */
export const LOCK_BYTES = 8

/**
 * Lets one thread at a time work with a piece of shared memory. It knows who holds it, so that the lock of a thread
 * that died can be taken over.
 */
export class SharedLock {
  readonly #word: Int32Array

  constructor(memory: SharedArrayBuffer) {
    this.#word = new Int32Array(memory, 0, 1)
  }

  /** `lane`: the number of the calling thread. */
  take(lane: number): void {
    for (let tries = 0; ; tries++) {
      const holder = Atomics.compareExchange(this.#word, 0, FREE, lane + 1)
      if (holder === FREE) return
      if (tries >= SPINS) Atomics.wait(this.#word, 0, holder, NAP_MS)
    }
  }

  /** Runs `act` while the calling thread holds the lock. */
  hold<T>(lane: number, act: () => T): T {
    this.take(lane)
    try {
      return act()
    } finally {
      this.give()
    }
  }

  give(): void {
    Atomics.store(this.#word, 0, FREE)
  }

  /** As `take`, also from a thread that has died with it. */
  takeAfter(dead: number, lane: number): void {
    if (Atomics.compareExchange(this.#word, 0, dead + 1, lane + 1) !== dead + 1) this.take(lane)
  }
}

const FREE = 0
