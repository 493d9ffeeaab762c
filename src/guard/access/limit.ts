import type { Plan } from './access.ts'

/** Credits that may be spent in a period. */
export function limitOf({ credits, beyondCredits }: Plan): number {
  return beyondCredits === 'warn' ? LIMITLESS : credits
}

/** More than anyone ever spends, and still an exact integer after credits are added. */
export const LIMITLESS = 1e15
