import { Refusal, type Shape } from './shape.ts'

const MAX_NAMES = 20
const MAX_CHARACTERS = 60

/** Names separated by commas, from an open set, kept as written. `example` is in the form of a query string. */
export function names(example: string): Shape<readonly string[]> {
  const accepted = `accepted are up to ${MAX_NAMES} names of up to ${MAX_CHARACTERS} characters, separated by commas.`
  return {
    schema: { type: 'string' },
    example,
    several: [],
    parse: (text) => {
      const parts = text.split(',').map((part) => part.trim())
      const given = parts.filter((part) => part !== '')
      const fits = given.length <= MAX_NAMES && given.every((part) => part.length <= MAX_CHARACTERS)
      return fits ? given : new Refusal(accepted)
    },
    format: (given) => given.join(','),
    asksNothing: (given) => given.length === 0,
  }
}
