import { Refusal, type Shape } from '../params/index.ts'

const MOST_LOCATIONS = 5
const MOST_CHARACTERS = 1000

/** Where a search looks, as it was asked: `text` is shown again as it was written. */
export interface Locations {
  readonly text: string
  readonly names: readonly string[]
}

/** Locations separated by semicolons. */
export function locations(example: string): Shape<Locations> {
  return {
    schema: { type: 'string', maxLength: MOST_CHARACTERS },
    example,
    parse: (text) => {
      if (text.length > MOST_CHARACTERS)
        return new Refusal(`it has ${text.length} characters, accepted are up to ${MOST_CHARACTERS}.`)
      const names = namesIn(text)
      if (names.length > 0 && names.length <= MOST_LOCATIONS) return { text, names }
      return new Refusal(
        `it has ${names.length} locations: accepted are 1 to ${MOST_LOCATIONS}, separated by semicolons.`,
      )
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
