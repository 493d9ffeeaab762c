import type { Context } from '../../../../catalog/ports/context.ts'
import type { Amount } from '../../../../catalog/ports/measures.ts'
import { LAYER } from '../../../../model/layer.ts'
import type { HomeFilters } from '../filters/index.ts'
import type { ResolvedSearch } from '../resolved-search.ts'
import { daysSince, type FacetTable, inColumn, ladder } from './facet-table.ts'
import { facetsOf, facetsParameter } from './facets.ts'

const SALE_PRICES = ladder(
  0,
  [1_000_000, 50_000],
  [2_000_000, 250_000],
  [5_000_000, 1_000_000],
  [10_000_000, 5_000_000],
)
const RENTS = ladder(0, [5000, 250], [10_000, 1000], [20_000, 5000])
const SALE_PER_FOOT = ladder(0, [500, 25], [1000, 100], [2000, 500])
const RENT_PER_FOOT = ladder(0, [5, 0.25], [10, 1])
const AREAS = ladder(0, [4000, 250], [6000, 500], [10_000, 2000])
const LOTS = [0, 2000, 4000, 6000, 8000, 10_000, 21_780, 43_560, 87_120, 217_800, 435_600, 2_178_000, 4_356_000]
const YEARS = ladder(1800, [1900, 50], [2040, 10])
const ROOMS = ladder(0, [8, 1])
const MONTHLY = ladder(0, [1000, 100], [2000, 250], [5000, 1000])

const EQUITY = [-100, ...ladder(0, [100, 10])]

const PRICE: Amount = { column: 'price', scale: 1 }
const PER_FOOT: Amount = { column: 'price', per: 'livingArea', scale: 100 }
const ON_THE_MARKET = ['For_Sale', 'For_Rent'] as const
const FOR_SALE_OR_SOLD = ['For_Sale', 'Sold'] as const
const BY_ZIPCODE = { type: 'zipcode' }
const BY_MONTH = { by: { month: 'soldDay' }, only: ['Sold'] } as const

const HOME_FACETS: FacetTable<'home'> = {
  numbers: {
    price: {
      unit: 'dollars, a month for rent',
      amount: () => PRICE,
      filters: ['listPriceRange'],
      from: (listingClass) => (listingClass === 'For_Rent' ? RENTS : SALE_PRICES),
    },
    pricePerSquareFoot: {
      unit: 'dollars a square foot, a month for rent',
      amount: () => PER_FOOT,
      filters: [],
      from: (listingClass) => (listingClass === 'For_Rent' ? RENT_PER_FOOT : SALE_PER_FOOT),
    },
    livingArea: inColumn('livingArea', 'square feet', AREAS, ['squareFeetRange'], 100),
    lotSize: inColumn('lotSize', 'square feet', LOTS, ['lotSizeRange'], 100),
    yearBuilt: inColumn('yearBuilt', 'year', YEARS, ['yearBuiltRange']),
    bedrooms: inColumn('bedrooms', 'rooms', ROOMS, ['bed_min', 'bed_max']),
    bathrooms: inColumn('bathrooms', 'baths', ROOMS, ['bathrooms'], 100),
    parkingSpots: inColumn('parkingSpots', 'spots', ROOMS, ['parkingSpots'], 100),
    associationFee: {
      ...inColumn<'home'>('associationFee', 'dollars a month', MONTHLY, ['maxHOA', 'incIncompleteHOA'], 100),
      only: FOR_SALE_OR_SOLD,
    },
    monthlyCosts: { ...inColumn<'home'>('monthlyCosts', 'dollars a month', MONTHLY, [], 100), only: FOR_SALE_OR_SOLD },
    equityPercent: inColumn('equityPercent', 'percent of the value', EQUITY, ['equityPercent'], 100),
    daysListed: daysSince('listedDay', 'daysOn{Portal}', ON_THE_MARKET),
    daysSinceSale: daysSince('soldDay', 'soldInLast', ['Sold']),
  },
  places: ['zipcode', 'city', 'neighborhood', 'county', LAYER],
  groups: {
    priceByZipcode: { amount: PRICE, by: BY_ZIPCODE },
    pricePerSquareFootByZipcode: { amount: PER_FOOT, by: BY_ZIPCODE },
    priceByMonth: { amount: PRICE, ...BY_MONTH },
    pricePerSquareFootByMonth: { amount: PER_FOOT, ...BY_MONTH },
  },
}

/** The parameter that requests facets of a search for homes. */
export function homeFacets(filters: HomeFilters) {
  return facetsParameter(HOME_FACETS, filters)
}

/** `args`: the arguments of the filters. */
export function homeFacetsOf(
  names: readonly string[],
  filters: HomeFilters,
  args: Readonly<Record<string, unknown>>,
  { selection, filtering }: Pick<ResolvedSearch, 'selection' | 'filtering'>,
  { catalog }: Pick<Context, 'catalog'>,
) {
  const search = { table: HOME_FACETS, family: filters, args, context: filtering, selection }
  return facetsOf('home', names, catalog.about().layers ? search : { ...search, beyondAll: LAYER })
}
