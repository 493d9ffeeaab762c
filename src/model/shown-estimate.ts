import type { Estimate, Home } from './home.ts'

/** What the home is estimated to be worth, unless its listing forbids showing that. Answers show no other estimate. */
export function shownEstimate(home: Pick<Home, 'listing' | 'estimate'>): Estimate | undefined {
  return mayBeValued(home) ? home.estimate : undefined
}

/** Whether answers may say what somebody other than the seller thinks the home is worth. */
export function mayBeValued({ listing }: Pick<Home, 'listing'>): boolean {
  return listing?.noValuation !== true
}
