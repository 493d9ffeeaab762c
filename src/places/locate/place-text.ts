import { shortName } from '../../kit/names/short-name.ts'
import type { RegionType } from '../../model/region.ts'
import { STATES } from '../regions/states.ts'

/** One way to read the name of a place. Names are in the form of `shortName`; missing parts are empty. */
export interface PlaceReading {
  /** The name without state, ZIP, country and words for the type. */
  readonly name: string
  /** Two capital letters. */
  readonly state: string
  /** The type, if the text has a word for it: `Portland metro`, `Washington State`. */
  readonly type: RegionType | undefined
  /** The name split at its commas into a place (`seattle`) and the larger place that contains it (`king county`). */
  readonly within: { readonly inner: string; readonly outer: string } | undefined
}

export interface PlaceText {
  /** Five digits, or empty. */
  readonly zipcode: string
  readonly isCountry: boolean
  /**
   * All ways to read the text, most likely first: with a state at the end, then without one. A word for the type is
   * first read as a part of the name, then as the type.
   */
  readonly readings: readonly PlaceReading[]
}

interface Word {
  readonly text: string
  /** Index of the part between commas in which the word stands. */
  readonly segment: number
}

const COUNTRIES = ['united states of america', 'united states', 'usa', 'us', 'u s a', 'u s'].map((name) =>
  name.split(' '),
)

/**
 * Words for types that follow a name, longest first. `City` is a type only in brackets or after a comma: Kansas City
 * does not mean the city Kansas, OH.
 */
const TYPES_AFTER_NAME: readonly (readonly [words: readonly string[], type: RegionType])[] = (
  [
    ['metropolitan statistical area', 'metro'],
    ['metropolitan area', 'metro'],
    ['metro area', 'metro'],
    ['urban area', 'metro'],
    ['metro', 'metro'],
    ['area', 'metro'],
    ['state', 'state'],
    ['county', 'county'],
    ['cnty', 'county'],
    ['co', 'county'],
    ['city', 'city'],
    ['township', 'city'],
    ['village', 'city'],
    ['neighborhood', 'neighborhood'],
    ['neighbourhood', 'neighborhood'],
  ] as const
).map(([words, type]) => [words.split(' '), type])

const TYPES_BEFORE: readonly (readonly [words: readonly string[], type: RegionType])[] = (
  [
    ['greater', 'metro'],
    ['metro', 'metro'],
    ['state of', 'state'],
    ['county of', 'county'],
    ['city of', 'city'],
    ['town of', 'city'],
    ['township of', 'city'],
    ['village of', 'city'],
    ['borough of', 'city'],
  ] as const
).map(([words, type]) => [words.split(' '), type])

const ZIP_WORDS = new Set(['zip', 'zipcode', 'code'])

/** State names and codes in the form of `shortName`. */
const STATE_OF: ReadonlyMap<string, string> = new Map([
  ...STATES.map(({ code, name }): [string, string] => [shortName(name), code]),
  ...STATES.map(({ code }): [string, string] => [code.toLowerCase(), code]),
  ['virgin islands', 'VI'],
  ['d c', 'DC'],
  ['calif', 'CA'],
  ['fla', 'FL'],
  ['penna', 'PA'],
  ['tenn', 'TN'],
  ['tex', 'TX'],
])

const MAX_STATE_WORDS = 4

/** Parses a text that may name a place: `Ballard, Seattle, WA 98107-1234, USA`, `austin-tx-78704`. */
export function readPlaceText(text: string): PlaceText {
  const all = wordsOf(text)
  const { zipcode, rest } = withoutZip(all)
  const words = withoutCountry(rest)
  const plain = stateReadings(words, undefined)
  const readings = [...plain, ...typedReadings(words), ...bareReadings(words)]
  return { zipcode, isCountry: words.length === 0 && rest.length > 0, readings: readings.flatMap(alsoWithoutType) }
}

function typedReadings(words: readonly Word[]): readonly WordReading[] {
  const typed = withoutType(words)
  return typed === undefined ? [] : stateReadings(typed.words, typed.type)
}

/**
 * Words that only introduce a place. Readings that drop them come last, because `near` may be part of the name, as in
 * Near North Side.
 */
