import type { Condition } from '../../../catalog/query.ts'
import { defaulted, flag, oneOf, optional } from '../../../params/index.ts'
import { between, each, filter, when } from './family.ts'
import { FOR_SALE_OR_SOLD } from './listing-status.ts'

const HUNDREDS = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
/** Dollars a month. */
const CAPS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.POSITIVE_INFINITY],
  ['No_HOA_Fee', 0],
  ...[50, ...HUNDREDS].map((dollars) => [`${dollars}_dollars_month`, dollars] as const),
])

/** `250`, `$250` or `250_dollars`; 0 is no fee. */
const DOLLARS = /^\$?(\d{1,6})(?:dollars(?:month)?)?$/

const caps = oneOf(CAPS, {
  open: {
    accepted: 'a number of dollars',
    read: (text) => {
      const dollars = DOLLARS.exec(text)?.[1]
      return dollars === undefined ? undefined : Number(dollars)
    },
    written: (dollars) => `${dollars}_dollars_month`,
  },
})

/** Dues of at most so many dollars a month; homes whose dues are unknown stay in. */
export function duesConditions(maxUsd: number): readonly Condition[] {
  return when('maxHOA', atMost(maxUsd))
}

function atMost(maxUsd: number) {
  return between('associationFee', Number.NEGATIVE_INFINITY, maxUsd, true)
}

export const dues = each({
  maxHOA: filter(defaulted(caps, 'Any', 'Highest association dues by the month.', FOR_SALE_OR_SOLD), atMost),
  incIncompleteHOA: filter(
    optional(flag, 'With false, no homes whose dues are not known; otherwise they are kept.', FOR_SALE_OR_SOLD),
    (kept) => (kept ? undefined : between('associationFee', 0, Number.POSITIVE_INFINITY)),
  ),
})
