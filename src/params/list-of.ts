import { nearestOf } from '../base/sentence.ts'
import { oneOfSentence } from './one-of.ts'
import { Refusal, type Shape } from './shape.ts'

/** Several of a closed set of texts, separated by commas with or without blanks; each counts once. */
export function listOf<const V extends string>(values: readonly V[]): Shape<readonly V[]> {
  const known = new Map<string, V>(values.map((value) => [value, value]))
  return {
    schema: { type: 'string' },
    example: values.slice(0, 2).join(','),
    parse: (text) => {
      const chosen = new Set<V>()
      for (const part of text.split(',')) {
        const given = part.trim()
        if (given === '') continue
        const value = known.get(given)
        if (value === undefined) return refusal(values, given)
        chosen.add(value)
      }
      return [...chosen]
    },
  }
}

function refusal(values: readonly string[], given: string): Refusal {
  return new Refusal(
    `${JSON.stringify(given.slice(0, 40))} is none of them: ${oneOfSentence(values, given)}`,
    values,
    nearestOf(given, values),
  )
}
