import type { Plan } from './access.ts'

/** Credits that may be spent in a period. */
export function limitOf({ credits, beyondCredits }: Plan): number {
  return beyondCredits === 'warn' ? LIMITLESS : credits
}

/** More than is ever spent, and still a whole number when some are added. */
export const LIMITLESS = 1e15
