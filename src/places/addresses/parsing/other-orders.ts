import { isUnitWord } from '../unit-designators.ts'
import type { Words } from '../words.ts'
import { isZip } from './address-tail.ts'
import { numberedRoad } from './street-words.ts'

/**
 * Yields the words in another order, or split in another way, for addresses that match nothing otherwise: `Main St 12`,
 * `150E 400S`, `N6-W23001 Bluemound Rd`.
 */
export function* otherOrders(all: Words, hasNumber: boolean): Generator<Words> {
  const split = gridSplit(all)
  if (split !== undefined) yield split
  if (!hasNumber) yield* numberFirst(all)
}

const NUMBER_AND_DIRECTION = /^(\d{1,6})([nsew])$/
const GRID_NUMBER = /^([nsew]\d{1,6})-([nsew]\d{1,6}[a-z]?)$/

/** Splits grid numbers: `400s` → `400`, `s`; `n6-w23001` → `n6w23001`. Undefined if there are none. */
function gridSplit({ words, breaks }: Words): Words | undefined {
  if (!words.some((word) => NUMBER_AND_DIRECTION.test(word) || GRID_NUMBER.test(word))) return undefined
  const parts = words.map((word) => {
    const [, number = '', direction = ''] = NUMBER_AND_DIRECTION.exec(word) ?? []
    return number === '' ? [word.replace(GRID_NUMBER, '$1$2')] : [number, direction]
  })
  return {
    words: parts.flat(),
    breaks: parts.flatMap((part, at) => part.map((_, i) => i === 0 && breaks[at] === true)),
  }
}

/** A house number after the street's name, optionally with a letter or as a range. */
const NUMBER = /^\d{1,6}[a-z]?(-\d{1,6})?$/

/**
 * Moves the last number before the first comma to the front, unless it is a ZIP: `Main St 12, Austin`, `C/ Sol #12`.
 */
function* numberFirst({ words, breaks }: Words): Generator<Words> {
  const comma = breaks.indexOf(true, 1)
  const end = comma < 0 ? words.length : comma
  const isNumber = (at: number) => NUMBER.test(words[at] ?? '') && !(at === words.length - 1 && isZip(words[at] ?? ''))
  const isPart = (at: number) => isUnitWord(words[at - 1] ?? '') || isNumberOfRoad(words, at)
  const bare = words.findLastIndex((_, at) => at > 0 && at < end && isNumber(at) && !isPart(at))
  const marked = words.findLastIndex((_, at) => at > 1 && at < end && isNumber(at) && words[at - 1] === '#')
  if (bare > 0) yield moved({ words, breaks }, bare, bare)
  if (marked > 0) yield moved({ words, breaks }, marked - 1, marked)
}

/** Maximum number of words in a kind of road: `farm to market road`. */
const MAX_KIND_WORDS = 4

/** Whether a number belongs to a road instead of a house: `County Road 12`. */
function isNumberOfRoad(words: readonly string[], at: number): boolean {
  for (let start = Math.max(0, at - MAX_KIND_WORDS); start < at; start++)
    if (numberedRoad(words.slice(start))?.length === at - start) return true
  return false
}

/** Removes the words from `start` to `at`, and puts the word at `at` in front. */
function moved({ words, breaks }: Words, start: number, at: number): Words {
  const rest = { words: words.toSpliced(start, at + 1 - start), breaks: breaks.toSpliced(start, at + 1 - start) }
  return { words: [words[at] ?? '', ...rest.words], breaks: [false, false, ...rest.breaks.slice(1)] }
}
