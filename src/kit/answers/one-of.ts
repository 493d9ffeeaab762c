import { plain } from './plain.ts'
import type { Value } from './value.ts'

export function oneOf<const T extends string>(values: readonly T[], doc?: string): Value<T> {
  return plain({ type: 'string', enum: values }, `one of ${values.join(', ')}`, isIn(values), doc)
}

/** A constant value. Its schema is an enum of one, which every generator reads; many do not know `const`. */
export function always<const T extends string | number | boolean>(value: T, doc?: string): Value<T> {
  const type = typeof value === 'number' ? 'integer' : typeof value
  return plain({ type, enum: [value] }, JSON.stringify(value), (given) => given === value, doc)
}

function isIn(values: readonly unknown[]): (given: unknown) => boolean {
  return (given) => values.includes(given)
}
