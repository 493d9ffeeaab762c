import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { ORDINAL_OF } from './ordinals.ts'
import { nameWord } from './parsing/street-words.ts'
import { SUFFIX_OF } from './street-suffixes.ts'

/** Suffixes whose usual full spelling is not the longest one. */
const USUAL: readonly (readonly [suffix: string, usual: string])[] = [
  ['ctr', 'center'],
  ['vlg', 'village'],
]

/** Maps each suffix to its usual full spelling: `pt` → `point`. */
const LONG_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ...Array.from(
    Map.groupBy(SUFFIX_OF.keys(), (word) => SUFFIX_OF.get(word) ?? word),
    ([suffix, spellings]): [string, string] => [suffix, longest(suffix, spellings)],
  ),
  ...USUAL,
])

/** Returns the longest spelling of a suffix. Never returns a plural for a singular. */
function longest(suffix: string, spellings: readonly string[]): string {
  const isPlural = (word: string) => /[^s]s$/.test(word) && !suffix.endsWith('s')
  return spellings.filter((word) => !isPlural(word)).reduce((a, b) => (b.length >= a.length ? b : a), suffix)
}

const LONG_DIRECTIONS: ReadonlyMap<string, string> = new Map(
  [...DIRECTION_OF].filter(([word]) => word.length > 2).map(([word, letters]) => [letters, word]),
)

const LONG_ORDINALS: ReadonlyMap<string, string> = new Map([...ORDINAL_OF].map(([word, digits]) => [digits, word]))

/** `ave` → `avenue`. Words that are not suffixes do not change. */
export function longSuffix(word: string): string {
  return LONG_SUFFIXES.get(SUFFIX_OF.get(word) ?? '') ?? word
}

/** `n` → `north`. Words that are not directions do not change. */
export function longDirection(word: string): string {
  return LONG_DIRECTIONS.get(word) ?? word
}

/**
 * Writes a word of a street's name in full. Typos are searched in the full spelling, because that is what people type:
 * `piont` is one edit from `point`, but three from `pt`.
 */
export function longWord(word: string): string {
  const short = nameWord(word)
  return LONG_SUFFIXES.get(short) ?? LONG_DIRECTIONS.get(short) ?? LONG_ORDINALS.get(short) ?? short
}

/** Kinds of numbered roads in full. */
const LONG_ROADS: ReadonlyMap<string, string> = new Map([
  ['fm', 'farm to market road'],
  ['rm', 'ranch to market road'],
])

/** Writes a name in full. An `st` at the start becomes `saint`. */
export function longName(words: readonly string[]): string {
  const [first = '', ...others] = words
  if (others.length === 0) return longWord(first)
  const start = longWord(first) === 'street' ? 'saint' : (LONG_ROADS.get(first) ?? longWord(first))
  return [start, ...others.map(longWord)].join(' ')
}
