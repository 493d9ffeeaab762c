import { wholeArgument } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { boundsOf } from './ranges.ts'
import type { Translation } from './translation.ts'

const MIN_MAX = 20
const MAX_MAX = 5

/** Three arguments (exact, minimum and maximum number) that set two parameters of the search. */
export const bedrooms: Translation = {
  properties: {
    bedrooms: wholeArgument([0, MAX_MAX], 'Exact number ("3 bedroom"); 0 is a studio.'),
    bedrooms_min: wholeArgument([1, MIN_MAX], 'Minimum number ("3+").'),
    bedrooms_max: wholeArgument([0, MAX_MAX], 'Maximum number.'),
  },
  constraints: (args) => {
    const { exact, min, max } = boundsOf(args, 'bedrooms')
    if (exact === undefined) return [...end('min', min, 'at least'), ...end('max', max, 'at most')]
    const words = exact === 0 ? 'studio' : `exactly ${exact} bedrooms`
    return [{ argument: 'bedrooms', words, query: { bed_min: countText(exact), bed_max: countText(exact) } }]
  },
}

function end(name: 'min' | 'max', count: number | undefined, words: string): Constraint[] {
  if (count === undefined) return []
  const query = { [`bed_${name}`]: countText(count) }
  return [{ argument: `bedrooms_${name}`, words: `${words} ${count} bedrooms`, query }]
}

function countText(count: number): string {
  return count === 0 ? 'Studio' : String(count)
}
