import { component, flag, listOf, number, object, objectFrom, text, whole } from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import { type KnownAgent, priceRangeText, ratingsOf } from '../agent-figures.ts'
import { noPhotoUrl, portraitUrl } from '../photos.ts'
import { profilePath } from '../portal-urls.ts'

const REVIEWS = objectFrom<ReturnType<typeof ratingsOf>>()({
  reviewCount: [whole(), ({ count }) => count],
  reviewAverage: [number('0 if there are no reviews.'), ({ average }) => average],
  reviewCountText: [text(), ({ count }) => `(${count})`],
  reviewAverageText: [text(), ({ average }) => average.toFixed(1)],
})

/** An agent as a search result. Unknown strings are empty. */
export const AGENT_ROW = component(
  'Agent',
  objectFrom<KnownAgent & { readonly words: Words }>()({
    name: [text(), ({ agent }) => agent.name],
    link: [text('URL of the profile.'), ({ agent, words }) => words.portalOrigin + profilePath(agent)],
    username: [text(), ({ agent }) => agent.username],
    encodedZuid: [text('Id of the agent.'), ({ agent }) => agent.agentId],
    imageUrl: [text(), ({ agent, words }) => portraitUrl(agent, words) ?? noPhotoUrl(words)],
    isTopAgent: [flag(), ({ agent }) => agent.isTopAgent === true],
    businessName: [text(), ({ office }) => office?.name ?? ''],
    phoneNumber: [text(), ({ agent }) => agent.phone ?? ''],
    location: [text(), ({ agent }) => [agent.city, agent.state].filter(Boolean).join(', ')],
    profileData: [
      listOf(object({ label: text(), data: text() })),
      ({ figures }) => [
        { label: 'price range last 12 months', data: priceRangeText(figures) },
        { label: 'sales last 12 months', data: String(figures.lastYear.sales) },
        { label: 'homes for sale', data: String(figures.forSale) },
        { label: 'homes for rent', data: String(figures.forRent) },
      ],
    ],
    reviewInformation: [REVIEWS, ({ agent }) => REVIEWS.of(ratingsOf(agent))],
  }),
)
