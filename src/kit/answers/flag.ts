import { plain } from './plain.ts'
import type { Value } from './value.ts'

export function flag(doc?: string): Value<boolean> {
  return plain({ type: 'boolean' }, 'true or false', (given) => typeof given === 'boolean', doc)
}
