import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { longDirection, longName, longSuffix } from './long-names.ts'
import { nameWord } from './parsing/street-words.ts'
import { SUFFIX_OF } from './street-suffixes.ts'
import { unitAt } from './unit-designators.ts'
import type { Words } from './words.ts'

/** Maximum number of words in a street's name. */
const MAX_NAME_WORDS = 6
/** Number of words after the house number with which the street's name may begin. */
const MAX_WORDS_BEFORE = 3

/** Names of up to this length may have one wrong letter, longer names two. */
const SHORT_LETTERS = 4
const MAX_EDITS = 2

/** Consecutive words that may be a street's name. */
interface Span {
  readonly start: number
  readonly end: number
  readonly spelling: Spelling
}

/** A name in two forms: as in the address book, and in full. Typos are searched in both forms. */
interface Spelling {
  readonly forms: readonly string[]
  readonly letters: readonly number[]
}

/** The position of a street's name in a text, and the number of its wrong letters. */
export interface NamedSpan extends Pick<Span, 'start' | 'end'> {
  readonly edits: number
}

/** The directions and the suffix around a street's name, as the text has them. */
export interface WrittenLine {
  readonly preDirection: string
  readonly suffix: string
  readonly postDirection: string
  /** Index of the first word after the street. */
  readonly end: number
  /** How many letters of the directions and the suffix are wrong. */
  readonly edits: number
  /** The misspelled parts, each with the word in the text. */
  readonly misspelled: readonly (readonly [part: 'preDirection' | 'suffix' | 'postDirection', word: string])[]
}

/** The words after a house number, to compare with the streets that have this number. */
export class WrittenStreet {
  readonly #written: Words
  readonly #start: number
  readonly #spans: readonly Span[]

  constructor(written: Words, start: number) {
    this.#written = written
    this.#start = start
    this.#spans = spansOf(written.words, start)
  }

  /** Letters with which the street's name may begin. */
  get firstLetters(): ReadonlySet<string> {
    const words = this.#written.words.slice(this.#start, this.#start + MAX_WORDS_BEFORE)
    return new Set(words.map((word) => nameWord(word).slice(0, 1)))
  }

  /** Finds the words that are most similar to a street's name. Undefined if no words are similar. */
  find(street: string): NamedSpan | undefined {
    const written = spellingOf(street.split(' '))
    let best: NamedSpan | undefined
    for (const { start, end, spelling } of this.#spans) {
      const edits = editsBetween(spelling, written, best === undefined ? MAX_EDITS : best.edits - 1)
      if (edits !== undefined) best = { start, end, edits }
      if (edits === 0) break
    }
    return best
  }

  /**
   * Parses the directions and the suffix around a street's name. A misspelled word counts as the street's own direction
   * or suffix.
   */
  around(
    { start, end }: NamedSpan,
    street: Readonly<Record<'preDirection' | 'suffix' | 'postDirection', string>>,
  ): WrittenLine {
    const { words, breaks } = this.#written
    const pre = start > this.#start ? directionLike(words[start - 1] ?? '', street.preDirection) : NOTHING
    const suffix = breaks[end] === true ? NOTHING : suffixLike(words[end] ?? '', street.suffix)
    const next = end + suffix.taken
    const post = breaks[next] === true ? NOTHING : directionLike(words[next] ?? '', street.postDirection)
    const around = [
      ['preDirection', pre, words[start - 1]],
      ['suffix', suffix, words[end]],
      ['postDirection', post, words[next]],
    ] as const
    return {
      preDirection: pre.value,
      suffix: suffix.value,
      postDirection: post.value,
      end: next + post.taken,
      edits: pre.edits + suffix.edits + post.edits,
      misspelled: around.filter(([, { edits }]) => edits > 0).map(([part, , word]) => [part, word ?? '']),
    }
  }

  /** Whether nothing but a unit stands between the street and the next comma. */
  isReadUntilComma(end: number): boolean {
    const { words, breaks } = this.#written
    const comma = breaks.indexOf(true, end)
    return comma < 0 || comma === end || unitAt(words, end, comma)?.end === comma
  }

  /** Returns everything after the street, as text with its commas. */
  after(end: number): string {
    const { words, breaks } = this.#written
    return words.slice(end).reduce((text, word, at) => `${text}${breaks[end + at] ? ', ' : ' '}${word}`, '')
  }

  textOf({ start, end }: NamedSpan): string {
    return this.#written.words.slice(start, end).join(' ')
  }
}

interface Likeness {
  readonly value: string
  readonly edits: number
  /** Number of words of the text in this part. */
  readonly taken: 0 | 1
}

const NOTHING: Likeness = { value: '', edits: 0, taken: 0 }

function directionLike(word: string, known: string): Likeness {
  const direction = DIRECTION_OF.get(word)
  if (direction !== undefined) return { value: direction, edits: 0, taken: 1 }
  return misspelledAs(word, longDirection(known), known)
}

function suffixLike(word: string, known: string): Likeness {
  const suffix = SUFFIX_OF.get(word)
  if (suffix !== undefined) return { value: suffix, edits: 0, taken: 1 }
  return misspelledAs(word, longSuffix(known), known)
}

/**
 * Compares a word with the long and the short form of a part. A word of one letter is too short to compare with the
 * short form.
 */
function misspelledAs(word: string, long: string, short: string): Likeness {
  if (short === '' || word === '') return NOTHING
  const edits =
    editDistance(word, long, mostEdits(long)) ?? (word.length > 1 ? editDistance(word, short, 1) : undefined)
  return edits === undefined ? NOTHING : { value: short, edits, taken: 1 }
}

function spansOf(words: readonly string[], first: number): Span[] {
  const spans: Span[] = []
  for (let start = first; start < first + MAX_WORDS_BEFORE; start++) {
    for (let end = start + 1; end <= words.length && end <= start + MAX_NAME_WORDS; end++) {
      spans.push({ start, end, spelling: spellingOf(words.slice(start, end).map(nameWord)) })
    }
  }
  return spans
}

/** Returns the two forms of a name. Its words must be spelled as by `nameWord`. */
function spellingOf(words: readonly string[]): Spelling {
  const [short, long] = [words.join(' '), longName(words)]
  return short === long
    ? { forms: [long], letters: [lettersOf(long)] }
    : { forms: [long, short], letters: [lettersOf(long), lettersOf(short)] }
}

/**
 * The smallest count of wrong letters between two names. Undefined if it exceeds `most` or the limit for their length.
 */
function editsBetween(written: Spelling, known: Spelling, most: number): number | undefined {
  let least: number | undefined
  for (let at = 0; at < 2; at++) {
    const [name, other] = [written.forms[at] ?? written.forms[0] ?? '', known.forms[at] ?? known.forms[0] ?? '']
    const limit = Math.min(mostEdits(name), least === undefined ? most : least - 1)
    const letters = (written.letters[at] ?? written.letters[0] ?? 0) ^ (known.letters[at] ?? known.letters[0] ?? 0)
    if (Math.abs(name.length - other.length) > limit || bitsOf(letters) > 2 * limit) continue
    least = editDistance(name, other, limit) ?? least
    if (written.forms.length + known.forms.length === 2) break
  }
  return least
}

export function mostEdits(name: string): number {
  return name.length <= SHORT_LETTERS ? 1 : MAX_EDITS
}

/** A bit set of letters and digits. One edit changes at most two bits. */
function lettersOf(name: string): number {
  let letters = 0
  for (let at = 0; at < name.length; at++) letters |= 1 << (name.charCodeAt(at) & 31)
  return letters
}

function bitsOf(letters: number): number {
  let bits = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) bits++
  return bits
}
