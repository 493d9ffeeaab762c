import { stateOfCode } from '../../regions/states.ts'
import type { ParsedAddress } from '../address.ts'
import { ordinal } from '../ordinals.ts'

/**
 * Other spellings under which an address book may hold the same house: the number with or without its hyphen, a road
 * of another class with the same number, a longer or shorter name. What is taken from the text for them, such as the
 * second number of a range, stays among the others. All are equally likely.
 */
export function respellings(reading: ParsedAddress): readonly ParsedAddress[] {
  const streets = otherStreets(reading).map((street) => ({ ...reading, street }))
  return [...streets, ...otherNumbers(reading)]
}

function otherNumbers(reading: ParsedAddress): ParsedAddress[] {
  const { houseNumber, city, zipcode } = reading
  const isPlaced = city !== '' || zipcode !== ''
  const numbers = [...withHyphen(houseNumber), ...withoutHyphen(houseNumber)].map((number) => ({
    ...reading,
    houseNumber: number,
    others: isPlaced ? reading.others : [...reading.others, houseNumber],
  }))
  const ofRange = numbersOfRange(houseNumber).map((number) => ({
    ...reading,
    houseNumber: number,
    others: [...reading.others, houseNumber],
  }))
  return [...numbers, ...ofRange, ...numberInStreet(reading)]
}

/** `4125` → `41-25`: where houses are numbered by block, the hyphen is optional. */
function withHyphen(number: string): string[] {
  if (!/^\d{4,6}$/.test(number)) return []
  const splits = number.length === 4 ? [2] : [number.length - 2, 2]
  return [...new Set(splits)].map((at) => `${number.slice(0, at)}-${number.slice(at)}`)
}

function withoutHyphen(number: string): string[] {
  return /^\d{2,3}-\d{2,3}$/.test(number) ? [number.replace('-', '')] : []
}

/** A house may be in the book under a range, and be asked for by one of its numbers, or the other way round. */
function numbersOfRange(number: string): string[] {
  const [, first = '', last = ''] = /^(\d{1,6})-(\d{1,6})$/.exec(number) ?? []
  if (first !== '') return isRange(Number(first), Number(last)) ? [first, last] : []
  if (!/^\d{1,6}$/.test(number)) return []
  return [2, 4].flatMap((more) => [`${number}-${Number(number) + more}`, `${Number(number) - more}-${number}`])
}

/** How far the numbers of one house may lie apart. */
const MAX_RANGE = 40

function isRange(first: number, last: number): boolean {
  return last > first && last - first <= MAX_RANGE
}

/** `41 25 Kissena Blvd`: the name's first number is the second half of the house number. */
function numberInStreet(reading: ParsedAddress): ParsedAddress[] {
  const [, half = '', name = ''] = /^(\d{2,3}) (.+)$/.exec(reading.street) ?? []
  if (half === '' || !/^\d{2,3}$/.test(reading.houseNumber)) return []
  const street = /^\d+$/.test(name) ? ordinal(Number(name)) : name
  return ['-', ''].map((hyphen) => ({ ...reading, houseNumber: `${reading.houseNumber}${hyphen}${half}`, street }))
}

function otherStreets({ street, state }: ParsedAddress): readonly string[] {
  const names = [
    ...otherRoads(street, state),
    ...otherKings(street),
    ...otherFirstWords(street),
    ...otherOrdinals(street),
  ]
  return names.filter((name) => name !== street)
}

/** Classes of roads whose numbers people write without the class, or with one for another. */
const PLAIN_ROADS = ['hwy', 'rte']
const STATE_ROADS = ['state hwy', 'state rte', 'state rd']
const COUNTY_ROADS = ['county hwy', 'county rd', 'county rte']
const FARM_ROADS = ['fm', 'farm rd', 'ranch rd', 'rm']

const ROAD = /^([a-z ]+) (\d+[a-z]?)$/

function otherRoads(street: string, state: string): string[] {
  const [, road = '', number = ''] = ROAD.exec(street) ?? []
  return classesLike(road, state).map((other) => `${other} ${number}`)
}

function classesLike(road: string, state: string): readonly string[] {
  const code = state.toLowerCase()
  const ofState = [...STATE_ROADS, ...(code === '' ? [] : [code, `${code} hwy`, `${code} rte`])]
  if (PLAIN_ROADS.includes(road)) return [...PLAIN_ROADS, 'us hwy', ...ofState, ...COUNTY_ROADS, ...FARM_ROADS]
  if (road === 'us hwy') return PLAIN_ROADS
  if (STATE_ROADS.includes(road) || isStateName(road)) return [...PLAIN_ROADS, ...ofState]
  if (COUNTY_ROADS.includes(road)) return [...PLAIN_ROADS, ...COUNTY_ROADS]
  return FARM_ROADS.includes(road) ? [...PLAIN_ROADS, ...FARM_ROADS, ...STATE_ROADS] : []
}

/** `ca 20`, `ca hwy 20`, `california 20`. */
function isStateName(road: string): boolean {
  const name = road.replace(/ (hwy|rte|rd)$/, '')
  return name.length === 2 ? stateOfCode(name.toUpperCase()) !== undefined : STATES_WITH_ROADS.has(name)
}

const STATES_WITH_ROADS = new Set(
  'alabama alaska arizona california florida georgia illinois indiana vermont'.split(' '),
)

/** `martin luther king` with and without what precedes and follows. */
const KING = /^(?:(?:dr|rev|reverend) )?(?:martin luther king|m l king|ml king)(?: jr)?$/
const KINGS = ['', 'dr ', 'rev '].flatMap((before) =>
  ['', ' jr'].map((behind) => `${before}martin luther king${behind}`),
)

function otherKings(street: string): readonly string[] {
  return KING.test(street) ? [...KINGS, 'mlk', 'mlk jr'] : []
}

/** First words of Spanish names with their abbreviations. */
const FIRST_WORDS: readonly (readonly string[])[] = [
  ['avenida', 'ave', 'avda', 'avd'],
  ['camino', 'cam', 'cmo', 'cmno'],
  ['caminito', 'cmt', 'cmto'],
  ['calle', 'cll', 'cl', 'clle'],
  ['paseo', 'pso'],
  ['rancho', 'rch', 'rcho'],
  ['via', 'v'],
]

function otherFirstWords(street: string): readonly string[] {
  const blank = street.indexOf(' ')
  const end = blank < 0 ? street.length : blank
  const words = FIRST_WORDS.find((spellings) => spellings.includes(street.slice(0, end))) ?? []
  return words.map((word) => word + street.slice(end))
}

const ORDINAL = /^(0*)([1-9]\d*(?:st|nd|rd|th))( .*)?$/
const HUNDREDTH = /^(one|two|three) hundred (?:& )?(\d{1,2})(?:st|nd|rd|th)( .*)?$/
const HUNDREDS: Readonly<Record<string, number>> = { one: 100, two: 200, three: 300 }

/** `04th` ↔ `4th`; `one hundred 21st` → `121st`. */
function otherOrdinals(street: string): readonly string[] {
  const [, hundreds = '', more = '', after = ''] = HUNDREDTH.exec(street) ?? []
  if (more !== '') return [ordinal((HUNDREDS[hundreds] ?? 0) + Number(more)) + after]
  const [, zeros = '', number = '', rest = ''] = ORDINAL.exec(street) ?? []
  if (number === '') return []
  return zeros === '' && number.length === 3 ? [`0${number}${rest}`] : [number + rest]
}
