/** How many rows of a list an example shows. If rows are long, it shows only one. */
const ROWS = 2
const LONG_ROW_CHARACTERS = 600
const TEXT_CHARACTERS = 160

/** Shortens the long lists and strings of a body for an example. */
export function shortened(value: object): object
export function shortened(value: unknown): unknown
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value)
  if (Array.isArray(value)) return shortList(value.map(shortened))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

function shortList(rows: readonly unknown[]): readonly unknown[] {
  const isLong = JSON.stringify(rows[0] ?? null).length > LONG_ROW_CHARACTERS
  return rows.slice(0, isLong ? 1 : ROWS)
}

/** Shortens a string between words. Strings without spaces, such as URLs, stay complete. */
function shortText(text: string): string {
  const end = text.length > TEXT_CHARACTERS ? text.lastIndexOf(' ', TEXT_CHARACTERS) : -1
  return end > TEXT_CHARACTERS / 2 ? `${text.slice(0, end)} …` : text
}
