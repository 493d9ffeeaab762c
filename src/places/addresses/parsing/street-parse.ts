import { DIRECTION_OF, joinedDirection, OLD_DIRECTION_OF } from '../../../kit/names/directions.ts'
import { isPlainSuffix, SUFFIX_OF, SUFFIXLESS_STREETS } from '../street-suffixes.ts'
import { isUnitIdentifier, unitKey } from '../unit-designators.ts'
import { partsOfNames } from '../words.ts'
import { numberedRoad, streetName } from './street-words.ts'

/** A street split into the normalized parts that look-ups compare. A missing part is empty. */
export interface StreetName {
  readonly preDirection: string
  readonly street: string
  readonly suffix: string
  readonly postDirection: string
  /** A unit at the end of the street without a designator: `123 Main St 4B`. */
  readonly unit: string
}

/** Words that form the name of a state together with a direction before them: `South Carolina Ave`. */
const NAMES_WITH_DIRECTION = new Set(['carolina', 'dakota'])

/** Parses a street without house number, designated unit or city: `n main st`, `us hwy 50 w`. */
export function readStreet(written: readonly string[]): StreetName {
  const words = partsOfNames(written)
  const unitStart = bareUnitStart(words)
  const post = postDirectionAt(words, unitStart)
  const pre = preDirectionOf(words, post.start)
  const nameWords = words.slice(pre.end, post.start)
  const last = nameWords.at(-1) ?? ''
  const hasSuffix = nameWords.length > 1 && SUFFIX_OF.has(last) && !numberedRoad(nameWords)
  return {
    preDirection: pre.letters,
    street: streetName(hasSuffix ? nameWords.slice(0, -1) : nameWords, hasSuffix),
    suffix: hasSuffix ? (SUFFIX_OF.get(last) ?? '') : '',
    postDirection: post.letters,
    unit: unitStart < words.length ? unitKey(words[unitStart] ?? '') : '',
  }
}

/**
 * Whether these words are a complete street. It ends with a suffix, with a suffix and a direction, or with the number
 * of a road, or is a single word that needs no suffix, such as `broadway`.
 */
export function isWholeStreet(written: readonly string[]): boolean {
  const words = partsOfNames(written)
  const { start } = postDirectionAt(words, bareUnitStart(words))
  const pre = preDirectionOf(words, start)
  const nameWords = words.slice(pre.end, start)
  const last = nameWords.at(-1) ?? ''
  if (nameWords.length === 1) return SUFFIXLESS_STREETS.has(last) || /^\d/.test(last)
  return SUFFIX_OF.has(last) || numberedRoad(nameWords)?.length === nameWords.length - 1 || isLetteredAvenue(nameWords)
}

/**
 * Index of a unit after a suffix, or after a suffix and a direction. Returns the number of words if there is no unit.
 */
function bareUnitStart(words: readonly string[]): number {
  const last = words.length - 1
  const unit = words[last] ?? ''
  if (last < 2 || !isUnitIdentifier(unit) || DIRECTION_OF.has(unit)) return words.length
  const beforeDirection = DIRECTION_OF.has(words[last - 1] ?? '') ? last - 1 : last
  const suffixAt = beforeDirection - 1
  const name = words.slice(0, suffixAt).filter((word) => !DIRECTION_OF.has(word) && !isLeadingArticle(word))
  if (name.length === 0 || !SUFFIX_OF.has(words[suffixAt] ?? '')) return words.length
  const roadStart = DIRECTION_OF.has(words[0] ?? '') ? 1 : 0
  return isNumberedRoadWithin(words.slice(roadStart)) ? words.length : last
}

/** Whether a word cannot be a street's whole name: `the`, `old`, `new`. Thus 9 is not a unit in `Old Highway 9`. */
function isLeadingArticle(word: string): boolean {
  return word === 'the' || word === 'old' || word === 'new'
}

/** Returns whether the words are a numbered road with its number: `us hwy 50`, `farm to market road 544`. */
function isNumberedRoadWithin(words: readonly string[]): boolean {
  const road = numberedRoad(words)
  return road !== undefined && words.length === road.length + 1
}

interface DirectionWords {
  readonly letters: string
}

/** The direction at the end, unless the name needs it, as in `Avenue N`. */
function postDirectionAt(words: readonly string[], end: number): DirectionWords & { readonly start: number } {
  const last = words[end - 1] ?? ''
  const letters = DIRECTION_OF.get(last)
  if (letters === undefined || end < 2) return { letters: '', start: end }
  const joined = end > 3 ? joinedDirection(words[end - 2] ?? '', last) : ''
  if (joined !== '') return { letters: joined, start: end - 2 }
  const name = words.slice(DIRECTION_OF.has(words[0] ?? '') && end > 2 ? 1 : 0, end)
  const hasName = name.length > 1 && !isLetteredAvenue(name) && !numberedRoadTakes(name)
  return hasName ? { letters, start: end - 1 } : { letters: '', start: end }
}

/** Returns whether the letter is the street's name: `avenue n`, `ave b`. */
function isLetteredAvenue(words: readonly string[]): boolean {
  return words.length === 2 && words[1]?.length === 1 && SUFFIX_OF.get(words[0] ?? '') === 'ave'
}

/** Returns whether the last letter belongs to the road's name: `county road n`. */
function numberedRoadTakes(words: readonly string[]): boolean {
  return words.at(-1)?.length === 1 && numberedRoad(words)?.length === words.length - 1
}

/** The direction at the start, unless only a suffix would remain as the name: `North St`, `E St NW`. */
function preDirectionOf(words: readonly string[], end: number): DirectionWords & { readonly end: number } {
  const none = { letters: '', end: 0 }
  const first = words[0] ?? ''
  const letters = DIRECTION_OF.get(first) ?? (end > 2 ? OLD_DIRECTION_OF.get(first) : undefined)
  if (letters === undefined || end < 2) return none
  const second = words[1] ?? ''
  const joined = joinedDirection(first, second)
  if (joined !== '' && end > 2 && !(end === 3 && isPlainSuffix(words[2] ?? ''))) return { letters: joined, end: 2 }
  if (NAMES_WITH_DIRECTION.has(second)) return none
  return end === 2 && isPlainSuffix(second) ? none : { letters, end: 1 }
}
