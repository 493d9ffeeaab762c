import { LOCK_BYTES, SharedLock } from '../../base/shared-lock.ts'

/** Purses of one key and plan at a time: those of this and the last period, and those of an edited plan. */
const PURSES_MAX = 8

/** Days on which one thread can hold credits at a time. */
const DAYS_MAX = 4

/** Places of the numbers after the lock, with the numbers of each purse and each lane side by side. */
const LAST_USED = 0
/** The lease: credits that this process may spend, counted from its start on, for which purse and limit it was given. */
const GRANTED = 1
const LEASED_PURSE = 2
const LEASED_LIMIT = 3
/** How much was left in hand when it was given, and for which `GRANTED` more was asked for. */
const LEASED = 4
const ASKED_AT = 5
const PURSES = 6
const FIRST_DAY = 0
const END_DAY = 1
const BASE = 2
const PURSE_NUMBERS = 3
const LANES = PURSES + PURSES_MAX * PURSE_NUMBERS
/** In a lane, after what was spent from each purse: what was spent of the lease. */
const DRAWN = PURSES_MAX
/** Then the days on which credits are held, and how many. */
const CELLS = DRAWN + 1
const CELL_NUMBERS = 2
const LANE_NUMBERS = CELLS + DAYS_MAX * CELL_NUMBERS

/**
 * What a key has spent and holds under one of its plans, in memory that all threads share. Each thread writes to a lane
 * of its own; the lanes together are the truth. A change counts in all purses that cover its day: an edited plan has
 * another period, and what was spent on its days stays spent. Other processes may spend from the same purses, so this
 * one spends no more than it has leased.
 */
export class TabMemory {
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

  static make(lanes: number): TabMemory {
    const memory = new TabMemory(new SharedArrayBuffer(LOCK_BYTES + (LANES + lanes * LANE_NUMBERS) * 8), 0)
    for (let purse = 0; purse < PURSES_MAX; purse++) memory.closePurse(purse)
    memory.#numbers[LEASED_PURSE] = Number.NaN
    return memory
  }

