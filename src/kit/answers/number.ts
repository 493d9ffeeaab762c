import { plain } from './plain.ts'
import type { Value } from './value.ts'

/** A finite number, because JSON has no other numbers. The description names the unit. */
export function number(doc?: string): Value<number> {
  return plain({ type: 'number' }, 'a number', Number.isFinite, doc)
}

export function whole(doc?: string): Value<number> {
  return plain({ type: 'integer' }, 'a whole number', Number.isInteger, doc)
}

/** A whole number that may need more than 32 bits: ids go up to 2^53. */
export function large(doc?: string): Value<number> {
  return plain({ type: 'integer', format: 'int64' }, 'a whole number', Number.isSafeInteger, doc)
}

export function timeMs(doc?: string): Value<number> {
  return large([doc, 'Milliseconds since 1970.'].filter(Boolean).join(' '))
}
