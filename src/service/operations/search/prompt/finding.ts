import type { Condition } from '../../../../catalog/ports/query.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { valueText } from '../url/filter-args.ts'
import type { Sentence } from './sentence.ts'

/**
 * The request that words make: a parameter of `/search/byaddress` as it is written, its value where the list of the parameter has
 * no text for it, or what only conditions can say.
 */
export type Wish =
  | { readonly parameter: string; readonly text: string; readonly value?: unknown }
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

/** The facts that a rule may need besides the sentence. */
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

/** Asks for a value, in the text that the parameter has for it unless another is given. */
export function valued(words: string, parameter: string, value: unknown, text = valueText(parameter, value)): Finding {
  return { words, asks: () => ({ parameter, text, value }) }
}

export function withoutEffect(words: string, why: string): Finding {
  return { words, asks: () => ({ why }) }
}
