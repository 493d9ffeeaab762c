import { median } from '../base/median.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import type { Sales } from './sales.ts'

/** Days between two levels; in between they are interpolated. */
const STEP_DAYS = 15

/** Sales this far from a day, or farther, say nothing about its level. */
const REACH_DAYS = 75

/** Times that prices of places and levels of days are fitted to each other. */
const ROUNDS = 3

/** How prices of a market moved: logarithms, so that the difference of two levels is a ratio of prices. */
export interface PriceLevel {
  readonly firstDay: number
  readonly stepDays: number
  readonly levels: Float64Array
}

/** The level on a day; before the first and after the last it is that of these. */
export function levelOn({ firstDay, stepDays, levels }: PriceLevel, day: number): number {
  const at = Math.max(0, Math.min(levels.length - 1, (day - firstDay) / stepDays))
  const before = Math.floor(at)
  const [from, to] = [levels[before] ?? 0, levels[before + 1] ?? levels[before] ?? 0]
  return from + (to - from) * (at - before)
}

/** The level of a market by its sales: by how much homes of one size and place cost more on one day than on another. */
export function priceLevelOf({ size, days, prices, places, inputs }: Sales): PriceLevel {
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
    const above = dearer.map((each, i) => each - elasticity * (larger[i] as number) + (current[i] as number))
    const levels = Float64Array.from({ length: steps }, (_, i) => around(firstDay + i * STEP_DAYS, days, above))
    level = { ...level, levels }
  }
  return level
}

/** How much dearer homes are for being larger than others of their place; land has no size of that kind. */
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

/** How far each price is above the middle one of its place. */
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

/** A local line through the days around one, in which near days count most; 0 where there are none. */
function around(day: number, days: Int32Array, above: Float64Array): number {
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = firstFrom(days, day - REACH_DAYS); i < days.length; i++) {
    const away = (days[i] as number) - day
    if (away > REACH_DAYS) break
    const value = clipped(above[i] as number)
    if (Number.isNaN(value)) continue
    const w = (1 - Math.abs(away / (REACH_DAYS + 1)) ** 3) ** 3
    weight += w
    x += w * away
    y += w * value
    xx += w * away * away
    xy += w * away * value
  }
  if (weight === 0) return 0
  const spread = weight * xx - x * x
  return spread > 1e-6 * weight * weight ? (xx * y - x * xy) / spread : y / weight
}

/** What is far above or below its place says little about the market. */
function clipped(logarithm: number): number {
  return Math.max(-0.7, Math.min(0.7, logarithm))
}

/** The first sale of a day or later. */
export function firstFrom(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] as number) < day) low = middle + 1
    else high = middle
  }
  return low
}
