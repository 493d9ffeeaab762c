import type { Parameter } from '../../kit/params/index.ts'

/** Returns the meaning of a parameter, and the parameters with which it applies. */
export function meaningOf({ doc, only }: Parameter<unknown>): string {
  return only === undefined ? doc : `${doc} Only with ${only.parameter} ${only.values.join(' or ')}.`
}
