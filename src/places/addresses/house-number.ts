import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { numberedRoad } from './parsing/street-words.ts'
import { isSuffix, SUFFIXLESS_STREETS } from './street-suffixes.ts'
import { isUnitWord, type UnitWords, unitAt } from './unit-designators.ts'

/** A house number, and the index of the next word. */
export interface HouseNumber {
  /** Lower case without leading zeros, with a space before a fraction (`123 1/2`) and none before a letter (`123a`). */
  readonly houseNumber: string
  readonly end: number
}

/** Matches `123`, `123a`, `12-34`, `12-34a`, and grid numbers such as `n6w23001`, `38w123`, `w204`. */
const PLAIN = /^(\d{1,10}[a-z]?|\d{1,6}-\d{1,6}[a-z]?|[nsew]\d{1,6}([nsew]\d{1,6}[a-z]?)?|\d{1,4}[nsew]\d{1,6})$/
const NUMBER_AND_LETTER = /^(\d{1,10})-([a-z])$/
const GRID_PART = /^[nsew]\d{1,6}$/
const FRACTION = /^\d\/\d$/

/** Small numbers that people write as words: `One Main Street`. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, String(index + 1)]),
)

/** Parses the house number at an index. Undefined if there is none. `5th` is a street name, not a number. */
export function houseNumberAt(words: readonly string[], at: number, end: number): HouseNumber | undefined {
  const houseNumber = at < end ? plainNumber(words[at] ?? '', words[at + 1] ?? '') : ''
  if (houseNumber === '') return undefined
  const next = at + 1 < end ? (words[at + 1] ?? '') : ''
  if (FRACTION.test(next)) return { houseNumber: `${houseNumber} ${next}`, end: at + 2 }
  if (GRID_PART.test(houseNumber) && GRID_PART.test(next)) return { houseNumber: houseNumber + next, end: at + 2 }
  return isLetterOfNumber(words, at + 1, end)
    ? { houseNumber: houseNumber + next, end: at + 2 }
    : { houseNumber, end: at + 1 }
}

/**
 * Whether a letter belongs to the number before it. The letter must not be a direction, and a direction and a name must
 * follow, as in `4922 B South Cornell Ave`.
 */
function isLetterOfNumber(words: readonly string[], at: number, end: number): boolean {
  const letter = words[at] ?? ''
  if (!/^[a-z]$/.test(letter) || DIRECTION_OF.has(letter) || at + 3 >= end) return false
  return DIRECTION_OF.has(words[at + 1] ?? '') && /\d$/.test(words[at - 1] ?? '')
}

function plainNumber(word: string, next: string): string {
  if (PLAIN.test(word)) return withoutZeros(word)
  const lettered = NUMBER_AND_LETTER.exec(word)
  if (lettered) return withoutZeros(`${lettered[1]}${lettered[2]}`)
  return next === '' ? '' : (SPELLED.get(word) ?? '')
}

function withoutZeros(number: string): string {
  return number.startsWith('0') ? number.replace(/^0+(?=\d)/, '') : number
}

/** The words before the street: `Apt 4, 123 Main St`, `The Carlyle, 35 E 76th St`. */
export interface AddressHead {
  readonly houseNumber: string
  readonly unit: string
  /** The words before the number that are not a unit, such as the name of a building or a recipient. */
  readonly front: readonly string[]
  /** Index of the street's first word. */
  readonly end: number
}

export const NO_HEAD: AddressHead = { houseNumber: '', unit: '', front: [], end: 0 }

/** Parses everything before the street. `breaks`: whether a comma precedes each word. */
export function readHead(words: readonly string[], breaks: readonly boolean[] = []): AddressHead {
  const comma = breaks.indexOf(true, 1)
  const segmentEnd = comma < 0 ? words.length : comma
  const whole = headAfter(words, breaks, unitAt(words, 0, segmentEnd))
  if (whole.houseNumber !== '') return whole
  const short = headAfter(words, breaks, unitAt(words, 0, Math.min(2, segmentEnd))) // `Apt B 201 North St`
  if (short.houseNumber !== '') return short
  const unit = unitAt(words, 0, segmentEnd)
  return words[0] === '#' && unit !== undefined ? { ...NO_HEAD, houseNumber: unit.unit, end: unit.end } : NO_HEAD
}

function headAfter(words: readonly string[], breaks: readonly boolean[], unit: UnitWords | undefined): AddressHead {
  const start = unit?.end ?? 0
  const direct = houseNumberAt(words, start, words.length)
  const at = direct === undefined ? numberAfterName(words, breaks, start) : start
  const number = direct ?? houseNumberAt(words, at, words.length)
  if (number === undefined) return NO_HEAD
  return { houseNumber: number.houseNumber, unit: unit?.unit ?? '', front: words.slice(start, at), end: number.end }
}

/** Maximum number of words after the house number among which a suffix is searched. */
const MAX_STREET_WORDS = 12

/** Maximum number of words in the name of a building or a recipient. */
const MAX_FRONT_WORDS = 16

/**
 * Skips the name of a house or a recipient. Returns the index of the first number that follows a comma or precedes a
 * street: `The Carlyle, 35 E 76th St`, `Sunset Towers 35 Broadway St`. Returns -1 if there is no such number.
 */
function numberAfterName(words: readonly string[], breaks: readonly boolean[], start: number): number {
  const end = Math.min(words.length, start + MAX_FRONT_WORDS)
  for (let at = start + 1; at < end; at++) {
    if (!/^\d/.test(words[at] ?? '') || !isNumberOfStreet(words, breaks, at)) continue
    return at
  }
  return -1
}

/** Streets that begin with these words have no suffix. */
const SPANISH_STARTS = new Set('avenida calle caminito camino paseo via'.split(' '))

function isNumberOfStreet(words: readonly string[], breaks: readonly boolean[], at: number): boolean {
  if (houseNumberAt(words, at, words.length) === undefined) return false
  const isAfterComma = breaks[at] === true
  const isAfterStreet = isSuffix(words[at - 1] ?? '') || DIRECTION_OF.has(words[at - 1] ?? '')
  if (isAfterStreet && !isAfterComma) return false
  if (isUnitWord(words[at - 1] ?? '') && !isAfterComma) return false
  const comma = breaks.indexOf(true, at + 1)
  const street = words.slice(at + 1, Math.min(comma < 0 ? words.length : comma, at + MAX_STREET_WORDS))
  if (SPANISH_STARTS.has(street[0] ?? '') || numberedRoad(street) || street.slice(1).some(isSuffix)) return true
  if (SUFFIXLESS_STREETS.has(street[0] ?? '')) return true
  const isStreet = at + 1 < words.length && breaks[at + 1] !== true && !isUnitWord(words[at + 1] ?? '')
  return isAfterComma && !isAfterStreet && isStreet && !/^\d{5}/.test(words[at] ?? '')
}
