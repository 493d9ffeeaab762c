import { nearestName } from '../base/sentence.ts'
import { Refusal, type Shape } from './shape.ts'

/**
 * One of a closed set of texts, case-sensitive; a near miss is refused with the nearest one. `put` gives how a value is
 * written, where that is not the value itself.
 */
export function oneOf<const V extends string>(values: readonly V[], put = asItIs): Shape<V> {
  const known = new Map<string, V>(values.map((value) => [put(value), value]))
  const written = [...known.keys()]
  return {
    schema: { type: 'string', enum: written },
    example: written[0] ?? '',
    parse: (text) => known.get(text) ?? new Refusal(oneOfSentence(written, text), written, nearestName(text, written)),
    worded: (other) => oneOf(values, other),
  }
}

export function asItIs(text: string): string {
  return text
}

export function oneOfSentence(values: readonly string[], text: string): string {
  const nearest = nearestName(text, values)
  return `accepted are ${values.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`
}
