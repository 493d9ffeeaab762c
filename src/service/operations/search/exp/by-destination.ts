import { sourceNames } from '../../../../catalog/ports/source-name.ts'
import { found } from '../../../../kit/answers/answer-head.ts'
import {
  component,
  listOf,
  nullable,
  optional as optionalValue,
  text as textValue,
  whole,
} from '../../../../kit/answers/index.ts'
import { dayNumber } from '../../../../kit/base/clock.ts'
import { optional, required, text, unlogged } from '../../../../kit/params/index.ts'
import { EXPERIENCE } from '../../../rendering/cards/experience-card.ts'
import { LOCATIONS } from '../../../rendering/shown-location.ts'
import { encodedSearch } from '../../encoded-search.ts'
import { locations as locationsShape } from '../../locations.ts'
import { namedLocations } from '../../named-locations.ts'
import { operation } from '../../operation.ts'
import { FACETS } from '../facets/answer.ts'
import { facetsOf, facetsParameter } from '../facets/facets.ts'
import { EXPERIENCE_FACETS } from '../facets/other-facets.ts'
import { cursorAfter, keyOfCursor } from './cursor.ts'
import { experienceFilters } from './filters.ts'

const PAGE_RESULTS = 40
const MAX_CURSOR_CHARACTERS = 200

const PARAMETERS = {
  searchDestinations: unlogged(
    required(locationsShape('Paris, France'), 'City ("City, Country") or country; up to 5, separated by semicolons.'),
  ),
  ...experienceFilters.parameters,
  nextPageCursor: optional(
    text(MAX_CURSOR_CHARACTERS, '1d9k2m-Xk3…'),
    'The nextPageCursor of the previous page, with the same parameters; without it, the first page.',
  ),
  facets: facetsParameter(EXPERIENCE_FACETS, experienceFilters),
}

export const experiencesByDestination = operation({
  area: 'C',
  path: '/search/exp/bydestination',
  summary: 'Guest experiences in cities and countries, up to five at once, 40 per page.',
  group: 'Experiences',
  parameters: PARAMETERS,
  rules: experienceFilters.rules,
  failures: ['search.too_costly'],
  answer: component(
    'Experiences',
    found({
      total: whole('All results.'),
      nextPageCursor: nullable(textValue(), 'Gets the next page; null on the last one.'),
      locations: LOCATIONS,
      facets: optionalValue(FACETS),
      searchResults: listOf(EXPERIENCE),
    }),
  ),
  run: async (args, context) => {
    const { catalog, clock } = context
    const { searchDestinations, nextPageCursor } = args
    const query = { parameters: PARAMETERS, args }
    const { dataVersion } = catalog.about()
    const experiences = catalog.search('experience')
    const today = dayNumber(clock.now())
    const after = nextPageCursor === undefined ? undefined : keyOfCursor(nextPageCursor, query, catalog)
    const { node, locations } = namedLocations(searchDestinations, experiences.places())
    const listingClass = 'Bookable'
    const filtering = { listingClass, today } as const
    const where = [{ parameter: 'searchDestinations', node }, ...experienceFilters.conditions(args, filtering)]
    const faceted = {
      table: EXPERIENCE_FACETS,
      family: experienceFilters,
      args,
      context: filtering,
      selection: { listingClass, where },
    } as const
    const facets = args.facets && facetsOf('experience', args.facets, faceted)
    const page = await experiences.cards({
      listingClass,
      where,
      order: 'Steady',
      offset: 0,
      limit: PAGE_RESULTS,
      grouped: false,
      today,
      ...facets?.asked,
      ...(after !== undefined && { after }),
    })
    const { total, left, lastKey } = page
    return encodedSearch(
      page,
      {
        message: '200',
        source: sourceNames(catalog.about(), 'experience'),
        total,
        nextPageCursor: left > 0 && lastKey !== undefined ? cursorAfter(lastKey, query, catalog) : null,
        locations,
        ...facets?.told(page, context),
      },
      { today, dataVersion },
      context,
    )
  },
})
