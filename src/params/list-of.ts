import { nearestName } from '../base/sentence.ts'
import { asItIs, oneOfSentence } from './one-of.ts'
import { Refusal, type Shape } from './shape.ts'

/** Several of a closed set of texts, separated by commas with or without blanks; each counts once. `put` as for one. */
export function listOf<const V extends string>(values: readonly V[], put = asItIs): Shape<readonly V[]> {
  const known = new Map<string, V>(values.map((value) => [put(value), value]))
  const written = [...known.keys()]
  return {
    schema: { type: 'string' },
    example: written.slice(0, 2).join(','),
    parse: (text) => {
      const chosen = new Set<V>()
      for (const part of text.split(',')) {
        const given = part.trim()
        if (given === '') continue
        const value = known.get(given)
        if (value === undefined) return refusal(written, given)
        chosen.add(value)
      }
      return [...chosen]
    },
    worded: (other) => listOf(values, other),
  }
}

function refusal(values: readonly string[], given: string): Refusal {
  return new Refusal(
    `${JSON.stringify(given.slice(0, 40))} is none of them: ${oneOfSentence(values, given)}`,
    values,
    nearestName(given, values),
  )
}
