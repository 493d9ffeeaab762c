import { LISTING_CLASSES, type ListingClass } from '../../../model/home-columns.ts'
import type { Applicability } from '../../../params/index.ts'
import { forgiven, oneOf, required } from '../../../params/index.ts'

/** In every spelling, and as other programs call them. */
export const listingClasses = oneOf(LISTING_CLASSES, {
  also: { For_Sale: ['sale', 'buy'], For_Rent: ['rent', 'rental', 'rentals'], Sold: ['recently_sold'] },
})

export const listingStatus = forgiven(required(listingClasses, 'Which kind of listings.'), 'status', 'For_Sale')

function during(...values: ListingClass[]): Applicability {
  return { parameter: 'listingStatus', values }
}

export const FOR_SALE = during('For_Sale')
export const FOR_RENT = during('For_Rent')
export const FOR_SALE_OR_SOLD = during('For_Sale', 'Sold')
export const ON_THE_MARKET = during('For_Sale', 'For_Rent')
export const SOLD = during('Sold')
