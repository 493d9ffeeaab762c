/**
 * JSON written out by hand, letter for letter as `JSON.stringify` writes it, for documents that are made by the hundred
 * thousand. Where a value is not known nothing is written: the comma stands at the beginning of an entry, with its key.
 */

const FIRST_PLAIN = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_SURROGATE = 0xd800

export function textJson(text: string): string {
  return `"${escaped(text)}"`
}

/**
 * What stands between the quotes. A text made of several is escaped part by part: a sum has to be put together first.
 */
export function escaped(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1)
}

/**
 * Whether no unit of it needs an escape; most texts are short, where a regular expression takes twice as long to
 * begin.
 */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < FIRST_PLAIN || unit === QUOTE || unit === BACKSLASH || unit >= FIRST_SURROGATE) return false
  }
  return true
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
