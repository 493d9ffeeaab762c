import { listOf } from './list-of.ts'
import type { Shape } from './shape.ts'

/** Like `listOf`, of values in lower case that may be written in any. */
export function listInAnyCase<const V extends string>(values: readonly V[]): Shape<readonly V[]> {
  const { schema, example, parse } = listOf(values)
  return { schema, example, parse: (text) => parse(text.toLowerCase()) }
}
