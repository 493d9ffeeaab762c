import type { Parameter } from '../params/index.ts'

/** What a parameter means, and beside which others it applies. */
export function meaningOf({ doc, only }: Parameter<unknown>): string {
  return only === undefined ? doc : `${doc} Only with ${only.parameter} ${only.values.join(' or ')}.`
}
