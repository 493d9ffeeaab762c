import {
  type AnswerOf,
  component,
  day,
  each,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { Agent, AgentReview } from '../../model/agent.ts'
import type { Region } from '../../model/region.ts'
import { regionLabel } from '../../regions/region-label.ts'
import { type KnownAgent, priceRangeText, ratingsOf, yearsOf } from '../agent-figures.ts'
import { MAYBE_TEXT, texts } from '../answer-head.ts'
import { noPhotoUrl, portraitUrl } from '../photos.ts'
import { profilePath, regionPath } from '../portal-urls.ts'

const REVIEW = component(
  'AgentReview',
  object({
    reviewId: text(),
    reviewComment: text(),
    rating: number(),
    subRatings: listOf(object({ description: text(), score: number() })),
    createDate: day(),
    workDescription: text(),
  }),
)

const ABOUT = object({
  title: text(),
  specialties: listOf(text()),
  description: text(),
  yearsExperience: text('Whole years, as a string.'),
})

const DISPLAY_USER = object({
  encodedZuid: text('Id of the agent.'),
  ...texts('screenName', 'name'),
  profileTypes: listOf(text()),
  businessAddress: object(texts('city', 'state')),
  ...texts('businessName', 'phoneNumber', 'email'),
  isTopAgent: flag(),
  profilePhotoSrc: text(),
  ratings: object({ count: whole(), average: number('0 if there are no reviews.') }),
})

const GET_TO_KNOW_ME = object({
  title: text(),
  description: text(),
  inBusinessSince: nullable(whole(), 'Year.'),
  videoUrl: MAYBE_TEXT,
  ...each(listOf(text()), 'specialties', 'languages'),
})

const PROFESSIONAL_INFORMATION = listOf(object({ term: text(), lines: listOf(text()) }), 'Only what is known.')

export const PROFILE = component(
  'AgentProfile',
  object({
    about: ABOUT,
    displayUser: DISPLAY_USER,
    getToKnowMe: GET_TO_KNOW_ME,
    professionalInformation: PROFESSIONAL_INFORMATION,
    serviceAreas: listOf(object({ regionId: large(), text: text(), url: text() }), 'Those with the most homes first.'),
    lastYearPastSalesTotal: object({ count: whole() }),
    lastYearPriceRange: nullable(object({ min: number(), max: number() }), 'Dollars; null if no price is known.'),
    lastYearPriceRangeText: text(),
    pastSales: object({ total: whole() }),
    ...each(object({ listingCount: whole() }), 'forSaleListings', 'forRentListings'),
    reviewsData: object({ reviews: listOf(REVIEW) }),
    agentLicenses: listOf(object(texts('licenseNumber', 'state'))),
  }),
)

/**
 * Everything that the catalogue knows about an agent.
 * @param served The cities of the agent's homes, those with the most homes first.
 */
export function profileDocument(
  known: KnownAgent,
  served: readonly Region[],
  nowMs: number,
  words: Words,
): AnswerOf<typeof PROFILE> {
  const { agent, figures } = known
  return {
    about: about(agent, yearsOf(agent, figures, nowMs)),
    displayUser: displayUser(known, words),
    getToKnowMe: getToKnowMe(agent),
    professionalInformation: professionalInformation(known, words),
    serviceAreas: served.map((region) => ({
      regionId: region.regionId,
      text: regionLabel(region),
      url: words.portalOrigin + regionPath(region),
    })),
    lastYearPastSalesTotal: { count: figures.lastYear.sales },
    lastYearPriceRange: figures.lastYear.prices ?? null,
    lastYearPriceRangeText: priceRangeText(figures),
    pastSales: { total: figures.sales },
    forSaleListings: { listingCount: figures.forSale },
    forRentListings: { listingCount: figures.forRent },
    reviewsData: { reviews: (agent.reviews ?? []).map(shownReview) },
    agentLicenses: agent.licenseNumber ? [{ licenseNumber: agent.licenseNumber, state: agent.state ?? '' }] : [],
  }
}

function about({ name, description, specialties = [] }: Agent, years: number | undefined): AnswerOf<typeof ABOUT> {
  return {
    title: `About ${name}`,
    specialties,
    description: description ?? '',
    yearsExperience: years === undefined ? '' : String(years),
  }
}

function displayUser({ agent, office }: KnownAgent, words: Words): AnswerOf<typeof DISPLAY_USER> {
  return {
    encodedZuid: agent.agentId,
    screenName: agent.username,
    name: agent.name,
    profileTypes: ['agent'],
    businessAddress: { city: agent.city ?? '', state: agent.state ?? '' },
    businessName: office?.name ?? '',
    phoneNumber: agent.phone ?? '',
    email: agent.email ?? '',
    isTopAgent: agent.isTopAgent === true,
    profilePhotoSrc: portraitUrl(agent, words) ?? noPhotoUrl(words),
    ratings: ratingsOf(agent),
  }
}

function getToKnowMe({
  name,
  description,
  inBusinessSince,
  specialties = [],
  languages = [],
}: Agent): AnswerOf<typeof GET_TO_KNOW_ME> {
  return {
    title: `Get to know ${name}`,
    description: description ?? '',
    inBusinessSince: inBusinessSince ?? null,
    videoUrl: null,
    specialties,
    languages,
  }
}

function professionalInformation(
  { agent, office }: KnownAgent,
  words: Words,
): AnswerOf<typeof PROFESSIONAL_INFORMATION> {
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

function shownReview({ reviewId, comment, rating, date, workDescription }: AgentReview): AnswerOf<typeof REVIEW> {
  return {
    reviewId,
    reviewComment: comment,
    rating,
    subRatings: [],
    createDate: date,
    workDescription: workDescription ?? '',
  }
}
