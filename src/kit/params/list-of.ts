import { type Choices, type Meanings, Spellings, type Understood } from './choices.ts'
import { Refusal, type Shape } from './shape.ts'

/** Several values of a closed set, separated by commas, in any spelling. Repeated values count once. */
export function listOf<const V extends string>(texts: readonly V[], understood?: Understood<V>): Shape<readonly V[]>
export function listOf<V>(meanings: Meanings<V>, understood?: Understood<V>): Shape<readonly V[]>
export function listOf<V>(choices: Choices<V>, understood?: Understood<V>): Shape<readonly V[]> {
  return shapeOf(new Spellings(choices, understood))
}

function shapeOf<V>(spellings: Spellings<V>): Shape<readonly V[]> {
  return {
    schema: { type: 'string' },
    example: spellings.accepted.slice(0, 2).join(','),
    several: spellings.accepted,
    parse: (text) => {
      const chosen = new Set<V>()
      // reports only the first wrong value, because each report searches the list for similar words
      let wrong: string | undefined
      for (const part of text.split(',')) {
        const item = part.trim()
        if (item === '') continue
        const value = spellings.find(item)
        if (value === undefined) wrong ??= item
        else chosen.add(value)
      }
      return wrong === undefined ? [...chosen] : refusal(spellings, wrong, wrong === text, [...chosen])
    },
    format: (values) => values.map((value) => spellings.format(value)).join(','),
    asksNothing: (values) => values.length === 0,
    worded: (put) => shapeOf(spellings.worded(put)),
  }
}

/** `rest` is the readable part of the list. `isAlone`: the list contains nothing else. */
function refusal<V>(spellings: Spellings<V>, wrong: string, isAlone: boolean, rest: readonly V[]): Refusal {
  const { why, accepted, nearest } = spellings.refuse(wrong)
  const [rule = '', hint = ''] = why.replace('must be one of', 'must be one or more of').split(/(?= Did you mean )/)
  const which = isAlone ? '' : ` ${JSON.stringify(wrong.slice(0, 40))} is not one of them.`
  return new Refusal(`${rule}${which}${hint}`, accepted, nearest, rest.length === 0 ? undefined : rest)
}
