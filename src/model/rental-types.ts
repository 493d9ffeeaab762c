import type { HomeType } from './home.ts'

/** The home types in each of the three types of rental. Free-standing homes are houses. */
export const RENTAL_TYPES = {
  houses: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED'],
  apartments: ['APARTMENT', 'CONDO'],
  townhomes: ['TOWNHOUSE'],
} as const satisfies Record<string, readonly HomeType[]>
