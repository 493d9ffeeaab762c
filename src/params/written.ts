import type { Range } from './range.ts'

/**
 * The text that reads back as a value, for every value that the shapes of this room read from text: what answers say of a
 * query, and what queries that answers hand out are made of.
 */
export function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(part).join(',')
  return isRange(value) ? range(value) : part(value)
}

/** One of several values, or one point of a ring. */
function part(value: unknown): string {
  if (Array.isArray(value)) return value.map(part).join(' ')
  return typeof value === 'number' ? plain(value) : String(value)
}

/** Numbers are read without exponents. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}

function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'min' in value && 'max' in value
}

function range({ min, max }: Range): string {
  return [Number.isFinite(min) ? `min:${plain(min)}` : '', Number.isFinite(max) ? `max:${plain(max)}` : '']
    .filter((end) => end !== '')
    .join(', ')
}
