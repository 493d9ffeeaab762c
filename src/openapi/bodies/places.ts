import { maybeTexts } from './answer.ts'
import { component, flag, listOf, nullable, number, object, optional, text } from './schema.ts'

/** Where things are, and what was understood of places that were asked for. */

const STREET = text(
  'House number, street and unit; empty where the source gives none, `(Undisclosed Address)` where it may not be shown.',
)

export const ADDRESS_FIELDS = {
  streetAddress: STREET,
  city: text(),
  state: text('Two letters.'),
  zipcode: text('Five digits.'),
}

export const ADDRESS = component('Address', object(ADDRESS_FIELDS))

export const DETAILED_ADDRESS = component(
  'DetailedAddress',
  object({ ...ADDRESS_FIELDS, ...maybeTexts('neighborhood', 'community', 'subdivision') }),
)

export const POINT_FIELDS = { latitude: number('Degrees.'), longitude: number('Degrees.') }

export const POINT = component('Coordinates', object(POINT_FIELDS))

export const REGION_NAME = component('RegionName', object({ name: text() }))

export const CHIP = component(
  'AddressLines',
  object({ location: listOf(object({ fullValue: text() }), 'The address in the lines of a card.') }),
)

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

export const REGION_LINKS = listOf(
  component('RegionLink', object({ name: text(), regionUrl: object({ path: text('Path of its page.') }) })),
  'Nearest first.',
)
