import type { Agent, AgentReview } from '../../model/agent.ts'
import type { Region } from '../../model/region.ts'
import { regionLabel } from '../../places/region-label.ts'
import type { Words } from '../operation.ts'
import { profilePath, regionPath } from '../portal-urls.ts'
import { noPhotoUrl, portraitUrl } from '../render-photos.ts'
import { priceRangeText, ratingsOf, yearsOf } from './figures.ts'
import type { KnownAgent } from './known-agent.ts'

/** Everything that the catalogue knows of an agent. `served`: the cities of their homes, those with most of them first. */
export function profileDocument(known: KnownAgent, served: readonly Region[], nowMs: number, words: Words) {
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

function about({ name, description, specialties = [] }: Agent, years: number | undefined) {
  return {
    title: `About ${name}`,
    specialties,
    description: description ?? '',
    yearsExperience: years === undefined ? '' : String(years),
  }
}

function displayUser({ agent, office }: KnownAgent, words: Words) {
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

function getToKnowMe({ name, description, inBusinessSince, specialties = [], languages = [] }: Agent) {
  return {
    title: `Get to know ${name}`,
    description: description ?? '',
    inBusinessSince: inBusinessSince ?? null,
    videoUrl: null,
    specialties,
    languages,
  }
}

/** Lines of a card; what is not known has no line. */
function professionalInformation({ agent, office }: KnownAgent, words: Words) {
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
    .map(([term, lines]) => ({ term, lines: lines.filter((line) => line !== undefined && line !== '') }))
    .filter(({ lines }) => lines.length > 0)
}

function shownReview({ reviewId, comment, rating, date, workDescription }: AgentReview) {
  return {
    reviewId,
    reviewComment: comment,
    rating,
    subRatings: [],
    createDate: date,
    workDescription: workDescription ?? '',
  }
}
