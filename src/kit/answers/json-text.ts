import { Ready } from './ready.ts'

/** Writes JSON byte for byte as `JSON.stringify` does, but faster, for values that are made by the hundred thousand. */

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

/** Writes null for numbers that JSON does not have. */
export function numberJson(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null'
}

export function jsonOf(value: unknown): string {
  if (typeof value === 'string') return textJson(value)
  if (typeof value === 'number') return numberJson(value)
  if (value === true) return 'true'
  if (value === false) return 'false'
  return value instanceof Ready ? value.json : JSON.stringify(value)
}

/** An entry and what follows it, or nothing without a value. `start` holds the key and its colon. */
export function optionalEntry(start: string, value: unknown, end: string): string {
  return value === undefined ? '' : start + jsonOf(value) + end
}
