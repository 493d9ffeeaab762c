import { type Choices, type Meanings, Spellings, type Understood } from './choices.ts'
import type { Shape } from './shape.ts'

/**
 * One of a closed set of words, in any spelling. In a list, each word is its own value; a map gives the value of each
 * word. No two words may have the same value. The error for a typo suggests the closest word.
 */
export function oneOf<const V extends string>(texts: readonly V[], understood?: Understood<V>): Shape<V>
export function oneOf<V>(meanings: Meanings<V>, understood?: Understood<V>): Shape<V>
export function oneOf<V>(choices: Choices<V>, understood?: Understood<V>): Shape<V> {
  return shapeOf(new Spellings(choices, understood))
}

function shapeOf<V>(spellings: Spellings<V>): Shape<V> {
  return {
    schema: { type: 'string', enum: spellings.accepted },
    example: spellings.accepted[0] ?? '',
    parse: (text) => spellings.read(text),
    format: (value) => spellings.format(value),
    worded: (put) => shapeOf(spellings.worded(put)),
  }
}
