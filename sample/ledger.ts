import type { HistoryEvent, HistoryEventName } from '../src/model/home.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'

/** The events of one home, recorded latest first. */
export class Ledger {
  readonly #calendar: Calendar
  readonly #events: HistoryEvent[] = []
  /** How many days ago the earliest recorded event was. 0 without events. */
  earliest = 0
  latest = 0

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  note(daysAgo: number, event: HistoryEventName, price: number, source: string, isRental = false): void {
    const noted: Draft<HistoryEvent> = { date: this.#calendar.day(daysAgo), event, price, source }
    if (isRental) noted.rental = true
    if (this.#events.length === 0) this.latest = daysAgo
    this.#events.push(noted)
    this.earliest = daysAgo
  }

  oldestFirst(): readonly HistoryEvent[] {
    return this.#events.toReversed()
  }
}
