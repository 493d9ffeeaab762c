import { plain } from './plain.ts'
import type { Value } from './value.ts'

export function anything(doc: string): Value<unknown> {
  return plain({}, 'a JSON value', (given) => given !== undefined, doc)
}

const SCALARS: readonly string[] = ['string', 'number', 'boolean']

export function scalar(doc?: string): Value<string | number | boolean> {
  return plain({ type: SCALARS }, 'a string, a number or a boolean', (given) => SCALARS.includes(typeof given), doc)
}
