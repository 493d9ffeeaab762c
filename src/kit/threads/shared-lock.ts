/** A holder is done within a microsecond, unless the system has taken its core away. */
const SPINS = 500

/** How long to sleep between later looks. Waking sleepers up would cost every holder more than its work does. */
const NAP_MS = 0.1

/** Bytes at the start of shared memory that its lock takes. Numbers of 64 bits follow them. */
export const LOCK_BYTES = 8

/**
 * Lets one thread at a time work with a piece of shared memory. The lock knows its holder, so that the lock of a thread
 * that died can be taken over.
 */
export class SharedLock {
  readonly #word: Int32Array

  constructor(memory: SharedArrayBuffer) {
    this.#word = new Int32Array(memory, 0, 1)
  }

  /** `lane` is the number of the calling thread. */
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

  /** Takes the lock, also from a thread that died while it held it. */
  takeAfter(dead: number, lane: number): void {
    if (Atomics.compareExchange(this.#word, 0, dead + 1, lane + 1) !== dead + 1) this.take(lane)
  }
}

const FREE = 0
