/** A closed set of texts, each with the value that it stands for. */
export type Meanings<V> = ReadonlyMap<string, V>

/** Texts that are their own values, or a map from each text to its value. */
export type Choices<V> = readonly (V & string)[] | Meanings<V>

export function meaningsOf<V>(choices: Choices<V>): Meanings<V> {
  return choices instanceof Map ? choices : new Map((choices as readonly (V & string)[]).map((text) => [text, text]))
}

/** The same values under texts in the words of this server. */
export function wordedMeanings<V>(meanings: Meanings<V>, put: (text: string) => string): Meanings<V> {
  return new Map(Array.from(meanings, ([text, value]) => [put(text), value]))
}

/** From each value back to its text. */
export function textsOf<V>(meanings: Meanings<V>): ReadonlyMap<V, string> {
  return new Map(Array.from(meanings, ([text, value]) => [value, text]))
}
