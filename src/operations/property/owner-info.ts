import type { Listing } from '../../model/home.ts'
import { anyOf, HOME_IDENTIFIERS, identifyHome } from '../identify.ts'
import { isOnMarket } from '../listing-flags.ts'
import { operation } from '../operation.ts'
import { peopleOf } from '../people.ts'
import { attribution } from '../render-attribution.ts'
import { sourceName } from '../source-name.ts'
import { rentalContact } from './rental-contact.ts'

export const ownerInfo = operation({
  path: '/ownerinfo',
  summary: 'Who offers a property: the agent or owner who sells or sold it, or who to call about renting it.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: [anyOf(HOME_IDENTIFIERS, 'property')],
  run: async (args, { catalog, words }) => {
    const home = await identifyHome(args, catalog, {})
    const offer = offerOf(home.listing)
    const people = await peopleOf(home, catalog)
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), home),
      zpid: String(home.zpid),
      isListedByOwner: offer !== undefined && offer.listedBy === 'owner',
      forSaleOrSold_ListingContact: offer?.kind === 'sale' ? attribution(home, people) : null,
      rentalListingContact: offer?.kind === 'lease' ? rentalContact(offer, people.listAgent, words) : null,
    }
  },
})

/** The listing, as long as it stands or has led to a sale: nobody answers for one that was withdrawn or let. */
function offerOf(listing: Listing | undefined): Listing | undefined {
  const sold = listing?.kind === 'sale' && listing.status === 'Closed'
  return sold || isOnMarket(listing) ? listing : undefined
}
