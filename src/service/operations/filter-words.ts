import type { AgentWords } from './agent-words.ts'

/** Groups of filters in forms. */
export type FormGroup = 'Who comes' | 'When' | 'Price and cost' | 'Rooms and size' | 'Kind' | 'What it has'

/** Names of a filter outside of query strings: in forms, tools for agents, URLs and sentences. */
export interface FilterWords {
  /** Label in forms; by default the words of the parameter's name. */
  readonly label?: string
  /** Group in forms; by default the group of the filter's family. */
  readonly group?: FormGroup
  /** Arguments of the filter in tools for agents. */
  readonly agent?: AgentWords
  /** Key of the range in search-state URLs, followed by other spellings of the key. */
  readonly urlRange?: string
  readonly phrases?: readonly Phrase[]
  /** Phrases around the number of a range. A number without a comparison is read as the minimum. */
  readonly amounts?: readonly Amount[]
  /** Names of the filter's values, by the text of each value. */
  readonly values?: Readonly<Record<string, ValueWords>>
}

/**
 * A phrase for a value: a pattern of whole words in lower case, longer phrases first. `doubt` is another meaning that
 * the words may have. Words are plain if they say which class of listings is meant.
 */
export type Phrase = readonly [
  value: string,
  pattern: string,
  more?: { readonly doubt?: string; readonly isPlain?: true },
]

/** The patterns around a number. `unit` converts the number to the unit of the filter. */
export interface Amount {
  readonly number: 'amount' | 'fraction'
  readonly before?: string
  readonly after: string
  readonly unit?: number
}

export interface ValueWords {
  /** Other texts that the parameter accepts for the value. */
  readonly also?: readonly string[]
  /** Key of the value's switch in search-state URLs, followed by other spellings of the key. */
  readonly url?: string
  /** Set if the switch is on when a URL does not mention it. */
  readonly isOnInUrls?: true
  /** The value's word in tools for agents. */
  readonly agent?: string
}

/** Maps each text of a value to its code, for shapes of parameters. */
export function codesOf<C extends string>(
  values: Readonly<Record<string, ValueWords & { readonly code: C }>>,
): ReadonlyMap<string, C> {
  return new Map(Object.entries(values).map(([text, { code }]) => [text, code]))
}

/** Maps each value to its other spellings. */
export function othersOf(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(values).map(([text, { also = [] }]) => [text, also]))
}

/** Maps each word of the tools for agents to the text of its value. */
export function agentTexts(values: Readonly<Record<string, ValueWords>>): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [text, { agent }] of Object.entries(values))
    if (agent !== undefined) texts[agent] = texts[agent] === undefined ? text : `${texts[agent]},${text}`
  return texts
}
