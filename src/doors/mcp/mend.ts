import { parseForeignJson } from '../../kit/base/foreign-json.ts'
import { nearestName } from '../../kit/base/sentence.ts'
import { type Ends, endsIn } from './amounts.ts'
import type { ArgumentSchema, ItemSchema } from './arguments.ts'
import { daysBackIn, daysBetween, daysIn, isDay } from './day-words.ts'
import { DAYS_MAX, dayBefore } from './days.ts'
import { at, type Fields, isFields } from './json.ts'

/** The meaning of a value depends on these beside its schema. */
export interface About {
  /** The name of the argument. */
  readonly name: string
  /** The day that counts as today. */
  readonly today: string
  /** The words for the money of the tool. */
  readonly currency: RegExp
}

type Of<T extends ArgumentSchema['type']> = Extract<ArgumentSchema, { readonly type: T }>

/** Reads a value that has one meaning by a schema; undefined where it has none or several. Objects are not looked into. */
export function meaningOf(schema: ArgumentSchema, value: unknown, about: About): Ends | undefined {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(schema, value, about)
    case 'boolean':
      return exactly(FLAGS.get(plain(value).trim().toLowerCase()))
    case 'string':
      return exactly(textOf(schema, value, about))
    case 'array':
      return exactly(listOf(schema, value))
    case 'object':
      return exactly(fieldsIn(value))
  }
}

function exactly(exact: unknown): Ends | undefined {
  return exact === undefined ? undefined : { exact }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'on'].map((text) => [text, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((text) => [text, false] as const),
])

/** A single value as text; anything else may be deep. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
}

/** A list of one is that one. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

function numberOf({ maximum }: Of<'integer' | 'number'>, given: unknown, about: About): Ends | undefined {
  const value = single(given)
  const read =
    typeof value === 'number' ? { exact: value } : isFields(value) ? endsOf(value, about) : numberIn(value, about)
  // fewer rows than were asked for are no other question: there is a cursor
  return about.name === 'limit' && Number(read?.exact) > maximum ? { exact: maximum } : read
}

/** Numbers and days are no longer texts, and lists have no more items: longer ones are not searched for a meaning. */
const WORDS_MAX = 80
const ITEMS_MAX = 500

function numberIn(value: unknown, { name, today, currency }: About): Ends | undefined {
  if (typeof value !== 'string' || value.length > WORDS_MAX) return undefined
  if (name.endsWith('_days')) {
    const [day] = daysIn(value, today).length === 1 ? daysIn(value, today) : []
    const days = daysBackIn(value) ?? (day === undefined ? undefined : daysBetween(day, today))
    if (days !== undefined) return { exact: days }
  }
  return endsIn(value, name, currency)
}

/** `{ "min": 1, "max": 2 }`. */
function endsOf(value: Fields, about: About): Ends | undefined {
  const ends = Object.entries(value).map(([end, each]) => [end.toLowerCase().slice(0, 3), each] as const)
  if (ends.length === 0 || ends.some(([end]) => end !== 'min' && end !== 'max')) return undefined
  const numbers = ends.map(
    ([end, each]) => [end, typeof each === 'number' ? each : numberIn(each, about)?.exact] as const,
  )
  return numbers.some(([, each]) => typeof each !== 'number') ? undefined : Object.fromEntries(numbers)
}

export const TEXT_MAX = 500

function textOf(schema: Of<'string'>, given: unknown, { name, today }: About): string | undefined {
  if (Array.isArray(given) && given.length > 1 && schema.description.includes('semicolons'))
    return given.every((each) => typeof each === 'string' && each !== '') ? given.join('; ') : undefined
  const value = single(given)
  if (typeof value === 'number' && schema.format === 'date') return dayBack(value, today)
  if (typeof value === 'number' && schema.enum === undefined) return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (schema.enum !== undefined) return wordOf(schema.enum, value)
  if (schema.format === 'date') return isDay(value) ? value : dayOf(value, name, today)
  if (name === 'since' && value.length <= WORDS_MAX) return dayBack(daysBackIn(value), today) ?? value.trim()
  return value.length > (schema.maxLength ?? TEXT_MAX) ? undefined : value.trim()
}

function dayBack(days: number | undefined, today: string): string | undefined {
  return days === undefined || !(days >= 0 && days <= DAYS_MAX) ? undefined : dayBefore(today, Math.trunc(days))
}

/** Only days since which something happened are told by how long ago they were. */
function dayOf(text: string, name: string, today: string): string | undefined {
  if (text.length > WORDS_MAX) return undefined
  const isPast = name.endsWith('since')
  const days = daysIn(text, today).filter((day) => !isPast || day <= today)
  const back = daysBackIn(text)
  if (back !== undefined) return isPast || back <= 1 ? dayBack(back, today) : undefined
  return days.length === 1 ? days[0] : undefined
}

