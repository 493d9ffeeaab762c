import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { component, flag, nullable, number, objectFrom, whole } from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Agent } from '../../../model/agent.ts'
import type { Listing } from '../../../model/home.ts'
import { ratingsOf } from '../agent-figures.ts'
import { portraitUrl } from '../photos.ts'

interface Contacts {
  readonly contact: Listing['contact']
  readonly agent: Agent | undefined
  readonly words: Words
}

/** `rentalListingContact`: the contact named in the listing, or else the agent. */
export const RENTAL_CONTACT = component(
  'RentalContact',
  objectFrom<Contacts>()({
    displayName: [MAYBE_TEXT, ({ contact, agent }) => contact?.name ?? agent?.name],
    businessName: [MAYBE_TEXT, ({ contact }) => contact?.businessName],
    phoneNumber: [MAYBE_TEXT, ({ contact, agent }) => contact?.phone ?? agent?.phone],
    agentBadgeType: [MAYBE_TEXT, ({ agent }) => (agent?.isTopAgent ? 'TOP_AGENT' : null)],
    photoUrl: [MAYBE_TEXT, ({ agent, words }) => agent && portraitUrl(agent, words)],
    reviewsReceivedCount: [whole(), ({ agent }) => agent?.reviews?.length ?? 0],
    reviewsUrl: [MAYBE_TEXT, ({ agent }) => (agent?.reviews?.length ? `/profile/${agent.username}/#reviews` : null)],
    ratingAverage: [
      nullable(number(), 'Null if there are no reviews.'),
      ({ agent }) => (agent?.reviews?.length ? ratingsOf(agent).average : null),
    ],
    isBrokerLocalCompliance: [nullable(flag()), () => null], // always null, because no source has it
  }),
)

/** Returns null if the listing names nobody. */
export function rentalContact({ contact }: Listing, agent: Agent | undefined, words: Words) {
  return contact || agent ? RENTAL_CONTACT.of({ contact, agent, words }) : null
}
