import {
  type AnswerOf,
  component,
  flag,
  listOf,
  nullable,
  object,
  optional,
  text,
  whole,
} from '../../kit/answers/index.ts'
import type { Located } from '../../places/locate/locate.ts'

/** How an answer describes a requested location. */
export const LOCATION = component(
  'UnderstoodLocation',
  object({
    query: text('The text that was given.'),
    type: nullable(text(), 'Type of place that was found, such as `city` or `zipcode`; null if none was.'),
    name: nullable(text(), 'Full name, which can be sent again to mean the same place; null if nothing was found.'),
    found: flag(),
    alternatives: listOf(text(), 'Names of other places that may be meant, or of near matches.'),
    alternativeCount: optional(whole('The number of all of them, where alternatives names only the likeliest ten.')),
    why: optional(text('Why it was understood this way, or not at all.')),
  }),
)

export const LOCATIONS = listOf(LOCATION, 'How each requested location was understood.')

export type ShownLocation = AnswerOf<typeof LOCATION>

export function shownLocation({
  query,
  type,
  name,
  isFound,
  alternatives,
  alternativeCount,
  why,
}: Located): ShownLocation {
  return {
    query,
    type: type ?? null,
    name: name ?? null,
    found: isFound,
    alternatives,
    ...(alternativeCount !== undefined && { alternativeCount }),
    ...(why !== undefined && { why }),
  }
}
