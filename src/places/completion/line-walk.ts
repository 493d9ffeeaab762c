import { DIRECTION_OF } from '../../kit/names/directions.ts'
import { KINDS_IN_FRONT, spellingsOfKind } from '../addresses/kinds-in-front.ts'
import { lineWords } from '../addresses/line-words.ts'
import { partsOfNames, wordsOf } from '../addresses/words.ts'
import { longerSpellings } from './address-line.ts'
import type { LineSource } from './line-source.ts'

/** Maximum number of `addressLineFrom` calls. It limits the work for hostile input. */
const MAX_STEPS = 160

/** Maximum number of words that are tried at one position. */
const MAX_BRANCHES = 24

/**
 * Maximum number of gaps (missing or shortened words): direction, suffix, designator, unit, city and so on. A text with
 * more gaps means no single address.
 */
const MAX_GAPS = 8

/** Words that may precede a street's name: letters of directions, and words for a kind of street. */
const UNNAMED: ReadonlySet<string> = new Set([...DIRECTION_OF.values(), ...KINDS_IN_FRONT])

/** The typed words. The last word may be incomplete; `lasts` has every form that it can have in lines. */
export interface TypedWords {
  readonly before: readonly string[]
  readonly lasts: readonly string[]
}

/** A position in a search along lines. The first `at` typed words have been matched. */
export interface Place {
  readonly typed: TypedWords
  /** The prefix of lines that has been matched. It ends with a space unless it is empty. */
  readonly prefix: string
  /** How many typed words have been matched. */
  readonly at: number
  /** Whether a word of the street's name has been matched. After that, any word may be missing. */
  readonly named: boolean
}

/**
 * Returns prefixes of lines that contain the typed words in order. Words in between may be missing, and typed words may
 * be shortened: `8600 timb` → `8600 s timb`, `5600 canyon ave 1` → `5600 cyn ave apt 1`, `2616 osp dr` → `2616 osprey
 * dr`. Before the street's name, only a direction or a word for the kind of street may be missing. Returns only the
 * prefixes with the fewest gaps. Searches the sorted lines like a tree: each step requests the first line at or after a
 * string, and so skips all other lines that start with the same words.
 * @param lines The result of `linePrefixes` for the typed text.
 */
export async function prefixesWithGaps(
  lines: readonly string[],
  typed: string,
  source: LineSource,
): Promise<readonly string[]> {
  const walk = new LineWalk(typed, source)
  let places = startPlaces(lines)
  for (let gaps = 0; gaps <= MAX_GAPS && places.length > 0; gaps++) {
    const { prefixes, reached } = await walk.along(places)
    if (prefixes.length > 0) return prefixes
    places = await walk.overGaps(reached)
  }
  return []
}

/** Returns the positions from which searches along these prefixes begin. */
export function startPlaces(lines: readonly string[]): readonly Place[] {
  return typedWords(lines).map((typed) => ({ typed, prefix: '', at: 0, named: false }))
}

/** Groups prefixes that differ only in the last word. A complete last word keeps its trailing space. */
function typedWords(lines: readonly string[]): TypedWords[] {
  const split = lines.map((line) => {
    const start = line.lastIndexOf(' ', line.length - 2) + 1
    return { before: line.slice(0, start).trimEnd(), last: line.slice(start) }
  })
  return Array.from(
    Map.groupBy(split, ({ before }) => before),
    ([before, group]) => ({ before: before === '' ? [] : before.split(' '), lasts: group.map(({ last }) => last) }),
  )
}

/** A search along lines, word by word. It stops after a limited number of steps. */
export class LineWalk {
  /**
   * The typed words before shortening. Lines shorten `meadow` to `mdw`, but a typed `meadow` may also begin
   * `meadowbrook`.
   */
  readonly #written: readonly string[]
  readonly #isNumbered: boolean
  protected readonly source: LineSource
  readonly #maxSteps: number
  #steps = 0

  constructor(typed: string, source: LineSource, maxSteps = MAX_STEPS) {
    this.#written = partsOfNames(wordsOf(typed).words)
    // a first word such as `26th` is a street name
    this.#isNumbered = /^\d(?!\w*(st|nd|rd|th)$)/.test(this.#written[0] ?? '')
    this.source = source
    this.#maxSteps = maxSteps
  }

