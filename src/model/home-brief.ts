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

/** The facts that rows show, and the others. */
export function partedFacts(facts: HomeFacts): readonly [brief: HomeBrief['facts'], others: HomeFacts] {
  const { bedroomsTotal, bathrooms, livingArea, lotSizeSquareFeet, yearBuilt, ...others } = facts
  const brief = {
    ...(bedroomsTotal !== undefined && { bedroomsTotal }),
    ...(bathrooms !== undefined && { bathrooms }),
    ...(livingArea !== undefined && { livingArea }),
    ...(lotSizeSquareFeet !== undefined && { lotSizeSquareFeet }),
    ...(yearBuilt !== undefined && { yearBuilt }),
  }
  return [brief, others]
}
