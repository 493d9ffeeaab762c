import type { Context } from '../../../catalog/ports/context.ts'
import { type Clock, type Day, dayNumber, dayOf } from '../../../kit/base/clock.ts'
import type { Area } from '../../../service/operations/operation.ts'

/** A clock for the data of each area. */
export type DataClocks = Readonly<Record<Area, Clock>>

/** A route, as far as it has to do with time: what tells of people goes by the wall clock. */
interface OfArea {
  readonly area: Area | undefined
  readonly skip: boolean
}

/**
 * The day that counts as today in each area. Answers speak of data, so they are made with the clock of their area's
 * data; people are as old as the wall clock says, and so are keys, rates and credits.
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

  /** The context that an operation is run with. */
  contextOf({ area, skip }: OfArea): Context {
    return area === undefined || skip ? this.context : this.#contexts[area]
  }

  /** Today in the area of a route, where that is not the day of the wall clock. */
  told(route: OfArea): Day | undefined {
    const { clock } = this.contextOf(route)
    const nowMs = clock.now()
    return dayNumber(nowMs) === dayNumber(this.context.clock.now()) ? undefined : dayOf(nowMs)
  }

  all(): Readonly<Record<Area, Day>> {
    const { A, B, C } = this.clocks
    return { A: dayOf(A.now()), B: dayOf(B.now()), C: dayOf(C.now()) }
  }

  /** Changes whenever one of the days does. */
  key(): string {
    const { A, B, C } = this.clocks
    return [this.context.clock, A, B, C].map((clock) => dayNumber(clock.now())).join(' ')
  }
}
