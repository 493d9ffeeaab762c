import type { Context } from '../../../../catalog/ports/context.ts'
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
import { type Args, optional, required, text, unlogged } from '../../../../kit/params/index.ts'
import { EXPERIENCE } from '../../../rendering/cards/experience-card.ts'
import { LOCATIONS } from '../../../rendering/shown-location.ts'
import { encodedSearch } from '../../encoded-search.ts'
import { locations as locationsShape } from '../../locations.ts'
import { namedLocations } from '../../named-locations.ts'
import { operation } from '../../operation.ts'
import { requireFound } from '../../require-found.ts'
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

async function ask(args: Args<typeof PARAMETERS>, { catalog, clock }: Context) {
  const { searchDestinations, nextPageCursor } = args
  const today = dayNumber(clock.now())
  const after =
    nextPageCursor === undefined ? undefined : keyOfCursor(nextPageCursor, { parameters: PARAMETERS, args }, catalog)
  const { node, locations } = namedLocations(searchDestinations, catalog.search('experience').places())
  const filtering = { listingClass: 'Bookable', today } as const
  const where = [{ parameter: 'searchDestinations', node }, ...experienceFilters.conditions(args, filtering)]
  const selection = { listingClass: filtering.listingClass, where }
  const faceted = { table: EXPERIENCE_FACETS, family: experienceFilters, args, context: filtering, selection } as const
  const facets = args.facets && facetsOf('experience', args.facets, faceted)
  const query = {
    ...selection,
    order: 'Steady' as const,
    offset: 0,
    limit: PAGE_RESULTS,
    grouped: false,
    today,
    ...facets?.query,
    ...(after !== undefined && { after }),
  }
  return { noun: 'experience' as const, query, locations, facets }
}

export const experiencesByDestination = operation({
  area: 'C',
  path: '/search/exp/bydestination',
  summary: 'Guest experiences in cities and countries, up to five at once, 40 per page.',
  group: 'Experiences',
  parameters: PARAMETERS,
  rules: experienceFilters.rules,
  failures: ['search.too_costly', 'place.unknown'],
  answer: component(
    'Experiences',
    found({
      total: whole('All results.'),
      nextPageCursor: nullable(textValue(), 'Send it to get the next page; null on the last page.'),
      locations: LOCATIONS,
      facets: optionalValue(FACETS),
      searchResults: listOf(EXPERIENCE),
    }),
  ),
  ask,
  run: async (args, context, _texts, handling) => {
    const { catalog } = context
    const { dataVersion } = catalog.about()
    const { query, locations, facets } = await ask(args, context)
    requireFound(locations, handling)
    const page = await catalog.search('experience').cards(query)
    const { total, left, lastKey } = page
    return encodedSearch(
      page,
      {
        message: '200',
        source: sourceNames(catalog.about(), 'experience'),
        total,
        nextPageCursor:
          left > 0 && lastKey !== undefined ? cursorAfter(lastKey, { parameters: PARAMETERS, args }, catalog) : null,
        locations,
        ...facets?.answerKeys(page, context),
      },
      { today: query.today, dataVersion },
      context,
    )
  },
})
