/** PostgreSQL's largest word position; the first is 1. */
const LAST_POSITION = 16_383

/** The words with their positions. A gap after each text keeps phrases from spanning two texts. */
export function vectorText(texts: readonly (readonly string[])[]): string {
  const places = new Map<string, number[]>()
  let place = 0
  for (const words of texts) {
    for (const word of words) {
      const known = places.get(word)
      place = Math.min(place + 1, LAST_POSITION)
      if (known) known.push(place)
      else places.set(word, [place])
    }
    place++
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
