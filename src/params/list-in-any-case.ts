import { listOf } from './list-of.ts'
import type { Shape } from './shape.ts'

/** Like `listOf`, each value written in any case. */
export function listInAnyCase<const V extends string>(values: readonly V[]): Shape<readonly V[]> {
  const asDeclared = new Map<string, string>(values.map((value) => [value.toLowerCase(), value]))
  const { schema, example, parse } = listOf(values)
  const spelled = (part: string) => asDeclared.get(part.trim().toLowerCase()) ?? part
  return { schema, example, parse: (text) => parse(text.split(',').map(spelled).join(',')) }
}
