import { grouped } from '../../kit/base/figures.ts'
import { parseForeignJson } from '../../kit/base/foreign-json.ts'
import { clip, nearestName, quote } from '../../kit/base/sentence.ts'
import { type ArgumentSchema, type InputSchema, type ObjectSchema, ToolArguments } from './arguments.ts'
import type { Understood } from './constraints.ts'
import { isDay } from './days.ts'
import { type Fields, isFields } from './json.ts'
import { Refusal } from './refusal.ts'

/*
 * Models do not always write arguments as a tool declares them. An argument with one obvious meaning is coerced, with a
 * remark: numbers as text (`"500,000"`, `$500k`, `3+` for at least 3), any letter case, plurals, a single value instead
 * of a list, empty arguments, and misspelled names. Other deviations are refused with the allowed values.
 */

/** The arguments of a call, and a remark for each argument that was coerced. */
export interface ReadArguments {
  readonly args: ToolArguments
  readonly applied: Understood['applied']
}

type Remark = Understood['applied'][number]

/** The name under which the server stores arguments that a host sent as one string. */
const TEXT_OF_ALL = 'arguments'

/** The maximum number of problems in a refusal. A model does not fix more in one attempt. */
const PROBLEMS_MAX = 10

/** Parses the arguments of a tool. Throws a Refusal that lists the mistakes and the allowed values. */
export function read(schema: InputSchema, sent: unknown): ReadArguments {
  const reader = new Reader()
  const whole = isFields(sent) && Object.keys(sent).join() === TEXT_OF_ALL ? sent[TEXT_OF_ALL] : sent
  const fields = whole === undefined || whole === null ? {} : fieldsIn(whole)
  if (fields === undefined) reader.refuse('The arguments must be an object.')
  const values = reader.fields(schema, fields ?? {}, '')
  reader.throwIfRefused()
  return { args: new ToolArguments(values), applied: reader.remarks }
}

class Reader {
  readonly remarks: Remark[] = []
  readonly #problems: string[] = []

  refuse(sentence: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push(sentence)
  }

  throwIfRefused(): void {
    if (this.#problems.length === 0) return
    throw new Refusal(this.#problems.join(' '))
  }

  /**
   * Parses the fields of an object.
   *
   * @param inside The path of the object with a final dot; empty for the arguments themselves.
   */
  fields({ properties, required }: Pick<ObjectSchema, 'properties' | 'required'>, sent: Fields, inside: string) {
    const values: Record<string, unknown> = {}
    const names = Object.keys(properties)
    const unknown: string[] = []
    const wrong = new Set<string>()
    for (const [name, value] of Object.entries(sent)) {
      if (value === undefined || value === null) continue
      const own = unknown.length < PROBLEMS_MAX || names.includes(name) ? nameOf(name, names) : undefined
      const schema = own === undefined ? undefined : properties[own]
      if (own === undefined || schema === undefined) unknown.push(name)
      else if (isEmpty(schema, value)) this.#remark(`${inside}${own}`, `${clip(name)} ${shown(value)} left out`, '')
      else {
        const [target, meaning] = this.#meaningOf(schema, own, value, inside, names)
        if (meaning === undefined) {
          wrong.add(own)
          this.refuse(`${inside}${own} must be ${accepted(schema)}; you sent ${shown(value)}.`)
        } else if (values[target] !== undefined && textOfValue(values[target]) !== textOfValue(meaning))
          this.refuse(
            `${inside}${target} is given twice, as ${textOfValue(values[target])} and as ${textOfValue(meaning)}: send only one.`,
          )
        else {
          values[target] = meaning
          const plain = typeof value === 'string' ? value.trim() : value
          const isAsSent = schema.type === 'object' ? isFields(value) : textOfValue(plain) === textOfValue(meaning)
          if (target !== name || !isAsSent)
            this.#remark(
              `${inside}${target}`,
              `${clip(name)} ${shown(value)} read as ${target === name ? '' : `${target} `}${textOfValue(meaning)}`,
              textOfValue(meaning),
            )
        }
      }
    }
    if (unknown.length > 0) this.refuse(unknownIn(unknown, names))
    for (const name of required) {
      const property = properties[name]
      if (values[name] === undefined && !wrong.has(name) && property !== undefined)
        this.refuse(`${inside}${name} is missing: it must be ${accepted(property)}. ${property.description}`)
    }
    return values
  }

  /** Returns the name and value that an argument probably means. The value is undefined if no meaning is obvious. */
  #meaningOf(
    schema: ArgumentSchema,
    own: string,
    value: unknown,
    inside: string,
    names: readonly string[],
  ): readonly [name: string, meaning: unknown] {
    if (schema.type === 'object') {
      const fields = fieldsIn(value)
      if (fields === undefined || !('properties' in schema)) return [own, fields]
      return [own, this.fields(schema, fields, `${inside}${own}.`)]
    }
    if (!('minimum' in schema)) return [own, simpleOf(schema, value)]
    const { number, isLeast } = numberIn(single(value), own)
    const least = `${own.replace(/_min$/, '')}_min`
    if (isLeast && !names.includes(least)) return [own, undefined]
    // A limit above the maximum is lowered to the maximum. The answer's cursor leads to the remaining rows.
    const bounded = own === 'limit' && number > schema.maximum ? schema.maximum : number
    const isFit = bounded >= schema.minimum && bounded <= schema.maximum
    const fits = isFit && (schema.type === 'number' || Number.isInteger(bounded))
    return [isLeast ? least : own, fits ? bounded : undefined]
  }

