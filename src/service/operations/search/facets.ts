import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import { component, optional as optionalValue } from '../../../kit/answers/index.ts'
import { LOCATIONS } from '../../rendering/shown-location.ts'
import { operation } from '../operation.ts'
import { requireFound } from '../require-found.ts'
import { anySearch, searchOf } from './any-search.ts'
import { FACETS } from './facets/answer.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { addressFilters } from './filters/index.ts'
import { COUNTS, countsOf, pageOf, resolveSearch } from './resolved-search.ts'

const { sortOrder: _, ...parameters } = anySearch.parameters

export const facetsOnly = operation({
  path: '/search/facets',
  beyond: true,
  summary: 'Counts, figures and histograms of all results of a search, without the homes.',
  group: 'Searches',
  parameters: { ...parameters, facets: homeFacets(addressFilters) },
  rules: anySearch.rules,
  failures: ['search.too_costly', 'place.unknown'],
  answer: component(
    'SearchFacets',
    found({ resultsCount: COUNTS, locations: optionalValue(LOCATIONS), facets: FACETS }),
  ),
  run: async (given, context, _texts, handling) => {
    const { kind, args } = searchOf(given)
    const search = await resolveSearch(kind, args, context)
    requireFound(search.area.locations, handling)
    const names = args.facets?.length ? args.facets : ['all']
    const { query, answerKeys } = homeFacetsOf(names, kind.filters, args, search, context)
    const page = await context.catalog.search('home').cards({ ...pageOf(search, args), limit: 0, ...query })
    return {
      message: '200',
      source: sourceNames(context.catalog.about(), 'home'),
      resultsCount: countsOf(page),
      ...(search.area.locations && { locations: search.area.locations }),
      ...answerKeys(page, context),
    }
  },
})
