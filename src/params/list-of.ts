import { type Choices, type Meanings, Spellings, type Understood } from './choices.ts'
import { Refusal, type Shape } from './shape.ts'

/**
 * Several of a closed set, separated by commas with or without blanks, each in any spelling; each counts once. Choices
 * as for `oneOf`.
 */
export function listOf<const V extends string>(texts: readonly V[], understood?: Understood<V>): Shape<readonly V[]>
export function listOf<V>(meanings: Meanings<V>, understood?: Understood<V>): Shape<readonly V[]>
export function listOf<V>(choices: Choices<V>, understood?: Understood<V>): Shape<readonly V[]> {
  return shapeOf(new Spellings(choices, understood))
}

function shapeOf<V>(spellings: Spellings<V>): Shape<readonly V[]> {
  return {
    schema: { type: 'string' },
    example: spellings.accepted.slice(0, 2).join(','),
    parse: (text) => {
      const chosen = new Set<V>()
      let wrong: Refusal | undefined
      for (const part of text.split(',')) {
        const given = part.trim()
        if (given === '') continue
        const value = spellings.read(given)
        if (!(value instanceof Refusal)) chosen.add(value)
        else
          wrong ??= new Refusal(
            `${JSON.stringify(given.slice(0, 40))} is none of them: ${value.why}`,
            value.accepted,
            value.nearest,
          )
      }
      if (wrong === undefined) return [...chosen]
      return chosen.size === 0 ? wrong : new Refusal(wrong.why, wrong.accepted, wrong.nearest, [...chosen])
    },
    format: (values) => values.map((value) => spellings.format(value)).join(','),
    asksNothing: (values) => values.length === 0,
    worded: (put) => shapeOf(spellings.worded(put)),
  }
}