  #remark(argument: string, words: string, value: string): void {
    this.remarks.push({ argument, words, value })
  }
}

/** Other names that models use for arguments, as normalized by `spellingOf`. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  place: ['location', 'region'],
  kind: ['listing statu', 'statu'],
  id: ['zpid'],
  limit: ['max result', 'count'],
  must_have: ['amenity', 'feature'],
  sort: ['order', 'by sort'],
  radius_miles: ['radiu'],
  latitude: ['lat'],
  longitude: ['lng', 'lon'],
}

const WORDS: Readonly<Record<string, string>> = { minimum: 'min', maximum: 'max', bed: 'bedroom', bath: 'bathroom' }

/** Returns the words of a name in lower case, singular and sorted. `minPrices` and `price_min` give the same result. */
function spellingOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const singular = words.filter((word) => word !== '').map(singularOf)
  return singular
    .map((word) => WORDS[word] ?? word)
    .sort()
    .join(' ')
}

function singularOf(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}

/** Returns the argument that a name means; undefined if it is not clear. Never confuses minimum and maximum. */
function nameOf(sentName: string, names: readonly string[]): string | undefined {
  if (names.includes(sentName)) return sentName
  const spelling = spellingOf(clip(sentName))
  const same = names.filter((name) => spellingOf(name) === spelling)
  const others = names.filter((name) => OTHER_NAMES[name]?.includes(spelling))
  const [one, ...more] = [same, others].find(({ length }) => length > 0) ?? []
  if (one !== undefined) return more.length === 0 ? one : undefined
  const alike = names.filter((name) => endOf(name) === endOf(sentName))
  const stem = nearestName(stemOf(clip(sentName)), alike.map(stemOf))
  return alike.find((name) => stemOf(name) === stem)
}

function endOf(name: string): string | undefined {
  return /(?:^|[_-])(min|max)(?:$|[_-])/i.exec(name)?.[1]?.toLowerCase()
}

function stemOf(name: string): string {
  return name.replace(/_(?:min|max)$/, '')
}

/** Returns a sentence about unknown arguments. For `price`, it suggests only `price_min` and `price_max`. */
function unknownIn(unknown: readonly string[], names: readonly string[]): string {
  const shownNames = unknown.slice(0, PROBLEMS_MAX).map((name) => quote(name))
  const more = unknown.length - shownNames.length
  const all = [...shownNames, ...(more > 0 ? [`and ${grouped(more)} more`] : [])].join(', ')
  const ends = names.filter((name) => name !== stemOf(name) && unknown.some((each) => isStem(each, name)))
  const others = unknown.every((each) => ends.some((name) => isStem(each, name))) ? [] : names
  const taken = [...new Set([...ends, ...others])].join(', ') || 'none'
  return `Unknown argument${unknown.length === 1 ? '' : 's'} ${all}. Allowed: ${taken}.`
}

function isStem(sentName: string, name: string): boolean {
  return spellingOf(clip(sentName)) === spellingOf(stemOf(name))
}

const NOTHING = new Set(['', 'null', 'undefined'])
const NO_CHOICE = new Set(['any', 'all', 'none'])

function isEmpty(schema: ArgumentSchema, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && !(schema.type === 'array' && schema.minItems === 0)
  if (isFields(value)) return Object.keys(value).length === 0
  if (typeof value !== 'string') return false
  const text = value.trim().toLowerCase()
  const words = wordsOf(schema)
  return NOTHING.has(text) || (words !== undefined && NO_CHOICE.has(text) && wordIn(words, text) === undefined)
}

/** Returns the allowed words of an argument; undefined for arguments of another type. */
function wordsOf(schema: ArgumentSchema): readonly string[] | undefined {
  if (schema.type === 'string') return schema.enum
  return schema.type === 'array' && schema.items.type === 'string' ? schema.items.enum : undefined
}

/** Returns the word that a string means, in any letter case, singular or plural; undefined if none or several match. */
function wordIn(words: readonly string[], text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  if (words.includes(String(text))) return String(text)
  const spelling = wordSpelling(String(text))
  const [word, ...more] = words.filter((each) => wordSpelling(each) === spelling)
  return spelling !== '' && more.length === 0 ? word : undefined
}

function wordSpelling(text: string): string {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
  return words.map(singularOf).join(' ').trim()
}

const MONEY = /price|payment|hoa|tax|insurance/
const NUMBER = /^\$? ?(-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?) ?(k|m)? ?(\+)?$/i
const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 }

