import { type AnswerOf, component, flag, listOf, number, object, text, whole } from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import { type KnownAgent, priceRangeText, ratingsOf } from '../agent-figures.ts'
import { texts } from '../answer-head.ts'
import { noPhotoUrl, portraitUrl } from '../photos.ts'
import { profilePath } from '../portal-urls.ts'

export const AGENT_ROW = component(
  'Agent',
  object({
    name: text(),
    link: text('URL of the profile.'),
    username: text(),
    encodedZuid: text('Id of the agent.'),
    imageUrl: text(),
    isTopAgent: flag(),
    ...texts('businessName', 'phoneNumber', 'location'),
    profileData: listOf(object({ label: text(), data: text() })),
    reviewInformation: object({
      reviewCount: whole(),
      reviewAverage: number('0 if there are no reviews.'),
      ...texts('reviewCountText', 'reviewAverageText'),
    }),
  }),
)

/** An agent as a search result. Unknown texts are empty. */
export function agentRow({ agent, figures, office }: KnownAgent, words: Words): AnswerOf<typeof AGENT_ROW> {
  const { count, average } = ratingsOf(agent)
  return {
    name: agent.name,
    link: words.portalOrigin + profilePath(agent),
    username: agent.username,
    encodedZuid: agent.agentId,
    imageUrl: portraitUrl(agent, words) ?? noPhotoUrl(words),
    isTopAgent: agent.isTopAgent === true,
    businessName: office?.name ?? '',
    phoneNumber: agent.phone ?? '',
    location: [agent.city, agent.state].filter(Boolean).join(', '),
    profileData: [
      { label: 'price range last 12 months', data: priceRangeText(figures) },
      { label: 'sales last 12 months', data: String(figures.lastYear.sales) },
      { label: 'homes for sale', data: String(figures.forSale) },
      { label: 'homes for rent', data: String(figures.forRent) },
    ],
    reviewInformation: {
      reviewCount: count,
      reviewAverage: average,
      reviewCountText: `(${count})`,
      reviewAverageText: average.toFixed(1),
    },
  }
}
