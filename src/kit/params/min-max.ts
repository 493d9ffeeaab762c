import { plain } from './format.ts'
import { type Range, range } from './range.ts'
import { Refusal, type Shape } from './shape.ts'

const PAIR = /^(\d{1,15}(?:\.\d{1,6})?)?\s{0,9},\s{0,9}(\d{1,15}(?:\.\d{1,6})?)?$/

/**
 * Reads `MIN,MAX`: two numbers, the smaller one first, with or without blanks. A missing number leaves that end open.
 * Also reads all forms of the parameter type `range`, such as `min:1, max:2`. `unit` names the numbers, e.g. `dollars`.
 */
export function minMax(unit: string): Shape<Range> {
  const accepted = `must be two numbers, minimum then maximum, separated by a comma, in ${unit}.`
  const ranges = range(unit)
  return {
    schema: { type: 'string' },
    example: '200000,500000',
    joint: ',',
    parse: (text) => {
      const read = pairIn(text) ?? ranges.parse(text)
      if (read instanceof Refusal) return new Refusal(accepted)
      return read.min > read.max ? new Refusal(`${accepted} The minimum must not exceed the maximum.`) : read
    },
    format: ({ min, max }) => `${end(min)},${end(max)}`,
  }
}

function pairIn(text: string): Range | undefined {
  const [, min, max] = PAIR.exec(text) ?? []
  if (min === undefined && max === undefined) return undefined
  return { min: Number(min ?? Number.NEGATIVE_INFINITY), max: Number(max ?? Number.POSITIVE_INFINITY) }
}

function end(bound: number): string {
  return Number.isFinite(bound) ? plain(bound) : ''
}
