import { AMOUNT, meaningOf, type Quantity, quantity, written } from './amounts.ts'
import type { Finding } from './finding.ts'
import type { Match, Sentence } from './sentence.ts'

const MONTHLY = String.raw` ?(?:(?:usd |dollars )?(?:/|per|a|each|every) ?(?:mo(?:nth)?|mth)\.?|monthly|pm|in rent)`
const DOLLARS = ' ?(?:dollars|usd|bucks)'
const PRICE_WORDS =
  '(?:(?:listed |priced |asking )?(?:price|priced|budget|cost(?:s|ing)?|asking|listed)(?: range)?(?: is| of| for| at)?:? ?)'
const PAYMENT_WORDS = '(?:(?:monthly )?(?:mortgage )?payments?(?: is| of)?:? ?)'
const RENT_WORDS = '(?:rent(?:s|ed|ing)?(?: price)?(?: is| of| for| at)?:? )'

const PAYMENT = quantity(AMOUNT, { before: PAYMENT_WORDS, after: `(?:${MONTHLY}|${DOLLARS})?` })
const RENT = quantity(AMOUNT, { after: MONTHLY })
const RENT_NAMED = quantity(AMOUNT, { before: RENT_WORDS, after: `(?:${DOLLARS})?` })
const PRICE_NAMED = quantity(AMOUNT, { before: PRICE_WORDS, after: `(?:${DOLLARS})?` })
const PRICE = quantity(AMOUNT, { after: `(?:${DOLLARS})?` })

/** Amounts up to this are rents. No home is sold for less, and very few rent for more. */
const MAX_RENT_USD = 15_000

/** Smaller amounts are never prices, as in `over 40`. */
const LEAST_USD = 100

/** From this amount on, a number is a price even without `$` or `k`, because no ZIP code is that large. */
const LEAST_BARE_USD = 100_000

/**
 * Reads payments, rents and prices. A number counts as money if it has a `$`, a factor such as `k`, or a comparison.
 */
export function price(sentence: Sentence): readonly Finding[] {
  return [
    ...sentence.takeAll(PAYMENT).map(paymentOf),
    ...sentence.takeAll(RENT).map(monthlyOf),
    ...sentence.takeAll(RENT_NAMED).map(monthlyOf),
    ...sentence.takeAll(PRICE_NAMED).map(priceOf),
    ...amounts(sentence).map(priceOf),
  ]
}

/** Takes amounts of money. Leaves other numbers to other rules. */
function amounts(sentence: Sentence): Match[] {
  const matches: Match[] = []
  for (const { index } of sentence.free.matchAll(new RegExp(PRICE, 'g'))) {
    const here = new RegExp(PRICE, 'y')
    here.lastIndex = index
    const match = sentence.find(here)
    if (!match || !isMoney(match)) continue
    sentence.takeSpan(match.start, match.end)
    matches.push(match)
  }
  return matches
}

function isMoney(match: Match): boolean {
  const { min, max, said } = meaningOf(match)
  const isMarked = match.words.includes('$') || /\d ?(?:k|mm?|mil|million|thousand|grand)\b/i.test(match.words)
  const largest = Number.isFinite(max) ? max : min
  const isCompared = said !== 'bare' || largest >= LEAST_BARE_USD
  return (isMarked || isCompared || /dollars|usd|bucks/i.test(match.words)) && largest >= LEAST_USD
}

function paymentOf(match: Match): Finding {
  const { asked, doubt } = atMostIfBare(meaningOf(match))
  return {
    words: match.words,
    asks: (listingClass) => ({
      parameter: listingClass === 'For_Rent' ? 'listPriceRange' : 'monthlyPayment',
      text: written(asked),
    }),
    doubt,
    implies: 'For_Sale',
  }
}

/** Reads an amount per month: the rent, or the monthly cost of homes for sale. */
function monthlyOf(match: Match): Finding {
  const { asked, doubt } = atMostIfBare(meaningOf(match))
  return {
    words: match.words,
    asks: (listingClass) =>
      listingClass === 'Sold'
        ? { why: 'sold homes have no price per month.' }
        : { parameter: listingClass === 'For_Sale' ? 'monthlyPayment' : 'listPriceRange', text: written(asked) },
    doubt,
    implies: 'For_Rent',
    isPlain: true,
  }
}

function priceOf(match: Match): Finding {
  const meaning = meaningOf(match)
  const { asked, doubt } = atMostIfBare(meaning)
  const largest = Number.isFinite(meaning.max) ? meaning.max : meaning.min
  return {
    words: match.words,
    asks: () => ({ parameter: 'listPriceRange', text: written(asked) }),
    doubt,
    implies: largest <= MAX_RENT_USD ? 'For_Rent' : 'For_Sale',
  }
}

/** An amount without a comparison means the maximum. */
function atMostIfBare(asked: Quantity): { asked: Quantity; doubt: string | undefined } {
  if (asked.said !== 'bare') return { asked, doubt: undefined }
  return { asked: { ...asked, min: Number.NEGATIVE_INFINITY }, doubt: 'an amount alone is read as the maximum.' }
}
