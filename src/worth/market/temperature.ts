import { median } from '../../kit/algorithms/median.ts'
import { type AnswerOf, oneOf } from '../../kit/answers/index.ts'
import { NO_DAY, type RentFacts } from '../../model/market-facts.ts'
import { inSlots } from './facts.ts'
import { MIN_HOMES } from './figure.ts'

export const TEMPERATURE = oneOf(['Cold', 'Cool', 'Neutral', 'Warm', 'Hot'])
export type Temperature = AnswerOf<typeof TEMPERATURE>

/** Upper limits of (waiting time here / waiting time in the country), each with the temperature below it. */
const STEPS: readonly (readonly [below: number, Temperature])[] = [
  [0.6, 'Hot'],
  [0.85, 'Warm'],
  [1.15, 'Neutral'],
  [1.5, 'Cool'],
  [Number.POSITIVE_INFINITY, 'Cold'],
]

/**
 * Returns how hot a rental market is: hot if homes are rented faster here than in the country. Undefined if either
 * number is unknown.
 */
export function temperatureOf(
  daysHere: number | undefined,
  daysInCountry: number | undefined,
): Temperature | undefined {
  if (daysHere === undefined || daysInCountry === undefined) return undefined
  const share = (daysHere + 1) / (daysInCountry + 1) // counts the day of listing, so that no number is 0
  return STEPS.find(([below]) => share < below)?.[1] ?? 'Cold'
}

/** Median number of days since today's available homes were offered. Undefined if they are too few. */
export async function daysOffered(
  parts: readonly RentFacts[],
  fits: (facts: RentFacts, row: number) => boolean,
  today: number,
): Promise<number | undefined> {
  const days: number[] = []
  for await (const facts of inSlots(parts)) {
    for (let row = 0; row < facts.rows; row++) {
      const listed = facts.listed[row] as number
      if (facts.available[row] === 1 && listed !== NO_DAY && fits(facts, row)) days.push(Math.max(0, today - listed))
    }
  }
  return days.length < MIN_HOMES ? undefined : median(days)
}
