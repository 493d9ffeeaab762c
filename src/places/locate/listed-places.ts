import { STATES } from '../regions/states.ts'

const CODES: ReadonlySet<string> = new Set(STATES.map(({ code }) => code))

/** The code of a state, with or without a ZIP after it. */
const STATE_END = /^([A-Z]{2})(?: \d{5}(?:-\d{4})?)?$/i

/**
 * Splits a list in which each place ends with its state and only commas separate the places: `Austin, TX, Dallas, TX`.
 * Returns any other text whole.
 */
export function placesListed(text: string): readonly string[] {
  const places: string[][] = [[]]
  const parts = text.split(',').map((part) => part.trim())
  for (const part of parts) {
    const last = places.at(-1) ?? []
    last.push(part)
    if (last.length > 1 && CODES.has(STATE_END.exec(part)?.[1]?.toUpperCase() ?? '')) places.push([])
  }
  const isWhole = places.at(-1)?.length === 0 && !parts.includes('')
  return isWhole ? places.slice(0, -1).map((place) => place.join(', ')) : [text]
}
