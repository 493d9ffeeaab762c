import type { ListingClass } from '../../../../model/home-columns.ts'
import type { HomeOrder } from '../../../../model/home-orders.ts'
import { ORDER_NAMES, type OrderName, orderOf } from '../filters/index.ts'
import type { Entry, Notes } from './notes.ts'

/** The sort orders in URLs that this service supports. */
const SORTS: ReadonlyMap<string, OrderName> = new Map(
  // `ORDER_NAMES` has exactly these keys
  Object.entries(ORDER_NAMES).map(([order, [inUrls]]) => [inUrls, order as OrderName]),
)

/**
 * Returns the sent order. If it is missing or unknown, returns the default for homes that are for sale, for rent or
 * sold.
 */
export function readOrder(entry: Entry<string> | undefined, listingClass: ListingClass, notes: Notes): HomeOrder {
  const name = SORTS.get(entry?.value ?? '')
  if (entry && name) notes.understand(entry, `sortOrder=${name}`)
  else if (entry)
    notes.leaveOut(
      entry.key,
      `${JSON.stringify(entry.value.slice(0, 40))}: must be one of ${[...SORTS.keys()].join(', ')}.`,
    )
  return orderOf(name, listingClass)
}
