import { DIRECTION_OF, joinedDirection } from '../../kit/names/directions.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import { isWholeStreet } from './parsing/street-parse.ts'
import { isPlainSuffix, isSuffix } from './street-suffixes.ts'
import { isUnitWord, LONE_DOOR_OF, loneUnit, unitAt } from './unit-designators.ts'
import type { Words } from './words.ts'

/** Everything between the house number and the state or ZIP of an address. */
export interface Place {
  /** Index of the first word after the street. */
  readonly streetEnd: number
  readonly unit: string
  readonly city: string
  /** Other names after the street, such as a neighborhood, a county or a recipient, in the form of `cityKey`. */
  readonly others: readonly string[]
}

const NO_OTHERS: readonly string[] = []

/**
 * Parses the parts between commas: first the street, then units, then the city. If neither a comma nor a unit separates
 * street and city, the caller must separate them.
 */
export function streetAndUnits({ words, breaks }: Words, start: number, end: number): Place {
  const firstEnd = streetSegmentEnd(words, segmentEnd(breaks, start, end), end)
  const door = doorWithin(words, start, firstEnd)
  const units = [door.unit]
  const places = [cityKeyOf(words.slice(door.end, firstEnd))]
  const recipients: Recipient[] = []
  for (let at = firstEnd; at < end; ) {
    const next = segmentEnd(breaks, at, end)
    const recipient = isRecipient(words[at] ?? '') ? readRecipient(words, at + 1, next) : undefined
    const { unit, place } = recipient === undefined ? readSegment(words, at, next) : { ...recipient, place: '' }
    if (recipient !== undefined) recipients.push(recipient)
    units.push(unit)
    places.push(place)
    at = next
  }
  const named = places.filter((place) => place !== '')
  const city = named.findLast((place) => !isCounty(place)) ?? ''
  const unread = recipients.filter(({ isName }) => city === '' || !isName).map(({ name }) => name)
  const others = named.length > Number(city !== '') ? named.filter((place) => place !== city) : NO_OTHERS
  return {
    streetEnd: door.start,
    unit: units.filter((part) => part !== '').join(' '),
    city,
    others: unread.length > 0 ? [...others, ...unread.filter((name) => name !== '')] : others,
  }
}

/** Whether a name is written like a county's, such as `alameda county`. `orange` is not. */
export function isCounty(place: string): boolean {
  return / (county|parish|borough)$/.test(place)
}

/**
 * Index of the end of the part with the street. A comma before a compass direction does not end this part: `Bolton
 * Road, NW Atlanta`.
 */
function streetSegmentEnd(words: readonly string[], comma: number, end: number): number {
  if (!isSuffix(words[comma - 1] ?? '') || comma >= end) return comma
  if (DIRECTION_OF.get(words[comma] ?? '')?.length === 2) return comma + 1
  const joined = joinedDirection(words[comma] ?? '', words[comma + 1] ?? '')
  return joined === '' || comma + 1 >= end ? comma : comma + 2
}

/** Index of the next word after a comma. */
function segmentEnd(breaks: readonly boolean[], start: number, end: number): number {
  const next = breaks.indexOf(true, start + 1)
  return next < 0 || next > end ? end : next
}

/**
 * Finds a unit with a designator in the part with the street. If there is no unit, `start` and `end` are both the end
 * of the part.
 */
function doorWithin(
  words: readonly string[],
  start: number,
  end: number,
): { unit: string; start: number; end: number } {
  for (let at = start + 1; at < end; at++) {
    const door = unitAt(words, at, end)
    if (door !== undefined) return { unit: door.unit, start: at, end: door.end }
  }
  const lone = end - start > 2 ? LONE_DOOR_OF.get(words[end - 1] ?? '') : undefined
  if (lone !== undefined && isWholeStreet(words.slice(start, end - 1))) return { unit: lone, start: end - 1, end }
  return { unit: '', start: end, end }
}

/** Parses a part after the street: a unit, the name of a place, or both. */
function readSegment(words: readonly string[], start: number, end: number): { unit: string; place: string } {
  const lone = loneUnit(words.slice(start, end))
  if (lone !== '') return { unit: lone, place: '' }
  const door = unitAt(words, start, end)
  if (door !== undefined) return { unit: door.unit, place: cityKeyOf(words.slice(door.end, end)) }
  const last = unitAtEnd(words, start + 1, end)
  return { unit: last?.unit ?? '', place: cityKeyOf(words.slice(start, last?.start ?? end)) }
}

/** Whether a word introduces a recipient, who is not part of the address: `c/o John Smith`. */
function isRecipient(word: string): boolean {
  return word === 'c/o' || word === 'attn' || word === 'attention'
}

/** A recipient's name, and the unit after it. If no other part names a place, the name may end with a place. */
interface Recipient {
  readonly unit: string
  readonly name: string
  readonly isName: boolean
}

function readRecipient(words: readonly string[], start: number, end: number): Recipient {
  const door = unitAtEnd(words, start, end)
  const name = words.slice(start, door?.start ?? end)
  return { unit: door?.unit ?? '', name: cityKeyOf(name), isName: isNameOfSomebody(name) }
}

/** Words that describe a position or name a part of a building. */
const WHEREABOUTS = new Set(
  'across annex attic back behind beside carriage cottage corner downstairs garage left loft near next opposite right studio upstairs wing'.split(
    ' ',
  ),
)

/** Returns whether the words can name a building or a person. Such names contain no number, unit or other street. */
export function isNameOfSomebody(words: readonly string[]): boolean {
  const isLetter = /^[a-z]$/.test(words.at(-1) ?? '')
  return (
    !isLetter && !words.some((word, at) => /\d/.test(word) || isWhereabouts(word) || (at > 0 && isPlainSuffix(word)))
  )
}

function isWhereabouts(word: string): boolean {
  return WHEREABOUTS.has(word) || isUnitWord(word)
}

/** Maximum number of words in a unit after a name: `Bldg 3 Apt # 4 B`. */
const MAX_UNIT_WORDS = 6

/** Finds a unit with a designator at the end of the words: `Oakland Apt 4`. */
function unitAtEnd(
  words: readonly string[],
  start: number,
  end: number,
): { readonly unit: string; readonly start: number } | undefined {
  for (let at = Math.max(start, end - MAX_UNIT_WORDS); at < end; at++) {
    const door = unitAt(words, at, end)
    if (door?.end === end) return { unit: door.unit, start: at }
  }
  return undefined
}

export function cityKeyOf(words: readonly string[]): string {
  return cityKey(words.join(' '))
}