  /**
   * Opens a purse for days up to one, exclusive, and answers its number. `spentSoFar` is asked while nobody else can
   * spend: what all lanes have spent on these days.
   */
  openPurse(firstDay: number, endDay: number, spentSoFar: () => number): number {
    return this.#lock.hold(this.#lane, () => {
      const base = spentSoFar()
      let purse = 0
      while (purse < PURSES_MAX && !Number.isNaN(this.#at(placeOf(purse, FIRST_DAY)))) purse++
      if (purse === PURSES_MAX) throw new Error(`a key has more than ${PURSES_MAX} purses under one plan`)
      for (let lane = 0; lane < this.#lanes; lane++) this.#numbers[laneStart(lane) + purse] = 0
      this.#numbers[placeOf(purse, BASE)] = base
      this.#numbers[placeOf(purse, END_DAY)] = endDay
      this.#numbers[placeOf(purse, FIRST_DAY)] = firstDay
      return purse
    })
  }

  closePurse(purse: number): void {
    this.#numbers[placeOf(purse, FIRST_DAY)] = Number.NaN
  }

  covers(purse: number, dayNumber: number): boolean {
    return this.#at(placeOf(purse, FIRST_DAY)) <= dayNumber && dayNumber < this.#at(placeOf(purse, END_DAY))
  }

  firstDay(purse: number): number {
    return this.#at(placeOf(purse, FIRST_DAY))
  }

  /** Exclusive. */
  endDay(purse: number): number {
    return this.#at(placeOf(purse, END_DAY))
  }

  /** Other processes have spent too: `spentSoFar` is what all have. */
  rebase(purse: number, spentSoFar: () => number): void {
    this.#lock.hold(this.#lane, () => {
      const known = this.#spentOf(purse)
      this.#numbers[placeOf(purse, BASE)] = this.#at(placeOf(purse, BASE)) + spentSoFar() - known
    })
  }

  /**
   * What of `limit` is left in a purse; if that covers the credits, they are held from now on. Undefined, with nothing
   * held, where they must be leased first.
   */
  reserve(purse: number, dayNumber: number, credits: number, limit: number): number | undefined {
    this.#lock.take(this.#lane)
    try {
      const left = this.#leftOf(purse, limit)
      if (credits > left) return left
      if (credits > 0 && credits > this.#inHand(purse, limit)) return undefined
      this.#hold(dayNumber, credits)
      return left
    } finally {
      this.#lock.give()
    }
  }

  /** The credits that must still be leased before so many can be held; none where the limit forbids it anyway. */
  lacks(purse: number, credits: number, limit: number): number {
    return this.#lock.hold(this.#lane, () =>
      credits > this.#leftOf(purse, limit) ? 0 : Math.max(0, credits - this.#inHand(purse, limit)),
    )
  }

  /** Whether less than half of the lease is left; true once for each lease. */
  runsLow(purse: number, limit: number): boolean {
    if (!this.#isLow(purse, limit)) return false // looked at without the lock: the next call will see it too
    return this.#lock.hold(this.#lane, () => {
      if (!this.#isLow(purse, limit)) return false
      this.#numbers[ASKED_AT] = this.#at(GRANTED)
      return true
    })
  }

  /** The lease was given for this purse under this limit, rather than for another period or an older plan. */
  isLeasedFor(purse: number, limit: number): boolean {
    return this.#at(LEASED_PURSE) === purse && this.#at(LEASED_LIMIT) === limit
  }

  /** `granted`: all credits that this process was ever given to spend. */
  lease(purse: number, limit: number, granted: number): void {
    this.#lock.hold(this.#lane, () => {
      this.#numbers[GRANTED] = granted
      this.#numbers[LEASED_PURSE] = purse
      this.#numbers[LEASED_LIMIT] = limit
      this.#numbers[LEASED] = this.#inHand(purse, limit)
    })
  }

  /** Nothing more can be held before another lease; returns what all leases so far come to then. */
  endLease(): number {
    return this.#lock.hold(this.#lane, () => {
      this.#numbers[GRANTED] = this.#drawn()
      this.#numbers[LEASED_PURSE] = Number.NaN
      return this.#at(GRANTED)
    })
  }

  /** Sets credits aside, or, where they are less than none, gives them back. */
  hold(dayNumber: number, credits: number): void {
    this.#lock.hold(this.#lane, () => this.#hold(dayNumber, credits))
  }

  /** Credits spent; those that were held for them come back. `writeDown` is what makes it so. */
  spend(dayNumber: number, held: number, spent: number, writeDown: () => void): void {
    this.#lock.take(this.#lane)
    try {
      writeDown()
      for (let purse = 0; purse < PURSES_MAX; purse++) {
        if (!this.covers(purse, dayNumber)) continue
        const place = laneStart(this.#lane) + purse
        this.#numbers[place] = this.#at(place) + spent
      }
      this.#numbers[laneStart(this.#lane) + DRAWN] = this.#at(laneStart(this.#lane) + DRAWN) + spent
      if (held > 0) this.#hold(dayNumber, -held)
    } finally {
      this.#lock.give()
    }
  }

  spentOf(purse: number): number {
    return this.#lock.hold(this.#lane, () => this.#spentOf(purse))
  }

  heldOf(purse: number): number {
    return this.#lock.hold(this.#lane, () => this.#heldOf(purse))
  }

  leftOf(purse: number, limit: number): number {
    return this.#lock.hold(this.#lane, () => this.#leftOf(purse, limit))
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

  /**
   * Gives back what a thread that died held. `spent`: what it spent from each purse, `drawn`: in all, both by what it
   * wrote down.
   */
  bury(lane: number, spent: (purse: number) => number, drawn: number): void {
    this.#lock.takeAfter(lane, this.#lane)
    const start = laneStart(lane)
    for (let purse = 0; purse < PURSES_MAX; purse++) this.#numbers[start + purse] = spent(purse)
    this.#numbers[start + DRAWN] = drawn
    for (let cell = 0; cell < DAYS_MAX; cell++) this.#numbers[start + CELLS + cell * CELL_NUMBERS + 1] = 0
    this.#lock.give()
  }

  #isLow(purse: number, limit: number): boolean {
    return this.#at(ASKED_AT) !== this.#at(GRANTED) && this.#inHand(purse, limit) * 2 < this.#at(LEASED)
  }

  #inHand(purse: number, limit: number): number {
    return this.isLeasedFor(purse, limit) ? this.#at(GRANTED) - this.#drawn() : 0
  }

  /** Of the lease, calls in flight included. */
  #drawn(): number {
    let sum = this.#heldOn(() => true)
    for (let lane = 0; lane < this.#lanes; lane++) sum += this.#at(laneStart(lane) + DRAWN)
    return sum
  }

  #leftOf(purse: number, limit: number): number {
    return Math.max(0, limit - this.#spentOf(purse) - this.#heldOf(purse))
  }

  #spentOf(purse: number): number {
    let sum = this.#at(placeOf(purse, BASE))
    for (let lane = 0; lane < this.#lanes; lane++) sum += this.#at(laneStart(lane) + purse)
    return sum
  }

  #heldOf(purse: number): number {
    return this.#heldOn((dayNumber) => this.covers(purse, dayNumber))
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

function placeOf(purse: number, number: number): number {
  return PURSES + purse * PURSE_NUMBERS + number
}

function laneStart(lane: number): number {
  return LANES + lane * LANE_NUMBERS
}
