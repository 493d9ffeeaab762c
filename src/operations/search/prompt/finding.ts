import type { Condition } from '../../../catalog/query.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import type { Sentence } from './sentence.ts'

/** What words ask for: a parameter of `/search/byaddress` as it is written, or what only its conditions can say. */
export type Wish =
  | { readonly parameter: string; readonly text: string }
  | { readonly parameter: string; readonly text: string; readonly conditions: readonly Condition[] }

/** Why words have no effect. */
export interface NoWish {
  readonly why: string
}

/** Words that a rule has read. What they ask for may depend on the listings, which other words decide. */
export interface Finding {
  readonly words: string
  asks(listingClass: ListingClass): Wish | NoWish
  /** The other meaning that the words may have. */
  readonly doubt?: string | undefined
  /** The listings that they belong to, where no word says which. */
  readonly implies?: ListingClass
  /** They say so as plainly as a word would: an amount by the month. */
  readonly isPlain?: true
}

/** What a rule may need to know beside the sentence. */
export interface Day {
  /** A day number. */
  readonly today: number
  readonly year: number
}

/** Reads one kind of phrase out of a sentence. */
export type Rule = (sentence: Sentence, day: Day) => readonly Finding[]

export function asking(words: string, parameter: string, text: string, doubt?: string): Finding {
  return { words, asks: () => ({ parameter, text }), ...(doubt !== undefined && { doubt }) }
}

export function withoutEffect(words: string, why: string): Finding {
  return { words, asks: () => ({ why }) }
}

/** Asks for a value where the parameter has it in its list, else for the same by conditions. */
export function either(
  words: string,
  parameter: string,
  known: string | undefined,
  text: string,
  conditions: readonly Condition[],
): Finding {
  return { words, asks: () => (known === undefined ? { parameter, text, conditions } : { parameter, text: known }) }
}
