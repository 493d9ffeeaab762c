import type { ListingClass } from '../../../../model/home-columns.ts'
import { type Match, phrase, type Sentence } from './sentence.ts'

/** Phrases for classes of listings: for sale, for rent, sold. */
const WORDS: readonly (readonly [words: string, listingClass: ListingClass])[] = [
  ['(?:recently |just |already )?sold(?: (?:homes?|listings?|prices?))?|recent sales|closed sales|comps?', 'Sold'],
  ['(?:for|on|to) sale|to (?:buy|purchase)|buy(?:ing)?|purchas(?:e|ing)|sales?', 'For_Sale'],
  ['(?:for|to|on) (?:rent|lease)|rentals?|rent(?:ing)?|leas(?:e|ing)|to let', 'For_Rent'],
]
const READERS = WORDS.map(([words, listingClass]) => ({ pattern: phrase(words), listingClass }))

export interface StatusMatch extends Match {
  readonly listingClass: ListingClass
}

/** Removes and returns all phrases for classes of listings (for sale, for rent, sold), in the order of the sentence. */
export function statusMatches(sentence: Sentence): readonly StatusMatch[] {
  return READERS.flatMap(({ pattern, listingClass }) =>
    sentence.takeAll(pattern).map((match) => ({ ...match, listingClass })),
  ).sort((one, other) => one.start - other.start)
}
