import { type AnswerOf, component, flag, nullable, number, object, whole } from '../../answers/index.ts'
import { rounded } from '../../base/figures.ts'
import type { Words } from '../../base/words.ts'
import type { Agent, AgentReview } from '../../model/agent.ts'
import type { Listing } from '../../model/home.ts'
import { MAYBE_TEXT, maybeTexts } from '../answer-head.ts'
import { portraitUrl } from '../photos.ts'

export const RENTAL_CONTACT = component(
  'RentalContact',
  object({
    ...maybeTexts('displayName', 'businessName', 'phoneNumber', 'agentBadgeType', 'photoUrl'),
    reviewsReceivedCount: whole(),
    reviewsUrl: MAYBE_TEXT,
    ratingAverage: nullable(number(), 'Null if there are no reviews.'),
    isBrokerLocalCompliance: nullable(flag()),
  }),
)

/** `rentalListingContact`: the contact of the listing, or else its agent. Null if it names nobody. */
export function rentalContact(
  { contact }: Listing,
  agent: Agent | undefined,
  words: Words,
): AnswerOf<typeof RENTAL_CONTACT> | null {
  if (!contact && !agent) return null
  const reviews = agent?.reviews ?? []
  return {
    displayName: contact?.name ?? agent?.name ?? null,
    businessName: contact?.businessName ?? null,
    phoneNumber: contact?.phone ?? agent?.phone ?? null,
    agentBadgeType: agent?.isTopAgent ? 'TOP_AGENT' : null,
    photoUrl: agent ? portraitUrl(agent, words) : null,
    reviewsReceivedCount: reviews.length,
    reviewsUrl: reviews.length > 0 && agent ? `/profile/${agent.username}/#reviews` : null,
    ratingAverage: ratingAverage(reviews),
    isBrokerLocalCompliance: null, // no source says
  }
}

/** One decimal; null if there are no reviews. */
function ratingAverage(reviews: readonly AgentReview[]): number | null {
  if (reviews.length === 0) return null
  return rounded(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length, 1)
}
