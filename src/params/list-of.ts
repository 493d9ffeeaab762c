import { nearestName } from '../base/sentence.ts'
import { type Choices, type Meanings, meaningsOf, textsOf, wordedMeanings } from './choices.ts'
import { oneOfSentence } from './one-of.ts'
import { Refusal, type Shape } from './shape.ts'

/** Several of a closed set, separated by commas with or without spaces; duplicates count once. Choices as in `oneOf`. */
export function listOf<const V extends string>(texts: readonly V[]): Shape<readonly V[]>
export function listOf<V>(meanings: Meanings<V>): Shape<readonly V[]>
export function listOf<V>(choices: Choices<V>): Shape<readonly V[]> {
  const meanings = meaningsOf(choices)
  return {
    ...listShape(meanings, (text) => meanings.get(text)),
    worded: (put) => listOf(wordedMeanings(meanings, put)),
  }
}

/** Like `listOf`, ignoring letter case. */
export function listInAnyCase<const V extends string>(texts: readonly V[]): Shape<readonly V[]> {
  const byLowerCase = new Map<string, V>(texts.map((text) => [text.toLowerCase(), text]))
  return listShape(meaningsOf<V>(texts), (text) => byLowerCase.get(text.toLowerCase()))
}

function listShape<V>(meanings: Meanings<V>, find: (text: string) => V | undefined): Shape<readonly V[]> {
  const accepted = [...meanings.keys()]
  const texts = textsOf(meanings)
  return {
    schema: { type: 'string' },
    example: accepted.slice(0, 2).join(','),
    parse: (text) => {
      const chosen = new Set<V>()
      for (const part of text.split(',')) {
        const given = part.trim()
        if (given === '') continue
        const value = find(given)
        if (value === undefined) return refusal(accepted, given)
        chosen.add(value)
      }
      return [...chosen]
    },
    format: (values) => values.map((value) => texts.get(value) ?? '').join(','),
  }
}

function refusal(accepted: readonly string[], given: string): Refusal {
  return new Refusal(
    `${JSON.stringify(given.slice(0, 40))} is none of them: ${oneOfSentence(accepted, given)}`,
    accepted,
    nearestName(given, accepted),
  )
}
