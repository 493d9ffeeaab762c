import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { isDigit } from '../../kit/names/letters.ts'
import { ORDINAL_OF } from './ordinals.ts'

/** Words for one unit among several. People use them interchangeably, so only the identifier after the word counts. */
const DOORS = 'apt apartment aptmt unit ste suite # number num rm room spc space lot trlr trailer ofc office dept slip'

/**
 * Parts of a building that are larger than a unit. The word is stored with the identifier: floor 3 is not apartment 3.
 */
const PARTS: Readonly<Record<string, string>> = {
  bldg: 'building bld',
  fl: 'floor flr',
  ph: 'penthouse',
  twr: 'tower',
}

/** Units that need no identifier. */
const ALONE: Readonly<Record<string, string>> = {
  bsmt: 'basement',
  frnt: 'front',
  lbby: 'lobby',
  lowr: 'lower',
  rear: '',
  uppr: 'upper',
  ph: 'penthouse',
}

export const DOOR_WORDS: ReadonlySet<string> = new Set(DOORS.split(' '))

/** Maps every word for a numbered part of a building to its abbreviation. */
export const PART_OF: ReadonlyMap<string, string> = spellings(PARTS)

/** Every word that introduces a unit. */
const DESIGNATORS: ReadonlySet<string> = new Set([...DOOR_WORDS, ...PART_OF.keys()])

/** Maps every word for a unit that needs no identifier to its abbreviation. */
export const LONE_DOOR_OF: ReadonlyMap<string, string> = spellings(ALONE)

/** Whether a word introduces a unit (`apt`) or is a unit by itself (`penthouse`). */
export function isUnitWord(word: string): boolean {
  return DESIGNATORS.has(word) || LONE_DOOR_OF.has(word)
}

function spellings(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([short, others]) =>
      [short, ...others.split(' ')].filter((word) => word !== '').map((word) => [word, short]),
    ),
  )
}

/**
 * Designators that any word may follow: `Apt Garden`. Other designators need a digit or a single letter after them:
 * `Sault Ste. Marie` has no suite.
 */
const TAKES_ANY_WORD = new Set(['apt', 'apartment', '#'])

const GLUED = /^(apt|unit|ste|suite|bldg|building|rm|lot|spc|ph|fl)(\d[a-z0-9-]*)$/
const IDENTIFIER = /^(\d[a-z0-9/-]{0,9}|[a-z]\d[a-z0-9-]{0,8}|[a-z]{1,2}-?\d{1,6}[a-z]?|[a-z])$/
/** The second half of an identifier with a space in it: `# R 16`, `Apt 13 C`. Directions are excluded. */
const SECOND_PART = /^(\d{1,4}|[a-df-mo-rt-vx-z])$/
const ORDINAL = /^\d+(st|nd|rd|th)$/

/** Returns whether a word can be a unit without a designator: `4`, `4b`, `b`, `12-3`, but not `4th`. */
export function isUnitIdentifier(word: string): boolean {
  return IDENTIFIER.test(word) && !ORDINAL.test(word)
}

/** Returns the same form for `4-B`, `04b` and `4B`. A hyphen between digits stays, since 1-12 is not 11-2. */
export function unitKey(identifier: string): string {
  return identifier.replace(/^0+(?=[0-9a-z])/, '').replace(/(?<=[a-z])-|-(?=[a-z])/g, '')
}

/** Parses a unit that stands alone between commas: `4b`, `308 B`, `rear`. Empty for other words. */
export function loneUnit(words: readonly string[]): string {
  const [only = '', second = ''] = words
  if (words.length === 1) {
    return LONE_DOOR_OF.get(only) ?? (isUnitIdentifier(only) && !DIRECTION_OF.has(only) ? unitKey(only) : '')
  }
  const isUnit = words.length === 2 && /^\d{1,5}$/.test(only) && /^[a-z]$/.test(second)
  return isUnit ? unitKey(only + second) : ''
}

export interface UnitWords {
  /** The normalized unit. Designators are dropped, except designators of building parts such as `fl`. */
  readonly unit: string
  /** Index of the first word after the unit. */
  readonly end: number
}

/**
 * Parses the units with designators that start at an index: `apt 4`, `# 4`, `bldg 3 apt 4`, `3rd floor`. Undefined if
 * there are none.
 */
export function unitAt(words: readonly string[], start: number, end: number): UnitWords | undefined {
  let all: UnitWords | undefined
  for (let count = 0; count < MAX_UNITS; count++) {
    const at: number = all?.end ?? start
    const next = at < end ? oneUnitAt(words, at, end) : undefined
    if (next === undefined) break
    all = all === undefined ? next : { unit: `${all.unit} ${next.unit}`, end: next.end }
  }
  return all
}

/** Building, floor and apartment. No real address has more, and the limit bounds the work for hostile input. */
const MAX_UNITS = 3

function oneUnitAt(words: readonly string[], at: number, end: number): UnitWords | undefined {
  const word = words[at] ?? ''
  const next = at + 1 < end ? (words[at + 1] ?? '') : ''
  if (DESIGNATORS.has(word)) return designatedUnit(words, at, end)
  const isNumbered = /\d/.test(next) || at + 2 === end // in `80 No. D St`, `No.` means north
  if (word === 'no' && isNumbered && isUnitIdentifier(next)) return { unit: unitKey(next), end: at + 2 }
  const story = PART_OF.get(next) === 'fl' ? (ORDINAL_OF.get(word) ?? word) : ''
  if (story !== '' && ORDINAL.test(story)) return { unit: `fl ${Number.parseInt(story, 10)}`, end: at + 2 }
  const glued = hasDigit(word) ? GLUED.exec(word) : null
  return glued ? { unit: withPart(glued[1] ?? '', glued[2] ?? ''), end: at + 1 } : undefined
}

/** Called for every word of a street. A loop takes a fraction of the time of a regular expression. */
function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isDigit(word.charCodeAt(at))) return true
  return false
}

/** Parses one unit, even with several designators: `Apt. #4`, `#APT 3`, `Apt No. 4`, `Apt PH`. */
function designatedUnit(words: readonly string[], start: number, end: number): UnitWords | undefined {
  let at = start
  let part = ''
  while (at < end && at < start + 3 && DESIGNATORS.has(words[at] ?? '')) {
    part = words[at] ?? ''
    at++
  }
  if (words[at] === 'no' && at + 1 < end && isUnitIdentifier(words[at + 1] ?? '')) at++
  const lone = at > start + 1 ? LONE_DOOR_OF.get(part) : undefined
  if (at >= end) return lone === undefined ? undefined : { unit: lone, end: at }
  const identifier = words[at] ?? ''
  if (!isUnitIdentifier(identifier) && !(TAKES_ANY_WORD.has(part) && /^[a-z0-9/-]{1,8}$/.test(identifier))) {
    return undefined
  }
  const next = at + 1 < end ? (words[at + 1] ?? '') : ''
  if (/^([a-z]|\d{1,4})$/.test(identifier) && SECOND_PART.test(next) && /[a-z]/.test(identifier + next)) {
    return { unit: withPart(part, identifier + next), end: at + 2 }
  }
  return { unit: withPart(part, LONE_DOOR_OF.get(identifier) ?? identifier), end: at + 1 }
}

function withPart(designator: string, identifier: string): string {
  const part = PART_OF.get(designator)
  if (part === 'ph') return `ph${unitKey(identifier)}`
  return part === undefined ? unitKey(identifier) : `${part} ${unitKey(identifier)}`
}
