import type { Context } from '../../../catalog/ports/context.ts'
import { type Clock, type Day, dayNumber, dayOf } from '../../../kit/base/clock.ts'
import type { Area } from '../../../service/operations/operation.ts'

/** The clock of each area: A homes, B offers, C experiences. */
export type DataClocks = Readonly<Record<Area, Clock>>

/** The properties of a route that decide its clock. Routes about people (`skip`) use the real time. */
interface OfArea {
  readonly area: Area | undefined
  readonly skip: boolean
}

/**
 * The date that counts as today in each area. Search answers use the clock of their area's data. Ages of people, keys,
 * rate limits and credits use the real time.
 */
export class AreaDays {
  readonly context: Context
  readonly clocks: DataClocks
  readonly #contexts: Readonly<Record<Area, Context>>

  constructor(context: Context, clocks?: DataClocks) {
    const { clock } = context
    this.context = context
    this.clocks = clocks ?? { A: clock, B: clock, C: clock }
    const { A, B, C } = this.clocks
    const at = (each: Clock): Context => (each === clock ? context : Object.freeze({ ...context, clock: each }))
    this.#contexts = { A: at(A), B: at(B), C: at(C) }
  }

  /** Returns the context of an operation, with the clock that it must use. */
  contextOf({ area, skip }: OfArea): Context {
    return area === undefined || skip ? this.context : this.#contexts[area]
  }

  /** Returns the date that counts as today for a route; undefined if it is the current date. */
  otherDay(route: OfArea): Day | undefined {
    const { clock } = this.contextOf(route)
    const nowMs = clock.now()
    return dayNumber(nowMs) === dayNumber(this.context.clock.now()) ? undefined : dayOf(nowMs)
  }

  all(): Readonly<Record<Area, Day>> {
    const { A, B, C } = this.clocks
    return { A: dayOf(A.now()), B: dayOf(B.now()), C: dayOf(C.now()) }
  }

  /** Returns a string that identifies the dates of all areas, for cache keys. */
  key(): string {
    const { A, B, C } = this.clocks
    return [this.context.clock, A, B, C].map((clock) => dayNumber(clock.now())).join(' ')
  }
}
