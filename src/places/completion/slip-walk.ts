import { spellingsOneSlipAway } from './address-line.ts'
import type { LineSource } from './line-source.ts'
import { LineWalk, type Place, startPlaces, wordAt } from './line-walk.ts'

/** Maximum number of `addressLineFrom` calls for one text. */
const MAX_STEPS = 320

/** Maximum number of words that are tried in place of a typed word. */
const MAX_WORDS = 64

/** Maximum number of missing words in a text that also has a typo. The missing word is usually the direction. */
const MAX_GAPS = 1

const ZIP = /^\d{5}$/
const NUMBER = /^\d+$/

/**
 * Returns prefixes of lines that contain the typed words in order, with a typo in one of them: a missing, extra or
 * wrong letter, or two swapped neighboring letters. In addition, one word may be missing. Among numbers, only ZIPs may
 * have a typo: another house or unit number means another house or unit.
 * @param lines The result of `linePrefixes` for the typed text.
 */
export async function prefixesWithSlip(
  lines: readonly string[],
  typed: string,
  source: LineSource,
): Promise<readonly string[]> {
  const walk = new SlipWalk(typed, source)
  const starts = startPlaces(lines)
  let { reached } = await walk.along(starts)
  let slipped: readonly Place[] = []
  for (let gaps = 0; gaps <= MAX_GAPS; gaps++) {
    const after = await walk.along([...slipped, ...(await walk.wordsInPlace(reached))])
    const matches = [...after.prefixes, ...(await walk.endsInPlace(reached))]
    if (matches.length > 0) return [...new Set(matches)]
    slipped = await walk.overGaps(after.reached)
    reached = (await walk.along(await walk.overGaps(reached))).reached
  }
  return []
}

class SlipWalk extends LineWalk {
  /** Similar words by typed word. */
  readonly #near = new Map<string, Promise<readonly string[]>>()
  /** Similar beginnings of words by typed beginning. */
  readonly #nearBeginnings = new Map<string, Promise<readonly string[]>>()

  constructor(typed: string, source: LineSource) {
    super(typed, source, MAX_STEPS)
  }

  /**
   * Replaces the next complete typed word by words of lines that differ from it by one typo. Returns the positions
   * after these words.
   */
  async wordsInPlace(places: readonly Place[]): Promise<Place[]> {
    const next: Place[] = []
    for (const place of places) {
      const typed = wordAt(place)
      if (typed === undefined || this.isNumber(place)) continue
      for (const word of await this.existing(place.prefix, await this.#wordsNear(this.writtenAt(place))))
        next.push(this.after(place, word, 1))
    }
    return next
  }

  /** Returns prefixes of lines that end with a correction of the last typed word, which may have one typo. */
  async endsInPlace(places: readonly Place[]): Promise<string[]> {
    const matches: string[] = []
    for (const place of places) {
      const last = place.typed.lasts[0] ?? ''
      if (wordAt(place) !== undefined || this.isNumber(place)) continue
      const near = last.endsWith(' ')
        ? (await this.#wordsNear(last.trimEnd())).map((word) => `${word} `)
        : await this.#beginningsNear(last)
      const ends: string[] = []
      for (const end of near) if (await this.exists(place.prefix + end)) ends.push(end)
      // a match that lacks only the last letter is the weakest
      const close = ends.filter((end) => !last.startsWith(end))
      for (const end of close.length > 0 ? close : ends) matches.push(place.prefix + end)
    }
    return matches
  }

  #wordsNear(word: string): Promise<readonly string[]> {
    const near = this.#near.get(word) ?? this.#listed(word)
    this.#near.set(word, near)
    return near
  }

  #beginningsNear(beginning: string): Promise<readonly string[]> {
    const near = this.#nearBeginnings.get(beginning) ?? this.#begun(beginning)
    this.#nearBeginnings.set(beginning, near)
    return near
  }

  /**
   * Returns words similar to a word. For a single letter, returns only longer words, because a direction or unit with
   * another letter means another address.
   */
  async #listed(word: string): Promise<readonly string[]> {
    if (ZIP.test(word)) return zipsOneSlipAway(word)
    if (NUMBER.test(word)) return []
    const near = [...spellingsOneSlipAway(word), ...(await this.source.wordsOneSlipAway(word))]
    const words = word.length === 1 ? near.filter((other) => other.length > 1) : near
    return [...new Set(words)].slice(0, MAX_WORDS)
  }

  async #begun(word: string): Promise<readonly string[]> {
    if (ZIP.test(word)) return zipsOneSlipAway(word)
    if (NUMBER.test(word)) return []
    if (word.length === 1) return this.#wordsNear(word)
    const whole = spellingsOneSlipAway(word).map((short) => `${short} `)
    return [...new Set([...whole, ...(await this.source.beginningsOneSlipAway(word))])].slice(0, MAX_WORDS)
  }
}

/** Returns ZIPs with two digits swapped or one digit changed. */
function zipsOneSlipAway(zip: string): string[] {
  const swapped = Array.from(zip, (digit, at) => zip.slice(0, at) + zip.charAt(at + 1) + digit + zip.slice(at + 2))
  const wrong = Array.from(zip).flatMap((_, at) =>
    Array.from('0123456789', (digit) => zip.slice(0, at) + digit + zip.slice(at + 1)),
  )
  return [...new Set([...swapped.slice(0, -1), ...wrong])].filter((near) => near !== zip)
}
