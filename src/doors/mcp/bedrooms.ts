import type { ToolArguments } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { Refusal } from './refusal.ts'
import type { Translation } from './translation.ts'

const MIN_MAX = 20
const MAX_MAX = 5

/** Three arguments (exact number, minimum, maximum) for two parameters. */
export const bedrooms: Translation = {
  properties: {
    bedrooms: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_MAX,
      description: 'Exact number ("3 bedroom"); 0 is a studio.',
    },
    bedrooms_min: { type: 'integer', minimum: 1, maximum: MIN_MAX, description: 'Minimum number ("3+").' },
    bedrooms_max: { type: 'integer', minimum: 0, maximum: MAX_MAX, description: 'Maximum number.' },
  },
  constraints: (args) => {
    const [exact, min, max] = ['bedrooms', 'bedrooms_min', 'bedrooms_max'].map((name) => args.number(name))
    if (exact !== undefined && (min !== undefined || max !== undefined))
      throw new Refusal('Cannot use bedrooms with bedrooms_min or bedrooms_max: bedrooms is an exact number.')
    if (min !== undefined && max !== undefined && min > max)
      throw new Refusal(
        `Cannot use bedrooms_min ${min} with bedrooms_max ${max}: the minimum is greater than the maximum.`,
      )
    if (exact === undefined) return [...end(args, 'min', 'at least'), ...end(args, 'max', 'at most')]
    const words = exact === 0 ? 'studio' : `exactly ${exact} bedrooms`
    return [{ argument: 'bedrooms', words, query: { bed_min: countText(exact), bed_max: countText(exact) } }]
  },
}

function end(args: ToolArguments, name: 'min' | 'max', words: string): Constraint[] {
  const count = args.number(`bedrooms_${name}`)
  if (count === undefined) return []
  return [
    {
      argument: `bedrooms_${name}`,
      words: `${words} ${count} bedrooms`,
      query: { [`bed_${name}`]: countText(count) },
    },
  ]
}

function countText(count: number): string {
  return count === 0 ? 'Studio' : String(count)
}
