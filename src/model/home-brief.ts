import type { Home, HomeFacts } from './home.ts'

/** Facts that rows show. */
export const BRIEF_FACTS = [
  'bedroomsTotal',
  'bathrooms',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
] as const satisfies readonly (keyof HomeFacts)[]

/** What rows say of a home: all but its past, what others think of it, and most of its facts. Every home is one, too. */
export interface HomeBrief extends Omit<Home, 'history' | 'taxes' | 'estimate' | 'interest' | 'facts'> {
  readonly facts: Pick<HomeFacts, (typeof BRIEF_FACTS)[number]>
}

/** The same facts in another order: those that rows show come first, and are undefined where they are not known. */
export function briefFirst(facts: HomeFacts): { readonly [K in keyof HomeFacts]: HomeFacts[K] | undefined } {
  const { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt } = facts
  return { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt, ...facts }
}
