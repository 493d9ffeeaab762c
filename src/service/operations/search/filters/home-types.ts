import type { Condition } from '../../../../catalog/ports/query.ts'
import { listOf, optional } from '../../../../kit/params/index.ts'
import type { HomeType } from '../../../../model/home.ts'
import type { HomeFlag, ListingClass } from '../../../../model/home-columns.ts'
import { RENTAL_TYPES } from '../../../../model/rental-types.ts'
import { agentOne, agentSeveral } from '../../agent-words.ts'
import { codesOf } from '../../filter-words.ts'
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

/**
 * Returns the names of home types for a class of listings (for sale, for rent, sold). Each name stands for one or more
 * types.
 */
export function homeTypeNames(listingClass: ListingClass): Readonly<Record<string, readonly HomeType[]>> {
  return listingClass === 'For_Rent' ? RENT_TYPES : SALE_TYPES
}

const ALL_NAMES: Readonly<Record<TypeName, readonly HomeType[]>> = { ...RENT_TYPES, ...SALE_TYPES }

/** Matches homes of any of these types. */
export function homeTypeConditions(types: readonly HomeType[]): readonly Condition[] {
  return when('homeType', { kind: 'oneOf', column: 'homeType', values: types })
}

/**
 * A list of names. Names parse to themselves, because a name stands for different types among homes for sale, for rent
 * and sold.
 */
const typeList = listOf([...new Set<TypeName>([...SALE_NAMES, ...RENT_NAMES])], {
  also: {
    Houses: ['House', 'Single_Family', 'Single_Family_Home', 'Single_Family_Homes'],
    Townhomes: ['Townhome', 'Townhouse', 'Townhouses'],
    'Condos/Co-ops': ['Condo', 'Condos', 'Co-ops', 'Condominium'],
    'Lots-Land': ['Lots/Land', 'Lots', 'Lot', 'Land', 'Vacant_Land'],
    Apartments: ['Apartment'],
    Manufactured: ['Mobile', 'Mobile_Homes', 'Manufactured_Homes'],
    'Apartments/Condos/Co-ops': ['Apartments_and_Condos', 'Apartments_Condos_Co-ops'],
  },
})

const SPACES = {
  'Entire Place': { code: 'wholePlace', agent: 'entire_place' },
  Room: { code: 'room', agent: 'room' },
} as const

export const homeTypes = each(
  'Rooms and size',
  {
    homeType: filter(
      optional(
        typeList,
        `Types of home, separated by commas; empty = all. For rent: ${RENT_NAMES.join(', ')}; otherwise: ${SALE_NAMES.join(', ')}.`,
      ),
      (names, { listingClass }) => {
        if (names.length === 0) return undefined
        const types = names.flatMap((name) => homeTypeNames(listingClass)[name] ?? ALL_NAMES[name])
        return { kind: 'oneOf', column: 'homeType', values: [...new Set(types)] }
      },
      {
        label: 'Type of home',
        group: 'Kind',
        agent: agentSeveral('home_types', 'or', 'Any of these; all if left out.', {
          house: 'Houses',
          townhouse: 'Townhomes',
          condo: ['Condos/Co-ops', 'Apartments/Condos/Co-ops'],
          apartment: ['Apartments', 'Apartments/Condos/Co-ops'],
          multi_family: 'Multi-family',
          land: 'Lots-Land',
          manufactured: 'Manufactured',
        }),
      },
    ),
    space: filter(
      optional(
        listOf<HomeFlag>(codesOf(SPACES)),
        'Entire homes, single rooms, or both, separated by a comma; empty = both.',
        FOR_RENT,
      ),
      (spaces) => (spaces.length === 1 ? all(spaces) : undefined),
      {
        agent: agentOne('space', 'For rent: both if left out.'),
        values: SPACES,
        phrases: [
          ['Room', 'rooms? (?:for|to) rent', { isPlain: true }],
          ['Room', 'private rooms?|room only'],
          ['Entire Place', '(?:entire|whole) (?:place|home|house|apartment)'],
        ],
      },
    ),
  },
  [valuesBy<TypeName>('homeType', typeList, { For_Sale: SALE_NAMES, Sold: SALE_NAMES, For_Rent: RENT_NAMES }, true)],
)
