import { MAYBE_TEXT, texts } from '../../../kit/answers/answer-head.ts'
import {
  component,
  day,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Agent, AgentReview } from '../../../model/agent.ts'
import type { Region } from '../../../model/region.ts'
import { regionLabel } from '../../../places/regions/region-label.ts'
import { type KnownAgent, priceRangeText, ratingsOf, yearsOf } from '../agent-figures.ts'
import { noPhotoUrl, portraitUrl } from '../photos.ts'
import { profilePath, regionPath } from '../portal-urls.ts'

/** An agent, and other data that the profile shows. */
interface Profiled extends KnownAgent {
  /** The cities of the agent's homes, most homes first. */
  readonly served: readonly Region[]
  readonly nowMs: number
  readonly words: Words
}

const REVIEW = component(
  'AgentReview',
  objectFrom<AgentReview>()({
    reviewId: [text(), ({ reviewId }) => reviewId],
    reviewComment: [text(), ({ comment }) => comment],
    rating: [number(), ({ rating }) => rating],
    subRatings: [listOf(object({ description: text(), score: number() })), () => []],
    createDate: [day(), ({ date }) => date],
    workDescription: [text(), ({ workDescription }) => workDescription ?? ''],
  }),
)

const ABOUT = objectFrom<Profiled>()({
  title: [text(), ({ agent }) => `About ${agent.name}`],
  specialties: [listOf(text()), ({ agent }) => agent.specialties ?? []],
  description: [text(), ({ agent }) => agent.description ?? ''],
  yearsExperience: [
    text('Whole years, as a string.'),
    ({ agent, figures, nowMs }) => String(yearsOf(agent, figures, nowMs) ?? ''),
  ],
})

const DISPLAY_USER = objectFrom<Profiled>()({
  encodedZuid: [text('Id of the agent.'), ({ agent }) => agent.agentId],
  screenName: [text(), ({ agent }) => agent.username],
  name: [text(), ({ agent }) => agent.name],
  profileTypes: [listOf(text()), () => ['agent']],
  businessAddress: [object(texts('city', 'state')), ({ agent: { city = '', state = '' } }) => ({ city, state })],
  businessName: [text(), ({ office }) => office?.name ?? ''],
  phoneNumber: [text(), ({ agent }) => agent.phone ?? ''],
  email: [text(), ({ agent }) => agent.email ?? ''],
  isTopAgent: [flag(), ({ agent }) => agent.isTopAgent === true],
  profilePhotoSrc: [text(), ({ agent, words }) => portraitUrl(agent, words) ?? noPhotoUrl(words)],
  ratings: [object({ count: whole(), average: number('0 if there are no reviews.') }), ({ agent }) => ratingsOf(agent)],
})

const GET_TO_KNOW_ME = objectFrom<Agent>()({
  title: [text(), ({ name }) => `Get to know ${name}`],
  description: [text(), ({ description }) => description ?? ''],
  inBusinessSince: [nullable(whole(), 'Year.'), ({ inBusinessSince }) => inBusinessSince],
  videoUrl: [MAYBE_TEXT, () => null],
  specialties: [listOf(text()), ({ specialties }) => specialties ?? []],
  languages: [listOf(text()), ({ languages }) => languages ?? []],
})

const SERVICE_AREA = objectFrom<{ readonly region: Region; readonly words: Words }>()({
  regionId: [large(), ({ region }) => region.regionId],
  text: [text(), ({ region }) => regionLabel(region)],
  url: [text(), ({ region, words }) => words.portalOrigin + regionPath(region)],
})

const LISTING_COUNT = object({ listingCount: whole() })

/** Everything that the catalog knows about an agent. */
export const PROFILE = component(
  'AgentProfile',
  objectFrom<Profiled>()({
    about: [ABOUT, (profiled) => ABOUT.of(profiled)],
    displayUser: [DISPLAY_USER, (profiled) => DISPLAY_USER.of(profiled)],
    getToKnowMe: [GET_TO_KNOW_ME, ({ agent }) => GET_TO_KNOW_ME.of(agent)],
    professionalInformation: [
      listOf(object({ term: text(), lines: listOf(text()) }), 'Only what is known.'),
      professionalInformation,
    ],
    serviceAreas: [
      listOf(SERVICE_AREA, 'Areas with the most homes first.'),
      ({ served, words }) => served.map((region) => SERVICE_AREA.of({ region, words })),
    ],
    lastYearPastSalesTotal: [object({ count: whole() }), ({ figures }) => ({ count: figures.lastYear.sales })],
    lastYearPriceRange: [
      nullable(object({ min: number(), max: number() }), 'Dollars; null if no price is known.'),
      ({ figures }) => figures.lastYear.prices,
    ],
    lastYearPriceRangeText: [text(), ({ figures }) => priceRangeText(figures)],
    pastSales: [object({ total: whole() }), ({ figures }) => ({ total: figures.sales })],
    forSaleListings: [LISTING_COUNT, ({ figures }) => ({ listingCount: figures.forSale })],
    forRentListings: [LISTING_COUNT, ({ figures }) => ({ listingCount: figures.forRent })],
    reviewsData: [
      object({ reviews: listOf(REVIEW) }),
      ({ agent: { reviews = [] } }) => ({ reviews: reviews.map((review) => REVIEW.of(review)) }),
    ],
    agentLicenses: [
      listOf(object(texts('licenseNumber', 'state'))),
      ({ agent: { licenseNumber, state = '' } }) => (licenseNumber ? [{ licenseNumber, state }] : []),
    ],
  }),
)

function professionalInformation({ agent, office, words }: Profiled) {
  const terms: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['Brokerage', [office?.name, [office?.city, office?.state].filter(Boolean).join(', ')]],
    ['Phone', [agent.phone]],
    ['Brokerage phone', [office?.phone]],
    ['E-mail', [agent.email]],
    ['Profile', [words.portalOrigin + profilePath(agent)]],
    ['Licenses', [agent.licenseNumber]],
    ['Listing service member', [agent.memberMlsId]],
    ['In business since', [agent.inBusinessSince === undefined ? undefined : String(agent.inBusinessSince)]],
    ['Languages', agent.languages ?? []],
  ]
  return terms
    .map(([term, lines]) => ({ term, lines: lines.filter((line) => line !== undefined).filter((line) => line !== '') }))
    .filter(({ lines }) => lines.length > 0)
}
