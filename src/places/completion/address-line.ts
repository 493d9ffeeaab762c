import { firstNotBelow } from '../../kit/algorithms/sorted.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { lineWords, SHORT_OF } from '../addresses/line-words.ts'
import { partsOfNames, wordsOf } from '../addresses/words.ts'
import { STATES } from '../regions/states.ts'
import { textsOneSlipAway } from './one-slip.ts'
import { SortedTexts, textArrays } from './sorted-texts.ts'

const SPELLINGS = [...SHORT_OF.keys()].sort()

/** State names in full and as completion spells them: `north carolina`, `n carolina`. */
const STATE_SPELLINGS: readonly (readonly [name: string, code: string])[] = STATES.flatMap(({ code, name }) =>
  [...new Set([name.toLowerCase(), lineWords(wordsOf(name).words).join(' ')])].map(
    (spelling) => [spelling, code.toLowerCase()] as const,
  ),
)

/** Codes of the states whose name is one word. */
const STATE_CODES: ReadonlyMap<string, string> = new Map(STATE_SPELLINGS.filter(([name]) => !name.includes(' ')))

const SPELLED = [...new Set([...SPELLINGS, ...STATE_CODES.keys()])].sort()

const MAX_STATE_WORDS = 4

/** Maximum number of prefixes. Each prefix costs one look-up in the address book. */
const MAX_PREFIXES = 12

/** Minimum number of letters of a state's name. Too many states start with the same letter. */
const MIN_STATE_LETTERS = 2

/** Minimum number of words before a state: number, street and city. */
const WORDS_BEFORE_STATE = 3

/**
 * Returns the line under which completion stores an entry, beginning with the house number: `824 webster st apt 4
 * oakland ca 94607`.
 */
export function addressLine(entry: AddressEntry, { words } = wordsOf(entry.display)): string {
  return lineWords(words).join(' ')
}

/**
 * Returns the prefixes of lines that a typed text may mean, most likely first: `824 webster stre` → the text itself and
 * `824 webster st `. Only the last word may be unfinished. Returns at most twelve prefixes, and none for empty text.
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
  return [...new Set(lines.map((line) => line.join(' ')))].slice(0, MAX_PREFIXES)
}

/**
 * Returns the short forms of all words that begin with this text: `stre` → `st`. Leaves out short forms that also begin
 * with it.
 */
export function longerSpellings(prefix: string): string[] {
  const shorts = new Set<string>()
  for (let at = firstNotBelow(SPELLINGS, prefix); SPELLINGS[at]?.startsWith(prefix); at++) {
    shorts.add(SHORT_OF.get(SPELLINGS[at] ?? '') ?? '')
  }
  return [...shorts].filter((short) => !short.startsWith(prefix))
}

/** Returns the short forms of all spellings that differ by one typo: `stret` → `st`, `californa` → `ca`. */
export function spellingsOneSlipAway(word: string): string[] {
  spellings ??= new SortedTexts(textArrays(SPELLED))
  const texts = spellings
  return textsOneSlipAway(texts, word).flatMap((index) => {
    const spelling = texts.at(index)
    return SHORT_OF.get(spelling) ?? STATE_CODES.get(spelling) ?? []
  })
}

let spellings: SortedTexts | undefined

/**
 * Replaces a state's name at the end, or before a ZIP, with its code. The name may be unfinished: `… charlotte north
 * car` → `… charlotte nc`.
 */
function withStateCode(words: readonly string[], isFinished: boolean): string[][] {
  const last = words.at(-1) ?? ''
  if (/^\d+$/.test(last)) return stateLines(words.slice(0, -1), true).map((line) => [...line, last])
  return stateLines(words, isFinished).map((line) => [...line, ''])
}

function stateLines(words: readonly string[], isFinished: boolean): string[][] {
  const lines: string[][] = []
  for (let length = 1; length <= Math.min(MAX_STATE_WORDS, words.length - WORDS_BEFORE_STATE); length++) {
    const tail = words.slice(-length).join(' ')
    for (const [name, code] of STATE_SPELLINGS) {
      const fits =
        name === tail || (name.startsWith(isFinished ? `${tail} ` : tail) && tail.length >= MIN_STATE_LETTERS)
      if (fits) lines.push([...words.slice(0, -length), code])
    }
  }
  return lines
}
