import type { Condition } from '../../../catalog/query.ts'
import type { HomeType } from '../../../model/home.ts'
import type { HomeFlag, ListingClass } from '../../../model/home-columns.ts'
import { RENTAL_TYPES } from '../../../model/rental-types.ts'
import { listOf, optional } from '../../../params/index.ts'
import { all, each, filter, when } from './family.ts'
import { FOR_RENT } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const SALE_TYPES = {
  Houses: ['SINGLE_FAMILY'],
  Townhomes: ['TOWNHOUSE'],
  'Multi-family': ['MULTI_FAMILY'],
  'Condos/Co-ops': ['CONDO'],
  'Lots-Land': ['LOT'],
  Apartments: ['APARTMENT'],
  Manufactured: ['MANUFACTURED'],
} as const satisfies Record<string, readonly HomeType[]>

const RENT_TYPES = {
  Houses: RENTAL_TYPES.houses,
  'Apartments/Condos/Co-ops': RENTAL_TYPES.apartments,
  Townhomes: RENTAL_TYPES.townhomes,
} as const satisfies Record<string, readonly HomeType[]>

type TypeName = keyof typeof SALE_TYPES | keyof typeof RENT_TYPES
const SALE_NAMES = Object.keys(SALE_TYPES) as (keyof typeof SALE_TYPES)[]
const RENT_NAMES = Object.keys(RENT_TYPES) as (keyof typeof RENT_TYPES)[]

/** The names that a kind of listings knows, and the types of home that each stands for. */
export function homeTypeNames(listingClass: ListingClass): Readonly<Record<string, readonly HomeType[]>> {
  return listingClass === 'For_Rent' ? RENT_TYPES : SALE_TYPES
}

/** One of these types. */
export function homeTypeConditions(types: readonly HomeType[]): readonly Condition[] {
  return when('homeType', { kind: 'oneOf', column: 'homeType', values: types })
}

/** What a name means depends on the listings, so that it is read as the name. */
const typeList = listOf([...new Set<TypeName>([...SALE_NAMES, ...RENT_NAMES])], {
  also: {
    Houses: ['House', 'Single_Family'],
    Townhomes: ['Townhome', 'Townhouse', 'Townhouses'],
    'Condos/Co-ops': ['Condo', 'Condos', 'Co-ops'],
    'Lots-Land': ['Lots/Land', 'Lots', 'Land'],
    Apartments: ['Apartment'],
  },
})

const SPACES: ReadonlyMap<string, HomeFlag> = new Map([
  ['Entire Place', 'wholePlace'],
  ['Room', 'room'],
])

export const homeTypes = each(
  {
    homeType: filter(
      optional(
        typeList,
        `Kinds of home, by comma; empty = all. For rent: ${RENT_NAMES.join(', ')}; else ${SALE_NAMES.join(', ')}.`,
      ),
      (names, { listingClass }) => {
        if (names.length === 0) return undefined
        const types = names.flatMap((name) => homeTypeNames(listingClass)[name] ?? [])
        return { kind: 'oneOf', column: 'homeType', values: types } // names of other listings alone: no home fits
      },
    ),
    space: filter(
      optional(listOf(SPACES), 'Whole homes, single rooms, or by comma both; empty = no matter.', FOR_RENT),
      (spaces) => (spaces.length === 1 ? all(spaces) : undefined),
    ),
  },
  [valuesBy<TypeName>('homeType', typeList, { For_Sale: SALE_NAMES, Sold: SALE_NAMES, For_Rent: RENT_NAMES }, 'told')],
)
