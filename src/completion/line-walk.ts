import { partsOfNames, wordsOf } from '../addresses/words.ts'
import type { AddressEntry } from '../model/address-entry.ts'
import { DIRECTION_OF } from '../names/directions.ts'
import { lineWords, longerSpellings } from './address-line.ts'

/** Lines of completion in their order; a catalogue has them. */
export interface LineSource {
  /** The first line that does not come before a text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Entries with a line that begins so, in order of line. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
}

/** A step is one question to the lines: what comes first from here on? Hostile text shall not ask more. */
const MOST_STEPS = 160

/** How many words one place is followed with, where many could stand. */
const MOST_BRANCHES = 24

/** Direction, suffix, designator, unit and city: nobody leaves more out and still names an address. */
const MOST_GAPS = 8

/** The letters of every direction, as lines have them. */
const DIRECTIONS: ReadonlySet<string> = new Set(DIRECTION_OF.values())

/** Words that were typed, the last one in every way in which lines may have it: it need not be finished. */
interface TypedWords {
  readonly before: readonly string[]
  readonly lasts: readonly string[]
}

/** Where a walk stands: words of a line behind it, words that were typed before it. */
interface Place {
  readonly typed: TypedWords
  /** The beginning of lines that it has come along, with a blank at its end unless it is empty. */
  readonly prefix: string
  /** How many words of the typed ones are behind it. */
  readonly at: number
  /** A word of the street's name is behind it: from there on any word may have been left out. */
  readonly named: boolean
}

/**
 * Beginnings of lines that have the typed words in their order, where words between them were left out or the typed ones
 * are shortened: `8600 timb` → `8600 s timb`, `5600 canyon ave 1` → `5600 cyn ave apt 1`, `2616 osp dr` → `2616 osprey dr`.
 * In front of the street's name only directions may be missing, behind it anything. Only the beginnings with the fewest
 * such gaps are given.
 *
 * The sorted lines are walked along like a tree: each step asks for the first line that does not come before a text, and so
 * passes over all lines with the same words at once.
 * @param lines What lines may begin with, as `linePrefixes` tells of what was typed.
 */
export async function prefixesWithGaps(
  lines: readonly string[],
  typed: string,
  source: LineSource,
): Promise<readonly string[]> {
  const walk = new LineWalk(typed, source)
  let places: readonly Place[] = typedWords(lines).map((words) => ({
    typed: words,
    prefix: '',
    at: 0,
    named: false,
  }))
  for (let gaps = 0; gaps <= MOST_GAPS && places.length > 0; gaps++) {
    const { found, reached } = await walk.along(places)
    if (found.length > 0) return found
    places = await walk.overGaps(reached)
  }
  return []
}

/** Most beginnings differ in their last word only. A finished one keeps the blank behind it. */
function typedWords(lines: readonly string[]): TypedWords[] {
  const parted = lines.map((line) => {
    const start = line.lastIndexOf(' ', line.length - 2) + 1
    return { before: line.slice(0, start).trimEnd(), last: line.slice(start) }
  })
  return Array.from(
    Map.groupBy(parted, ({ before }) => before),
    ([before, group]) => ({ before: before === '' ? [] : before.split(' '), lasts: group.map(({ last }) => last) }),
  )
}

class LineWalk {
  /** Before they were shortened: `meadow` may begin `meadowbrook`, though lines have `mdw` for the word itself. */
  readonly #written: readonly string[]
  readonly #isNumbered: boolean
  readonly #source: LineSource
  #steps = 0

  constructor(typed: string, source: LineSource) {
    this.#written = partsOfNames(wordsOf(typed).words)
    this.#isNumbered = /^\d(?!\w*(st|nd|rd|th)$)/.test(this.#written[0] ?? '') // `26th` is the name of a street
    this.#source = source
  }

