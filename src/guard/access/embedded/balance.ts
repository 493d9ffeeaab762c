import { LOCK_BYTES, SharedLock } from '../../../kit/threads/shared-lock.ts'

/** Periods of one key and plan at a time: those of this and the last one, and those of an edited plan. */
const PERIODS_MAX = 8

/** Days on which one thread can hold credits at a time. */
const DAYS_MAX = 4

/** Places of the numbers after the lock, with the numbers of each period and each lane side by side. */
const LAST_USED = 0
const PERIODS = 1
const FIRST_DAY = 0
const END_DAY = 1
const BASE = 2
const PERIOD_NUMBERS = 3
const LANES = PERIODS + PERIODS_MAX * PERIOD_NUMBERS
/** In a lane: what was spent in each period, then the days on which credits are held, and how many. */
const CELLS = PERIODS_MAX
const CELL_NUMBERS = 2
const LANE_NUMBERS = CELLS + DAYS_MAX * CELL_NUMBERS

/**
 * The credits that a key has spent and holds under one of its plans, in memory that all threads share. Each thread writes to a lane
 * of its own; the lanes together are the truth. A change counts in all periods that cover its day: an edited plan has
 * another period, and what was spent on its days stays spent.
 */
export class Balance {
  readonly memory: SharedArrayBuffer
  readonly #lane: number
  readonly #lanes: number
  readonly #lock: SharedLock
  readonly #numbers: Float64Array

  /** `lane`: the number of the calling thread. */
  constructor(memory: SharedArrayBuffer, lane: number) {
    this.memory = memory
    this.#lane = lane
    this.#lock = new SharedLock(memory)
    this.#numbers = new Float64Array(memory, LOCK_BYTES)
    this.#lanes = (this.#numbers.length - LANES) / LANE_NUMBERS
  }

  static make(lanes: number): Balance {
    const balance = new Balance(new SharedArrayBuffer(LOCK_BYTES + (LANES + lanes * LANE_NUMBERS) * 8), 0)
    for (let period = 0; period < PERIODS_MAX; period++) balance.closePeriod(period)
    return balance
  }

