import { stateOfCode } from '../../regions/states.ts'
import type { ParsedAddress } from '../address.ts'
import { kindInFront, spellingsOfKind, withKindInFront } from '../kinds-in-front.ts'
import { ordinal } from '../ordinals.ts'
import { asNumberless, numberlessSpellings } from './numberless-spellings.ts'
import { isRange, unitInFront } from './unit-in-front.ts'

/**
 * Returns other spellings that an address book may use for the same house: the number with or without its hyphen, a
 * road of another class with the same number, a longer or shorter name. If a spelling might mean another house or road,
 * the original words stay in `others` (words not understood), so that the look-up asks the caller.
 */
export function respellings(reading: ParsedAddress): readonly ParsedAddress[] {
  if (reading.houseNumber === '') return respellingsOfStreet(reading)
  return [...otherStreets(reading), ...otherNumbers(reading), ...asNumberless(reading), ...gridTurned(reading)]
}

/** Returns other spellings of a street in a text that does not begin with a house number. Numbers do not change. */
export function respellingsOfStreet(reading: ParsedAddress): readonly ParsedAddress[] {
  return [...(reading.houseNumber === '' ? numberlessSpellings(reading) : []), ...otherStreets(reading)]
}

function otherNumbers(reading: ParsedAddress): ParsedAddress[] {
  const { houseNumber } = reading
  const numbers = [...numbersOfRange(houseNumber), ...withHyphen(houseNumber), ...withoutHyphen(houseNumber)]
  const sameHouse = numbers.map((number) => asNumber(reading, number, houseNumber))
  return [...sameHouse, ...numberInStreet(reading), ...unitInFront(reading, houseNumber)]
}

/**
 * Replaces the house number. The original number stays in `others` (words not understood), because both mean the same
 * house only where houses are numbered by block, as in Queens.
 */
function asNumber(reading: ParsedAddress, houseNumber: string, writtenNumber: string): ParsedAddress {
  return { ...reading, houseNumber, others: [...reading.others, writtenNumber] }
}

/**
 * Swaps the halves of grid numbers: `W23001N6` → `N6W23001`, the same house. `400 S 150 E` may be 150 E on 400 South,
 * but both houses may exist, so the original words stay in `others` (words not understood).
 */
function gridTurned(reading: ParsedAddress): ParsedAddress[] {
  const { houseNumber, preDirection, street, postDirection, others } = reading
  const [, first = '', last = ''] = /^([nsew]\d+)([nsew]\d+)$/.exec(houseNumber) ?? []
  if (first !== '') return [{ ...reading, houseNumber: last + first }]
  if (preDirection === '' || postDirection === '' || !/^\d+$/.test(houseNumber) || !/^\d+$/.test(street)) return []
  const writtenWords = [houseNumber, preDirection, street, postDirection].join(' ')
  const turned = { houseNumber: street, preDirection: postDirection, street: houseNumber, postDirection: preDirection }
  return [{ ...reading, ...turned, others: [...others, writtenWords] }]
}

/**
 * Adds a hyphen: `4125` → `41-25`. Where houses are numbered by block, people often leave it out. The part before it
 * may have one digit.
 */
function withHyphen(number: string): string[] {
  if (!/^\d{4,6}$/.test(number)) return []
  const splits = number.length === 4 ? [2] : number.length === 5 ? [3, 2, 1] : [number.length - 2, 2]
  return [...new Set(splits)].map((at) => `${number.slice(0, at)}-${number.slice(at)}`)
}

function withoutHyphen(number: string): string[] {
  return /^\d{1,3}-\d{2,4}$/.test(number) ? [number.replace('-', '')] : []
}

/**
 * For a range, returns its first and last number; for a number, the ranges that may include it. Either the text or the
 * address book may have the range.
 */
function numbersOfRange(number: string): string[] {
  const [, first = '', last = ''] = /^(\d{1,6})-(\d{1,6})$/.exec(number) ?? []
  if (first !== '') return isRange(Number(first), Number(last)) ? [first, last] : []
  if (!/^\d{1,6}$/.test(number)) return []
  return [2, 4].flatMap((more) => [`${number}-${Number(number) + more}`, `${Number(number) - more}-${number}`])
}

/**
 * Parses `41 25 Kissena Blvd`: the first number of the name is the second half of the house number, or the house number
 * is a unit.
 */
function numberInStreet(reading: ParsedAddress): ParsedAddress[] {
  const [, half = '', name = ''] = /^(\d{2,4}) (.+)$/.exec(reading.street) ?? []
  const first = reading.houseNumber
  if (half === '' || !/^\d{1,3}$/.test(first)) return []
  const street = /^\d+$/.test(name) ? ordinal(Number(name)) : name
  const joined = [`${first}-${half}`, first + half].map((number) => asNumber(reading, number, `${first} ${half}`))
  return [...joined, asNumber(reading, half, first)].map((respelled) => ({ ...respelled, street }))
}

