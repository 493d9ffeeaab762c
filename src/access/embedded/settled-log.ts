/** A call that was settled. */
export interface Settled {
  /** The number of its tab. */
  readonly tab: number
  readonly dayNumber: number
  readonly operation: string
  readonly credits: number
}

const ENTRIES = 8192

/** Number of the tab, day, credits, length of the operation, operation. */
const ENTRY_BYTES = 64
const DAY = 4
const CREDITS = 8
const LENGTH = 16
const OPERATION = 17
const OPERATION_BYTES_MAX = ENTRY_BYTES - OPERATION

/** Places of two counters that only grow: entries written, and entries taken. */
const WRITTEN = 0
const TAKEN = 1
const HEAD_BYTES = 8

/**
 * What one thread has settled, for the thread that keeps the ledger: a ring in shared memory. An entry counts once the
 * counter says so; from then on it is taken over even if the thread that wrote it dies.
 */
export class SettledLog {
  readonly memory: SharedArrayBuffer
  readonly #counters: Int32Array
  readonly #entries: Buffer

  constructor(memory = new SharedArrayBuffer(HEAD_BYTES + ENTRIES * ENTRY_BYTES)) {
    this.memory = memory
    this.#counters = new Int32Array(memory, 0, 2)
    this.#entries = Buffer.from(memory, HEAD_BYTES)
  }

  get isFull(): boolean {
    return this.#waiting() === ENTRIES
  }

  /** To be asked only while there is room. */
  add({ tab, dayNumber, operation, credits }: Settled): void {
    const written = Atomics.load(this.#counters, WRITTEN)
    const at = startOf(written)
    const length = this.#entries.write(operation, at + OPERATION, OPERATION_BYTES_MAX, 'utf8')
    this.#entries.writeUInt32LE(tab, at)
    this.#entries.writeInt32LE(dayNumber, at + DAY)
    this.#entries.writeDoubleLE(credits, at + CREDITS)
    this.#entries[at + LENGTH] = length
    Atomics.store(this.#counters, WRITTEN, (written + 1) | 0)
  }

  /** Hands over all entries, oldest first, and makes room. */
  take(each: (settled: Settled) => void): void {
    for (let waiting = this.#waiting(); waiting > 0; waiting--) {
      const taken = Atomics.load(this.#counters, TAKEN)
      const at = startOf(taken)
      const end = at + OPERATION + (this.#entries[at + LENGTH] ?? 0)
      each({
        tab: this.#entries.readUInt32LE(at),
        dayNumber: this.#entries.readInt32LE(at + DAY),
        operation: this.#entries.toString('utf8', at + OPERATION, end),
        credits: this.#entries.readDoubleLE(at + CREDITS),
      })
      Atomics.store(this.#counters, TAKEN, (taken + 1) | 0)
    }
  }

  #waiting(): number {
    return (Atomics.load(this.#counters, WRITTEN) - Atomics.load(this.#counters, TAKEN)) | 0
  }
}

function startOf(counter: number): number {
  return ((counter >>> 0) % ENTRIES) * ENTRY_BYTES
}
