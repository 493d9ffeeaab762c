import type { AgentWords } from './agent-words.ts'

export type FormGroup = 'Who comes' | 'When' | 'Price and cost' | 'Rooms and size' | 'Kind' | 'What it has'

/** Names of a filter outside query strings: in forms, in tools for AI agents, in URLs, and in searches by sentence. */
export interface FilterWords {
  /** Label in forms; by default the words of the parameter's name. */
  readonly label?: string
  /** Group in forms; by default the group that the filter is declared in. */
  readonly group?: FormGroup
  /** The filter's arguments in tools for AI agents. */
  readonly agent?: AgentWords
  /** Key of the range in URLs of result pages, then other spellings of the key. */
  readonly urlRange?: string
  readonly phrases?: readonly Phrase[]
  /** Phrases around the number of a range, such as its unit. A number without a comparison means the minimum. */
  readonly amounts?: readonly Amount[]
  /** Names of the filter's values, by the value as the parameter writes it. */
  readonly values?: Readonly<Record<string, ValueWords>>
}

/**
 * A phrase for a value, as a pattern of whole words in lower case. Longer phrases come first. `doubt`: another meaning
 * of the words. `isPlain`: the words say whether homes are for sale, for rent or sold.
 */
export type Phrase = readonly [
  value: string,
  pattern: string,
  more?: { readonly doubt?: string; readonly isPlain?: true },
]

/** Patterns before and after a number. `unit` is the factor that converts the number to the unit of the filter. */
export interface Amount {
  readonly number: 'amount' | 'fraction'
  readonly before?: string
  readonly after: string
  readonly unit?: number
}

export interface ValueWords {
  /** Other spellings that the parameter accepts for the value. */
  readonly also?: readonly string[]
  /** Key that switches the value on or off in the URL of a result page, then other spellings of the key. */
  readonly url?: string
  /** Set if a URL without the key means that the value is on. */
  readonly isOnInUrls?: true
  /** The value's word in tools for AI agents. */
  readonly agent?: string
}

/** Maps each value, as the parameter writes it, to its code. */
export function codesOf<C extends string>(
  values: Readonly<Record<string, ValueWords & { readonly code: C }>>,
): ReadonlyMap<string, C> {
  return new Map(Object.entries(values).map(([text, { code }]) => [text, code]))
}

/** Maps each value to its alternative spellings. */
export function othersOf(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(values).map(([text, { also = [] }]) => [text, also]))
}

/** Maps each word in tools for AI agents to the value as the parameter writes it. */
export function agentTexts(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [text, { agent }] of Object.entries(values))
    if (agent !== undefined) texts[agent] = texts[agent] === undefined ? text : `${texts[agent]},${text}`
  return texts
}
