import type { LocationSource } from '../../../../places/locate/locate.ts'
import { namesCity, namesRegion } from '../../../../places/locate/names-region.ts'
import { stateOfCode } from '../../../../places/regions/states.ts'
import type { Match, Sentence } from './sentence.ts'
import { isStopWord } from './stop-words.ts'

/** Maximum number of words in the name of a place. */
const MAX_WORDS = 7
/** Words that may stand between a preposition and a place: `in the downtown area of`. */
const SKIPPED =
  /^(?:the|a|an|of|downtown|uptown|central|greater|north|south|east|west|northern|southern|eastern|western|suburbs?|suburban|outskirts|area|heart|beautiful|sunny|city|town|zip|zipcode|code|state|county|neighborhood|neighbourhood)$/
const MAX_SKIPPED = 3
/** Maximum number of look-ups. Normal sentences need fewer, and a hostile sentence costs little. */
const MAX_LOOKUPS = 500
/** Maximum number of places, as in the search by address. */
const MAX_PLACES = 5

/** Words after which a place may follow. */
const PREPOSITION = /^(?:in|near|around|within|inside|of|at|by|to|from|across|for)$/
/** Matches what may stand between two places of a list. */
const JOINS = /^[\s,]*(?:and|or|&|\/|;|,)?[\s,]*$/
/** Prepositions that are always followed by a place, even by a place without homes in the catalog. */
const STRONG = /^(?:in|near|around|within|at)$/
/** Words that end the name of an unknown place. */
const CLAUSE =
  /^(?:with|under|over|for|that|which|below|above|between|from|near|around|in|at|by|on|and|or|less|more|up|to|sorted|sort|having|has|please|built|listed|sold|where|cheaper|priced)$/

/** Finds the names of places in a sentence and removes them from it. */
export class PlaceReader {
  readonly #sentence: Sentence
  readonly #source: LocationSource
  readonly places: string[] = []
  /** Cached results of look-ups. Long sentences contain the same words several times. */
  readonly #isPlaceByName = new Map<string, boolean>()

  constructor(sentence: Sentence, source: LocationSource) {
    this.#sentence = sentence
    this.#source = source
  }

  /** Takes places of the catalog that follow a preposition or precede their state. Must run before any rule. */
  takeNamed(): void {
    for (let at = this.#nextNamed(); at !== undefined && this.places.length < MAX_PLACES; at = this.#nextNamed()) {
      this.#takeWithJoined(at)
    }
  }

