import { appraise, type ComparableSale, type Effects, HAND_SET_EFFECTS } from './appraisal.ts'
import { COMPARED, difference, type Traits } from './likeness.ts'

/** A home, and the sales around it with factors to its day. */
export interface Compared {
  readonly traits: Traits
  readonly price: number
  readonly sales: readonly ComparableSale[]
}

/** What hand-set effects count against the sales: as much as so many of them. */
const TRUST = 30

/** Larger differences from the comparables have other reasons than traits. */
const MAX_DIFFERENCE = 0.5

/**
 * The effects by which sales around homes say best what these were sold for: ridge regression of what the hand-set ones
 * leave unexplained, so that a trait that hardly varies in a market keeps the hand-set effect.
 */
export function fitEffects(homes: Iterable<Compared>): Effects {
  const width = COMPARED.length
  const products = new Float64Array(width * width)
  const sums = new Float64Array(width)
  const more = new Float64Array(width)
  const scales = new Float64Array(width)
  let count = 0
  for (const { traits, price, sales } of homes) {
    const { comparisons } = appraise(traits, sales)
    if (comparisons.length === 0) continue
    more.fill(0)
    let left = Math.log(price)
    for (const { weight, adjustedPrice, traits: other } of comparisons) {
      left -= weight * Math.log(adjustedPrice)
      for (const [i, trait] of COMPARED.entries()) {
        const by = difference(trait, traits, other)
        if (!Number.isNaN(by)) more[i] = (more[i] as number) + weight * by
      }
    }
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
  ) as Effects // one for each
}

/** Solves a symmetric, positive definite system by Gaussian elimination. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const width = right.length
  const [a, b] = [matrix.slice(), right.slice()]
  const at = (row: number, column: number) => a[row * width + column] as number // within the matrix
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
