import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component, listOf, optional as optionalValue, whole } from '../../../kit/answers/index.ts'
import { optional, personal, Refusal, required, type Shape, text } from '../../../kit/params/index.ts'
import { ownerWords } from '../../../model/owner-name.ts'
import { OWNER_ROW } from '../../rendering/rows/owner-row.ts'
import { operation } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { placeText, REGION_FAILURES, RESOLVED_PLACE, resolveRegion } from '../resolve-region.ts'

const PAGE_OWNERS = 25

/** Minimum number of letters. Shorter names begin too many owners. */
const LETTERS_MIN = 3

const written = text(200, 'Acme Holdings LLC')

const ownerName: Shape<string> = {
  ...written,
  parse: (given) => {
    const read = written.parse(given)
    if (read instanceof Refusal || ownerWords(read).join('').length >= LETTERS_MIN) return read
    return new Refusal(`must be a name with at least ${LETTERS_MIN} letters.`)
  },
}

export const ownerSearch = operation({
  path: '/owner/search',
  beyond: true,
  summary: 'Owners by name, as county records name them; owners with the most homes first.',
  group: 'Owners',
  credits: 6,
  skip: true,
  parameters: {
    name: personal(
      required(
        ownerName,
        'Name of a person, company or trust. All words must match, in any order; the last word may be incomplete. Case, punctuation, spellings of LLC and roles such as TRUSTEE do not matter.',
      ),
    ),
    place: personal(
      optional(placeText, 'City, ZIP code, county or state: only owners of homes there. Default: the whole catalog.'),
    ),
    page: pageParameter(PAGE_OWNERS),
  },
  subject: ({ name, place, page }) =>
    `owner ${name}${place === undefined ? '' : ` in ${place}`}${page === 1 ? '' : ` (page ${page})`}`,
  failures: [...REGION_FAILURES, 'search.too_costly'],
  answer: component(
    'OwnerSearch',
    answer({
      location: optionalValue(RESOLVED_PLACE),
      ownerCount: whole('Owners with this name.'),
      owners: listOf(OWNER_ROW, 'Owners with the most homes first.'),
    }),
  ),
  run: async ({ name, place, page }, { catalog }) => {
    const where = place === undefined ? undefined : await resolveRegion(place, catalog, { owners: [] })
    const region = where === undefined ? {} : { region: where.region.key }
    const span = spanOf(page, PAGE_OWNERS)
    const { total, owners } = await catalog.owners.page({ words: ownerWords(name), ...region, ...span })
    return {
      message: '200: Success',
      source: sourceNames(catalog.about(), 'home'),
      ...(where && { location: where.location }),
      ownerCount: total,
      owners: owners.map((owner) => OWNER_ROW.of(owner)),
    }
  },
})
