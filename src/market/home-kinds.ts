import { HOME_TYPES, type HomeType } from '../model/home.ts'
import { NO_BEDROOMS } from '../model/market-facts.ts'
import { RENTAL_TYPES } from '../model/rental-types.ts'

/** A choice of `home_type`: the homes it means, and what published series call it. */
export interface HomeKind {
  readonly types: readonly HomeType[]
  /** undefined = the series of all homes; null = no series is of this kind. */
  readonly series: string | undefined | null
}

const DWELLINGS = HOME_TYPES.filter((type) => type !== 'LOT')

/** Land is no home; townhouses, apartment houses and manufactured homes count among all homes only. */
export const SALE_KINDS = {
  All_Homes: { types: DWELLINGS, series: undefined },
  Single_Family: { types: ['SINGLE_FAMILY'], series: 'SINGLE_FAMILY' },
  Condo: { types: ['CONDO'], series: 'CONDO' },
} as const satisfies Record<string, HomeKind>
export type SaleKind = keyof typeof SALE_KINDS

export const RENT_KINDS = {
  All_Property_Types: { types: DWELLINGS, series: undefined },
  Houses: { types: RENTAL_TYPES.houses, series: null },
  Apartments_and_Condos: { types: RENTAL_TYPES.apartments, series: null },
  Townhomes: { types: RENTAL_TYPES.townhomes, series: 'TOWNHOUSE' },
} as const satisfies Record<string, HomeKind>
export type RentKind = keyof typeof RENT_KINDS

/** The rentals that belong to a choice of `home_type` of the market of sales. */
export const RENT_KIND_OF: Readonly<Record<SaleKind, RentKind>> = {
  All_Homes: 'All_Property_Types',
  Single_Family: 'Houses',
  Condo: 'Apartments_and_Condos',
}

/** Least and most bedrooms of each choice; series are by the least. */
export const BEDROOM_KINDS = {
  All_Bedrooms: undefined,
  Studio: [0, 0],
  '1_Bedroom': [1, 1],
  '2_Bedroom': [2, 2],
  '3_Bedroom': [3, 3],
  '4_Bedroom_Plus': [4, NO_BEDROOMS - 1],
} as const satisfies Record<string, readonly [least: number, most: number] | undefined>
export type BedroomKind = keyof typeof BEDROOM_KINDS

/** A bit for each type, by its place in `HOME_TYPES`. */
export function typeBits({ types }: HomeKind): number {
  return types.reduce((bits, type) => bits | (1 << HOME_TYPES.indexOf(type)), 0)
}
