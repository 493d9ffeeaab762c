/** The memory that all threads share, and the number of this thread. */
export interface ServiceLane {
  /** The number of this thread, from 0. */
  readonly lane: number
  readonly lanes: number
  /** The counters of each thread; see `Holdings`. */
  readonly held: SharedArrayBuffer
}

const KINDS = ['connections', 'unsentBytes', 'running', 'waiting'] as const
type Kind = (typeof KINDS)[number]

/** Makes the memory that `lanes` threads share, for use by thread 0. */
export function makeLane(lanes = 1): ServiceLane {
  return { lane: 0, lanes, held: new SharedArrayBuffer(lanes * KINDS.length * 8) }
}

/** Resets the counters of a dead thread. */
export function buryLane({ held }: ServiceLane, dead: number): void {
  new Float64Array(held).fill(0, dead * KINDS.length, (dead + 1) * KINDS.length)
}

/** Counters of the connections and memory in use. Each thread updates its own counters and can read the total. */
export class Holdings {
  readonly #numbers: Float64Array
  readonly #start: number

  constructor({ held, lane }: ServiceLane) {
    this.#numbers = new Float64Array(held)
    this.#start = lane * KINDS.length
  }

  add(kind: Kind, number: number): void {
    const place = this.#start + KINDS.indexOf(kind)
    this.#numbers[place] = (this.#numbers[place] as number) + number
  }

  /** Returns a counter of this thread. */
  own(kind: Kind): number {
    return this.#numbers[this.#start + KINDS.indexOf(kind)] as number
  }

  total(kind: Kind): number {
    let sum = 0
    for (let place = KINDS.indexOf(kind); place < this.#numbers.length; place += KINDS.length) {
      sum += this.#numbers[place] as number
    }
    return sum
  }

  get all(): Readonly<Record<Kind, number>> {
    const totals = KINDS.map((kind) => [kind, this.total(kind)])
    return Object.fromEntries(totals) as Record<Kind, number> // KINDS contains every kind
  }
}
