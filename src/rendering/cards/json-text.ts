/**
 * JSON written by hand, byte for byte as `JSON.stringify` writes it, for documents made by the hundred thousand. An
 * unknown value writes nothing: each entry starts with its comma and key.
 */

const FIRST_PLAIN = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_SURROGATE = 0xd800

export function textJson(text: string): string {
  return `"${escaped(text)}"`
}

/**
 * The text between the quotes. Escape the parts of a longer text one by one: a concatenation has to be flattened first.
 */
export function escaped(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1)
}

/**
 * Whether no code unit needs an escape. A loop, because most texts are short, and there a regular expression takes
 * twice as long.
 */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < FIRST_PLAIN || unit === QUOTE || unit === BACKSLASH || unit >= FIRST_SURROGATE) return false
  }
  return true
}

/** Null for numbers that JSON does not have. */
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

/** The entry if the condition holds, otherwise nothing. */
export function entryIf(holds: boolean, entry: string): string {
  return holds ? entry : ''
}
