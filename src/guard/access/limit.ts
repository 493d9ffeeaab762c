import type { Plan } from './access.ts'

/** Returns the number of credits that may be spent in a period. */
export function limitOf({ credits, beyondCredits }: Plan): number {
  return beyondCredits === 'warn' ? LIMITLESS : credits
}

/** More than any key can spend. Small enough for exact sums with added credits. */
export const LIMITLESS = 1e15
