import { plain } from './format.ts'
import type { Range } from './range.ts'
import { Refusal, type Shape } from './shape.ts'

const PAIR = /^(\d{1,15}(?:\.\d{1,6})?)\s{0,9},\s{0,9}(\d{1,15}(?:\.\d{1,6})?)$/

/** `MIN,MAX`: two numbers, the smaller one first, with or without spaces. `unit` names what they count, e.g. `dollars`. */
export function minMax(unit: string): Shape<Range> {
  const accepted = `accepted are two numbers, minimum then maximum, separated by a comma, in ${unit}.`
  return {
    schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?\\s*,\\s*\\d+(\\.\\d+)?$' },
    example: '200000,500000',
    parse: (text) => {
      const [, min, max] = PAIR.exec(text) ?? []
      if (min === undefined || max === undefined) return new Refusal(accepted)
      if (Number(min) > Number(max)) return new Refusal(`the minimum is above the maximum: ${accepted}`)
      return { min: Number(min), max: Number(max) }
    },
    format: ({ min, max }) => `${plain(min)},${plain(max)}`,
  }
}
