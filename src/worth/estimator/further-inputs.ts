import { median } from '../../kit/algorithms/median.ts'
import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { isText } from './further-facts.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import type { Sales } from './sales.ts'

/**
 * A further fact as an input of trees. An unknown value is replaced by the middle value, because sources know different
 * facts.
 */
export interface FurtherInput {
  readonly name: string
  /** Replaces an unknown value. */
  readonly unknown: number
  /** Present if the fact is a string: the code of each string, and how much more homes with that string cost. */
  readonly texts?: { readonly codes: Float32Array; readonly effects: Float32Array }
}

/** Maximum number of facts; the most frequent facts are taken. */
const MAX_INPUTS = 64

/** Minimum number of sales with a fact. Nothing can be learned from rarer facts. */
const MIN_KNOWN = 40
/** Minimum share of sales with a fact. */
const MIN_KNOWN_SHARE = 0.05

/** A fact is numeric if at least this share of its known values is numeric. */
const NUMBERS_SHARE = 0.95

/** A string that fewer sales have counts as unknown. */
const MIN_SALES_OF_TEXT = 4
/** Draws the effect of a string toward zero, as if this many more sales with the string had average prices. */
const TRUST_IN_NOTHING = 5

/** A fact that correlates this closely with prices was computed from them, such as a price per square foot. */
const MAX_PRICE_CORRELATION = 0.97

/** A fact that correlates this closely with living areas reveals a home's size. */
const MAX_SIZE_CORRELATION = 0.4

/**
 * Selects the further facts whose effect on prices can be learned from these sales.
 * @param targets Logarithms of the prices, minus the price level of the market.
 * @param isSized False if some homes must be estimated without their size. Facts that reveal sizes are then left out.
 */
export function furtherInputsOf(
  sales: Sales,
  rows: readonly number[],
  targets: Float64Array,
  isSized = true,
): FurtherInput[] {
  const least = Math.max(MIN_KNOWN, MIN_KNOWN_SHARE * rows.length)
  return sales.facts.names
    .map((name) => {
      const values = Float32Array.from(rows, (row) => sales.facts.at(name, sales.factRows[row] as number)) // in bounds
      return { name, values, known: values.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0) }
    })
    .filter(({ known }) => known >= least)
    .sort((one, other) => other.known - one.known || (one.name < other.name ? -1 : 1))
    .flatMap(({ name, values, known }) => {
      const texts = values.reduce((sum, value) => sum + Number(isText(value)), 0)
      if (texts > (1 - NUMBERS_SHARE) * known) return textInput(name, values, targets)
      if (!isSized && revealsSize(values, sales, rows)) return []
      return numberInput(name, values, targets, sales, rows)
    })
    .slice(0, MAX_INPUTS)
}

function textInput(name: string, values: Float32Array, targets: Float64Array): FurtherInput[] {
  const sums = new Map<number, { count: number; sum: number }>()
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue
    const of = sums.get(value) ?? { count: 0, sum: 0 }
    of.count++
    of.sum += (targets[i] as number) - mean // in bounds
    sums.set(value, of)
  }
  const frequent = [...sums].filter(([, { count }]) => count >= MIN_SALES_OF_TEXT).sort(([one], [other]) => one - other)
  if (frequent.length === 0) return []
  const texts = {
    codes: Float32Array.from(frequent, ([code]) => code),
    effects: Float32Array.from(frequent, ([, { count, sum }]) => sum / (count + TRUST_IN_NOTHING)),
  }
  return [{ name, unknown: 0, texts }]
}

function numberInput(
  name: string,
  values: Float32Array,
  targets: Float64Array,
  sales: Sales,
  rows: readonly number[],
): FurtherInput[] {
  const numbers = values.filter((value) => !Number.isNaN(value) && !isText(value))
  const unknown = median(numbers)
  if (numbers.every((value) => value === unknown)) return []
  if (isTwin(values, sales, rows) || revealsPrice(values, targets, sales, rows)) return []
  return [{ name, unknown }]
}

/** Whether a fact repeats a home input. Sources often repeat an input under their own name. */
function isTwin(values: Float32Array, { inputs }: Sales, rows: readonly number[]): boolean {
  return HOME_INPUTS.some((_, input) =>
    rows.every((row, i) => {
      const [own, other] = [values[i] as number, inputs[row * HOME_INPUTS.length + input] as number] // in bounds
      return own === other || Number.isNaN(own)
    }),
  )
}

function revealsPrice(
  values: Float32Array,
  targets: Float64Array,
  { inputs }: Sales,
  rows: readonly number[],
): boolean {
  const logarithms = Float64Array.from(values, (value) => (value > 0 && !isText(value) ? Math.log(value) : Number.NaN))
  const byArea = logarithms.map((logarithm, i) => {
    const area = inputs[(rows[i] as number) * HOME_INPUTS.length + inputAt('livingArea')] as number // in bounds
    return logarithm + Math.log(area)
  })
  return [logarithms, byArea].some((each) => correlation(each, targets) > MAX_PRICE_CORRELATION)
}

/** Whether a fact reveals the size of homes, such as the area of a floor or the number of rooms. */
function revealsSize(values: Float32Array, { inputs }: Sales, rows: readonly number[]): boolean {
  const areas = Float64Array.from(rows, (row) => inputs[row * HOME_INPUTS.length + inputAt('livingArea')] as number) // in bounds
  return (
    correlation(
      Float64Array.from(values, (value) => (isText(value) ? Number.NaN : value)),
      areas,
    ) > MAX_SIZE_CORRELATION
  )
}

/** The correlation of the pairs in which both numbers are known; 0 if there are too few. */
function correlation(one: Float64Array, other: Float64Array): number {
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] as number, other[i] as number] // in bounds
    if (!Number.isFinite(a + b)) continue
    count++
    x += a
    y += b
    xx += a * a
    yy += b * b
    xy += a * b
  }
  const spread = Math.sqrt((xx - (x * x) / count) * (yy - (y * y) / count))
  return count >= MIN_KNOWN && spread > 0 ? (xy - (x * y) / count) / spread : 0
}

/** Writes the further inputs of a home. `factOf` returns NaN or undefined for an unknown fact. */
export function writeFurther(
  further: readonly FurtherInput[],
  factOf: (name: string) => number | undefined,
  to: Float32Array,
  start: number,
): void {
  for (const [i, { name, unknown, texts }] of further.entries()) to[start + i] = inputOf(factOf(name), unknown, texts)
}

function inputOf(value: number | undefined, unknown: number, texts: FurtherInput['texts']): number {
  if (value === undefined || Number.isNaN(value)) return unknown
  if (texts === undefined) return isText(value) ? unknown : value
  const code = Math.fround(value)
  const at = firstFrom(texts.codes, code)
  return texts.codes[at] === code ? (texts.effects[at] as number) : unknown // in bounds
}
