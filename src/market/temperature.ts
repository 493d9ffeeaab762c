import { type AnswerOf, oneOf } from '../answers/index.ts'
import { median } from '../base/median.ts'
import { NO_DAY, type RentFacts } from '../model/market-facts.ts'
import { inTurns } from './facts.ts'
import { LEAST_HOMES } from './figure.ts'

export const TEMPERATURE = oneOf(['Cold', 'Cool', 'Neutral', 'Warm', 'Hot'])
export type Temperature = AnswerOf<typeof TEMPERATURE>

/** From which share on, of the days that rentals wait in the whole country, a place is how warm. */
const STEPS: readonly (readonly [below: number, Temperature])[] = [
  [0.6, 'Hot'],
  [0.85, 'Warm'],
  [1.15, 'Neutral'],
  [1.5, 'Cool'],
  [Number.POSITIVE_INFINITY, 'Cold'],
]

/** Where homes wait for tenants a shorter time than elsewhere, tenants compete. Neutral where either is not known. */
export function temperatureOf(daysHere: number | undefined, daysInCountry: number | undefined): Temperature {
  if (daysHere === undefined || daysInCountry === undefined) return 'Neutral'
  const share = (daysHere + 1) / (daysInCountry + 1) // the day of listing counts, so that nothing is divided by 0
  return STEPS.find(([below]) => share < below)?.[1] ?? 'Cold'
}

/** Median of the days for which the homes that can be rented today have been offered; undefined of too few. */
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
  return days.length < LEAST_HOMES ? undefined : median(days)
}
