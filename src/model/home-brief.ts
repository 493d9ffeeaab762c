import type { Home, HomeFacts } from './home.ts'

/** Facts that rows show. */
export const BRIEF_FACTS = [
  'bedroomsTotal',
  'bathrooms',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
] as const satisfies readonly (keyof HomeFacts)[]

/** The part of a home that rows show: no history, no opinions, and few facts. Every `Home` is also a `HomeBrief`. */
export interface HomeBrief extends Omit<Home, 'history' | 'taxes' | 'estimate' | 'interest' | 'facts'> {
  readonly facts: Pick<HomeFacts, (typeof BRIEF_FACTS)[number]>
}

/** The same facts, with those that rows show first. Where one of these is unknown, its key holds undefined. */
export function briefFirst(facts: HomeFacts): { readonly [K in keyof HomeFacts]: HomeFacts[K] | undefined } {
  const { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt } = facts
  return { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt, ...facts }
}
