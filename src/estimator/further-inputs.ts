import { median } from '../base/median.ts'
import { isText } from './further-facts.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import type { Sales } from './sales.ts'

/** A further fact that trees see. What is not known of a home counts as the middle one: other sources tell other facts. */
export interface FurtherInput {
  readonly name: string
  /** What stands for an unknown one. */
  readonly unknown: number
  /** Of a fact that is told in words: the numbers that stand for the texts, and by how much dearer homes with each are. */
  readonly texts?: { readonly codes: Float32Array; readonly effects: Float32Array }
}

/** Facts that trees see at most: those that most sales tell. */
const MAX_INPUTS = 64

/** A fact that fewer sales tell teaches nothing. */
const LEAST_KNOWN = 40
const LEAST_KNOWN_SHARE = 0.05

/** A fact is a number where so many of those that are known are. */
const NUMBERS_SHARE = 0.95

/** Texts of fewer sales count as unknown, and those of more are drawn towards it by as much as so many sales. */
const LEAST_OF_TEXT = 4
const TRUST_IN_NOTHING = 5

/** What follows prices as closely as this was made from them, such as a price per square foot. */
const TELLS_THE_PRICE = 0.97

/**
 * The further facts that some sales teach something about.
 * @param targets Logarithms of their prices, without the level of the market.
 */
export function furtherInputsOf(sales: Sales, rows: readonly number[], targets: Float64Array): FurtherInput[] {
  const least = Math.max(LEAST_KNOWN, LEAST_KNOWN_SHARE * rows.length)
  return sales.facts.names
    .map((name) => {
      const values = Float32Array.from(rows, (row) => sales.facts.at(name, sales.factRows[row] as number)) // of each sale
      return { name, values, known: values.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0) }
    })
    .filter(({ known }) => known >= least)
    .sort((one, other) => other.known - one.known || (one.name < other.name ? -1 : 1))
    .flatMap(({ name, values, known }) => {
      const texts = values.reduce((sum, value) => sum + Number(isText(value)), 0)
      if (texts > (1 - NUMBERS_SHARE) * known) return textInput(name, values, targets)
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
    of.sum += (targets[i] as number) - mean // one for each
    sums.set(value, of)
  }
  const told = [...sums].filter(([, { count }]) => count >= LEAST_OF_TEXT).sort(([one], [other]) => one - other)
  if (told.length === 0) return []
  const texts = {
    codes: Float32Array.from(told, ([code]) => code),
    effects: Float32Array.from(told, ([, { count, sum }]) => sum / (count + TRUST_IN_NOTHING)),
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
  if (isTwin(values, sales, rows) || tellsThePrice(values, targets, sales, rows)) return []
  return [{ name, unknown }]
}

/** Whether an input says the same: sources often keep a fact under their own name as well. */
function isTwin(values: Float32Array, { inputs }: Sales, rows: readonly number[]): boolean {
  return HOME_INPUTS.some((_, input) =>
    rows.every((row, i) => {
      const [own, other] = [values[i] as number, inputs[row * HOME_INPUTS.length + input] as number] // of each row
      return own === other || Number.isNaN(own)
    }),
  )
}

function tellsThePrice(
  values: Float32Array,
  targets: Float64Array,
  { inputs }: Sales,
  rows: readonly number[],
): boolean {
  const logarithms = Float64Array.from(values, (value) => (value > 0 && !isText(value) ? Math.log(value) : Number.NaN))
  const byArea = logarithms.map((logarithm, i) => {
    const area = inputs[(rows[i] as number) * HOME_INPUTS.length + inputAt('livingArea')] as number // of each row
    return logarithm + Math.log(area)
  })
  return [logarithms, byArea].some((each) => correlation(each, targets) > TELLS_THE_PRICE)
}

/** Of those pairs in which both are known; 0 of too few. */
function correlation(one: Float64Array, other: Float64Array): number {
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] as number, other[i] as number] // as long as each other
    if (!Number.isFinite(a + b)) continue
    count++
    x += a
    y += b
    xx += a * a
    yy += b * b
    xy += a * b
  }
  const spread = Math.sqrt((xx - (x * x) / count) * (yy - (y * y) / count))
  return count >= LEAST_KNOWN && spread > 0 ? (xy - (x * y) / count) / spread : 0
}

/** Writes the further inputs of a home. `factOf` tells its facts: NaN or undefined where one is unknown. */
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
  const at = indexIn(texts.codes, Math.fround(value))
  return at === -1 ? unknown : (texts.effects[at] as number) // one for each code
}

function indexIn(codes: Float32Array, code: number): number {
  let [low, high] = [0, codes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((codes[middle] as number) < code) low = middle + 1
    else high = middle
  }
  return codes[low] === code ? low : -1
}
