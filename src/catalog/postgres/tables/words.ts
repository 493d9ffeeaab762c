/** The largest position of a word in PostgreSQL. The first is 1. */
const LAST_POSITION = 16_383
/** The maximum number of positions per word in PostgreSQL. */
const POSITIONS_MAX = 255

/** Maximum length in characters of a word that can be found. PostgreSQL allows 2046 bytes. */
const WORD_MAX = 255

/** In bytes: the maximum size of a `tsvector`, and what a word (besides its letters) and a position take. */
const BYTES_MAX = (1 << 20) - 1
const [WORD_BYTES, POSITION_BYTES] = [4, 2]

/** Marks rows with words that have no position. This mark differs from all words and pairs of words. */
const CUT = '+'

/** Returns a word as rows and searches store it. */
export function searchedWord(word: string): string {
  return word.slice(0, WORD_MAX)
}

/**
 * Returns the words of a row with their positions, as many as fit. A gap after each text keeps phrases from spanning
 * two texts. PostgreSQL limits positions. A word without a position is also stored in a pair with each neighbor, so
 * that phrases still find it.
 */
export function vectorText(texts: readonly (readonly string[])[]): string {
  const vector = new Vector()
  let place = 0
  for (const words of texts) {
    let before: { readonly word: string; readonly isPlaced: boolean } | undefined
    for (const word of words.map(searchedWord)) {
      place++
      const isPlaced = place <= LAST_POSITION && vector.positionsOf(word) < POSITIONS_MAX
      const isKnown = before === undefined || (isPlaced && before.isPlaced)
      const pair = isKnown ? [] : [pairOf(before?.word ?? '', word), CUT]
      if (!vector.add(word, isPlaced ? place : undefined) || !pair.every((each) => vector.add(each, undefined)))
        return vector.text()
      before = { word, isPlaced }
    }
    place++
  }
  return vector.text()
}

/** The words of a row, with their positions. */
class Vector {
  readonly #places = new Map<string, number[]>()
  #bytes = 0

  positionsOf(lexeme: string): number {
    return this.#places.get(lexeme)?.length ?? 0
  }

  /** Returns false if there is no room left. */
  add(lexeme: string, place: number | undefined): boolean {
    const placesBefore = this.#places.get(lexeme)
    this.#bytes += placesBefore ? 0 : WORD_BYTES + Buffer.byteLength(lexeme)
    if (place !== undefined) this.#bytes += POSITION_BYTES
    if (this.#bytes > BYTES_MAX) return false
    const places = placesBefore ?? []
    if (place !== undefined) places.push(place)
    this.#places.set(lexeme, places)
    return true
  }

  text(): string {
    return Array.from(
      this.#places,
      ([lexeme, at]) => `${quoted(lexeme)}${at.length > 0 ? `:${at.join(',')}` : ''}`,
    ).join(' ')
  }
}

/**
 * Returns a query for rows with all of these words and phrases. If a row has words without a position, pairs of words
 * find its phrases.
 */
export function queryText(words: readonly string[], phrases: readonly (readonly string[])[]): string {
  return [...words.map((word) => quoted(searchedWord(word))), ...phrases.map(phraseText)].join(' & ')
}

function phraseText(phrase: readonly string[]): string {
  const words = phrase.map(searchedWord)
  const pairs = words.slice(1).map((word, at) => [words[at] ?? '', word] as const)
  const adjacent = words.map(quoted).join(' <-> ')
  if (pairs.length === 0) return adjacent
  const inPairs = pairs.map(([one, other]) => `(${quoted(one)} <-> ${quoted(other)} | ${quoted(pairOf(one, other))})`)
  return `(${adjacent} | ${quoted(CUT)} & ${inPairs.join(' & ')})`
}

function pairOf(one: string, other: string): string {
  return `${one} ${other}`
}

/** Words consist of letters and digits, so no character needs an escape. */
function quoted(lexeme: string): string {
  return `'${lexeme}'`
}
