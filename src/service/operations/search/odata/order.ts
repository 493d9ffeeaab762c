import type { ListingClass } from '../../../../model/home-columns.ts'
import type { HomeOrder } from '../../../../model/home-orders.ts'
import type { HasField } from './terms.ts'

type OrderTerm = readonly [field: string, direction: 'asc' | 'desc']

/** The `$orderby` of an order of homes; undefined where OData has none. */
export function orderText(order: HomeOrder, listingClass: ListingClass, has: HasField): string | undefined {
  const [field, direction] = termOf(order, listingClass === 'Sold') ?? []
  return field !== undefined && has(field) ? `${field} ${direction}` : undefined
}

function termOf(order: HomeOrder, isSold: boolean): OrderTerm | undefined {
  const price = isSold ? 'ClosePrice' : 'ListPrice'
  switch (order) {
    case 'HomesForYou':
    case 'RentalPriority':
      return undefined
    case 'PriceDescending':
      return [price, 'desc']
    case 'PriceAscending':
      return [price, 'asc']
    case 'Newest':
      return [isSold ? 'CloseDate' : 'OnMarketTimestamp', 'desc']
    case 'Bedrooms':
      return ['BedroomsTotal', 'desc']
    case 'Bathrooms':
      return ['BathroomsTotalDecimal', 'desc']
    case 'LivingArea':
      return ['LivingArea', 'desc']
    case 'LotSize':
      return ['LotSizeSquareFeet', 'desc']
    case 'YearBuilt':
      return ['YearBuilt', 'desc']
  }
}
