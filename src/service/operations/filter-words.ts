import type { AgentWords } from './agent-words.ts'

/** Groups of filters in a form. */
export type FormGroup = 'Who comes' | 'When' | 'Price and cost' | 'Rooms and size' | 'Kind' | 'What it has'

/** The names of a filter for those that write no query string. Each dialect follows from them. */
export interface FilterWords {
  /** Its name in a form, which otherwise shows the parameter's name as words. */
  readonly label?: string
  /** The group of a form in which it stands, where that is not the group of its family. */
  readonly group?: FormGroup
  /** Its arguments in a tool for agents. */
  readonly agent?: AgentWords
  /** The key of a range in search-state URLs that it takes as it is, and further spellings of the key. */
  readonly urlRange?: string
  readonly phrases?: readonly Phrase[]
  /** Phrases around the number of a range. A number alone is read as the least that somebody wants. */
  readonly amounts?: readonly Amount[]
  /** The names of its values, by the text of each. */
  readonly values?: Readonly<Record<string, ValueWords>>
}

/**
 * A phrase for a value is a pattern of whole words in lower case; longer phrases stand first. `doubt` is the other
 * meaning that the words may have; words are plain where they say which listings are meant.
 */
export type Phrase = readonly [
  value: string,
  pattern: string,
  more?: { readonly doubt?: string; readonly isPlain?: true },
]

/** The patterns that stand around a number, and the factor from its unit to the unit of the filter. */
export interface Amount {
  readonly number: 'amount' | 'fraction'
  readonly before?: string
  readonly after: string
  readonly unit?: number
}

export interface ValueWords {
  /** Other texts that the parameter takes for it. */
  readonly also?: readonly string[]
  /** The key of a switch in search-state URLs that stands for it, and further spellings of the key. */
  readonly url?: string
  /** Whether that switch is on where a URL does not mention it. */
  readonly isOnInUrls?: true
  /** The word of the tools for agents. */
  readonly agent?: string
}

/** From each text to the code that it stands for, as shapes of parameters take it. */
export function codesOf<C extends string>(
  values: Readonly<Record<string, ValueWords & { readonly code: C }>>,
): ReadonlyMap<string, C> {
  return new Map(Object.entries(values).map(([text, { code }]) => [text, code]))
}

/** Other texts of each value. */
export function othersOf(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(values).map(([text, { also = [] }]) => [text, also]))
}

/** From each word of the tools for agents to the texts that it stands for. */
export function agentTexts(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [text, { agent }] of Object.entries(values))
    if (agent !== undefined) texts[agent] = texts[agent] === undefined ? text : `${texts[agent]},${text}`
  return texts
}
