import { nearestName } from '../base/sentence.ts'
import { type Choices, type Meanings, meaningsOf, textsOf, wordedMeanings } from './choices.ts'
import { Refusal, type Shape } from './shape.ts'

/**
 * One of a closed set of texts, case-sensitive. Given a list, the value is the text itself; given a map, it is what the
 * text maps to, and no two texts may share a value. A near miss is refused with the nearest text.
 */
export function oneOf<const V extends string>(texts: readonly V[]): Shape<V>
export function oneOf<V>(meanings: Meanings<V>): Shape<V>
export function oneOf<V>(choices: Choices<V>): Shape<V> {
  const meanings = meaningsOf(choices)
  const accepted = [...meanings.keys()]
  const texts = textsOf(meanings)
  return {
    schema: { type: 'string', enum: accepted },
    example: accepted[0] ?? '',
    parse: (text) =>
      meanings.get(text) ?? new Refusal(oneOfSentence(accepted, text), accepted, nearestName(text, accepted)),
    format: (value) => texts.get(value) ?? '',
    worded: (put) => oneOf(wordedMeanings(meanings, put)),
  }
}

export function oneOfSentence(values: readonly string[], text: string): string {
  const nearest = nearestName(text, values)
  return `accepted are ${values.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`
}