  /** Follows the typed words from each place without a gap: beginnings that hold all of them, else every place on the way. */
  async along(places: readonly Place[]): Promise<{ found: string[]; reached: Place[] }> {
    const found: string[] = []
    const reached: Place[] = []
    for (let place of places) {
      reached.push(place)
      for (let word = wordAt(place); word !== undefined; word = wordAt(place)) {
        if (!(await this.#exists(`${place.prefix}${word} `))) break
        place = this.#after(place, word, 1)
        reached.push(place)
      }
      if (wordAt(place) === undefined) found.push(...(await this.#ends(place)))
    }
    return { found, reached }
  }

  async #ends({ prefix, typed: { lasts } }: Place): Promise<string[]> {
    const found: string[] = []
    for (const last of lasts) if (await this.#exists(prefix + last)) found.push(prefix + last)
    return found
  }

  /** Every place that one gap more leads to: past a word of the line, or along a word that was typed in part. */
  async overGaps(places: readonly Place[]): Promise<Place[]> {
    const next: Place[] = []
    for (const place of places) {
      if (this.#isNumbered && place.at === 0) continue // the house number is meant as it is
      for (const word of await this.#expansionsOf(place)) next.push(this.#after(place, word, 1))
      for (const word of await this.#leftOutAt(place)) next.push(this.#after(place, word, 0))
    }
    return next
  }

  /** @param taken How many typed words the word stands for. */
  #after({ typed, prefix, at, named }: Place, word: string, taken: 0 | 1): Place {
    const isNumber = this.#isNumbered && at === 0
    return {
      typed,
      prefix: `${prefix}${word} `,
      at: at + taken,
      named: named || !(isNumber || DIRECTIONS.has(word)),
    }
  }

  /** Longer words that a word before the last was shortened from. */
  async #expansionsOf(place: Place): Promise<readonly string[]> {
    const word = wordAt(place)
    if (word === undefined || /^\d/.test(word)) return []
    const written = this.#written[place.at] ?? ''
    const isSame = lineWords([written])[0] === word // the name of a state may have become its code
    const longer = isSame ? await this.#existing(place.prefix, longerSpellings(written)) : []
    for (const prefix of new Set(isSame ? [word, written] : [word]))
      longer.push(...(await this.#wordsAt(place.prefix, prefix)))
    return [...new Set(longer)].filter((other) => other !== word)
  }

  async #leftOutAt(place: Place): Promise<readonly string[]> {
    if (place.named) return this.#wordsAt(place.prefix, '')
    return endsInDirection(place.prefix) ? [] : this.#existing(place.prefix, DIRECTIONS)
  }

  /** Of some words those that follow a beginning of lines. */
  async #existing(prefix: string, words: Iterable<string>): Promise<string[]> {
    const existing: string[] = []
    for (const word of words) if (await this.#exists(`${prefix}${word} `)) existing.push(word)
    return existing
  }

  /** Words that follow a beginning of lines and begin so themselves, in order. */
  async #wordsAt(prefix: string, wordPrefix: string): Promise<string[]> {
    const words: string[] = []
    let from = prefix + wordPrefix
    while (words.length < MOST_BRANCHES) {
      const line = await this.#lineFrom(from)
      if (!line?.startsWith(prefix + wordPrefix)) break
      const end = line.indexOf(' ', prefix.length)
      if (end < 0) {
        from = `${line} ` // the last word of a line leads nowhere, but may begin another line
        continue
      }
      words.push(line.slice(prefix.length, end))
      from = `${line.slice(0, end)}!` // the first character after the blank
    }
    return words
  }

  async #exists(prefix: string): Promise<boolean> {
    return (await this.#lineFrom(prefix))?.startsWith(prefix) ?? false
  }

  async #lineFrom(text: string): Promise<string | undefined> {
    this.#steps++
    return this.#steps > MOST_STEPS ? undefined : this.#source.addressLineFrom(text)
  }
}

/** The word that is to be followed next; undefined when only the last one is left. */
function wordAt({ typed, at }: Place): string | undefined {
  return typed.before[at]
}

/** One direction in front of a street is enough. */
function endsInDirection(prefix: string): boolean {
  return DIRECTIONS.has(prefix.slice(prefix.lastIndexOf(' ', prefix.length - 2) + 1, -1))
}
