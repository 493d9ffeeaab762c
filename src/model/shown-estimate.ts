import type { Estimate, Home } from './home.ts'

/** The estimated value of a home. Undefined if its listing forbids showing it. Answers show no other estimate. */
export function shownEstimate(home: Pick<Home, 'listing' | 'estimate'>): Estimate | undefined {
  return mayBeValued(home) ? home.estimate : undefined
}

/** Returns whether answers may show a value of the home that does not come from its seller. */
export function mayBeValued({ listing }: Pick<Home, 'listing'>): boolean {
  return listing?.noValuation !== true
}
