import { Ready, writeJson } from './ready.ts'

/**
 * This module writes JSON exactly as `JSON.stringify` does, but faster. It is for values that are written by the
 * hundred thousand.
 */

const FIRST_PLAIN = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_SURROGATE = 0xd800

export function textJson(text: string): string {
  return `"${escaped(text)}"`
}

/**
 * Escapes a string for JSON, without quotes around it. Escape the parts of a long string one by one: joining them first
 * would cost a copy.
 */
export function escaped(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1)
}

/**
 * Whether no character needs an escape. Most strings are short. For short strings, a loop is twice as fast as a regular
 * expression.
 */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < FIRST_PLAIN || unit === QUOTE || unit === BACKSLASH || unit >= FIRST_SURROGATE) return false
  }
  return true
}

/** Writes a number as JSON. Numbers that JSON cannot represent become null. */
export function numberJson(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null'
}

export function jsonOf(value: unknown): string {
  if (typeof value === 'string') return textJson(value)
  if (typeof value === 'number') return numberJson(value)
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (value instanceof Ready) return value.json
  return value === null ? 'null' : writeJson(value as object) // values of answers are plain data
}

/**
 * Writes an entry of an object followed by `end`, or nothing if there is no value. `start` is the key with its colon.
 */
export function optionalEntry(start: string, value: unknown, end: string): string {
  return value === undefined ? '' : start + jsonOf(value) + end
}
