import { Refusal, type Shape } from './shape.ts'

const MOST_NAMES = 20
const MOST_CHARACTERS = 60

/** Names separated by commas, of no closed set, as they were written. `example` is written as on the wire. */
export function names(example: string): Shape<readonly string[]> {
  const accepted = `accepted are up to ${MOST_NAMES} names of up to ${MOST_CHARACTERS} characters, separated by commas.`
  return {
    schema: { type: 'string' },
    example,
    parse: (text) => {
      const parts = text.split(',').map((part) => part.trim())
      const given = parts.filter((part) => part !== '')
      const isShort = given.length <= MOST_NAMES && given.every((part) => part.length <= MOST_CHARACTERS)
      return isShort ? given : new Refusal(accepted)
    },
    written: (given) => given.join(','),
    asksNothing: (given) => given.length === 0,
  }
}
