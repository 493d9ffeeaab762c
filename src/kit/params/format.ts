import type { Shape } from './shape.ts'

/**
 * The text that a shape parses to this value. Texts, numbers and flags need no rule of their own; every other shape
 * brings its `format`.
 */
export function format<T>(shape: Shape<T>, value: T): string {
  return shape.format?.(value) ?? (typeof value === 'number' ? plain(value) : String(value))
}

/** A number in plain notation: no shape accepts an exponent. */
export function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}
