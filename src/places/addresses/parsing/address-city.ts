import { DIRECTION_OF } from '../../../kit/names/directions.ts'
import { cityKey } from '../../../kit/names/name-key.ts'
import { isPlainSuffix, isSuffix } from '../street-suffixes.ts'
import { isUnitIdentifier } from '../unit-designators.ts'
import { isWholeStreet } from './street-parse.ts'

/** Returns whether a state has a city with this `cityKey`. An empty state means any state. */
export type IsCity = (normalizedName: string, state: string) => boolean

/**
 * Where a city may begin if no comma precedes it. `sure`: after a complete street; the longest name is taken.
 * `shortest`: after a complete street; the shortest name is taken. `anywhere`: after any word. `nowhere`: not at all.
 */
export type CitySearch = 'sure' | 'shortest' | 'anywhere' | 'nowhere'

/** What the search for a city may assume about the address. */
export interface CityFacts {
  readonly isCity: IsCity
  readonly search: CitySearch
  /** Two capital letters, or empty. */
  readonly state: string
  /** Whether the text has a state or ZIP, so that it probably has a city too. */
  readonly isExpected: boolean
  /** Whether the text lacks a house number, so that it may consist of the city alone. */
  readonly mayBeAlone: boolean
}

/**
 * Index at which the city starts if no comma precedes it; `end` if there is no city. The best evidence is a known city
 * right after a complete street. If a state or ZIP makes a city likely, a known city after any word is second best.
 * Last come the words after the street's suffix.
 */
export function cityStart(words: readonly string[], start: number, end: number, facts: CityFacts): number {
  const { mayBeAlone, isCity, state, search } = facts
  if (search === 'nowhere') return end
  const starts = knownCityStarts(words, start + (mayBeAlone ? 0 : 1), end, state, isCity)
  const afterStreet = starts.filter((at) => at === start || isWholeStreet(words.slice(start, at)))
  const candidate = search === 'shortest' ? afterStreet.at(-1) : afterStreet[0]
  const early = search === 'anywhere' ? afterFirstSuffix(words, start, starts[0] ?? 0) : undefined
  if (early !== undefined) return early
  if (candidate !== undefined) return candidate
  const isExpected = facts.isExpected || search === 'anywhere'
  if (isExpected && starts[0] !== undefined) return starts[0]
  const afterPlain = afterSuffix(words, start, end, isPlainSuffix)
  return afterPlain ?? (isExpected ? afterSuffix(words, start, end, isSuffix) : undefined) ?? end
}

/**
 * Maximum number of words in a street. No real street has more, and the limit bounds the work for long hostile input.
 */
const MAX_STREET_WORDS = 12

/**
 * Splits words into a complete street, which ends with a suffix of the given kind, and a city. Returns the index of the
 * last such split.
 */
function afterSuffix(
  words: readonly string[],
  start: number,
  end: number,
  isEnd: (word: string) => boolean,
): number | undefined {
  for (let at = end - 1; at > start + 1 && at > end - MAX_STREET_WORDS; at--) {
    const street = words.slice(start, at)
    const endsInSuffix = isEnd(street.findLast((word) => !DIRECTION_OF.has(word) && !isUnitIdentifier(word)) ?? '')
    const isNamed = street.filter((word) => word.length > 2 || !DIRECTION_OF.has(word)).length > 1
    if (isNamed && endsInSuffix && canNameCity(words.slice(at, end)) && isWholeStreet(street)) return at
  }
  return undefined
}

/**
 * Index after the first complete street, if other words separate it from the known city:
 * `92-10 Roosevelt Ave Jackson Heights Queens`.
 */
function afterFirstSuffix(words: readonly string[], start: number, city: number): number | undefined {
  const at = words.findIndex((word, index) => index > start && index < city - 1 && isPlainSuffix(word)) + 1
  return at > start + 1 && isWholeStreet(words.slice(start, at)) ? at : undefined
}

function canNameCity(words: readonly string[]): boolean {
  return words.some((word) => !isSuffix(word) && !DIRECTION_OF.has(word)) && !words.some(isUnitIdentifier)
}

const MAX_CITY_WORDS = 6

/**
 * Returns every index from which the remaining words name a known city, longest name first. A name that ends in a plain
 * suffix needs another word before it and a known state: a town called Street exists, but few people mean it.
 */
export function knownCityStarts(
  words: readonly string[],
  start: number,
  end: number,
  state: string,
  isCity: IsCity,
): readonly number[] {
  const starts: number[] = []
  const last = isPlainSuffix(words[end - 1] ?? '') ? end - 1 : end
  if (last < end && state === '') return starts
  for (let at = Math.max(start, end - MAX_CITY_WORDS); at < last; at++) {
    if (isCity(cityKey(words.slice(at, end).join(' ')), state)) starts.push(at)
  }
  return starts
}
