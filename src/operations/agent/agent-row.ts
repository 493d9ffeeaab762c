import type { Words } from '../operation.ts'
import { profilePath } from '../portal-urls.ts'
import { noPhotoUrl, portraitUrl } from '../render-photos.ts'
import { priceRangeText, ratingsOf } from './figures.ts'
import type { KnownAgent } from './known-agent.ts'

/** An agent as a result of the search. */
export function agentRow({ agent, figures, office }: KnownAgent, words: Words) {
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
