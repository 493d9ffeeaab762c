import { Refusal, type Shape } from '../params/index.ts'

const MOST_LOCATIONS = 5
const MOST_CHARACTERS = 1000

/** Locations separated by semicolons, as they were written. */
export function locationsText(example: string): Shape<string> {
  return {
    schema: { type: 'string', maxLength: MOST_CHARACTERS },
    example,
    parse: (text) => {
      if (text.length > MOST_CHARACTERS)
        return new Refusal(`it has ${text.length} characters, accepted are up to ${MOST_CHARACTERS}.`)
      const count = locationsIn(text).length
      if (count > 0 && count <= MOST_LOCATIONS) return text
      return new Refusal(`it has ${count} locations: accepted are 1 to ${MOST_LOCATIONS}, separated by semicolons.`)
    },
  }
}

export function locationsIn(text: string): string[] {
  return text
    .split(';')
    .map((location) => location.trim())
    .filter((location) => location !== '')
}
