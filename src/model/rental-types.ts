import type { HomeType } from './home.ts'

/** Rentals have three kinds: every free-standing home is a house. */
export const RENTAL_TYPES = {
  houses: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED'],
  apartments: ['APARTMENT', 'CONDO'],
  townhomes: ['TOWNHOUSE'],
} as const satisfies Record<string, readonly HomeType[]>
