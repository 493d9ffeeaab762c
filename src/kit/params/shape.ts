/** The part of JSON Schema that OpenAPI uses for a query parameter or for a key of a body. */
export interface Schema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'
  readonly enum?: readonly (string | number | boolean)[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: string | number | boolean
  /** Schemas of the items of an array. Only bodies have arrays and objects. */
  readonly items?: { readonly anyOf: readonly Schema[] }
  readonly maxItems?: number
  /** Schema of the values of an object. */
  readonly additionalProperties?: Schema
}

/** Why a value cannot be read. `accepted` lists the values of a closed set. */
export class Refusal {
  readonly why: string
  readonly accepted: readonly string[] | undefined
  readonly nearest: string | undefined
  /** The readable part of the text. A call with lenient handling uses it. */
  readonly rest: unknown

  constructor(why: string, accepted?: readonly string[], nearest?: string, rest?: unknown) {
    this.why = why
    this.accepted = accepted
    this.nearest = nearest
    this.rest = rest
  }
}

/**
 * How callers write values of one type. `parse` takes trimmed, non-empty text of any length. It returns the value or a
 * Refusal, whose `why` completes a sentence that begins with the parameter's name: `must be a day.`
 */
export interface Shape<T> {
  readonly schema: Schema
  readonly example: string
  /** For a list of values separated by commas: the allowed values, or an empty list if any value is allowed. */
  readonly several?: readonly string[]
  /** The separator with which parts are joined if a call sends them one by one. Lists use a comma. */
  readonly joint?: string
  /** For a range `min:N, max:N`: the unit of its numbers. */
  readonly rangeUnit?: string
  parse(text: string): T | Refusal
  /**
   * Writes a value so that `parse` reads it back. Missing for strings, numbers and flags, which the function `format`
   * handles. Also missing for URLs, because `parse` reads only a part of a URL.
   */
  format?(value: T): string
  /** Whether a value selects nothing, such as an empty list. Callers get a warning about such values. */
  asksNothing?(value: T): boolean
  /** Returns this shape with its placeholders replaced. Missing if the shape has no placeholders. */
  worded?(put: (text: string) => string): Shape<T>
}
