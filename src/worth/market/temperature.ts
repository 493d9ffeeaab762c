import { median } from '../../kit/algorithms/median.ts'
import { type AnswerOf, oneOf } from '../../kit/answers/index.ts'
import { NO_DAY, type RentFacts } from '../../model/market-facts.ts'
import { inTurns } from './facts.ts'
import { MIN_HOMES } from './figure.ts'

export const TEMPERATURE = oneOf(['Cold', 'Cool', 'Neutral', 'Warm', 'Hot'])
export type Temperature = AnswerOf<typeof TEMPERATURE>

/** Upper limits of the days that rentals wait, as a share of the whole country's, and the temperature below each. */
const STEPS: readonly (readonly [below: number, Temperature])[] = [
  [0.6, 'Hot'],
  [0.85, 'Warm'],
  [1.15, 'Neutral'],
  [1.5, 'Cool'],
  [Number.POSITIVE_INFINITY, 'Cold'],
]

/** If homes are let sooner than elsewhere, tenants compete. Undefined if either figure is. */
export function temperatureOf(
  daysHere: number | undefined,
  daysInCountry: number | undefined,
): Temperature | undefined {
  if (daysHere === undefined || daysInCountry === undefined) return undefined
  const share = (daysHere + 1) / (daysInCountry + 1) // counts the day of listing, which avoids a division by 0
  return STEPS.find(([below]) => share < below)?.[1] ?? 'Cold'
}

/** Median number of days for which the homes available today have been offered; undefined if too few. */
export async function daysOffered(
  parts: readonly RentFacts[],
  fits: (facts: RentFacts, row: number) => boolean,
  today: number,
): Promise<number | undefined> {
  const days: number[] = []
  for await (const facts of inTurns(parts)) {
    for (let row = 0; row < facts.rows; row++) {
      const listed = facts.listed[row] as number
      if (facts.available[row] === 1 && listed !== NO_DAY && fits(facts, row)) days.push(Math.max(0, today - listed))
    }
  }
  return days.length < MIN_HOMES ? undefined : median(days)
}