  /**
   * Opens a period of days up to one, exclusive, and answers its number. `spentSoFar` is asked while nobody else can
   * spend: what all lanes have spent on these days.
   */
  openPeriod(firstDay: number, endDay: number, spentSoFar: () => number): number {
    return this.#lock.hold(this.#lane, () => {
      const base = spentSoFar()
      let period = 0
      while (period < PERIODS_MAX && !Number.isNaN(this.#at(placeOf(period, FIRST_DAY)))) period++
      if (period === PERIODS_MAX) throw new Error(`a key has more than ${PERIODS_MAX} periods under one plan`)
      for (let lane = 0; lane < this.#lanes; lane++) this.#numbers[laneStart(lane) + period] = 0
      this.#numbers[placeOf(period, BASE)] = base
      this.#numbers[placeOf(period, END_DAY)] = endDay
      this.#numbers[placeOf(period, FIRST_DAY)] = firstDay
      return period
    })
  }

  closePeriod(period: number): void {
    this.#numbers[placeOf(period, FIRST_DAY)] = Number.NaN
  }

  /** The period of this number is still the one that begins and ends on these days. */
  isOpen(period: number, firstDay: number, endDay: number): boolean {
    return this.#at(placeOf(period, FIRST_DAY)) === firstDay && this.#at(placeOf(period, END_DAY)) === endDay
  }

  covers(period: number, dayNumber: number): boolean {
    return this.#at(placeOf(period, FIRST_DAY)) <= dayNumber && dayNumber < this.#at(placeOf(period, END_DAY))
  }

  /** Answers what of `limit` is left in a period; if that covers the credits, they are held from now on. */
  reserve(period: number, dayNumber: number, credits: number, limit: number): number {
    this.#lock.take(this.#lane)
    try {
      const left = Math.max(0, limit - this.#usedOf(period))
      if (credits <= left) this.#hold(dayNumber, credits)
      return left
    } finally {
      this.#lock.give()
    }
  }

  /** Sets credits aside, or, where they are less than none, gives them back. */
  hold(dayNumber: number, credits: number): void {
    this.#lock.hold(this.#lane, () => this.#hold(dayNumber, credits))
  }

  /** Counts credits as spent and gives back those that were held for them. `writeDown` is the act that charges. */
  spend(dayNumber: number, held: number, spent: number, writeDown: () => void): void {
    this.#lock.take(this.#lane)
    try {
      writeDown()
      for (let period = 0; period < PERIODS_MAX; period++) {
        if (!this.covers(period, dayNumber)) continue
        const place = laneStart(this.#lane) + period
        this.#numbers[place] = this.#at(place) + spent
      }
      if (held > 0) this.#hold(dayNumber, -held)
    } finally {
      this.#lock.give()
    }
  }

  /** Credits of a period that are spent or held. */
  usedOf(period: number): number {
    return this.#lock.hold(this.#lane, () => this.#usedOf(period))
  }

  heldOf(period: number): number {
    return this.#lock.hold(this.#lane, () => this.#heldOn((dayNumber) => this.covers(period, dayNumber)))
  }

  /** No credits are set aside on any day. */
  get holdsNothing(): boolean {
    return this.#lock.hold(this.#lane, () => this.#heldOn(() => true) === 0)
  }

  touch(nowMs: number): void {
    this.#numbers[LAST_USED] = nowMs
  }

  get lastUsedMs(): number {
    return this.#at(LAST_USED)
  }

  /** Gives back what a thread that died held. `spent`: what it spent in each period, by what it wrote down. */
  bury(lane: number, spent: (period: number) => number): void {
    this.#lock.takeAfter(lane, this.#lane)
    const start = laneStart(lane)
    for (let period = 0; period < PERIODS_MAX; period++) this.#numbers[start + period] = spent(period)
    for (let cell = 0; cell < DAYS_MAX; cell++) this.#numbers[start + CELLS + cell * CELL_NUMBERS + 1] = 0
    this.#lock.give()
  }

  #usedOf(period: number): number {
    let sum = this.#at(placeOf(period, BASE)) + this.#heldOn((dayNumber) => this.covers(period, dayNumber))
    for (let lane = 0; lane < this.#lanes; lane++) sum += this.#at(laneStart(lane) + period)
    return sum
  }

  #heldOn(counts: (dayNumber: number) => boolean): number {
    let sum = 0
    for (let lane = 0; lane < this.#lanes; lane++) {
      const cells = laneStart(lane) + CELLS
      for (let place = cells; place < cells + DAYS_MAX * CELL_NUMBERS; place += CELL_NUMBERS) {
        const credits = this.#at(place + 1)
        if (credits > 0 && counts(this.#at(place))) sum += credits
      }
    }
    return sum
  }

  #hold(dayNumber: number, credits: number): void {
    const place = this.#cellOf(dayNumber)
    this.#numbers[place] = dayNumber
    this.#numbers[place + 1] = this.#at(place + 1) + credits
  }

  /** The cell of a day in this thread's lane, or one that holds nothing. */
  #cellOf(dayNumber: number): number {
    const cells = laneStart(this.#lane) + CELLS
    let free = -1
    for (let place = cells; place < cells + DAYS_MAX * CELL_NUMBERS; place += CELL_NUMBERS) {
      const isHeld = this.#at(place + 1) > 0
      if (isHeld && this.#at(place) === dayNumber) return place
      if (!isHeld) free = place
    }
    if (free < 0) throw new Error(`calls of more than ${DAYS_MAX} days are in flight`)
    return free
  }

  #at(place: number): number {
    return this.#numbers[place] as number // within the memory
  }
}

function placeOf(period: number, number: number): number {
  return PERIODS + period * PERIOD_NUMBERS + number
}

function laneStart(lane: number): number {
  return LANES + lane * LANE_NUMBERS
}
