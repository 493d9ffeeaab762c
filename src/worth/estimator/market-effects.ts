import { HOME_TYPES } from '../../model/home.ts'
import { adjustmentAt, type Effects, effectsFor, effectsInOrder, HAND_SET_EFFECTS } from './appraisal.ts'
import { COMPARED, STEPS, TRAIT_NUMBERS } from './likeness.ts'
import { levelOn, type PriceLevel } from './price-level.ts'
import { type SalesAround, Weighing } from './weighing.ts'

/** A sold home, and the sales around it on the day before. */
export interface ComparedSale {
  readonly traits: Float64Array
  /** Where the home begins in `traits`. */
  readonly start: number
  readonly logPrice: number
  readonly asOfDay: number
  readonly around: SalesAround
}

/** The default effects count as much as this many sales. */
const TRUST = 30

/** Limits how far a price may be from comparable sales, as a logarithm. Larger differences have other causes. */
const MAX_DIFFERENCE = 0.5

/** Larger differences in a trait count as this many steps, because prices then no longer show the effect of a step. */
const MAX_STEPS = 4

/** Land is left out, because its effects are different. */
const LAND = HOME_TYPES.indexOf('LOT')

const MAX_TRAIT_DIFFERENCES = Float64Array.from(COMPARED, (trait) => MAX_STEPS * STEPS[trait])

/**
 * Finds the effects with which sales nearby best explain the prices of homes. Uses a ridge regression of what the
 * default effects leave unexplained, so that a trait that hardly varies in a market keeps its default effect.
 */
export function fitEffects(homes: Iterable<ComparedSale>, level: PriceLevel): Effects {
  const width = COMPARED.length
  const products = new Float64Array(width * width)
  const sums = new Float64Array(width)
  const more = new Float64Array(width)
  const scales = new Float64Array(width)
  const handSet = effectsInOrder(HAND_SET_EFFECTS)
  const weighing = new Weighing()
  let count = 0
  for (const { traits, start, logPrice, asOfDay, around } of homes) {
    if (traits[start] === LAND) continue
    weighing.weigh(traits, start, around, asOfDay)
    if (weighing.count === 0) continue
    const effects = effectsFor(traits[start] as number, handSet)
    more.fill(0)
    let left = logPrice - levelOn(level, asOfDay)
    for (let nth = 0; nth < weighing.count; nth++) {
      const row = around.rows[weighing.places[nth] as number] as number
      const weight = weighing.weights[nth] as number
      const price = (around.sales.logPrices[row] as number) - levelOn(level, around.sales.days[row] as number)
      const other = row * TRAIT_NUMBERS
      left -= weight * (price + adjustmentAt(traits, start, around.sales.traits, other, effects))
      for (let i = 0; i < width; i++) {
        const most = MAX_TRAIT_DIFFERENCES[i] as number // `MAX_TRAIT_DIFFERENCES` has each trait
        const apart = (traits[start + 1 + i] as number) - (around.sales.traits[other + 1 + i] as number)
        const by = Math.max(-most, Math.min(most, apart))
        if (!Number.isNaN(by)) more[i] = (more[i] as number) + weight * by
      }
    }
    if (Number.isNaN(left)) continue
    left = Math.max(-MAX_DIFFERENCE, Math.min(MAX_DIFFERENCE, left))
    count++
    for (let i = 0; i < width; i++) {
      scales[i] = (scales[i] as number) + (more[i] as number) ** 2
      sums[i] = (sums[i] as number) + (more[i] as number) * left
      for (let j = 0; j < width; j++)
        products[i * width + j] = (products[i * width + j] as number) + (more[i] as number) * (more[j] as number)
    }
  }
  for (let i = 0; i < width; i++) {
    const spread = (scales[i] as number) / Math.max(1, count)
    products[i * width + i] = (products[i * width + i] as number) + TRUST * Math.max(spread, 1e-9)
  }
  const correction = solve(products, sums)
  return Object.fromEntries(
    COMPARED.map((trait, i) => [trait, HAND_SET_EFFECTS[trait] + (correction[i] ?? 0)]),
  ) as Effects // has each trait
}

/** Solves a symmetric, positive definite system by Gaussian elimination. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const width = right.length
  const [a, b] = [matrix.slice(), right.slice()]
  const at = (row: number, column: number) => a[row * width + column] as number // in bounds
  for (let pivot = 0; pivot < width; pivot++) {
    for (let row = pivot + 1; row < width; row++) {
      const factor = at(row, pivot) / at(pivot, pivot)
      for (let column = pivot; column < width; column++)
        a[row * width + column] = at(row, column) - factor * at(pivot, column)
      b[row] = (b[row] as number) - factor * (b[pivot] as number)
    }
  }
  for (let row = width - 1; row >= 0; row--) {
    for (let column = row + 1; column < width; column++)
      b[row] = (b[row] as number) - at(row, column) * (b[column] as number)
    b[row] = (b[row] as number) / at(row, row)
  }
  return b
}
