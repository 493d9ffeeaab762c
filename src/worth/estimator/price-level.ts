import { median } from '../../kit/algorithms/median.ts'
import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import type { Sales } from './sales.ts'

/** Days between two stored levels. Levels in between are interpolated. */
const STEP_DAYS = 15

/** Only sales within this many days count for a level, unless there are too few. */
const REACH_DAYS = 75

/** Number of sales behind a level. With fewer, the level would depend on which homes were sold. */
const SALES_OF_LEVEL = 150

/**
 * How strongly to prefer constant prices over changing prices, in squared days. This value makes constant prices and a
 * yearly change of about 25 % equally likely.
 */
const TRUST_IN_REST = 130_000

/** Number of rounds. Each round fits the prices of places to the levels of days, then the levels to the prices. */
const ROUNDS = 4

/** Places with fewer sales are combined, because the median of a few prices would hide how prices changed. */
const SALES_OF_PLACE = 10

/** How the prices of a market changed. Levels are logarithms: e ^ (difference of two levels) is the ratio of prices. */
export interface PriceLevel {
  readonly firstDay: number
  readonly stepDays: number
  readonly levels: Float64Array
}

/** Returns the level on a day. Before the first level and after the last level, prices stay constant. */
export function levelOn({ firstDay, stepDays, levels }: PriceLevel, day: number): number {
  const at = Math.max(0, Math.min(levels.length - 1, (day - firstDay) / stepDays))
  const before = Math.floor(at)
  const [from, to] = [levels[before] ?? 0, levels[before + 1] ?? levels[before] ?? 0]
  return from + (to - from) * (at - before)
}

/** Computes the price level of a market: how prices of homes of the same size and place changed over time. */
export function priceLevelOf(sales: Sales): PriceLevel {
  const { size, days, prices, inputs } = sales
  const places = joinedPlaces(sales)
  const firstDay = days[0] ?? 0
  const steps = Math.ceil(((days[size - 1] ?? 0) - firstDay) / STEP_DAYS) + 1
  const areas = Float64Array.from(prices, (_, i) => {
    const area = inputs[i * HOME_INPUTS.length + inputAt('livingArea')] as number // in bounds
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
    // Prices far from the prices of their place count less. The first round only finds a starting point, so all prices
    // count fully.
    const limited = round === 0 ? (logarithm: number) => logarithm : clipped
    const above = dearer.map((each, i) => (current[i] as number) + limited(each - elasticity * (larger[i] as number)))
    const levels = Float64Array.from({ length: steps }, (_, i) => around(firstDay + i * STEP_DAYS, days, above))
    level = { ...level, levels }
  }
  return level
}

/** Returns the place of each sale: its ZIP code, or else the number of its place. Combines places with few sales. */
function joinedPlaces({ size, places, inputs }: Sales): Float64Array {
  const own = places.map((place, row) => {
    const zipcode = inputs[row * HOME_INPUTS.length + inputAt('zipcode')] as number // in bounds
    return zipcode >= 0 ? zipcode : -2 - place
  })
  const counts = new Map<number, number>()
  for (let row = 0; row < size; row++) counts.set(own[row] as number, (counts.get(own[row] as number) ?? 0) + 1)
  return own.map((place) => ((counts.get(place) ?? 0) < SALES_OF_PLACE ? JOINED : place))
}

/**
 * The place of all combined sales. It differs from all ZIP codes, which are positive, and from other places, which are
 * below -1.
 */
const JOINED = -1

/** Returns how steeply prices rise with size within a place. Ignores land, which has no living area. */
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

/** Returns how far each price is above the middle price of its place. */
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

/** Fits a line to the days around a day and returns its value on that day; 0 without sales. Near days count most. */
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

/** Returns how many days before and after a day contain enough sales. */
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

/** Limits prices far from the prices of their place, which say little about the market. */
function clipped(logarithm: number): number {
  return Math.max(-0.7, Math.min(0.7, logarithm))
}
