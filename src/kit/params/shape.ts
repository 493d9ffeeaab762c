/** The part of JSON Schema that describes a query parameter, or a key of a body, in OpenAPI. */
export interface Schema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object'
  readonly enum?: readonly (string | number | boolean)[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: string | number | boolean
  /** Values of an object, which only a body has. */
  readonly additionalProperties?: Schema
}

/** Why a text cannot be read. `accepted` lists the values of a closed set. */
export class Refusal {
  readonly why: string
  readonly accepted: readonly string[] | undefined
  readonly nearest: string | undefined
  /** The readable part of the text, which a lenient call uses. */
  readonly rest: unknown

  constructor(why: string, accepted?: readonly string[], nearest?: string, rest?: unknown) {
    this.why = why
    this.accepted = accepted
    this.nearest = nearest
    this.rest = rest
  }
}

/**
 * How one kind of value is written on the wire. `parse` takes trimmed, non-empty text of any length and returns the
 * value, or a Refusal whose `why` completes the sentence: Cannot read NAME "GIVEN": …
 */
export interface Shape<T> {
  readonly schema: Schema
  readonly example: string
  /** The texts of a list that may have several, separated by commas; empty where any text is one. */
  readonly several?: readonly string[]
  /** The unit that the numbers of a range, `min:N, max:N`, count. */
  readonly rangeUnit?: string
  parse(text: string): T | Refusal
  /**
   * The inverse of `parse`: text that parses to the value. Absent for texts, numbers and flags, which the function
   * `format` handles, and for URLs, of which only a part is read.
   */
  format?(value: T): string
  /** Whether a given value asks for nothing, like a list without items, which is reported. */
  asksNothing?(value: T): boolean
  /**
   * Returns this shape under texts in the words of this server. Absent where no text of the shape has a placeholder.
   */
  worded?(put: (text: string) => string): Shape<T>
}