/** People and models have other words for those of a tool. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  for_sale: 'sale buy buying on_sale sell',
  for_rent: 'rent rental to_rent lease for_lease renting',
  sold: 'recently_sold',
  house: 'single_family single_family_home single_family_house single_family_residence detached_house sfh sfr',
  houses: 'house single_family single_family_home',
  condo: 'condominium',
  townhouse: 'townhome town_house row_house',
  townhomes: 'townhouse',
  apartment: 'apt flat',
  multi_family: 'multifamily multi_family_home duplex triplex',
  manufactured: 'mobile mobile_home manufactured_home',
  land: 'lot lots_and_land',
  air_conditioning: 'ac a/c aircon',
  pool: 'swimming_pool',
  in_unit_laundry: 'washer_dryer',
  waterfront: 'water_front',
  large_dogs: 'big_dogs',
  newest: 'latest most_recent newest_first date days',
  sqft: 'size square_feet',
  year_built: 'built',
  price_low: 'price_asc price_ascending lowest_price cheapest price_low_to_high cheapest_first low_to_high',
  price_high: 'price_desc price_descending highest_price most_expensive price_high_to_low high_to_low',
  full: 'detailed complete',
  concise: 'short brief',
}

function spellingOf(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** Without its plural: `condos`, `properties`, `townhouses`. */
function singularOf(spelling: string): string {
  return spelling.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '')
}

/** The one word of a list that a text spells. */
export function wordOf(words: readonly string[], text: string): string | undefined {
  if (words.includes(text)) return text
  const spelling = spellingOf(text)
  if (spelling === '') return undefined
  const ways: readonly ((word: string) => boolean)[] = [
    (word) => spellingOf(word) === spelling,
    (word) => singularOf(spellingOf(word)) === singularOf(spelling),
    (word) =>
      (OTHER_WORDS[word] ?? '').split(' ').some((each) => singularOf(spellingOf(each)) === singularOf(spelling)),
  ]
  const fitting = ways.map((isSame) => words.filter(isSame)).find(({ length }) => length > 0) ?? []
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The known word that is a slip away from a text. */
export function nearWord(words: readonly string[], text: unknown): string | undefined {
  return typeof text === 'string' ? nearestName(spellingOf(text).replaceAll(' ', '_'), words) : undefined
}

function listOf({ items }: Of<'array'>, given: unknown): readonly unknown[] | undefined {
  const list = itemsOf(items, given)
  if (list !== undefined && list.length > ITEMS_MAX) return undefined
  const read = list?.map((each) => (items.type === 'string' ? wordIn(items.enum, each) : pairOf(each)))
  return read === undefined || read.includes(undefined)
    ? undefined
    : items.type === 'string'
      ? [...new Set(read)]
      : read
}

function wordIn(words: readonly string[], item: unknown): string | undefined {
  return typeof item === 'string' || typeof item === 'number' ? wordOf(words, String(item)) : undefined
}

/** The items of what is meant to be a list: a single one, words with commas, or the words that are true. */
export function itemsOf(items: ItemSchema, given: unknown): readonly unknown[] | undefined {
  const value = typeof given === 'string' ? (parsed(given) ?? given) : given
  if (Array.isArray(value)) return value.filter((each) => each !== null && each !== '')
  if (items.type !== 'string') return undefined
  if (isFields(value) && Object.values(value).every((each) => typeof each === 'boolean'))
    return Object.keys(value).filter((word) => value[word] === true)
  if (typeof value !== 'string') return typeof value === 'number' ? [value] : undefined
  if (wordOf(items.enum, value) !== undefined) return [value]
  const words = value.split(/[,;|]/).flatMap((part) => {
    const isWord = wordOf(items.enum, part) !== undefined // of which some have an `and` of their own
    return isWord ? [part] : part.split(/ and | or | & /)
  })
  return words.map((each) => each.trim()).filter((each) => each !== '')
}

/** `[latitude, longitude]`, also with names. */
function pairOf(item: unknown): readonly unknown[] | undefined {
  const pair = Array.isArray(item) ? item : [at(item, 'latitude') ?? at(item, 'lat'), longitudeAt(item)]
  const numbers = pair.map((each) => (typeof each === 'string' && each.trim() !== '' ? Number(each) : each))
  return numbers.length === 2 && numbers.every((each) => Number.isFinite(each)) ? numbers : undefined
}

function longitudeAt(item: unknown): unknown {
  return at(item, 'longitude') ?? at(item, 'lng') ?? at(item, 'lon')
}

/** An object, also where it was sent as the text of one. */
export function fieldsIn(given: unknown): Fields | undefined {
  const value = typeof given === 'string' ? parsed(given) : given
  return isFields(value) ? value : undefined
}

/** An object or a list that was sent as its text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseForeignJson(text)
  } catch {
    return undefined
  }
}
