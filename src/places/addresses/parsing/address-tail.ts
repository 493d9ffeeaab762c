import { MILITARY_STATES, STATES } from '../../regions/states.ts'
import { ORDINAL_OF } from '../ordinals.ts'
import { SUFFIX_OF } from '../street-suffixes.ts'
import type { Words } from '../words.ts'
import { type IsCity, knownCityStarts } from './address-city.ts'
import { isWholeStreet } from './street-parse.ts'

/** State and ZIP at the end of an address, and the index of their first word. */
export interface AddressTail {
  readonly state: string
  readonly zipcode: string
  readonly end: number
}

const MAX_STATE_WORDS = 4

const OTHER_STATE_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['virgin islands', 'VI'],
  ['calif', 'CA'],
  ['fla', 'FL'],
  ['mass', 'MA'],
  ['mich', 'MI'],
  ['minn', 'MN'],
  ['penna', 'PA'],
  ['tenn', 'TN'],
  ['tex', 'TX'],
  ['wis', 'WI'],
]

/** Names and codes in lower case, including codes for military mail. */
const STATE_OF: ReadonlyMap<string, string> = new Map([
  ...STATES.map(({ code, name }): [string, string] => [name.toLowerCase().replaceAll('.', ''), code]),
  ...STATES.map(({ code }): [string, string] => [code.toLowerCase(), code]),
  ...Array.from(MILITARY_STATES, (code): [string, string] => [code.toLowerCase(), code]),
  ...OTHER_STATE_NAMES,
])

/** State codes that are also street endings: Court, Northeast. */
const STREET_ENDS = new Set(['ct', 'ne'])

/** States that share their names with cities. Such a name usually means the city, unless another city precedes it. */
const CITY_TOO = new Set(['new york', 'washington'])

const COUNTRIES = ['united states of america', 'united states', 'usa', 'us'].map((name) => name.split(' '))

/** Reads country, ZIP and state from the end, but no further back than `start`. */
export function readTail({ words, breaks }: Words, start: number, isCity: IsCity): AddressTail {
  const countryEnd = withoutCountry(words, start)
  const last = readZip(words, start, countryEnd)
  const state = readState({ words, breaks }, start, last.end, last.zipcode !== '', isCity)
  if (state === undefined) return { state: '', zipcode: last.zipcode, end: last.end }
  const zip = last.zipcode === '' ? readZip(words, start, state.end) : { ...last, end: state.end }
  return { state: state.state, zipcode: zip.zipcode, end: zip.end }
}

function withoutCountry(words: readonly string[], start: number): number {
  const country = COUNTRIES.find((name) => endsWith(words, start + 1, words.length, name))
  return words.length - (country?.length ?? 0)
}

function endsWith(words: readonly string[], start: number, end: number, tail: readonly string[]): boolean {
  return end - tail.length >= start && tail.every((word, index) => words[end - tail.length + index] === word)
}

/** States whose ZIPs start with a zero, which spreadsheets drop: `MA 1915`. */
const ZERO_STATES = new Set(['ct', 'ma', 'me', 'nh', 'nj', 'pr', 'ri', 'vi', 'vt'])

/** Five digits, or nine with or without a hyphen. */
export function isZip(word: string): boolean {
  return /^\d{5}(-?\d{4})?$/.test(word)
}

/** Reads a ZIP at the end: `94607`, `94607-1234`, `946071234`, `94607 1234`. */
function readZip(words: readonly string[], start: number, end: number): { zipcode: string; end: number } {
  const last = end > start ? (words[end - 1] ?? '') : ''
  const before = end - 1 > start ? (words[end - 2] ?? '') : ''
  if (/^\d{4}$/.test(last) && ZERO_STATES.has(before)) return { zipcode: `0${last}`, end: end - 1 }
  if (isZip(last)) return { zipcode: last.slice(0, 5), end: end - 1 }
  if (/^\d{4}$/.test(last) && /^\d{5}$/.test(before) && end - 2 > start) return { zipcode: before, end: end - 2 }
  return { zipcode: '', end }
}

function readState(
  written: Words,
  start: number,
  end: number,
  hasZip: boolean,
  isCity: IsCity,
): { state: string; end: number } | undefined {
  for (let length = Math.min(MAX_STATE_WORDS, end - start); length > 0; length--) {
    const at = end - length
    const name = written.words.slice(at, end).join(' ')
    const state = STATE_OF.get(name)
    if (state !== undefined)
      return isState(written, start, at, name, state, hasZip, isCity) ? { state, end: at } : undefined
  }
  return undefined
}

/** Whether words that can be a state's name are one here. They are not in `Oak Ct`, `6th Fl` and `333 N Michigan`. */
function isState(
  { words, breaks }: Words,
  start: number,
  at: number,
  name: string,
  state: string,
  hasZip: boolean,
  isCity: IsCity,
): boolean {
  if (at === start) return start === 0 || (name.length === 2 && isZip(words[0] ?? ''))
  const before = words[at - 1] ?? ''
  if (name === 'fl' && (/^\d+(st|nd|rd|th)$/.test(before) || ORDINAL_OF.has(before))) return false
  const followsCity = cityEndsAt(words, start, at, state, isCity)
  const segment = breaks.lastIndexOf(true, at - 1)
  const isInLaterSegment = segment > start
  if (CITY_TOO.has(name)) return followsCity || (breaks[at] === true && isInLaterSegment)
  if (STREET_ENDS.has(name)) return followsCity || isInLaterSegment || (breaks[at] === true && !SUFFIX_OF.has(before))
  return name.length === 2 || hasZip || followsCity || breaks[at] === true || isWholeStreet(words.slice(start, at))
}

/** Returns whether the words before `end` end with a known city of the state. */
function cityEndsAt(words: readonly string[], start: number, end: number, state: string, isCity: IsCity): boolean {
  return knownCityStarts(words, start, end, state, isCity).length > 0
}
