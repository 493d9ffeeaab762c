/** Words of the sample as compact text. */

/** Entries separated by bars; they may run over line ends. */
export function entries(text: string): readonly string[] {
  return text.split('|').map((entry) => entry.trim().replace(/\s+/g, ' '))
}

/** One row for each line, its cells separated by bars. */
export function rows(text: string): readonly (readonly string[])[] {
  return text.trim().split('\n').map(entries)
}

/** Lists of entries by key. */
export function lists<K extends string>(texts: Readonly<Record<K, string>>): Readonly<Record<K, readonly string[]>> {
  const pairs = Object.entries<string>(texts).map(([key, text]) => [key, entries(text)])
  return Object.fromEntries(pairs) // has the keys of the texts
}
