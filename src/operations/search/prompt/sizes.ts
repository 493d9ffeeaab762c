import { AMOUNT, meaningOf, type Quantity, quantity, written } from './amounts.ts'
import { asking, type Finding } from './finding.ts'
import type { Match, Sentence } from './sentence.ts'

const SQUARE_FEET = String.raw` ?-?(?:sq\.? ?-?(?:ft|feet|foot)\.?|square ?-?(?:feet|foot|footage)|sqft|sf|ft2)`
const SQUARE_METRES = String.raw` ?-?(?:sq\.? ?m|sqm|m2|square met(?:er|re)s?)`
const LOT = ' (?:lots?|yard|parcel)'
const OF_LOT = '(?:lots?|lot size|yard|parcel)(?: size)?(?: of| with| is)?:? ?'
const ACRES = ' ?-?(?:an? )?(?:acres?|ac)(?: lot| parcel| yard)?'
const FRACTION = String.raw`(?:\d/\d|half|quarter|third|one|two|three|four|five|six|seven|eight|nine|ten|an?|\d{1,6}(?:\.\d{1,3})?)`

const SQUARE_FEET_PER = { acre: 43_560, squareMetre: 10.7639 }

/** Each way to say a size, the parameter that it is, and its unit in square feet; lots before homes. */
const SIZES: readonly (readonly [pattern: RegExp, parameter: string, unit: number])[] = [
  [quantity(FRACTION, { after: ACRES }), 'lotSizeRange', SQUARE_FEET_PER.acre],
  [quantity(AMOUNT, { before: OF_LOT, after: SQUARE_FEET }), 'lotSizeRange', 1],
  [quantity(AMOUNT, { after: SQUARE_FEET + LOT }), 'lotSizeRange', 1],
  [quantity(AMOUNT, { after: SQUARE_METRES + LOT }), 'lotSizeRange', SQUARE_FEET_PER.squareMetre],
  [quantity(AMOUNT, { after: SQUARE_FEET }), 'squareFeetRange', 1],
  [quantity(AMOUNT, { after: SQUARE_METRES }), 'squareFeetRange', SQUARE_FEET_PER.squareMetre],
]

/** A size alone is the least that somebody wants. */
export function sizes(sentence: Sentence): readonly Finding[] {
  return SIZES.flatMap(([pattern, parameter, unit]) =>
    sentence.takeAll(pattern).map((match) => sizeOf(match, parameter, unit)),
  )
}

function sizeOf(match: Match, parameter: string, unit: number): Finding {
  const { min, max, said } = leastIfBare(meaningOf(match))
  const doubt = said === 'bare' ? 'a size alone is read as the least.' : undefined
  return asking(match.words, parameter, written({ min: inFeet(min, unit), max: inFeet(max, unit) }), doubt)
}

function leastIfBare(asked: Quantity): Quantity {
  return asked.said === 'bare' ? { ...asked, max: Number.POSITIVE_INFINITY } : asked
}

function inFeet(size: number, unit: number): number {
  return Number.isFinite(size) ? Math.round(size * unit) : size
}
