import { type AnswerOf, component, flag, listOf, nullable, object, optional, text } from '../answers/index.ts'
import type { Located } from '../locate/locate.ts'

/** What an answer says of a location that was asked for. */
export const LOCATION = component(
  'UnderstoodLocation',
  object({
    query: text('What was asked.'),
    type: nullable(text(), 'Kind of place that was understood, such as `city` or `zipcode`; null where none was.'),
    name: nullable(text(), 'As it can be written to mean the same; null where nothing was found.'),
    found: flag(),
    alternatives: listOf(text(), 'Names of what else may be meant, or of what comes near.'),
    why: optional(text('Why it was understood so, or not at all.')),
  }),
)

export const LOCATIONS = listOf(LOCATION, 'What was understood of each location that was asked for.')

export type ShownLocation = AnswerOf<typeof LOCATION>

export function shownLocation({ query, type, name, found, alternatives, why }: Located): ShownLocation {
  return { query, type: type ?? null, name: name ?? null, found, alternatives, ...(why !== undefined && { why }) }
}
