/**
 * How a tool for agents takes a parameter as an argument. `says` is the phrase in which the tool repeats the applied
 * value; the value replaces `#`. `doc` describes the argument for models.
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

/** The words of an argument: an object from word to parameter text, or a list if words and texts are the same. */
type Words<Text = string> = Readonly<Record<string, Text>> | readonly string[]

interface RangeOptions {
  /** Describes the argument `…_max`. */
  readonly docMax?: string
  /** Describes the argument for an exact value; without it the tool has no such argument. */
  readonly docExact?: string
  /** Smallest and largest value, both whole numbers. */
  readonly whole?: readonly [number, number]
  /** Years are written without commas. */
  readonly isYear?: true
}

/**
 * A range as two arguments, `…_min` and `…_max`. `what` names the quantity, which may depend on the status of the
 * listings; in `unit`, the number replaces `#`.
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
  /** Whether the repeated number has thousands separators. */
  readonly isMoney?: true
  /** The text of the parameter, if it is not the plain number. */
  readonly text?: '#' | 'max:#'
  /** Further parameters that the argument sets. */
  readonly besides?: Readonly<Record<string, string>>
}

export function agentNumber(name: string, says: string, doc: string, options: NumberOptions = {}) {
  return { as: 'number', name, says, doc, ...options } as const
}

/** A day as YYYY-MM-DD. `besides` are further parameters that the argument sets. */
export function agentDay(name: string, says: string, doc: string, besides?: Readonly<Record<string, string>>) {
  return { as: 'day', name, says, doc, besides } as const
}

/** A number of days as `…_within_days`, or its first day as `…_since`. `text` is the form that the parameter takes. */
export function agentDays(name: string, says: string, doc: string, text: '#' | '#d') {
  return { as: 'days', within: `${name}_within_days`, since: `${name}_since`, says, doc, text } as const
}

/** `needs`: another argument, without which this argument has no effect. */
export function agentText(name: string, says: string, doc: string, maxLength: number, needs?: string) {
  return { as: 'text', name, says, doc, maxLength, needs } as const
}

/** One of several values. Without `words`, the words of the filter's values are used. */
export function agentOne(name: string, doc: string, words?: Words, says?: string) {
  return { as: 'one', name, doc, words, says } as const
}

/** Several values. If a word has several texts, the text that fits the class of listings is used. */
export function agentSeveral(
  name: string,
  joined: 'or' | 'and',
  doc: string,
  words?: Words<string | readonly string[]>,
) {
  return { as: 'several', name, joined, doc, words } as const
}

/** A value that is one of the searcher's needs. All filters share one argument for needs. */
export const AGENT_NEED = { as: 'need' } as const

/** A range of bedrooms, which is two parameters. */
export const AGENT_BEDROOMS = { as: 'bedrooms' } as const
