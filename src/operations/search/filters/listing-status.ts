import { LISTING_CLASSES, type ListingClass } from '../../../model/home-columns.ts'
import type { Applicability } from '../../../params/index.ts'
import { oneOf, required } from '../../../params/index.ts'

export const listingStatus = required(oneOf(LISTING_CLASSES), 'Which kind of listings.')

function during(...values: ListingClass[]): Applicability {
  return { parameter: 'listingStatus', values }
}

export const FOR_SALE = during('For_Sale')
export const FOR_RENT = during('For_Rent')
export const FOR_SALE_OR_SOLD = during('For_Sale', 'Sold')
export const ON_THE_MARKET = during('For_Sale', 'For_Rent')
export const SOLD = during('Sold')
