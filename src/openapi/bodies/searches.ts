import { found } from './answer.ts'
import { HOME_CARD_FIELDS, RESULTS } from './cards.ts'
import { LOCATION } from './places.ts'
import { ROWS, ROWS_WITH_CARDS } from './portal-rows.ts'
import { anything, component, flag, large, listOf, mapOf, number, object, optional, text, whole } from './schema.ts'

/** The bodies of searches for homes. */

const COUNTS = component(
  'ResultsCount',
  object({
    totalMatchingCount: whole('Results in all; of rentals, a building counts once.'),
    ungroupedResultCount: whole('Homes in all.'),
    scrapeable_count: whole('Results that the pages of one search reach.'),
  }),
)

const LOCATIONS = optional(listOf(LOCATION, 'What was understood of each location that was asked for.'))

const EXPLANATION = component(
  'Explanation',
  object({
    query: mapOf(
      { type: ['string', 'number', 'boolean'] },
      'Every parameter that had a say, as it could be written, defaults among them.',
    ),
    defaults: listOf(text(), 'Names in query that stand at their defaults.'),
    removed: listOf(
      object({ parameter: text(), rows: whole('Homes that it removed from those that the ones before it left.') }),
    ),
  }),
)

export const SEARCH = component(
  'Search',
  found({
    resultsCount: COUNTS,
    pagesInfo: object({ totalPages: whole(), currentPage: large(), resultsPerPage: whole() }),
    locations: LOCATIONS,
    explain: optional(EXPLANATION),
    searchResults: RESULTS,
  }),
)

export const SEARCH_BY_URL = component(
  'SearchByUrl',
  found({
    total_results: whole(),
    resultsPerPage: whole(),
    totalPages: whole(),
    currentPage: large(),
    listResultsTitle: text(),
    Results: ROWS,
    searchResults: ROWS_WITH_CARDS,
    understood: listOf(
      object({
        key: text('A part of the URL.'),
        value: anything('As the URL has it; null where the URL leaves it to a default.'),
        as: text('What it was taken for.'),
      }),
    ),
    leftOut: listOf(object({ key: text('A part of the URL.'), why: text('Why it took no effect.') })),
  }),
)

export const SEARCH_BY_MLS = component(
  'SearchByMls',
  found({
    searchResult: object({
      ...HOME_CARD_FIELDS,
      latitude: optional(number('Degrees.')),
      longitude: optional(number('Degrees.')),
    }),
  }),
)

export const PLAN = component(
  'SearchPlan',
  found({
    resultsCount: COUNTS,
    pagesInfo: object({ totalPages: whole(), resultsPerPage: whole() }),
    locations: LOCATIONS,
    parts: listOf(
      object({
        query: text('Query string that asks for this part.'),
        path: text('Path of the operation to ask.'),
        total: whole('Results of this part.'),
        indivisible: optional(flag('It has more results than one search reaches, and nothing left to cut it by.')),
      }),
      'Together they hold every home once.',
    ),
  }),
)