/** Parses a number; NaN if it is not a number. In amounts of money, `k` means thousands and `m` millions. */
function numberIn(value: unknown, name: string): { readonly number: number; readonly isLeast: boolean } {
  if (typeof value === 'number') return { number: value, isLeast: false }
  const [, digits = '', scale = '', plus] =
    typeof value === 'string' ? (NUMBER.exec(value.trim().slice(0, 40)) ?? []) : []
  const isNumber = /\d/.test(digits) && (scale === '' || MONEY.test(name))
  const number = isNumber ? Number(digits.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1) : Number.NaN
  // Rounds, because 8.2 * 1e6 gives 8199999.999999999.
  return { number: Math.round(number * 1e6) / 1e6, isLeast: plus !== undefined }
}

export const TEXT_MAX = 500

type Simple = Exclude<ArgumentSchema, { readonly type: 'object' | 'integer' | 'number' }>

const FLAGS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }

function simpleOf(schema: Simple, value: unknown): unknown {
  switch (schema.type) {
    case 'boolean':
      return isFields(value) || Array.isArray(value) ? undefined : FLAGS[String(value).trim().toLowerCase()]
    case 'array':
      return listOf(schema, value)
    case 'string': {
      const text = textOf(schema, value)
      return schema.enum === undefined || text === undefined ? text : wordIn(schema.enum, text)
    }
  }
}

/** Returns the only item of a list. Returns any other value unchanged. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

function textOf(schema: Extract<Simple, { readonly type: 'string' }>, value: unknown): string | undefined {
  const isOfSeveral = Array.isArray(value) && schema.description.includes('semicolons')
  const text = isOfSeveral && value.every((each) => typeof each === 'string') ? value.join('; ') : single(value)
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  const trimmed = String(text).trim()
  if (schema.format === 'date' && !isDay(trimmed)) return undefined
  return trimmed === '' || trimmed.length > (schema.maxLength ?? TEXT_MAX) ? undefined : trimmed
}

function listOf(
  { items, minItems, maxItems }: Extract<Simple, { readonly type: 'array' }>,
  value: unknown,
): readonly unknown[] | undefined {
  const sent = typeof value === 'string' ? (parsed(value) ?? wholeOrSplit(items, value)) : value
  const list = (Array.isArray(sent) ? sent : [sent]).filter((each) => each !== null && each !== '')
  if (list.length > 10 * maxItems) return undefined
  const each = list.map((item) => (items.type === 'string' ? wordIn(items.enum, item) : pairOf(item)))
  const taken = items.type === 'string' ? [...new Set(each)] : each
  return taken.includes(undefined) || taken.length < minItems || taken.length > maxItems ? undefined : taken
}

/** Splits a string at commas, unless the whole string is an allowed word. */
function wholeOrSplit(items: Extract<Simple, { readonly type: 'array' }>['items'], text: string): readonly string[] {
  return items.type === 'string' && wordIn(items.enum, text) !== undefined
    ? [text]
    : text.split(',').map((each) => each.trim())
}

function pairOf(item: unknown): readonly number[] | undefined {
  if (!Array.isArray(item) || item.length !== 2) return undefined
  const numbers = item.map((each) => numberIn(each, '').number)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/** Returns an object, even if it was sent as JSON text; undefined for other values. */
function fieldsIn(sent: unknown): Fields | undefined {
  const value = typeof sent === 'string' ? parsed(sent) : sent
  return isFields(value) ? value : undefined
}

/** Parses an object or a list that was sent as text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseForeignJson(text)
  } catch {
    return undefined
  }
}

/** Writes a value for a remark. */
function textOfValue(value: unknown): string {
  return clip(typeof value === 'object' && value !== null ? textOfRead(value) : JSON.stringify(value))
}

/**
 * Writes a list as JSON. For an object, and for a list with objects, writes only `an object`, because they may be deep.
 */
function textOfRead(value: object): string {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object' || Array.isArray(each))
    ? JSON.stringify(value.slice(0, 2 * TEXT_MAX))
    : 'an object'
}

/** Quotes a value as sent. A list or object becomes `a list` or `an object`, because it may be deep. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return quote(value)
  return isFields(value) ? 'an object' : String(value)
}

function accepted(schema: ArgumentSchema): string {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `a ${schema.type === 'integer' ? 'whole number' : 'number'} from ${schema.minimum} to ${schema.maximum}`
    case 'boolean':
      return 'true or false'
    case 'array': {
      const of = schema.items.type === 'string' ? `: ${schema.items.enum.join(', ')}` : ' of pairs of numbers'
      return `a list of ${schema.minItems} to ${schema.maxItems}${of}`
    }
    case 'string':
      if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
      return schema.format === 'date'
        ? 'a day as YYYY-MM-DD'
        : `text of 1 to ${schema.maxLength ?? TEXT_MAX} characters`
    case 'object':
      return 'an object'
  }
}
