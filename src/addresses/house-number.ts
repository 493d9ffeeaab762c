import { DIRECTION_OF } from '../names/directions.ts'
import { isSuffix } from './street-suffixes.ts'
import { unitAt } from './unit-designators.ts'

/** A house number and where the street starts. */
export interface HouseNumber {
  /** Lower case, no leading zeros; a space before a fraction (`123 1/2`), none before a letter (`123a`). */
  readonly houseNumber: string
  readonly end: number
}

/** `123`, `123a`, `12-34`, `12-34a`; grid numbers such as `n6w23001`, `38w123`, `w204`. */
const PLAIN = /^(\d{1,10}[a-z]?|\d{1,6}-\d{1,6}[a-z]?|[nsew]\d{1,6}([nsew]\d{1,6}[a-z]?)?|\d{1,4}[nsew]\d{1,6})$/
const NUMBER_AND_LETTER = /^(\d{1,10})-([a-z])$/
const GRID_PART = /^[nsew]\d{1,6}$/
const FRACTION = /^\d\/\d$/

/** Small numbers that people write as words: `One Main Street`. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, String(index + 1)]),
)

/** Reads the house number at a word; undefined for none. `5th` is a street name, not a number. */
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

/** `4922 B South Cornell Ave`: a letter that is not a direction, followed by a direction and a name. */
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

/** A house number and the unit that may precede it: `Apt 4, 123 Main St`. */
export interface AddressHead {
  readonly houseNumber: string
  readonly unit: string
  /** Index of the street's first word. */
  readonly end: number
}

export const NO_HEAD: AddressHead = { houseNumber: '', unit: '', end: 0 }

/** Reads everything before the street. */
export function readHead(words: readonly string[]): AddressHead {
  const unit = unitAt(words, 0, words.length)
  const start = unit?.end ?? 0
  const number = houseNumberAt(words, start, words.length) ?? houseNumberAfterName(words, start)
  if (number !== undefined) return { houseNumber: number.houseNumber, unit: unit?.unit ?? '', end: number.end }
  return words[0] === '#' && unit !== undefined ? { houseNumber: unit.unit, unit: '', end: start } : NO_HEAD
}

/** How far behind the house number a suffix is looked for, in words. */
const MAX_STREET_WORDS = 12

/** Skips the name of a house or a recipient, if a street follows: `The Carlyle, 35 E 76th St`. */
function houseNumberAfterName(words: readonly string[], start: number): HouseNumber | undefined {
  const at = words.findIndex((word, index) => index > start && /^\d+[a-z]?$/.test(word))
  if (at < 0 || words.slice(start, at).some(isSuffix) || !words.slice(at + 2, at + MAX_STREET_WORDS).some(isSuffix)) {
    return undefined
  }
  return houseNumberAt(words, at, words.length)
}
