import type { Estimate, Home } from './home.ts'

/** A home's estimated value. Undefined if its listing forbids showing it. Answers show only this estimate. */
export function shownEstimate(home: Pick<Home, 'listing' | 'estimate'>): Estimate | undefined {
  return mayBeValued(home) ? home.estimate : undefined
}

/** Whether answers may show values that are not the seller's, such as estimates. */
export function mayBeValued({ listing }: Pick<Home, 'listing'>): boolean {
  return listing?.noValuation !== true
}
