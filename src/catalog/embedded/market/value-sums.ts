import { monthNumber, monthOfDay } from '../../../base/clock.ts'
import { HOME_TYPES, type Home } from '../../../model/home.ts'
import { NOW } from '../../../model/market-facts.ts'
import type { SaleCourse } from '../../../model/sale-course.ts'
import type { FactRows } from './fact-rows.ts'

interface Sum {
  logSum: number
  homes: number
}

/** Adds up home values by place, type and month; see `ValueFacts`. */
export class ValueSums {
  /** Indexed by place; keys combine type and month. */
  readonly #places: Map<number, Sum>[] = []

  /** @param courses The home's sales. */
  add({ homeType, estimate }: Home, courses: readonly SaleCourse[], place: number): void {
    const now = estimate?.value
    if (!isWorth(now)) return
    this.#places[place] ??= new Map()
    const sums = this.#places[place]
    const type = HOME_TYPES.indexOf(homeType)
    addTo(sums, type, NOW, Math.log(now))
    for (const [month, value] of estimate?.history ?? []) addPast(sums, type, monthNumber(month), value / now)
    for (const { closed, paid } of courses) {
      if (closed !== undefined && paid !== undefined) addPast(sums, type, monthOfDay(closed), paid / now)
    }
  }

  putInto(rows: FactRows): void {
    this.#places.forEach((sums, place) => {
      for (const [key, { logSum, homes }] of sums)
        rows.add(place, [logSum, homes, key % MONTHS, Math.floor(key / MONTHS)])
    })
  }
}

/** Number of distinct months in the column. */
const MONTHS = NOW + 1

/** A past value beyond ten times today's, or below a tenth, means another home or a sale not at arm's length. */
const MAX_TIMES = 10

function addPast(sums: Map<number, Sum>, type: number, month: number, share: number): void {
  if (share > MAX_TIMES || share < 1 / MAX_TIMES || !(month >= 0 && month < NOW)) return
  addTo(sums, type, month, Math.log(share))
}

function isWorth(value: number | undefined): value is number {
  return value !== undefined && value > 0
}

function addTo(sums: Map<number, Sum>, type: number, month: number, log: number): void {
  const key = type * MONTHS + month
  const sum = sums.get(key)
  if (sum === undefined) sums.set(key, { logSum: log, homes: 1 })
  else {
    sum.logSum += log
    sum.homes++
  }
}
