import type { Home, HomeAddress, HomeFacts, Listing } from './home.ts'

/** Facts that rows of results show. */
export const BRIEF_FACTS = [
  'bedroomsTotal',
  'bathrooms',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
] as const satisfies readonly (keyof HomeFacts)[]

/** The part of an address that rows of results show. */
export const BRIEF_ADDRESS = [
  'streetAddress',
  'city',
  'state',
  'zipcode',
  'county',
  'countyFips',
  'neighborhood',
  'community',
  'subdivision',
  'undisclosed',
] as const satisfies readonly (keyof HomeAddress)[]

/** The part of a listing that rows of results show. Of the pictures, a brief holds the first at most. */
export const BRIEF_LISTING = [
  'kind',
  'status',
  'mlsId',
  'mlsName',
  'listPrice',
  'closePrice',
  'closeDate',
  'listedBy',
  'newConstruction',
  'conditions',
  'openHouses',
  'has3DTour',
  'photos',
  'drawnPhotos',
  'listAgentId',
  'contact',
] as const satisfies readonly (keyof Listing)[]

/** Keys of a home that rows of results show beside its address, facts and listing. */
export const BRIEF_KEYS = ['source', 'point', 'homeType', 'lotId'] as const satisfies readonly (keyof Home)[]

/** The part of a home that rows of results show. Every `Home` is also a `HomeBrief`. */
export interface HomeBrief extends Pick<Home, 'zpid' | (typeof BRIEF_KEYS)[number]> {
  readonly address: Pick<HomeAddress, (typeof BRIEF_ADDRESS)[number]>
  readonly facts: Pick<HomeFacts, (typeof BRIEF_FACTS)[number]>
  readonly listing?: Pick<Listing, (typeof BRIEF_LISTING)[number]>
}

/** The part of a home that short look-ups show: all but the long parts of its record. */
export interface HomeOutline extends Omit<Home, 'history' | 'taxes' | 'facts'> {
  readonly facts: HomeBrief['facts']
}

type BriefFirst = { readonly [K in keyof HomeFacts]: HomeFacts[K] | undefined }

/**
 * Returns all facts, in an order that begins with those that rows show. If one of these is unknown, its key holds
 * undefined. Facts that already are in this order are returned as they are, since copying them takes a fifth of the
 * time to write a home.
 */
export function briefFirst(facts: HomeFacts): BriefFirst {
  return isBriefFirst(facts) ? facts : withBriefFirst(facts)
}

function isBriefFirst(facts: HomeFacts): boolean {
  let at = 0
  for (const key in facts) {
    if (key !== BRIEF_FACTS[at++]) return false
    if (at === BRIEF_FACTS.length) return true
  }
  return false
}

function withBriefFirst(facts: HomeFacts): BriefFirst {
  const { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt } = facts
  return { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt, ...facts }
}