function otherStreets(reading: ParsedAddress): ParsedAddress[] {
  const { street, others } = reading
  const same = [...otherKings(street), ...otherKindsInFront(street), ...otherOrdinals(street)]
  const different = avenueAsName(street)
  return [
    ...same.filter((name) => name !== street).map((name) => ({ ...reading, street: name })),
    ...different.map((name) => ({ ...reading, street: name, others: [...others, street] })),
    ...kindAdded(reading),
    ...otherRoads(reading),
  ]
}

/** `Sol` may be Calle Sol: people leave out the word for the kind of street, just as they leave out suffixes. */
export function kindAdded(reading: ParsedAddress): ParsedAddress[] {
  if (reading.suffix !== '') return []
  return withKindInFront(reading.street).map((street) => ({ ...reading, street }))
}

/**
 * Words for roads that name neither state nor county. People use them if they do not know the class of a numbered road.
 */
const PLAIN_ROADS = ['hwy', 'rte']

/** Names of roads by class. Within a class, the same number means the same road. */
const CLASSES = {
  us: ['us hwy'],
  state: ['state hwy', 'state rte', 'state rd'],
  county: ['county hwy', 'county rd', 'county rte'],
  farm: ['fm', 'farm rd'],
  ranch: ['rm', 'ranch rd'],
} as const

const ROAD = /^([a-z ]+) (\d+[a-z]?)$/

/**
 * Returns roads with the same number. Another name of the same class means the same road. A road without a class may be
 * a national or a state road. For any other class, the original road stays in `others` (words not understood).
 */
function otherRoads(reading: ParsedAddress): ParsedAddress[] {
  const [, written = '', number = ''] = ROAD.exec(reading.street) ?? []
  const stateOfRoad = stateNamed(written)
  const isPlain = PLAIN_ROADS.includes(written)
  const state = reading.state || stateOfRoad
  if (stateOfRoad !== '' && state !== stateOfRoad) return []
  const code = state.toLowerCase()
  const ofState = [...CLASSES.state, ...(code === '' ? [] : [code, `${code} hwy`, `${code} rte`])]
  const classes: readonly (readonly string[])[] = [CLASSES.us, ofState, CLASSES.county, CLASSES.farm, CLASSES.ranch]
  const own = isPlain
    ? [...PLAIN_ROADS, ...CLASSES.us, ...ofState]
    : stateOfRoad === ''
      ? classes.find((names) => names.includes(written))
      : ofState
  if (own === undefined) return []
  const others = [...reading.others, reading.street]
  const asRoad = (names: readonly string[], more: Partial<ParsedAddress>) =>
    names
      .filter((name) => name !== written)
      .map((name) => ({ ...reading, state, ...more, street: `${name} ${number}` }))
  const otherClasses = [...PLAIN_ROADS, ...classes.flat()].filter((name) => !own.includes(name))
  return [...asRoad(own, {}), ...asRoad(otherClasses, { others })]
}

/** The state in `ca 20`, `ca hwy 20` or `california 20`; empty for other roads. */
function stateNamed(road: string): string {
  const name = road.replace(/ (hwy|rte)$/, '')
  const state = name.length === 2 ? stateOfCode(name.toUpperCase()) : STATES_WITH_ROADS.get(name)
  return state?.code ?? ''
}

const STATES_WITH_ROADS = new Map(
  ['AL', 'AK', 'AZ', 'CA', 'FL', 'GA', 'IL', 'IN', 'VT'].map((code) => {
    const state = stateOfCode(code)
    return [state?.name.toLowerCase() ?? '', state]
  }),
)

/** Matches `martin luther king`, with or without the words that often precede or follow it. */
const KING = /^(?:(?:dr|rev|reverend) )?(?:martin luther king|m l king|ml king)(?: jr)?$/
const KINGS = ['', 'dr ', 'rev '].flatMap((before) => ['', ' jr'].map((after) => `${before}martin luther king${after}`))

function otherKings(street: string): readonly string[] {
  return KING.test(street) ? [...KINGS, 'mlk', 'mlk jr'] : []
}

/** `ave de la playa` is an avenida; `ave maria` may be an avenida or an avenue. */
const SPANISH_AVENUE = /^ave (?=(?:del|de|la|las|los) )/

function otherKindsInFront(street: string): readonly string[] {
  const full = street.replace(SPANISH_AVENUE, 'avenida ')
  const kind = kindInFront(full)
  const names = spellingsOfKind(kind).map((word) => word + full.slice(kind.length))
  const avenue = full.replace('avenida ', 'ave ')
  return SPANISH_AVENUE.test(avenue) ? [...names, avenue] : names
}

/** `ave encinas` may be an avenida, and an avenida may be an avenue. */
function avenueAsName(street: string): readonly string[] {
  const [, word = '', name = ''] = /^(ave|avenida|avda|avd) (.+)$/.exec(street) ?? []
  if (word === '' || SPANISH_AVENUE.test(`ave ${name}`)) return []
  return word === 'ave' ? ['avenida', 'avda', 'avd'].map((other) => `${other} ${name}`) : [`ave ${name}`]
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
