/** Memory that the threads share which answer calls, and the place of this one among them. */
export interface ServiceLane {
  /** The number of this thread, from 0. */
  readonly lane: number
  readonly lanes: number
  /** The holdings of each thread. */
  readonly held: SharedArrayBuffer
}

const KINDS = ['connections', 'unsentBytes', 'running', 'waiting'] as const
type Kind = (typeof KINDS)[number]

/** The memory of so many threads, as the thread with the number 0 has it. */
export function makeLane(lanes = 1): ServiceLane {
  return { lane: 0, lanes, held: new SharedArrayBuffer(lanes * KINDS.length * 8) }
}

/** A thread has died: nothing that it held is held any more. */
export function buryLane({ held }: ServiceLane, dead: number): void {
  new Float64Array(held).fill(0, dead * KINDS.length, (dead + 1) * KINDS.length)
}

/** Connections and memory that callers hold: each thread counts its own part, and sees the sum. */
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

  /** The part of this thread. */
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
    return Object.fromEntries(totals) as Record<Kind, number> // KINDS holds each kind
  }
}
