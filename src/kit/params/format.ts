import type { Shape } from './shape.ts'

/**
 * Writes a value so that the shape parses it back, except for a URL, because a shape keeps only a part of it. Strings,
 * numbers and flags need no `format` method.
 */
export function format<T>(shape: Shape<T>, value: T): string {
  return shape.format?.(value) ?? (typeof value === 'number' ? plain(value) : String(value))
}

/** Writes a number without an exponent, because no shape reads exponents. */
export function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}
