import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'
import type { Fault } from '../../base/failure.ts'
import { Line } from '../../base/line.ts'
import type { Account, RateState } from '../access.ts'
import { Meter } from '../meter.ts'

/** What all threads of a node know together: how fast keys call, and which questions were paid for. */
export interface NodeMemory {
  /** To be awaited, where it answers a promise, before a key is let in. */
  ready(keyId: string): Promise<void> | undefined
  enter(account: Account): RateState | Fault
  leave(account: Account): void
  missesTooMany(account: Account): Fault | undefined
  miss(account: Account): void
  state(account: Account): RateState
  isPaid(name: string): Promise<boolean>
  /** False where somebody else has paid meanwhile. */
  pay(name: string): Promise<boolean>
  /** It was not charged after all. */
  takeBack(name: string): Promise<void>
  sweep(): void
  close(): void
}

/** What a thread that answers calls asks the main thread. */
export type LaneQuestion =
  | { readonly kind: 'meter'; readonly keyId: string }
  | { readonly kind: 'isPaid' | 'pay' | 'takeBack'; readonly name: string }

/** For a thread that answers calls: keys are counted in the memory of the main thread, which is asked once for each. */
export class LaneMemory implements NodeMemory {
  readonly #line: Line<LaneQuestion>
  readonly #lane: number
  readonly #clock: Clock
  readonly #meters = new Map<string, Meter>()

  constructor(port: MessagePort, lane: number, clock: Clock) {
    this.#line = new Line(port)
    this.#lane = lane
    this.#clock = clock
  }

  ready(keyId: string): Promise<void> | undefined {
    const known = this.#meters.get(keyId)
    return known === undefined || isDone(known) ? this.#fetch(keyId) : undefined
  }

  enter(account: Account): RateState | Fault {
    return this.#meter(account).enter(account.plan, this.#clock.now())
  }

  leave(account: Account): void {
    if (!this.#meter(account).leave()) throw new Error(`leave without enter for key ${account.keyId}`)
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#meter(account).missesTooMany(account.plan, this.#clock.now())
  }

  miss(account: Account): void {
    this.#meter(account).miss(account.plan, this.#clock.now())
  }

  state(account: Account): RateState {
    return this.#meter(account).state(account.plan, this.#clock.now())
  }

  async isPaid(name: string): Promise<boolean> {
    return (await this.#line.ask({ kind: 'isPaid', name })) === true
  }

  async pay(name: string): Promise<boolean> {
    return (await this.#line.ask({ kind: 'pay', name })) === true
  }

  async takeBack(name: string): Promise<void> {
    await this.#line.ask({ kind: 'takeBack', name })
  }

  /** The main thread retires meters of idle keys. */
  sweep(): void {
    for (const [keyId, meter] of this.#meters) if (isDone(meter)) this.#meters.delete(keyId)
  }

  close(): void {
    this.#line.close()
  }

  async #fetch(keyId: string): Promise<void> {
    const memory = (await this.#line.ask({ kind: 'meter', keyId })) as SharedArrayBuffer // `SharedRates.lendTo` answers so
    this.#meters.set(keyId, new Meter(memory, this.#lane))
  }

  #meter({ keyId }: Account): Meter {
    const meter = this.#meters.get(keyId)
    if (meter === undefined) throw new Error(`key ${keyId} was not let in`)
    return meter
  }
}

/** A call that came just then uses it to its end. */
function isDone(meter: Meter): boolean {
  return meter.retired && !meter.isUsedHere
}
