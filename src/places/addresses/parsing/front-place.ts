import { cityKeyOf } from '../address-segments.ts'
import { houseNumberAt } from '../house-number.ts'
import { isPlainSuffix } from '../street-suffixes.ts'
import type { Words } from '../words.ts'
import type { IsCity } from './address-city.ts'
import { isZip, readTail } from './address-tail.ts'

/** A place before the street, and the index where the street line starts. */
export interface FrontPlace {
  readonly city: string
  readonly state: string
  readonly zipcode: string
  readonly end: number
}

/** Maximum number of words in a place: `North Little Rock, New Hampshire 03801-1234`. */
const MAX_PLACE_WORDS = 9

/**
 * Parses a place before a house number: `Oakland, CA 94607, 824 Webster St`, `94607, 824 Webster St`. A number at the
 * very start is a ZIP only if a comma or a known city follows or if `zipFirst` is set. Otherwise the number is the
 * house number.
 */
export function frontPlace({ words, breaks }: Words, isCity: IsCity, zipFirst: boolean): FrontPlace | undefined {
  if (words.length < 3 || (houseNumberAt(words, 0, 1) !== undefined && !isZip(words[0] ?? ''))) return undefined
  for (let end = Math.min(MAX_PLACE_WORDS, words.length - 2); end > 0; end--) {
    if (!/^\d/.test(words[end] ?? '') || houseNumberAt(words, end, words.length) === undefined) continue
    if (end === 1 && isZip(words[0] ?? '') && breaks[1] !== true && !zipFirst) continue
    const isApart = breaks[end] === true
    const place = placeIn({ words: words.slice(0, end), breaks: breaks.slice(0, end) }, isCity, isApart, zipFirst)
    if (place !== undefined) return { ...place, end }
  }
  return undefined
}

function placeIn(
  { words, breaks }: Words,
  isCity: IsCity,
  isApart: boolean,
  zipFirst: boolean,
): Omit<FrontPlace, 'end'> | undefined {
  const first = isZip(words[0] ?? '') ? (words[0] ?? '').slice(0, 5) : ''
  const from = first === '' ? 0 : 1
  if (from === words.length) return { city: '', state: '', zipcode: first }
  const name = cityKeyOf(words.slice(from))
  if (isCity(name, '')) return { city: name, state: '', zipcode: first }
  const rest = { words: words.slice(from), breaks: breaks.slice(from) }
  const { state, zipcode, end } = readTail(rest, 0, isCity)
  const city = cityKeyOf(rest.words.slice(0, end))
  const isKnown = city === '' ? state !== '' || zipcode !== '' : isCity(city, state)
  const isSaid = first === '' ? state !== '' && (zipcode !== '' || rest.breaks[end] === true) : zipFirst && isApart
  const mayBeCity = isSaid && !rest.breaks.slice(1, end).includes(true) && !rest.words.slice(0, end).some(isNoName)
  return isKnown || mayBeCity ? { city, state, zipcode: first || zipcode } : undefined
}

function isNoName(word: string): boolean {
  return isPlainSuffix(word) || /\d/.test(word)
}
