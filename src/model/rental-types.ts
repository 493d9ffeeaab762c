import type { HomeType } from './home.ts'

/** The home types behind each of the three kinds of rental. Every free-standing home counts as a house. */
export const RENTAL_TYPES = {
  houses: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED'],
  apartments: ['APARTMENT', 'CONDO'],
  townhomes: ['TOWNHOUSE'],
} as const satisfies Record<string, readonly HomeType[]>
