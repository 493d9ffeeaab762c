import type { ListingClass } from '../../../../model/home-columns.ts'
import type { HomeOrder } from '../../../../model/home-orders.ts'
import { type OrderName, orderOf } from '../filters/index.ts'
import type { Entry, Notes } from './notes.ts'

/** The orders of a search state that this service supports. */
const SORTS: ReadonlyMap<string, OrderName> = new Map([
  ['globalrelevanceex', 'Homes_for_you'],
  ['priorityscore', 'Rental_Priority_Score'],
  ['days', 'Newest'],
  ['pricea', 'Price_Low_to_High'],
  ['priced', 'Price_High_to_Low'],
  ['beds', 'Bedrooms'],
  ['baths', 'Bathrooms'],
  ['size', 'Square_Feet'],
  ['lot', 'Lot_Size'],
  ['built', 'Year_Built'],
] as const)

/** The given order; the default for the class of listings if it is missing or unknown. */
export function readOrder(entry: Entry<string> | undefined, listingClass: ListingClass, notes: Notes): HomeOrder {
  const name = SORTS.get(entry?.value ?? '')
  if (entry && name) notes.understand(entry, `sortOrder=${name}`)
  else if (entry)
    notes.leaveOut(
      entry.key,
      `${JSON.stringify(entry.value.slice(0, 40))}: accepted are ${[...SORTS.keys()].join(', ')}.`,
    )
  return orderOf(name, listingClass)
}