const LEADS: readonly (readonly string[])[] = ['in', 'near', 'around', 'close to', 'the'].map((words) =>
  words.split(' '),
)

/** Maximum number of introducing words before a place: `in the`, `close to the`. Each adds one more reading. */
const LEADS_MAX = 3

function bareReadings(words: readonly Word[], most = LEADS_MAX): readonly WordReading[] {
  const lead = LEADS.find((head) => words.length > head.length && beginsWith(words, head))
  if (lead === undefined || most === 0) return []
  const bare = words.slice(lead.length)
  return [...stateReadings(bare, undefined), ...typedReadings(bare), ...bareReadings(bare, most - 1)]
}

function wordsOf(text: string): Word[] {
  return text.split(/[,;|()\n]/).flatMap((part, segment) =>
    shortName(part)
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ text: word, segment })),
  )
}

/**
 * Removes the ZIP: the last word that has five digits, or nine with or without a hyphen (`98103-1234`, `981031234`).
 */
function withoutZip(words: readonly Word[]): { zipcode: string; rest: readonly Word[] } {
  const at = words.findLastIndex(({ text }) => /^\d{5}(\d{4})?$/.test(text))
  const word = words[at]
  if (word === undefined) return { zipcode: '', rest: words }
  const end = /^\d{4}$/.test(words[at + 1]?.text ?? '') ? at + 2 : at + 1
  let start = at
  while (start > 0 && ZIP_WORDS.has(words[start - 1]?.text ?? '')) start--
  return { zipcode: word.text.slice(0, 5), rest: [...words.slice(0, start), ...words.slice(end)] }
}

function withoutCountry(words: readonly Word[]): readonly Word[] {
  const country = COUNTRIES.find((name) => endsWith(words, name))
  return country === undefined ? words : words.slice(0, -country.length)
}

function endsWith(words: readonly Word[], tail: readonly string[]): boolean {
  const start = words.length - tail.length
  return start >= 0 && tail.every((word, index) => words[start + index]?.text === word)
}

function beginsWith(words: readonly Word[], head: readonly string[]): boolean {
  return head.every((word, index) => words[index]?.text === word)
}

/**
 * Removes the word for the type of place, such as `county`. Undefined if there is no such word or if nothing would
 * remain.
 */
function withoutType(words: readonly Word[]): { words: readonly Word[]; type: RegionType } | undefined {
  for (const [tail, type] of TYPES_AFTER_NAME) {
    const isApart = type !== 'city' || words.at(-1)?.segment !== words.at(-2)?.segment
    if (words.length > tail.length && isApart && endsWith(words, tail))
      return { words: words.slice(0, -tail.length), type }
  }
  for (const [head, type] of TYPES_BEFORE) {
    if (words.length > head.length && beginsWith(words, head)) return { words: words.slice(head.length), type }
  }
  return undefined
}

interface WordReading {
  readonly words: readonly Word[]
  readonly state: string
  readonly type: RegionType | undefined
}

/**
 * Returns readings in which the last words name a state. Longer state names come first: `charleston w virginia` is
 * Charleston, WV rather than Charleston W, VA.
 */
function stateReadings(words: readonly Word[], type: RegionType | undefined): WordReading[] {
  const readings: WordReading[] = []
  for (let length = Math.min(MAX_STATE_WORDS, words.length); length > 0; length--) {
    const state = STATE_OF.get(textOf(words.slice(-length)))
    if (state !== undefined) readings.push({ words: words.slice(0, -length), state, type })
  }
  return [...readings, { words, state: '', type }]
}

/** Also reads texts in which the word for the type of place precedes the state: `Portland metro, OR`. */
function alsoWithoutType({ words, state, type }: WordReading): PlaceReading[] {
  const plain = placeReading(words, state, type)
  const typed = type === undefined && state !== '' ? withoutType(words) : undefined
  return typed === undefined ? [plain] : [plain, placeReading(typed.words, state, typed.type)]
}

function placeReading(words: readonly Word[], state: string, type: RegionType | undefined): PlaceReading {
  const last = words.at(-1)?.segment
  const cut = words.findIndex(({ segment }) => segment === last)
  const within = cut > 0 ? { inner: textOf(words.slice(0, cut)), outer: textOf(words.slice(cut)) } : undefined
  return { name: textOf(words), state, type, within }
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
