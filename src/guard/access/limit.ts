import type { Plan } from './access.ts'

/** Credits that may be spent in a period. */
export function limitOf({ credits, beyondCredits }: Plan): number {
  return beyondCredits === 'warn' ? LIMITLESS : credits
}

/** A limit that no key reaches. Sums with credits that operators add are still exact integers. */
export const LIMITLESS = 1e15
