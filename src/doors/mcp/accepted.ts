import { clip, quote } from '../../kit/base/sentence.ts'
import type { Ends } from './amounts.ts'
import type { ArgumentSchema, Properties } from './arguments.ts'
import { daysIn } from './day-words.ts'
import { isFields, known } from './json.ts'
import { itemsOf, nearWord, plain, TEXT_MAX, wordOf } from './mend.ts'
import { stemOf } from './names.ts'
import { blank, type Fix, setting } from './refusal.ts'

/** Finds what may be given in place of a value that cannot be read: only what is near to it. */
export function nearFixes(
  properties: Properties,
  own: string,
  property: ArgumentSchema,
  value: unknown,
  ends: Ends | undefined,
  today: string,
): Fix[] {
  if ('minimum' in property) {
    const { minimum, maximum } = property
    const stem = stemOf(own)
    const { exact, min = exact, max = exact } = ends ?? {}
    const others = [[`${stem}_min`, min] as const, [`${stem}_max`, max] as const].filter(
      ([name, end]) => name !== own && isTaken(properties, name, end),
    )
    if (plain(value).trim().toLowerCase() === 'none') return [setting({ [own]: 0 }), setting({ [own]: undefined })]
    const number = exact ?? ends?.min ?? ends?.max
    if (others.length > 0 && (exact === undefined || Number(exact) > maximum))
      return others.slice(0, 1).map(([name, end]) => setting({ [name]: end }))
    if (typeof number !== 'number' || !Number.isFinite(number)) return []
    const bounded = Math.min(maximum, Math.max(minimum, property.type === 'integer' ? Math.round(number) : number))
    return [setting({ [own]: bounded })]
  }
  if (property.type === 'string' && property.enum) {
    const near = Array.isArray(value)
      ? value.flatMap((each) => wordIn(property.enum, each))
      : wordIn(property.enum, value)
    return near.map((word) => setting({ [own]: word }))
  }
  if (property.type === 'string' && property.format === 'date')
    return daysIn(clip(plain(value)), today).map((day) => setting({ [own]: day }))
  if (property.type === 'array' && property.items.type === 'string') {
    const { enum: words } = property.items
    const items = (itemsOf(property.items, value) ?? []).slice(0, words.length)
    const list = [...new Set(items.flatMap((each) => wordIn(words, each)))]
    return list.length === 0 ? [] : [setting({ [own]: list })]
  }
  return []
}

function wordIn(words: readonly string[] | undefined, value: unknown): string[] {
  const word = wordOf(words ?? [], plain(value)) ?? nearWord(words ?? [], value)
  return word === undefined ? [] : [word]
}

/** Fills in an argument of which nothing is known: each of its words in turn, or a blank for the caller. */
export function fixesFor(name: string, property: ArgumentSchema): Fix[] {
  if (property.type === 'string' && property.enum) return property.enum.map((word) => setting({ [name]: word }))
  return [(given) => known({ ...given, [name]: blanks(name, property, given[name]) })]
}

function blanks(name: string, property: ArgumentSchema, before: unknown): unknown {
  if (property.type !== 'object') return blank(name)
  if (!('properties' in property)) return { kind: 'for_sale', place: blank('place') }
  return Object.fromEntries(
    property.required.map((each) => [each, isFields(before) ? (before[each] ?? blank(each)) : blank(each)]),
  )
}

/** Quotes a value. A list or an object may be deep, so it is only called that. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'with this list'
  return isFields(value) ? 'with an object' : quote(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** Whether a value that was read is one that the schema takes. */
export function fits(property: ArgumentSchema, value: unknown): boolean {
  switch (property.type) {
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (property.type === 'number' ? Number.isFinite(value) : Number.isInteger(value)) &&
        value >= property.minimum &&
        value <= property.maximum
      )
    case 'array':
      return Array.isArray(value) && value.length >= property.minItems && value.length <= property.maxItems
    case 'string':
      return typeof value === 'string' && value.length <= (property.maxLength ?? TEXT_MAX)
    default:
      return value !== undefined
  }
}

export function accepted(property: ArgumentSchema): string {
  switch (property.type) {
    case 'integer':
    case 'number':
      return `a ${property.type === 'integer' ? 'whole number' : 'number'} from ${property.minimum} to ${property.maximum}, without quotes`
    case 'boolean':
      return 'true or false'
    case 'array': {
      const of = property.items.type === 'string' ? `: ${property.items.enum.join(', ')}` : ' of pairs of numbers'
      return `a list of ${property.minItems} to ${property.maxItems}${of}`
    }
    case 'string':
      if (property.enum !== undefined) return `one of ${property.enum.join(', ')}`
      return property.format === 'date'
        ? 'a day as YYYY-MM-DD'
        : `text of 1 to ${property.maxLength ?? TEXT_MAX} characters`
    case 'object':
      return 'an object'
  }
}

/** Whether there is an argument of that name that takes a value. */
export function isTaken(properties: Properties, name: string, value: unknown): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  return property !== undefined && fits(property, value)
}
