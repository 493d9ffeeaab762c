import { type Fields, isFields } from './json.ts'

/** The subset of JSON Schema for the arguments of tools. `read.ts` checks arguments of each kind. */
export type ArgumentSchema =
  | {
      readonly type: 'string'
      readonly description: string
      readonly enum?: readonly string[]
      readonly maxLength?: number
      readonly format?: 'date'
    }
  | {
      readonly type: 'integer' | 'number'
      readonly description: string
      readonly minimum: number
      readonly maximum: number
      readonly default?: number
    }
  | { readonly type: 'boolean'; readonly description: string }
  | {
      readonly type: 'array'
      readonly description: string
      readonly minItems: number
      readonly maxItems: number
      readonly items: ItemSchema
    }
  | ObjectSchema
  | AnyObjectSchema

export type ItemSchema =
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | {
      readonly type: 'array'
      readonly minItems: number
      readonly maxItems: number
      readonly items: { readonly type: 'number' }
    }

export interface ObjectSchema {
  readonly type: 'object'
  readonly description: string
  readonly properties: Properties
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** An object whose fields are checked later with another schema. */
interface AnyObjectSchema {
  readonly type: 'object'
  readonly description: string
  readonly additionalProperties: true
}

export type Properties = Readonly<Record<string, ArgumentSchema>>

/** The JSON Schema of a tool's arguments. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Properties
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** A text argument of at most `maxLength` characters. */
export function textArgument(description: string, maxLength?: number): ArgumentSchema {
  return { type: 'string', ...(maxLength !== undefined && { maxLength }), description }
}

/** An argument that must be one of these words. */
export function wordArgument(words: readonly string[], description: string): ArgumentSchema {
  return { type: 'string', enum: words, description }
}

/** An argument that is a list of these words. */
export function wordsArgument(words: readonly string[], description: string, minItems = 1): ArgumentSchema {
  return { type: 'array', minItems, maxItems: words.length, items: { type: 'string', enum: words }, description }
}

export function flagArgument(description: string): ArgumentSchema {
  return { type: 'boolean', description }
}

export function dayArgument(description: string): ArgumentSchema {
  return { type: 'string', format: 'date', description }
}

/** The smallest and largest allowed number, and the default. */
type NumberRange = readonly [minimum: number, maximum: number, standard?: number]

export function wholeArgument(range: NumberRange, description: string): ArgumentSchema {
  return { type: 'integer', ...limits(range), description }
}

export function numberArgument(range: NumberRange, description: string): ArgumentSchema {
  return { type: 'number', ...limits(range), description }
}

function limits([minimum, maximum, standard]: NumberRange) {
  return { minimum, maximum, ...(standard !== undefined && { default: standard }) }
}

/** The argument `detail`, which requests more columns or facts. */
export function detailArgument(description: string): ArgumentSchema {
  return wordArgument(['concise', 'full'], description)
}

export const CURSOR = textArgument('From "more" of the last answer.', 400)

export function input(properties: Properties, required: readonly string[] = []): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The checked arguments of one call. Each value has the type that the tool's schema declares, or is undefined. */
export class ToolArguments {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values
  }

  get values(): Fields {
    return this.#values
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined
  }

  text(name: string): string | undefined {
    return this.#values[name] as string | undefined // `read` has checked the types
  }

  number(name: string): number | undefined {
    return this.#values[name] as number | undefined
  }

  flag(name: string): boolean | undefined {
    return this.#values[name] as boolean | undefined
  }

  texts(name: string): readonly string[] {
    return (this.#values[name] as readonly string[] | undefined) ?? []
  }

  pairs(name: string): readonly (readonly [number, number])[] | undefined {
    return this.#values[name] as readonly (readonly [number, number])[] | undefined
  }

  fields(name: string): ToolArguments | undefined {
    const value = this.#values[name]
    return isFields(value) ? new ToolArguments(value) : undefined
  }

  /** Returns an object argument, whose fields are not checked yet. */
  object(name: string): Fields | undefined {
    return this.#values[name] as Fields | undefined
  }

  /**
   * Writes all arguments except `name`, always in the same form. A cursor contains a hash of this string, so it works
   * only with the same arguments.
   */
  textWithout(name: string): string {
    const entries = Object.entries(this.#values).filter(([each, value]) => each !== name && value !== undefined)
    return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
