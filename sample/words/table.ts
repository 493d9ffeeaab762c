/** Parsers for the sample's words, which are written as compact text. */

/** Parses entries separated by bars. Entries may span lines. */
export function entries(text: string): readonly string[] {
  return text.split('|').map((entry) => entry.trim().replace(/\s+/g, ' '))
}

/** Parses one row per line, with cells separated by bars. */
export function rows(text: string): readonly (readonly string[])[] {
  return text.trim().split('\n').map(entries)
}

/** Parses lists of entries by key. */
export function lists<K extends string>(texts: Readonly<Record<K, string>>): Readonly<Record<K, readonly string[]>> {
  const pairs = Object.entries<string>(texts).map(([key, text]) => [key, entries(text)])
  return Object.fromEntries(pairs) // the object has the keys of `texts`
}
