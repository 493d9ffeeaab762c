import type { Owner } from '../../../catalog/ports/owner-lookup.ts'
import { component, nullable, objectFrom, oneOf, text, whole } from '../../../kit/answers/index.ts'

export const OWNER_ROW = component(
  'Owner',
  objectFrom<Owner>()({
    ownerId: [text('Opaque, and stable across imports.'), ({ ownerId }) => ownerId],
    kind: [oneOf(['person', 'company'], 'A company, trust or public body is a company.'), ({ kind }) => kind],
    name: [text('As a source writes the name.'), ({ name }) => name],
    mailingAddress: [nullable(text()), ({ address }) => address],
    homeCount: [
      whole('Number of homes: all of them, or after a search with a place only the homes there.'),
      ({ homes }) => homes,
    ],
  }),
)
