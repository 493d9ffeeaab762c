import { Refusal, type Shape } from './shape.ts'

const MAX_NAMES = 20
const MAX_CHARACTERS = 60

/**
 * Names from an open set, separated by commas. Their spelling is preserved. `example` is written as in a query string.
 */
export function names(example: string): Shape<readonly string[]> {
  const accepted = `must be up to ${MAX_NAMES} names of up to ${MAX_CHARACTERS} characters, separated by commas.`
  return {
    schema: { type: 'string' },
    example,
    several: [],
    parse: (text) => {
      const parts = text.split(',').map((part) => part.trim())
      const named = parts.filter((part) => part !== '')
      const fits = named.length <= MAX_NAMES && named.every((part) => part.length <= MAX_CHARACTERS)
      return fits ? named : new Refusal(accepted)
    },
    format: (values) => values.join(','),
    asksNothing: (values) => values.length === 0,
  }
}
