import type { Home, HomeAddress, HomeFacts, Listing } from './home.ts'

/** Facts in a result row. */
export const BRIEF_FACTS = [
  'bedroomsTotal',
  'bathrooms',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
] as const satisfies readonly (keyof HomeFacts)[]

/** Fields of an address in a result row. */
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

/** Fields of a listing in a result row. A result row has at most the first picture. */
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

/** Other keys of a home in a result row. */
export const BRIEF_KEYS = ['source', 'point', 'homeType', 'lotId'] as const satisfies readonly (keyof Home)[]

/** The parts of a home that a result row shows. A `Home` has them all. */
export interface HomeBrief extends Pick<Home, 'zpid' | (typeof BRIEF_KEYS)[number]> {
  readonly address: Pick<HomeAddress, (typeof BRIEF_ADDRESS)[number]>
  readonly facts: Pick<HomeFacts, (typeof BRIEF_FACTS)[number]>
  readonly listing?: Pick<Listing, (typeof BRIEF_LISTING)[number]>
}

/** A home without the long parts of its record, for fast look-ups. */
export interface HomeOutline extends Omit<Home, 'history' | 'taxes' | 'facts'> {
  readonly facts: HomeBrief['facts']
}

type BriefFirst = { readonly [K in keyof HomeFacts]: HomeFacts[K] | undefined }

/**
 * Returns all facts, facts of result rows first, with undefined for unknown facts. Returns the same object if the order
 * is right already: copying would take 20 % of the time to write a home.
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
