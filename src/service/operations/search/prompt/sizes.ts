import { inOrder } from '../filters/index.ts'
import { AMOUNT, meaningOf, type Quantity, quantity, written } from './amounts.ts'
import { asking, type Finding } from './finding.ts'
import type { Match, Sentence } from './sentence.ts'

const FRACTION = String.raw`(?:\d/\d|half|quarter|third|one|two|three|four|five|six|seven|eight|nine|ten|an?|\d{1,6}(?:\.\d{1,3})?)`
const NUMBERS = { amount: AMOUNT, fraction: FRACTION }

/** Phrases around sizes. Phrases for lots come before phrases for homes. */
const SIZES = inOrder('lotSizeRange').flatMap(([parameter, { amounts = [] }]) =>
  amounts.map(({ number, unit = 1, ...around }) => ({ pattern: quantity(NUMBERS[number], around), parameter, unit })),
)

/** Reads sizes. A size without a comparison means the minimum. */
export function sizes(sentence: Sentence): readonly Finding[] {
  return SIZES.flatMap(({ pattern, parameter, unit }) =>
    sentence.takeAll(pattern).map((match) => sizeOf(match, parameter, unit)),
  )
}

function sizeOf(match: Match, parameter: string, unit: number): Finding {
  const { min, max, said } = leastIfBare(meaningOf(match))
  const doubt = said === 'bare' ? 'a size alone is read as the minimum.' : undefined
  return asking(match.words, parameter, written({ min: inFeet(min, unit), max: inFeet(max, unit) }), doubt)
}

function leastIfBare(asked: Quantity): Quantity {
  return asked.said === 'bare' ? { ...asked, max: Number.POSITIVE_INFINITY } : asked
}

function inFeet(size: number, unit: number): number {
  return Number.isFinite(size) ? Math.round(size * unit) : size
}
