import type { Condition } from '../../../catalog/query.ts'
import { defaulted, flag, oneOf, optional } from '../../../params/index.ts'
import { between, family, when } from './family.ts'
import { FOR_SALE_OR_SOLD } from './listing-status.ts'

const HUNDREDS = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
/** Dollars a month. */
const CAPS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.POSITIVE_INFINITY],
  ['No_HOA_Fee', 0],
  ...[50, ...HUNDREDS].map((dollars) => [`${dollars}_dollars_month`, dollars] as const),
])

/** Dues of at most so much a month; homes whose dues are not known stay in. */
export function duesConditions(maxUsd: number): readonly Condition[] {
  return when('maxHOA', between('associationFee', Number.NEGATIVE_INFINITY, maxUsd, true))
}

export const dues = family({
  parameters: {
    maxHOA: defaulted(oneOf(CAPS), 'Any', 'Highest association dues by the month.', FOR_SALE_OR_SOLD),
    incIncompleteHOA: optional(
      flag,
      'With false, no homes whose dues are not known; otherwise they are kept.',
      FOR_SALE_OR_SOLD,
    ),
  },
  conditions: ({ maxHOA, incIncompleteHOA }) => {
    const leaveOut = incIncompleteHOA === false
    const known = {
      kind: 'range',
      column: 'associationFee',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      orMissing: false,
    } as const
    return [...duesConditions(maxHOA), ...when('incIncompleteHOA', leaveOut ? known : undefined)]
  },
})
