/** PostgreSQL's largest word position (the first is 1), and the number of positions that it stores per word. */
const LAST_POSITION = 16_383
const POSITIONS_MAX = 255

/** Maximum length of a word that can be found, in characters. PostgreSQL's limit is 2046 bytes. */
const WORD_MAX = 255

/** The largest `tsvector` in bytes, and the bytes per word (besides its letters) and per position. */
const BYTES_MAX = (1 << 20) - 1
const [WORD_BYTES, POSITION_BYTES] = [4, 2]

/** Marks rows that contain words without a position. No word and no pair of words equals this mark. */
const CUT = '+'

/** Returns a word as rows and searches write it. */
export function searchedWord(word: string): string {
  return word.slice(0, WORD_MAX)
}

/**
 * Returns the words of a row with their positions, as many as fit into a row. A gap after each text keeps phrases from
 * spanning two texts. A word without a position is also stored as a pair with each of its neighbors.
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

/** Lexemes with their positions. */
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

/** A query for rows with all of these words and phrases. In rows with very many words, pairs of words find a phrase. */
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

/** Words consist of letters and digits, so nothing in them must be escaped. */
function quoted(lexeme: string): string {
  return `'${lexeme}'`
}
