/**
 * The words of a parameter among the arguments of a tool for agents. In `says`, by which the tool repeats what it
 * applied, `#` stands for the value; `doc` is for models.
 */
export type AgentWords =
  | typeof AGENT_NEED
  | typeof AGENT_BEDROOMS
  | ReturnType<
      | typeof agentRange
      | typeof agentNumber
      | typeof agentDay
      | typeof agentDays
      | typeof agentText
      | typeof agentOne
      | typeof agentSeveral
    >

/** With each word of a tool the value that it stands for, or the values themselves. */
type Words<Text = string> = Readonly<Record<string, Text>> | readonly string[]

interface RangeOptions {
  /** Describes `…_max`. */
  readonly docMax?: string
  /** Describes an argument that means both ends; without it there is none. */
  readonly docExact?: string
  /** The least and the most of whole numbers. */
  readonly whole?: readonly [number, number]
  /** Years are written without commas. */
  readonly isYear?: true
}

/**
 * `…_min` and `…_max`. `what` the numbers are of may depend on the status of the listings; in `unit`, `#` stands for
 * each number.
 */
export function agentRange(
  name: string,
  what: string | Readonly<Record<string, string>>,
  unit: string,
  doc: string,
  options: RangeOptions = {},
) {
  return { as: 'range', name, what, unit, doc, ...options } as const
}

interface NumberOptions {
  readonly min?: number
  readonly max?: number
  readonly isWhole?: true
  /** Whether the number is repeated with commas. */
  readonly isMoney?: true
  /** How the parameter writes the number, where it is not bare. */
  readonly text?: '#' | 'max:#'
  /** Another argument, without which it has no effect. */
  readonly needs?: string
  /** Parameters that a value asks for as well. */
  readonly besides?: Readonly<Record<string, string>>
}

export function agentNumber(name: string, says: string, doc: string, options: NumberOptions = {}) {
  return { as: 'number', name, says, doc, ...options } as const
}

/** A day as YYYY-MM-DD, and what else a value asks for. */
export function agentDay(name: string, says: string, doc: string, besides?: Readonly<Record<string, string>>) {
  return { as: 'day', name, says, doc, besides } as const
}

/** `…_within_days` back from today, or `…_since` the first of these days; `text` is how the parameter writes them. */
export function agentDays(name: string, says: string, doc: string, text: '#' | '#d') {
  return { as: 'days', within: `${name}_within_days`, since: `${name}_since`, says, doc, text } as const
}

export function agentText(name: string, says: string, doc: string, maxLength: number) {
  return { as: 'text', name, says, doc, maxLength } as const
}

/** One of some values; those that the filter has words for, where none are given here. */
export function agentOne(name: string, doc: string, words?: Words, says?: string) {
  return { as: 'one', name, doc, words, says } as const
}

/** Several values. Where a word stands for several texts, the one counts that listings of the kind may have. */
export function agentSeveral(
  name: string,
  joined: 'or' | 'and',
  doc: string,
  words?: Words<string | readonly string[]>,
) {
  return { as: 'several', name, joined, doc, words } as const
}

/** The values are among the needs of a searcher, which all filters give as one argument. */
export const AGENT_NEED = { as: 'need' } as const

/** Both ends of a number of bedrooms, which are two parameters. */
export const AGENT_BEDROOMS = { as: 'bedrooms' } as const
