import { DIRECTION_OF } from '../../names/directions.ts'
import { cityKey } from '../../names/name-key.ts'
import { isPlainSuffix, isSuffix } from '../street-suffixes.ts'
import { isUnitIdentifier } from '../unit-designators.ts'
import { isWholeStreet } from './street-parse.ts'

/** Whether a place of this name is known: normalised by `cityKey`, in a state, or in any when the state is empty. */
export type IsCity = (normalisedName: string, state: string) => boolean

/**
 * Where to look for a city that no comma sets apart: after a whole street only, the longest name (`sure`) or the
 * shortest (`shortest`), or after any word (`anywhere`).
 */
export type CitySearch = 'sure' | 'shortest' | 'anywhere'

/** What is known of an address when its city is looked for. */
export interface CityQuestion {
  readonly isCity: IsCity
  readonly search: CitySearch
  /** Two capital letters, or empty. */
  readonly state: string
  /** State or ZIP are written, so that a city most likely is too. */
  readonly isExpected: boolean
  /** No house number is written, so that there need not be a street. */
  readonly mayBeAlone: boolean
}

/**
 * Where the city begins in words that no comma parts, or their end when none is written. A known city right after a whole
 * street counts most; without one, a known city after anything, once state or ZIP show that a city is to be expected;
 * then whatever follows the street's suffix.
 */
export function cityStart(words: readonly string[], start: number, end: number, question: CityQuestion): number {
  const { mayBeAlone, isCity, state, search } = question
  const starts = knownCityStarts(words, start + (mayBeAlone ? 0 : 1), end, state, isCity)
  const afterStreet = starts.filter((at) => at === start || isWholeStreet(words.slice(start, at)))
  const known = search === 'shortest' ? afterStreet.at(-1) : afterStreet[0]
  if (known !== undefined) return known
  const isExpected = question.isExpected || search === 'anywhere'
  if (isExpected && starts[0] !== undefined) return starts[0]
  const afterPlain = afterSuffix(words, start, end, isPlainSuffix)
  return afterPlain ?? (isExpected ? afterSuffix(words, start, end, isSuffix) : undefined) ?? end
}

/** No street name of note has more words, and hostile text shall not be searched further. */
const MOST_STREET_WORDS = 12

/** The last index at which a street is whole, ends in a suffix of the given kind, and leaves words that can name a city. */
function afterSuffix(
  words: readonly string[],
  start: number,
  end: number,
  isEnd: (word: string) => boolean,
): number | undefined {
  for (let at = end - 1; at > start + 1 && at > end - MOST_STREET_WORDS; at--) {
    const street = words.slice(start, at)
    const endsInSuffix = isEnd(street.findLast((word) => !DIRECTION_OF.has(word) && !isUnitIdentifier(word)) ?? '')
    const isNamed = street.filter((word) => word.length > 2 || !DIRECTION_OF.has(word)).length > 1
    if (isNamed && endsInSuffix && canNameCity(words.slice(at, end)) && isWholeStreet(street)) return at
  }
  return undefined
}

function canNameCity(words: readonly string[]): boolean {
  return words.some((word) => !isSuffix(word) && !DIRECTION_OF.has(word)) && !words.some(isUnitIdentifier)
}

/** No name of a city has more words. */
const MOST_CITY_WORDS = 6

/**
 * Every index from which the words up to the end are the name of a known city, longest name first. Names that end in a
 * plain suffix count only with more words and a known state: there is a town called Street, but few mean it.
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
  for (let at = Math.max(start, end - MOST_CITY_WORDS); at < last; at++) {
    if (isCity(cityKey(words.slice(at, end).join(' ')), state)) starts.push(at)
  }
  return starts
}