  /**
   * Matches the typed words without gaps. Returns the prefixes that contain all of them, and every position on the way.
   */
  async along(places: readonly Place[]): Promise<{ prefixes: string[]; reached: Place[] }> {
    const lines: string[] = []
    const reached: Place[] = []
    for (let place of places) {
      reached.push(place)
      for (let word = wordAt(place); word !== undefined; word = wordAt(place)) {
        if (!(await this.exists(`${place.prefix}${word} `))) break
        place = this.after(place, word, 1)
        reached.push(place)
      }
      if (wordAt(place) === undefined) lines.push(...(await this.#ends(place)))
    }
    return { prefixes: lines, reached }
  }

  async #ends({ prefix, typed: { lasts } }: Place): Promise<string[]> {
    const lines: string[] = []
    for (const last of lasts) if (await this.exists(prefix + last)) lines.push(prefix + last)
    return lines
  }

  /**
   * Returns the positions after one more gap: a missing word, or a typed word that is only the start of a longer word.
   */
  async overGaps(places: readonly Place[]): Promise<Place[]> {
    const next: Place[] = []
    for (const place of places) {
      if (this.isNumber(place)) continue // a house number is never completed
      for (const word of await this.#expansionsOf(place)) next.push(this.after(place, word, 1))
      for (const word of await this.#leftOutAt(place)) next.push(this.after(place, word, 0))
    }
    return next
  }

  /** @param taken How many typed words `word` matches. */
  after({ typed, prefix, at, named }: Place, word: string, taken: 0 | 1): Place {
    const isNumber = this.#isNumbered && at === 0
    return {
      typed,
      prefix: `${prefix}${word} `,
      at: at + taken,
      named: named || !(isNumber || UNNAMED.has(word)),
    }
  }

  /** Returns longer words that a complete typed word may abbreviate. */
  async #expansionsOf(place: Place): Promise<readonly string[]> {
    const word = wordAt(place)
    if (word === undefined || /^\d/.test(word)) return []
    const written = this.#written[place.at] ?? ''
    const isSame = lineWords([written])[0] === word // false if the code of a state has replaced its name
    const others = [...(isSame ? longerSpellings(written) : []), ...(place.named ? [] : spellingsOfKind(word))]
    const longer = await this.existing(place.prefix, others)
    for (const prefix of new Set(isSame ? [word, written] : [word]))
      longer.push(...(await this.#wordsAt(place.prefix, prefix)))
    return [...new Set(longer)].filter((other) => other !== word)
  }

  async #leftOutAt(place: Place): Promise<readonly string[]> {
    if (place.named) return this.#wordsAt(place.prefix, '')
    return endsInUnnamed(place.prefix) ? [] : this.existing(place.prefix, UNNAMED)
  }

  /** Returns whether the next typed word is the house number. */
  protected isNumber({ at }: Place): boolean {
    return this.#isNumbered && at === 0
  }

  /** Returns the next typed word before shortening. If that word is unknown, returns the shortened word. */
  protected writtenAt(place: Place): string {
    const word = wordAt(place) ?? ''
    const written = this.#written[place.at] ?? ''
    return lineWords([written])[0] === word ? written : word // they differ if the code of a state has replaced its name
  }

  /**
   * Returns those of `words` that follow this prefix in any line. One request for a line may answer for several words.
   */
  async existing(prefix: string, words: Iterable<string>): Promise<string[]> {
    const candidates = [...words]
    const existing = new Set<string>()
    let line: string | undefined = ''
    for (const word of candidates.toSorted()) {
      const beginning = `${prefix}${word} `
      if (line !== undefined && line < beginning) line = await this.#lineFrom(beginning)
      if (line?.startsWith(beginning)) existing.add(word)
    }
    return candidates.filter((word) => existing.has(word))
  }

  /** Returns the words that follow `prefix` in lines and begin with `wordPrefix`, in order. */
  async #wordsAt(prefix: string, wordPrefix: string): Promise<string[]> {
    const words: string[] = []
    let from = prefix + wordPrefix
    while (words.length < MAX_BRANCHES) {
      const line = await this.#lineFrom(from)
      if (!line?.startsWith(prefix + wordPrefix)) break
      const end = line.indexOf(' ', prefix.length)
      if (end < 0) {
        from = `${line} ` // this line ends here, but the word may continue in other lines
        continue
      }
      words.push(line.slice(prefix.length, end))
      from = `${line.slice(0, end)}!` // `!` sorts right after the space, so this skips all lines with the same word
    }
    return words
  }

  async exists(prefix: string): Promise<boolean> {
    return (await this.#lineFrom(prefix))?.startsWith(prefix) ?? false
  }

  async #lineFrom(text: string): Promise<string | undefined> {
    this.#steps++
    return this.#steps > this.#maxSteps ? undefined : this.source.addressLineFrom(text)
  }
}

/** The next typed word. Undefined if only the last typed word remains. */
export function wordAt({ typed, at }: Place): string | undefined {
  return typed.before[at]
}

/** Whether the prefix ends with a word that may precede a street's name. A second such word is never filled in. */
function endsInUnnamed(prefix: string): boolean {
  return UNNAMED.has(prefix.slice(prefix.lastIndexOf(' ', prefix.length - 2) + 1, -1))
}
