/**
 * JSON written out by hand, letter for letter as `JSON.stringify` writes it, for documents that are made by the hundred
 * thousand. Where a value is not known nothing is written: the comma stands at the beginning of an entry, with its key.
 */

const NEEDS_ESCAPES = /["\\\0-\x1f\ud800-\udfff]/

export function textJson(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** What is no number that JSON knows is null. */
export function numberJson(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null'
}

/** @param start Comma, key and colon. */
export function knownNumber(start: string, value: number | undefined): string {
  return value === undefined ? '' : start + numberJson(value)
}

/** @param start Comma, key and colon. */
export function knownText(start: string, text: string | undefined): string {
  return text === undefined ? '' : start + textJson(text)
}

/** An entry that is there as long as something holds. */
export function entryIf(holds: boolean, entry: string): string {
  return holds ? entry : ''
}