  /** Takes cities after a preposition that exist but are not in the catalog: `in Mountain View` is not about views. */
  takeReal(): void {
    const words = this.#sentence.words()
    for (const [index, { words: word }] of words.entries()) {
      if (!/^(?:in|near)$/i.test(word)) continue
      for (let length = MAX_WORDS; length > 0; length--) {
        const span = this.#span(words, index + 1, length)
        const isNumber = isOtherNumber(words[index + length]?.words ?? '')
        if (!span || isNumber || this.#endsInWord(words, index + length)) continue
        if (!namesCity(this.#sentence.text.slice(span.start, span.end))) continue
        this.places.push(this.#sentence.takeSpan(span.start, span.end))
        return
      }
    }
  }

  /** Takes places from the words that no rule has understood: `Austin condos`. */
  takeBare(): void {
    const words = this.#sentence.words()
    for (let length = Math.min(MAX_WORDS, words.length); length > 0; length--) {
      for (let first = 0; first + length <= words.length; first++) {
        const span = this.#span(words, first, length)
        const isNumber = isOtherNumber(words[first + length - 1]?.words ?? '')
        if (isNumber || isOnlyStopWords(words.slice(first, first + length))) continue
        if (span && this.#isPlace(span)) {
          const whole = this.#unknown()
          if (whole && whole.start <= span.start && whole.end >= span.end) this.takeUnknown()
          else this.#takeWithJoined(span)
          return
        }
      }
    }
  }

  /** Takes words after a preposition as the name of an unknown place. */
  takeUnknown(): void {
    const span = this.#unknown()
    if (span) this.places.push(this.#sentence.takeSpan(span.start, span.end))
  }

  #unknown(): Span | undefined {
    const words = this.#sentence.words()
    for (const [index, { words: word }] of words.entries()) {
      if (!STRONG.test(word.toLowerCase())) continue
      const rest = words.slice(index + 1, index + 1 + MAX_WORDS)
      const end = rest.findIndex(({ words: next }) => CLAUSE.test(next.toLowerCase()))
      const length = end === -1 ? rest.length : end
      const span = this.#longestSpan(words, index + 1, length)
      if (span && !isOnlyStopWords(words.slice(index + 1, index + 1 + length))) return span
    }
    return undefined
  }

  #nextNamed(): Span | undefined {
    const words = this.#sentence.words()
    return this.#withState(words) ?? this.#behindPreposition(words)
  }

  #behindPreposition(words: readonly Match[]): Span | undefined {
    for (const [index, { words: word }] of words.entries()) {
      if (!PREPOSITION.test(word.toLowerCase())) continue
      for (let skipped = 0; skipped <= MAX_SKIPPED; skipped++) {
        const place = this.#longestPlace(words, index + 1 + skipped)
        if (place) return place
        if (!SKIPPED.test(words[index + 1 + skipped]?.words.toLowerCase() ?? '')) break
      }
    }
    return undefined
  }

  /** Includes the state after a place, in capitals or after a comma: `Mountain View, CA`. */
  #withState(words: readonly Match[]): Span | undefined {
    for (const [index, { words: word, start }] of words.entries()) {
      if (stateOfCode(word.toUpperCase()) === undefined) continue
      const isBehindComma = /,\s*$/.test(this.#sentence.free.slice(0, start))
      if (word !== word.toUpperCase() && !isBehindComma) continue
      for (let length = Math.min(MAX_WORDS, index); length > 0; length--) {
        const span = this.#span(words, index - length, length + 1)
        const first = words[index - length]?.words.toLowerCase() ?? ''
        if (span && !isStopWord(first) && this.#isPlace(span)) return this.#withZipcode(words, index, span)
      }
    }
    return undefined
  }

  #withZipcode(words: readonly Match[], index: number, span: Span): Span {
    const next = words[index + 1]
    const isNear = next !== undefined && /^[ ,]+$/.test(this.#sentence.free.slice(span.end, next.start))
    return isNear && /^\d{5}$/.test(next.words) ? { start: span.start, end: next.end } : span
  }

  #longestPlace(words: readonly Match[], first: number): Span | undefined {
    const word = words[first]?.words ?? ''
    const isNumber = /^\d/.test(word)
    if (isNumber && !(/^\d{5}$/.test(word) && this.#isBehind(words, first, /^(?:in|near|within|of)$/))) return undefined
    for (let length = Math.min(MAX_WORDS, words.length - first); length > 0; length--) {
      const span = this.#span(words, first, length)
      if (!span || this.#endsInWord(words, first + length - 1)) continue
      if (isOtherNumber(words[first + length - 1]?.words ?? '')) continue
      if (!isOnlyStopWords(words.slice(first, first + length)) && this.#isPlace(span)) return span
    }
    return undefined
  }

  #isBehind(words: readonly Match[], index: number, preposition: RegExp): boolean {
    return preposition.test(words[index - 1]?.words.toLowerCase() ?? '')
  }

  /** `Portland or Seattle` is not in Oregon: a lower-case `or` or `in` followed by words is not a state. */
  #endsInWord(words: readonly Match[], last: number): boolean {
    return /^(?:or|in|me|hi|ok|oh)$/.test(words[last]?.words ?? '') && words[last + 1] !== undefined
  }

  /** Takes a place and all places listed with it: `Austin, Round Rock or Pflugerville`. */
  #takeWithJoined(first: Span): void {
    let { end } = first
    this.places.push(this.#sentence.takeSpan(first.start, first.end))
    while (this.places.length < MAX_PLACES) {
      const words = this.#sentence.words()
      let index = words.findIndex(({ start }) => start >= end)
      if (index === -1) return
      if (/^(?:and|or)$/.test(words[index]?.words.toLowerCase() ?? '')) index++
      const next = words[index]
      const between = next === undefined ? 'x' : this.#sentence.free.slice(end, next.start)
      if (next === undefined || between.trim() === '' || !JOINS.test(between)) return
      const place = /^\d{5}$/.test(next.words) ? this.#span(words, index, 1) : this.#longestPlace(words, index)
      if (!place || !this.#isPlace(place)) return
      this.#sentence.takeSpan(end, place.start)
      this.places.push(this.#sentence.takeSpan(place.start, place.end))
      end = place.end
    }
  }

  #isPlace({ start, end }: Span): boolean {
    const name = this.#sentence.text.slice(start, end)
    const lookedUp = this.#isPlaceByName.get(name)
    if (lookedUp !== undefined || this.#isPlaceByName.size >= MAX_LOOKUPS) return lookedUp ?? false
    const isPlace = namesRegion(name, this.#source)
    this.#isPlaceByName.set(name, isPlace)
    return isPlace
  }

  /** Returns the span of words with at most a comma or a dash between them. Undefined if other text separates them. */
  #span(words: readonly Match[], first: number, length: number): Span | undefined {
    const part = words.slice(first, first + length)
    const [start, end] = [part[0]?.start, part.at(-1)?.end]
    if (start === undefined || end === undefined || part.length < length) return undefined
    const isWhole = part.every((word, i) => {
      const before = part[i - 1]
      return !before || /^[ ,.'-]*$/.test(this.#sentence.free.slice(before.end, word.start))
    })
    return isWhole ? { start, end } : undefined
  }

  #longestSpan(words: readonly Match[], first: number, most: number): Span | undefined {
    for (let length = most; length > 0; length--) {
      const span = this.#span(words, first, length)
      if (span) return span
    }
    return undefined
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Whether a word is a number but not a ZIP code. In `78704, 1500 square feet`, the second number is not part of a ZIP
 * code.
 */
function isOtherNumber(word: string): boolean {
  return /^\d/.test(word) && !/^\d{5}$/.test(word)
}

function isOnlyStopWords(words: readonly Match[]): boolean {
  return words.every(({ words: word }) => isStopWord(word.toLowerCase()))
}
