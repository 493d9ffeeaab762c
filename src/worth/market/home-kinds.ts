import { HOME_TYPES, type HomeType } from '../../model/home.ts'
import { NO_BEDROOMS } from '../../model/market-facts.ts'
import { RENTAL_TYPES } from '../../model/rental-types.ts'

/** A value of `home_type`: the home types that it includes, and its name in published series. */
export interface HomeKind {
  readonly types: readonly HomeType[]
  /** Undefined for the series of all homes; null if no series exists. */
  readonly series: string | undefined | null
}

const DWELLINGS = HOME_TYPES.filter((type) => type !== 'LOT')

/** `All_Homes` also includes townhouses, apartment buildings and manufactured homes, but not land. */
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

/** For each `home_type` of homes for sale, the corresponding rentals. */
export const RENT_KIND_OF: Readonly<Record<SaleKind, RentKind>> = {
  All_Homes: 'All_Property_Types',
  Single_Family: 'Houses',
  Condo: 'Apartments_and_Condos',
}

/** Minimum and maximum number of bedrooms. Series are named by the minimum. */
export const BEDROOM_KINDS = {
  All_Bedrooms: undefined,
  Studio: [0, 0],
  '1_Bedroom': [1, 1],
  '2_Bedroom': [2, 2],
  '3_Bedroom': [3, 3],
  '4_Bedroom_Plus': [4, NO_BEDROOMS - 1],
} as const satisfies Record<string, readonly [min: number, max: number] | undefined>
export type BedroomKind = keyof typeof BEDROOM_KINDS

/** One bit per type, at its index in `HOME_TYPES`. */
export function typeBits({ types }: HomeKind): number {
  return types.reduce((bits, type) => bits | (1 << HOME_TYPES.indexOf(type)), 0)
}
