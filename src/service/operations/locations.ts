import { Refusal, type Shape } from '../../kit/params/index.ts'

const MAX_LOCATIONS = 5
const MAX_CHARACTERS = 1000

/** The locations of a search. `text` is the text as sent, which the answer repeats. */
export interface Locations {
  readonly text: string
  readonly names: readonly string[]
}

export function locations(example: string): Shape<Locations> {
  return {
    schema: { type: 'string', maxLength: MAX_CHARACTERS },
    example,
    joint: ';',
    parse: (text) => {
      if (text.length > MAX_CHARACTERS)
        return new Refusal(`must have at most ${MAX_CHARACTERS} characters, and has ${text.length}.`)
      const names = namesIn(text)
      if (names.length > 0 && names.length <= MAX_LOCATIONS) return { text, names }
      return new Refusal(`must have 1 to ${MAX_LOCATIONS} locations, separated by semicolons, and has ${names.length}.`)
    },
    format: ({ text }) => text,
  }
}

function namesIn(text: string): string[] {
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
