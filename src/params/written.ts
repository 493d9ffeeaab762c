import type { Shape } from './shape.ts'

/**
 * The text that a shape reads back as the same value. Texts, numbers and flags are written as they are; a shape of any
 * other value writes it itself.
 */
export function written<T>(shape: Shape<T>, value: T): string {
  return shape.written?.(value) ?? (typeof value === 'number' ? plain(value) : String(value))
}

/** A number without an exponent, which no shape reads. */
export function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}
