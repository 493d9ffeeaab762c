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
    query: text('The text as sent.'),
    type: nullable(text(), 'Type of the place, such as `city` or `zipcode`; null if no place was found.'),
    name: nullable(text(), 'Full name, which can be sent again to mean the same place; null if no place was found.'),
    found: flag(),
    alternatives: listOf(text(), 'Names of other places that may be meant, or of similarly named places.'),
    alternativeCount: optional(whole('Total number of alternatives, if alternatives lists only the ten likeliest.')),
    why: optional(text('Why the text was understood this way, or why no place was found.')),
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
}: Omit<Located, 'type' | 'all' | 'zpids'> & { readonly type: string | undefined }): ShownLocation {
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
