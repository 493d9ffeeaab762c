import type { Condition } from '../../../../catalog/ports/query.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { valueText } from '../url/filter-args.ts'
import type { Sentence } from './sentence.ts'

/**
 * What words ask for: a parameter of `/search/byaddress` with its text, with a value that the parameter has no text
 * for, or with conditions that no value can express.
 */
export type Wish =
  | { readonly parameter: string; readonly text: string; readonly value?: unknown }
  | { readonly parameter: string; readonly text: string; readonly conditions: readonly Condition[] }

/** The reason why words have no effect. */
export interface NoWish {
  readonly why: string
}

/** Words that a rule has read. What they mean may depend on the class of listings, which other words decide. */
export interface Finding {
  readonly words: string
  asks(listingClass: ListingClass): Wish | NoWish
  /** Another meaning that the words may have. */
  readonly doubt?: string | undefined
  /** The class of listings that the words imply if no other words say it. */
  readonly implies?: ListingClass
  /** Set if the words imply the class without doubt, such as an amount per month. */
  readonly isPlain?: true
}

/** The date, which some rules need. */
export interface Day {
  /** A day number. */
  readonly today: number
  readonly year: number
}

/** Reads one kind of phrase in a sentence. */
export type Rule = (sentence: Sentence, day: Day) => readonly Finding[]

export function asking(words: string, parameter: string, text: string, doubt?: string): Finding {
  return { words, asks: () => ({ parameter, text }), ...(doubt !== undefined && { doubt }) }
}

/** Returns a finding for a value, with the parameter's text for the value unless `text` is given. */
export function valued(words: string, parameter: string, value: unknown, text = valueText(parameter, value)): Finding {
  return { words, asks: () => ({ parameter, text, value }) }
}

export function withoutEffect(words: string, why: string): Finding {
  return { words, asks: () => ({ why }) }
}
