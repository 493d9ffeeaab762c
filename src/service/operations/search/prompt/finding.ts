import type { Condition } from '../../../../catalog/ports/query.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { valueText } from '../url/filter-args.ts'
import type { Sentence } from './sentence.ts'

/**
 * The effect of words in a sentence: a value for a parameter of `/search/byaddress`, or conditions that no value can
 * express. `text` describes either.
 */
export type Wish =
  | { readonly parameter: string; readonly text: string; readonly value?: unknown }
  | { readonly parameter: string; readonly text: string; readonly conditions: readonly Condition[] }

/** The reason why words have no effect. */
export interface NoWish {
  readonly why: string
}

/**
 * Words of a sentence that a rule has understood. Their effect may depend on whether homes are for sale, for rent or
 * sold.
 */
export interface Finding {
  readonly words: string
  asks(listingClass: ListingClass): Wish | NoWish
  /** Another possible meaning of the words. */
  readonly doubt?: string | undefined
  /** The class of listings (for sale, for rent, sold) that the words imply, unless other words name a class. */
  readonly implies?: ListingClass
  /** Set if the words leave no doubt about the class, such as an amount per month. */
  readonly isPlain?: true
}

/** Today, for rules about dates. */
export interface Day {
  /** Days since 1970-01-01. */
  readonly today: number
  readonly year: number
}

/** Finds one kind of phrase in a sentence. */
export type Rule = (sentence: Sentence, day: Day) => readonly Finding[]

export function asking(words: string, parameter: string, text: string, doubt?: string): Finding {
  return { words, asks: () => ({ parameter, text }), ...(doubt !== undefined && { doubt }) }
}

/** Returns a finding for a value. The default of `text` is the text that the parameter has for the value. */
export function valued(words: string, parameter: string, value: unknown, text = valueText(parameter, value)): Finding {
  return { words, asks: () => ({ parameter, text, value }) }
}

export function withoutEffect(words: string, why: string): Finding {
  return { words, asks: () => ({ why }) }
}
