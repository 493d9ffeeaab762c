import { grouped } from '../../kit/base/figures.ts'
import { clip, nearestName, quote } from '../../kit/base/sentence.ts'
import { type Fields, isFields } from './json.ts'
import { Refusal } from './refusal.ts'

/** The few kinds of JSON Schema that arguments of tools have, so that every one of them is checked. */
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

type ItemSchema =
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | {
      readonly type: 'array'
      readonly minItems: number
      readonly maxItems: number
      readonly items: { readonly type: 'number' }
    }

interface ObjectSchema {
  readonly type: 'object'
  readonly description: string
  readonly properties: Properties
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** Arguments that another schema checks. */
interface AnyObjectSchema {
  readonly type: 'object'
  readonly description: string
  readonly additionalProperties: true
}

export type Properties = Readonly<Record<string, ArgumentSchema>>

/** The arguments that a tool takes, as JSON Schema. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Properties
  readonly required: readonly string[]
  readonly additionalProperties: false
}

export function input(properties: Properties, required: readonly string[] = []): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The arguments of one call, checked against the tool's schema: each name has a value of its type, or none. */
export class Given {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined
  }

  text(name: string): string | undefined {
    return this.#values[name] as string | undefined // checked by `read`, like the others
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

  fields(name: string): Given | undefined {
    const value = this.#values[name]
    return isFields(value) ? new Given(value) : undefined
  }

  /** An object that was not checked. */
  object(name: string): Fields | undefined {
    return this.#values[name] as Fields | undefined
  }

  /** All of them but one, in one spelling: by it a cursor knows the arguments that it belongs to. */
  textWithout(name: string): string {
    const entries = Object.entries(this.#values).filter(([each, value]) => each !== name && value !== undefined)
    return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Problems that are told of one call: a model mends no more at once, and each costs a look at every known name. */
const TOLD_MAX = 10

/** Collects what is wrong with arguments: the first problems in words, the others as a number. */
class Problems {
  readonly #sentences: string[] = []
  #more = 0

  /** `say` runs for a problem that is told, and for no other. */
  add(say: () => string): void {
    if (this.#sentences.length < TOLD_MAX) this.#sentences.push(say())
    else this.#more += 1
  }

  /** All in one text; undefined without any. */
  get text(): string | undefined {
    if (this.#sentences.length === 0) return undefined
    const more = this.#more === 0 ? [] : [`And ${grouped(this.#more)} more problem${this.#more === 1 ? '' : 's'}.`]
    return [...this.#sentences, ...more].join(' ')
  }
}

/** Reads the arguments of a tool; throws a Refusal that says what is wrong with them. */
export function read(schema: InputSchema, given: unknown): Given {
  if (given !== undefined && !isFields(given)) throw new Refusal('Cannot read the arguments: accepted is an object.')
  const problems = new Problems()
  const values = readFields('', schema, given ?? {}, problems)
  if (problems.text !== undefined) throw new Refusal(problems.text)
  return new Given(values)
}

/** Models write null for what they leave out. */
function readFields(
  inside: string,
  { properties, required }: Pick<InputSchema, 'properties' | 'required'>,
  given: Readonly<Record<string, unknown>>,
  problems: Problems,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) problems.add(() => unknown(name, Object.keys(properties)))
    else if (value !== null) values[name] = readValue(`${inside}${name}`, schema, value, problems)
  }
  for (const name of required) {
    if (!Object.hasOwn(given, name) || given[name] === null)
      problems.add(() => `${inside}${name} is missing: ${properties[name]?.description}`)
  }
  return values
}

/** A name may be as long as a message: it is compared as far as it is shown. */
function unknown(given: string, names: readonly string[]): string {
  const name = clip(given)
  const nearest = nearestName(name, names) ?? sameWords(name, names) ?? sameBeginning(name, names)
  const hint = nearest === undefined ? `accepted are ${names.join(', ') || 'none'}.` : `did you mean ${nearest}?`
  return `Unknown argument ${quote(given)}: ${hint}`
}

/** `min_price` for `price_min`. */
function sameWords(name: string, names: readonly string[]): string | undefined {
  return names.find((each) => wordsOf(each) === wordsOf(name))
}

function wordsOf(name: string): string {
  return name.toLowerCase().split('_').sort().join('_')
}

/** `beds` for `bedrooms`. */
function sameBeginning(name: string, names: readonly string[]): string | undefined {
  return names.find((each) => each.slice(0, 3) === name.toLowerCase().slice(0, 3))
}

function readValue(name: string, schema: ArgumentSchema, value: unknown, problems: Problems): unknown {
  const refuse = (accepted: string) => {
    problems.add(() => `Cannot use ${name} ${shown(value)}: accepted is ${accepted}.`)
  }
  switch (schema.type) {
    case 'string':
      return isText(schema, value) ? value.trim() : refuse(acceptedText(schema))
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('true or false')
    case 'integer':
    case 'number':
      return isNumber(schema, value) ? value : refuse(acceptedNumber(schema))
    case 'array':
      return isList(schema, value) ? value : refuse(acceptedList(schema))
    case 'object':
      if (!isFields(value)) return refuse('an object')
      return 'properties' in schema ? readFields(`${name}.`, schema, value, problems) : value
  }
}

/** Quotes a value. A list or an object may be deep, so it is only called that. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'with this list'
  return isFields(value) ? 'with an object' : quote(JSON.stringify(value) ?? '')
}

type Of<T extends ArgumentSchema['type']> = Extract<ArgumentSchema, { readonly type: T }>

function isText(schema: Of<'string'>, value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false
  if (schema.enum !== undefined) return schema.enum.includes(value)
  return schema.format === 'date' ? isDay(value) : value.length <= (schema.maxLength ?? TEXT_MAX)
}

const TEXT_MAX = 500

/** A day that there is, such as 2026-02-28, and not 2026-02-30. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const timeMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text)
}

function acceptedText(schema: Of<'string'>): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.format === 'date') return 'a day as YYYY-MM-DD'
  return `text of 1 to ${schema.maxLength ?? TEXT_MAX} characters`
}

function isNumber({ type, minimum, maximum }: Of<'integer' | 'number'>, value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return (type === 'number' || Number.isInteger(value)) && value >= minimum && value <= maximum
}

function acceptedNumber({ type, minimum, maximum }: Of<'integer' | 'number'>): string {
  return `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}, without quotes`
}

function isList({ minItems, maxItems, items }: Of<'array'>, value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false
  return value.every((item) =>
    items.type === 'string'
      ? items.enum.includes(item as string)
      : Array.isArray(item) && item.length === items.maxItems && item.every((each) => typeof each === 'number'),
  )
}

function acceptedList({ minItems, maxItems, items }: Of<'array'>): string {
  const of = items.type === 'string' ? `: ${items.enum.join(', ')}` : ' of pairs of numbers'
  return `a list of ${minItems} to ${maxItems}${of}`
}
