import { grouped } from '../../kit/base/figures.ts'
import type { agentRange } from '../../service/operations/agent-words.ts'
import type { ToolArguments } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { Refusal } from './refusal.ts'

/** Reads an argument's exact number, minimum and maximum. Throws a Refusal if they contradict each other. */
export function boundsOf(args: ToolArguments, name: string) {
  const [exact, min, max] = [name, `${name}_min`, `${name}_max`].map((each) => args.number(each))
  if (exact !== undefined && (min !== undefined || max !== undefined))
    throw new Refusal(`Cannot use ${name} with ${name}_min or ${name}_max: ${name} is an exact number.`)
  if (min !== undefined && max !== undefined && min > max)
    throw new Refusal(`Cannot use ${name}_min ${min} with ${name}_max ${max}: the minimum is greater than the maximum.`)
  return { exact, min, max }
}

/** Returns the constraint for a range with a minimum, a maximum or both. An exact number is both. */
export function rangeOf(
  args: ToolArguments,
  parameter: string,
  { name, unit, isYear }: ReturnType<typeof agentRange>,
  what: string,
): Constraint[] {
  const { exact, min, max } = boundsOf(args, name)
  if (exact !== undefined)
    return [{ argument: name, words: `exactly ${exact} ${what}`, query: { [parameter]: `min:${exact}, max:${exact}` } }]
  if (min === undefined && max === undefined) return []
  const shown = (value: number) => unit.replace('#', () => (isYear ? String(value) : grouped(value)))
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
