import type { AddressEntry } from '../model/address-entry.ts'
import { DIRECTION_OF } from './directions.ts'
import { ORDINAL_OF } from './ordinals.ts'
import { STATES } from './states.ts'
import { SUFFIX_OF } from './street-suffixes.ts'
import { DOOR_WORDS, PART_OF } from './unit-designators.ts'
import { partsOfName, wordsOf } from './words.ts'

/** Every word that is written in several ways → the one that lines hold, wherever in an address it stands. */
const SHORT_OF: ReadonlyMap<string, string> = new Map([
  ...ORDINAL_OF,
  ...PART_OF,
  ...SUFFIX_OF,
  ...DIRECTION_OF,
  ['saint', 'st'],
  ['sainte', 'ste'],
  ...Array.from(DOOR_WORDS, (word): [string, string] => [word, 'apt']),
])

const SPELLINGS = [...SHORT_OF.keys()].sort()

const STATE_SPELLINGS: readonly (readonly [name: string, code: string])[] = STATES.map(({ code, name }) => [
  name.toLowerCase(),
  code.toLowerCase(),
])

/** How many letters of a word must stand before it may be taken for the beginning of a longer spelling. */
const LEAST_LETTERS = 2

/** Every beginning is a question to the address book. */
const MOST_BEGINNINGS = 12

/** A state comes late in an address: after number, street and city. */
const WORDS_BEFORE_STATE = 3

/** The normalised line that completion looks through: `824 webster st apt 4 oakland ca 94607`. */
export function addressLine(entry: AddressEntry): string {
  return lineWords(entry.display).join(' ')
}

/**
 * What lines may begin with when somebody has typed so far, likeliest first: `824 webster stre` → the text itself and
 * `824 webster st `. The last word may be unfinished, the others are not. At most a handful; none for an empty text.
 */
export function lineBeginnings(typed: string): readonly string[] {
  const words = lineWords(typed)
  const written = wordsOf(typed).words.flatMap(partsOfName)
  const last = written.at(-1)
  if (last === undefined) return []
  const before = words
    .slice(0, -1)
    .map((word) => `${word} `)
    .join('')
  if (/\s$/.test(typed)) return [...new Set([`${before}${words.at(-1)} `, `${before}${last} `])]
  const longer = [...longerSpellings(last), ...(words.length > WORDS_BEFORE_STATE ? statesBeginning(last) : [])]
  const shorts = longer.filter((short) => !short.startsWith(last))
  return [...new Set([before + last, ...shorts.map((short) => `${before}${short} `)])].slice(0, MOST_BEGINNINGS)
}

function lineWords(text: string): string[] {
  return wordsOf(text)
    .words.flatMap(partsOfName)
    .map((word) => SHORT_OF.get(word) ?? word)
}

/** Short forms of all spellings that begin so: `stre` → `st`, `strm`. */
function longerSpellings(beginning: string): Set<string> {
  const shorts = new Set<string>()
  if (beginning.length < LEAST_LETTERS && beginning !== '#') return shorts
  for (let at = firstNotBelow(SPELLINGS, beginning); SPELLINGS[at]?.startsWith(beginning); at++) {
    shorts.add(SHORT_OF.get(SPELLINGS[at] ?? '') ?? '')
  }
  return shorts
}

function statesBeginning(beginning: string): string[] {
  if (beginning.length < LEAST_LETTERS) return []
  return STATE_SPELLINGS.filter(([name]) => name.startsWith(beginning)).map(([, code]) => code)
}

/** Index of the first text of a sorted list that does not come before another. */
export function firstNotBelow(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
