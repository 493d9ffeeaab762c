import { ORDINAL_OF } from '../addresses/ordinals.ts'
import { SUFFIX_OF } from '../addresses/street-suffixes.ts'
import { DOOR_WORDS, PART_OF } from '../addresses/unit-designators.ts'
import { partsOfNames, wordsOf } from '../addresses/words.ts'
import { firstNotBelow } from '../base/sorted.ts'
import type { AddressEntry } from '../model/address-entry.ts'
import { DIRECTION_OF } from '../names/directions.ts'
import { STATES } from '../regions/states.ts'

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

/** Names as they are written and as they stand in lines: `north carolina`, `n carolina`. */
const STATE_SPELLINGS: readonly (readonly [name: string, code: string])[] = STATES.flatMap(({ code, name }) =>
  [...new Set([name.toLowerCase(), lineWords(wordsOf(name).words).join(' ')])].map(
    (spelling) => [spelling, code.toLowerCase()] as const,
  ),
)

const MOST_STATE_WORDS = 4

/** Every beginning is a question to the address book. */
const MOST_PREFIXES = 12

/** One letter begins too many states. */
const LEAST_STATE_LETTERS = 2

/** A state comes late in an address: after number, street and city. */
const WORDS_BEFORE_STATE = 3

/** An entry's line with the number in front: `824 webster st apt 4 oakland ca 94607`. */
export function addressLine(entry: AddressEntry, { words } = wordsOf(entry.display)): string {
  return lineWords(words).join(' ')
}

/**
 * What lines may begin with when somebody has typed so far, likeliest first: `824 webster stre` → the text itself and
 * `824 webster st `. The last word may be unfinished, the others are not. At most a dozen; none for an empty text.
 */
export function linePrefixes(typed: string): readonly string[] {
  const written = wordsOf(typed).words
  const words = lineWords(written)
  const last = partsOfNames(written).at(-1)
  if (last === undefined) return []
  const before = words.slice(0, -1)
  const isFinished = /\s$/.test(typed)
  const lasts = isFinished ? [`${words.at(-1)} `] : [last, ...longerSpellings(last).map((short) => `${short} `)]
  const lines = [...lasts.map((word) => [...before, word]), ...withStateCode([...before, last], isFinished)]
  return [...new Set(lines.map((line) => line.join(' ')))].slice(0, MOST_PREFIXES)
}

/** Words as lines hold them: names with hyphens in their parts, and every word in its shortest spelling. */
export function lineWords(written: readonly string[]): string[] {
  return partsOfNames(written).map((word) => SHORT_OF.get(word) ?? word)
}

/** Short forms of all spellings that begin so and are not found under the beginning itself: `stre` → `st`. */
export function longerSpellings(prefix: string): string[] {
  const shorts = new Set<string>()
  for (let at = firstNotBelow(SPELLINGS, prefix); SPELLINGS[at]?.startsWith(prefix); at++) {
    shorts.add(SHORT_OF.get(SPELLINGS[at] ?? '') ?? '')
  }
  return [...shorts].filter((short) => !short.startsWith(prefix))
}

/** The last words, a ZIP aside, may name a state or begin to: `… charlotte north car` → `… charlotte nc`. */
function withStateCode(words: readonly string[], isFinished: boolean): string[][] {
  const last = words.at(-1) ?? ''
  if (/^\d+$/.test(last)) return stateLines(words.slice(0, -1), true).map((line) => [...line, last])
  return stateLines(words, isFinished).map((line) => [...line, ''])
}

function stateLines(words: readonly string[], isFinished: boolean): string[][] {
  const lines: string[][] = []
  for (let length = 1; length <= Math.min(MOST_STATE_WORDS, words.length - WORDS_BEFORE_STATE); length++) {
    const tail = words.slice(-length).join(' ')
    for (const [name, code] of STATE_SPELLINGS) {
      const fits =
        name === tail || (name.startsWith(isFinished ? `${tail} ` : tail) && tail.length >= LEAST_STATE_LETTERS)
      if (fits) lines.push([...words.slice(0, -length), code])
    }
  }
  return lines
}
