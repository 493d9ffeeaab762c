import { ZPID_TEXT } from '../../kit/answers/answer-head.ts'
import { flag, nullable } from '../../kit/answers/index.ts'
import type { Listing } from '../../model/home.ts'
import { ATTRIBUTION } from '../rendering/attribution.ts'
import { RENTAL_CONTACT, rentalContact } from '../rendering/documents/rental-contact.ts'
import { isOnMarket } from '../rendering/listing-flags.ts'
import { peopleOf } from '../rendering/people.ts'
import { homeOperation } from './about-one.ts'

export const ownerInfo = homeOperation({
  path: '/ownerinfo',
  summary: 'Who offers a property: the agent or owner selling it (or who sold it), or whom to call about renting it.',
  answer: 'OwnerInfo',
  keys: {
    zpid: ZPID_TEXT,
    isListedByOwner: flag(),
    forSaleOrSold_ListingContact: nullable(ATTRIBUTION, 'Null if the home is neither for sale nor sold.'),
    rentalListingContact: nullable(RENTAL_CONTACT, 'Null if the home is not for rent, or its listing names nobody.'),
  },
  empty: {},
  run: async (home, { catalog, words }) => {
    const offer = offerOf(home.listing)
    const people = await peopleOf(home, catalog.records)
    return {
      zpid: String(home.zpid),
      isListedByOwner: offer !== undefined && offer.listedBy === 'owner',
      forSaleOrSold_ListingContact:
        offer?.kind === 'sale' ? ATTRIBUTION.of({ listing: home.listing, ...people }) : null,
      rentalListingContact: offer?.kind === 'lease' ? rentalContact(offer, people.listAgent, words) : null,
    }
  },
})

/** Returns the listing if it is on the market or ended in a sale. A withdrawn or rented listing has no contact. */
function offerOf(listing: Listing | undefined): Listing | undefined {
  const sold = listing?.kind === 'sale' && listing.status === 'Closed'
  return sold || isOnMarket(listing) ? listing : undefined
}
