import { labelled, oneOf, optional } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import type { HomeOrder } from '../../../../model/home-orders.ts'
import { agentOne } from '../../agent-words.ts'
import type { FilterWords } from '../../filter-words.ts'

const ORDERS = {
  Homes_for_you: 'HomesForYou',
  Rental_Priority_Score: 'RentalPriority',
  Price_High_to_Low: 'PriceDescending',
  Price_Low_to_High: 'PriceAscending',
  Newest: 'Newest',
  Bedrooms: 'Bedrooms',
  Bathrooms: 'Bathrooms',
  Square_Feet: 'LivingArea',
  Lot_Size: 'LotSize',
  Year_Built: 'YearBuilt',
} as const satisfies Record<string, HomeOrder>
export type OrderName = keyof typeof ORDERS

/**
 * Other names of the sort orders. The first is the name in URLs of result pages; the others are from other programs.
 */
export const ORDER_NAMES: Readonly<Record<OrderName, readonly [inUrls: string, ...others: string[]]>> = {
  Homes_for_you: ['globalrelevanceex'],
  Rental_Priority_Score: ['priorityscore'],
  Newest: ['days'],
  Price_Low_to_High: ['pricea', 'Price_Low_High', 'price_asc', 'lowest_price'],
  Price_High_to_Low: ['priced', 'Price_High_Low', 'price_desc', 'highest_price'],
  Bedrooms: ['beds'],
  Bathrooms: ['baths'],
  Square_Feet: ['size', 'sqft'],
  Lot_Size: ['lot'],
  Year_Built: ['built'],
}

const DEFAULTS: Readonly<Record<ListingClass, OrderName>> = {
  For_Sale: 'Homes_for_you',
  For_Rent: 'Rental_Priority_Score',
  Sold: 'Newest',
}

export const sortOrder = labelled(
  'Order',
  optional(
    oneOf(Object.keys(ORDERS) as OrderName[], { also: ORDER_NAMES }),
    'Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes. Homes_for_you and Rental_Priority_Score sort by a score of freshness, completeness, pictures and featured listings, highest first; Rental_Priority_Score also prefers homes that accept applications online.',
  ),
)

export const SORT_WORDS: FilterWords = {
  agent: agentOne(
    'sort',
    'Default: best first.',
    {
      newest: 'Newest',
      price_low: 'Price_Low_to_High',
      price_high: 'Price_High_to_Low',
      bedrooms: 'Bedrooms',
      bathrooms: 'Bathrooms',
      sqft: 'Square_Feet',
      lot: 'Lot_Size',
      year_built: 'Year_Built',
    },
    'in order of #',
  ),
}

/** Returns the sort order of results if no order was sent. */
export function defaultOrder(listingClass: ListingClass): OrderName {
  return DEFAULTS[listingClass]
}

/** Returns the sort order that was sent, or the default for homes that are for sale, for rent or sold. */
export function orderOf(given: OrderName | undefined, listingClass: ListingClass): HomeOrder {
  return ORDERS[given ?? DEFAULTS[listingClass]]
}
