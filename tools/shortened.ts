/** Number of rows of a list that an example shows: two short ones, or a long one. */
const ROWS = 2
const LONG_ROW_CHARACTERS = 600
const TEXT_CHARACTERS = 160

/** Returns a body for an example, with long lists and texts cut short, and otherwise unchanged. */
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

/** Cuts a text between words. One without spaces, such as a URL, stays whole. */
function shortText(text: string): string {
  const end = text.length > TEXT_CHARACTERS ? text.lastIndexOf(' ', TEXT_CHARACTERS) : -1
  return end > TEXT_CHARACTERS / 2 ? `${text.slice(0, end)} …` : text
}
