/** A closed set of texts, and the value that each of them stands for. */
export type Meanings<V> = ReadonlyMap<string, V>

/** Texts that stand for themselves, or each for a value of its own. */
export type Choices<V> = readonly (V & string)[] | Meanings<V>

export function meaningsOf<V>(choices: Choices<V>): Meanings<V> {
  return choices instanceof Map ? choices : new Map((choices as readonly (V & string)[]).map((text) => [text, text]))
}

/** The same values under the texts of this server. */
export function wordedMeanings<V>(meanings: Meanings<V>, put: (text: string) => string): Meanings<V> {
  return new Map(Array.from(meanings, ([text, value]) => [put(text), value]))
}

/** The text of each value. */
export function textsOf<V>(meanings: Meanings<V>): ReadonlyMap<V, string> {
  return new Map(Array.from(meanings, ([text, value]) => [value, text]))
}
