import { defaulted, flag, oneOf, optional } from '../../../../kit/params/index.ts'
import { agentNumber } from '../../agent-words.ts'
import { between, each, filter } from './family.ts'
import { FOR_SALE_OR_SOLD } from './listing-status.ts'

const HUNDREDS = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
/** The maximums that the parameter lists, in dollars per month. */
const CAPS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.POSITIVE_INFINITY],
  ['No_HOA_Fee', 0],
  ...[50, ...HUNDREDS].map((dollars) => [`${dollars}_dollars_month`, dollars] as const),
])

/** `250`, `$50.40` or `250_dollars`. 0 means no dues. */
const DOLLARS = /^\$?(\d{1,6}(?:\.\d{1,2})?)(?:dollars(?:month)?)?$/

const caps = oneOf(CAPS, {
  open: {
    accepted: 'a number of dollars',
    read: (text) => {
      const dollars = DOLLARS.exec(text)?.[1]
      return dollars === undefined ? undefined : Number(dollars)
    },
    format: (dollars) => `${dollars}_dollars_month`,
  },
})

/** Matches homes whose dues are at most this amount or unknown. */
function atMost(maxUsd: number) {
  return between('associationFee', Number.NEGATIVE_INFINITY, maxUsd, true)
}

export const dues = each('Price and cost', {
  maxHOA: filter(defaulted(caps, 'Any', 'Maximum monthly association dues.', FOR_SALE_OR_SOLD), atMost, {
    label: 'Association dues, at most',
    agent: agentNumber(
      'hoa_max',
      'known dues of at most $# a month',
      'For sale or sold: monthly dues in dollars; homes with unknown dues are left out.',
      { max: 100_000, isMoney: true, besides: { incIncompleteHOA: 'false' } },
    ),
  }),
  incIncompleteHOA: filter(
    optional(flag, 'If false, homes with unknown dues are excluded; otherwise they are included.', FOR_SALE_OR_SOLD),
    (keepsUnknown) => (keepsUnknown ? undefined : between('associationFee', 0, Number.POSITIVE_INFINITY)),
    { label: 'Unknown dues too' },
  ),
})
