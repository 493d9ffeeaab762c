import type { Given } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { Refusal } from './refusal.ts'

const NUMBERS = new Intl.NumberFormat('en-US')

export function plainNumber(value: number): string {
  return NUMBERS.format(value)
}

/** A range of numbers by two arguments, `…_min` and `…_max`, which one parameter carries. */
export interface RangeArguments {
  readonly name: string
  readonly parameter: string
  readonly what: string
  /** Stands before and behind each number. */
  readonly unit?: readonly [string, string]
  /** Years have no commas. */
  readonly isYear?: boolean
}

/** The constraint of a range, where either end is given. Whoever has no such number is not in it. */
export function rangeOf(
  given: Given,
  { name, parameter, what, unit = ['', ''], isYear }: RangeArguments,
): Constraint[] {
  const [min, max] = [given.number(`${name}_min`), given.number(`${name}_max`)]
  if (min === undefined && max === undefined) return []
  if (min !== undefined && max !== undefined && min > max)
    throw new Refusal(`Cannot use ${name}_min ${min} with ${name}_max ${max}: the least is more than the most.`)
  const shown = (value: number) => `${unit[0]}${isYear ? value : plainNumber(value)}${unit[1]}`
  const words = [min === undefined ? '' : `at least ${shown(min)}`, max === undefined ? '' : `at most ${shown(max)}`]
  const text = [min === undefined ? '' : `min:${min}`, max === undefined ? '' : `max:${max}`]
  return [
    {
      argument: name,
      words: `${what} ${words.filter((each) => each !== '').join(' and ')}`,
      query: { [parameter]: text.filter((each) => each !== '').join(', ') },
    },
  ]
}
