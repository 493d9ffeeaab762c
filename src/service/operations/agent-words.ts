/**
 * How a tool for AI agents takes a parameter. `says` is the phrase in which the tool repeats the value; `#` stands for
 * the value. `doc` describes the argument for models.
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

/** The words of an argument, with the parameter's value for each. In a list, each word is itself the value. */
type Words<Text = string> = Readonly<Record<string, Text>> | readonly string[]

interface RangeOptions {
  /** Describes the argument `…_max`. */
  readonly docMax?: string
  /** Describes the argument for an exact value. Without it, the tool has no such argument. */
  readonly docExact?: string
  /** Smallest and largest allowed value, both whole numbers. */
  readonly whole?: readonly [number, number]
  /** Set for years, which are written without commas. */
  readonly isYear?: true
}

/**
 * A range as two arguments, `…_min` and `…_max`. `what` names the quantity; the name may depend on the status of the
 * listings. In `unit`, the number replaces `#`.
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
  /** Set if the number is repeated with thousands separators. */
  readonly isMoney?: true
  /** Template for the parameter, in which `#` stands for the number. By default `#`. */
  readonly text?: '#' | 'max:#'
  /** Further parameters that the argument sets. */
  readonly besides?: Readonly<Record<string, string>>
}

export function agentNumber(name: string, says: string, doc: string, options: NumberOptions = {}) {
  return { as: 'number', name, says, doc, ...options } as const
}

/** A day as YYYY-MM-DD. `besides`: other parameters that the argument sets too. */
export function agentDay(name: string, says: string, doc: string, besides?: Readonly<Record<string, string>>) {
  return { as: 'day', name, says, doc, besides } as const
}

/**
 * A number of days as `…_within_days`, or the first of these days as `…_since`. `text`: how the parameter writes the
 * number.
 */
export function agentDays(name: string, says: string, doc: string, text: '#' | '#d') {
  return { as: 'days', within: `${name}_within_days`, since: `${name}_since`, says, doc, text } as const
}

/** `needs`: an argument without which this argument has no effect. */
export function agentText(name: string, says: string, doc: string, maxLength: number, needs?: string) {
  return { as: 'text', name, says, doc, maxLength, needs } as const
}

/** One of several values. If `words` is absent, uses the words declared with the filter's values. */
export function agentOne(name: string, doc: string, words?: Words, says?: string) {
  return { as: 'one', name, doc, words, says } as const
}

/** Several values. If a word stands for several values, the class of listings (for sale, for rent, sold) decides. */
export function agentSeveral(
  name: string,
  joined: 'or' | 'and',
  doc: string,
  words?: Words<string | readonly string[]>,
) {
  return { as: 'several', name, joined, doc, words } as const
}

/** A filter that is one word in the tool's list of needs. All such filters share one argument. */
export const AGENT_NEED = { as: 'need' } as const

/** A range of bedrooms, which sets two parameters. */
export const AGENT_BEDROOMS = { as: 'bedrooms' } as const
