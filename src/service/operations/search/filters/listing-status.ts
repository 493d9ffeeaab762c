import type { Applicability } from '../../../../kit/params/index.ts'
import { forgiven, oneOf, required } from '../../../../kit/params/index.ts'
import { LISTING_CLASSES, type ListingClass } from '../../../../model/home-columns.ts'

/** Names that other programs use for the statuses. */
export const STATUS_NAMES = {
  For_Sale: ['sale', 'buy'],
  For_Rent: ['rent', 'rental', 'rentals'],
  Sold: ['recently_sold'],
}

const listingClasses = oneOf(LISTING_CLASSES, { also: STATUS_NAMES })

export const listingStatus = forgiven(required(listingClasses, 'Status of the listings.'), 'For_Sale')

function onlyFor(...values: ListingClass[]): Applicability {
  return { parameter: 'listingStatus', values }
}

export const FOR_SALE = onlyFor('For_Sale')
export const FOR_RENT = onlyFor('For_Rent')
export const FOR_SALE_OR_SOLD = onlyFor('For_Sale', 'Sold')
export const ON_THE_MARKET = onlyFor('For_Sale', 'For_Rent')
export const SOLD = onlyFor('Sold')
