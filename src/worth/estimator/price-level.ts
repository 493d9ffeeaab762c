import { median } from '../../kit/algorithms/median.ts'
import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import type { Sales } from './sales.ts'

/** Days between two levels. Levels in between are interpolated. */
const STEP_DAYS = 15

/** Sales farther from a day than this do not count for its level, if enough sales are nearer. */
const REACH_DAYS = 75

/** Number of sales that determine the level of a day. Fewer would show which homes happened to be sold. */
const SALES_OF_LEVEL = 150

/**
 * Weight of a constant level against a changing level, in squared days. With this weight, a constant level and a change
 * of about 25 % a year are equally likely.
 */
const TRUST_IN_REST = 130_000

/** Number of rounds in which prices of places and levels of days are fitted to each other. */
const ROUNDS = 4

/** Places with fewer sales are combined, because the median of so few prices would hide how prices moved. */
const SALES_OF_PLACE = 10

/**
 * How prices of a market moved. Levels are logarithms, so the difference of two levels is the logarithm of a ratio of
 * prices.
 */
export interface PriceLevel {
  readonly firstDay: number
  readonly stepDays: number
  readonly levels: Float64Array
}

/** Returns the level on a day. Days before the first level or after the last level have that level. */
export function levelOn({ firstDay, stepDays, levels }: PriceLevel, day: number): number {
  const at = Math.max(0, Math.min(levels.length - 1, (day - firstDay) / stepDays))
  const before = Math.floor(at)
  const [from, to] = [levels[before] ?? 0, levels[before + 1] ?? levels[before] ?? 0]
  return from + (to - from) * (at - before)
}

/** Computes the level of a market: how much more homes of the same size and place cost on one day than on another. */
export function priceLevelOf(sales: Sales): PriceLevel {
  const { size, days, prices, inputs } = sales
  const places = joinedPlaces(sales)
  const firstDay = days[0] ?? 0
  const steps = Math.ceil(((days[size - 1] ?? 0) - firstDay) / STEP_DAYS) + 1
  const areas = Float64Array.from(prices, (_, i) => {
    const area = inputs[i * HOME_INPUTS.length + inputAt('livingArea')] as number // an input of each sale
    return area > 0 ? Math.log(area) : Number.NaN
  })
  const larger = abovePlaces(areas, places)
  let level: PriceLevel = { firstDay, stepDays: STEP_DAYS, levels: new Float64Array(steps) }
  for (let round = 0; round < ROUNDS; round++) {
    const current = Float64Array.from(days, (day) => levelOn(level, day))
    const dearer = abovePlaces(
      prices.map((price, i) => Math.log(price) - (current[i] as number)),
      places,
    )
    const elasticity = slopeOf(larger, dearer)
    // A price far above or below its place counts less. In the first round all prices count in full, because that round
    // only finds a starting point.
    const limited = round === 0 ? (logarithm: number) => logarithm : clipped
    const above = dearer.map((each, i) => (current[i] as number) + limited(each - elasticity * (larger[i] as number)))
    const levels = Float64Array.from({ length: steps }, (_, i) => around(firstDay + i * STEP_DAYS, days, above))
    level = { ...level, levels }
  }
  return level
}

/**
 * Returns the place of each sale: its ZIP code, or the place with which it was added. Places with few sales are
 * combined.
 */
function joinedPlaces({ size, places, inputs }: Sales): Float64Array {
  const own = places.map((place, row) => {
    const zipcode = inputs[row * HOME_INPUTS.length + inputAt('zipcode')] as number // an input of each sale
    return zipcode >= 0 ? zipcode : -2 - place
  })
  const counts = new Map<number, number>()
  for (let row = 0; row < size; row++) counts.set(own[row] as number, (counts.get(own[row] as number) ?? 0) + 1)
  return own.map((place) => ((counts.get(place) ?? 0) < SALES_OF_PLACE ? JOINED : place))
}

/** The place of all combined sales. ZIP codes are greater, and the numbers of other places are less. */
const JOINED = -1

/** Returns the slope of price over size among homes of one place. Land has no size, so land does not count. */
function slopeOf(larger: Float64Array, dearer: Float64Array): number {
  let [products, squares] = [0, 0]
  for (let i = 0; i < larger.length; i++) {
    const by = clipped(larger[i] as number)
    if (Number.isNaN(by)) continue
    products += by * clipped(dearer[i] as number)
    squares += by * by
  }
  return squares > 0 ? products / squares : 0
}

/** How far each price is above the middle price of its place. */
function abovePlaces(logarithms: Float64Array, places: Float64Array): Float64Array {
  const byPlace = new Map<number, number[]>()
  for (const [i, place] of places.entries()) {
    const logarithm = logarithms[i] as number
    if (Number.isNaN(logarithm)) continue
    const of = byPlace.get(place)
    if (of) of.push(logarithm)
    else byPlace.set(place, [logarithm])
  }
  const middles = new Map([...byPlace].map(([place, of]) => [place, median(of)]))
  return logarithms.map((logarithm, i) => logarithm - (middles.get(places[i] as number) ?? Number.NaN))
}

/** Fits a line to the days around a day, in which near days count most, and returns its value there; 0 without days. */
function around(day: number, days: Int32Array, above: Float64Array): number {
  const reachDays = reachAround(day, days)
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = firstFrom(days, day - reachDays); i < days.length; i++) {
    const away = (days[i] as number) - day
    if (away > reachDays) break
    const value = above[i] as number
    if (Number.isNaN(value)) continue
    const w = (1 - Math.abs(away / (reachDays + 1)) ** 3) ** 3
    weight += w
    x += w * away
    y += w * value
    xx += w * away * away
    xy += w * away * value
  }
  if (weight === 0) return 0
  const slope = (xy - (x * y) / weight) / (xx - (x * x) / weight + TRUST_IN_REST)
  return (y - slope * x) / weight
}

/** The number of days before and after a day within which there are enough sales. */
function reachAround(day: number, days: Int32Array): number {
  let [from, to] = [firstFrom(days, day - REACH_DAYS), firstFrom(days, day + REACH_DAYS + 1)]
  let reachDays = REACH_DAYS
  while (to - from < SALES_OF_LEVEL && (from > 0 || to < days.length)) {
    const [before, after] = [day - (days[from - 1] ?? -Infinity), (days[to] ?? Infinity) - day]
    if (before <= after) from--
    else to++
    reachDays = Math.min(before, after)
  }
  return reachDays
}

/** Limits a price that is far above or below its place, because it says little about the market. */
function clipped(logarithm: number): number {
  return Math.max(-0.7, Math.min(0.7, logarithm))
}
