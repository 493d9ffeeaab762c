import { LISTING_CLASSES, type ListingClass } from '../../../model/home-columns.ts'
import type { Applicability } from '../../../params/index.ts'
import { oneOf, required } from '../../../params/index.ts'

export const listingStatus = required(oneOf(LISTING_CLASSES), 'Status of the listings.')

function onlyFor(...values: ListingClass[]): Applicability {
  return { parameter: 'listingStatus', values }
}

export const FOR_SALE = onlyFor('For_Sale')
export const FOR_RENT = onlyFor('For_Rent')
export const FOR_SALE_OR_SOLD = onlyFor('For_Sale', 'Sold')
export const ON_THE_MARKET = onlyFor('For_Sale', 'For_Rent')
export const SOLD = onlyFor('Sold')
