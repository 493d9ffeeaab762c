import { nearestOf } from './parse.ts'
import { Refusal, type Shape } from './shape.ts'

/** One of a closed set of texts, case-sensitive; a near miss is refused with the nearest one. */
export function oneOf<const V extends string>(values: readonly V[]): Shape<V> {
  const known = new Set<string>(values)
  return {
    schema: { type: 'string', enum: values },
    example: values[0] ?? '',
    parse: (text) =>
      known.has(text) ? (text as V) : new Refusal(oneOfSentence(values, text), values, nearestOf(text, values)),
  }
}

export function oneOfSentence(values: readonly string[], text: string): string {
  const nearest = nearestOf(text, values)
  return `accepted are ${values.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`
}
