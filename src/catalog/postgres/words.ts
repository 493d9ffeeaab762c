/** PostgreSQL's largest word position; the first is 1. */
const LAST_POSITION = 16_383

/** As many characters of a word are found by: PostgreSQL takes 2046 bytes. */
const WORD_MAX = 255

/** What a `tsvector` takes, words and positions together; and what a word and a position take there beside its bytes. */
const BYTES_MAX = (1 << 20) - 1
const [WORD_BYTES, POSITION_BYTES] = [4, 2]

/** A word as rows and searches name it. */
export function searchedWord(word: string): string {
  return word.slice(0, WORD_MAX)
}

/**
 * The words with their positions, as many as a row can have. A gap after each text keeps phrases from spanning two texts.
 */
export function vectorText(texts: readonly (readonly string[])[]): string {
  const places = new Map<string, number[]>()
  let place = 0
  let bytes = 0
  for (const words of texts) {
    for (const word of words.map(searchedWord)) {
      const known = places.get(word)
      bytes += POSITION_BYTES + (known ? 0 : WORD_BYTES + Buffer.byteLength(word))
      if (bytes > BYTES_MAX) return written(places)
      place = Math.min(place + 1, LAST_POSITION)
      if (known) known.push(place)
      else places.set(word, [place])
    }
    place++
  }
  return written(places)
}

function written(places: ReadonlyMap<string, readonly number[]>): string {
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
