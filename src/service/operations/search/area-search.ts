import type { Context } from '../../../catalog/ports/context.ts'
import type { EncodedPage } from '../../../catalog/ports/query.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  large,
  listOf,
  object,
  optional as optionalValue,
  toldApart,
  whole,
} from '../../../kit/answers/index.ts'
import { beyond, flag, optional, wholeNumber } from '../../../kit/params/index.ts'
import { BUILDING_RESULT } from '../../rendering/cards/building-card.ts'
import { HOME_RESULT } from '../../rendering/cards/home-card.ts'
import { LOCATIONS } from '../../rendering/shown-location.ts'
import { encodedSearch } from '../encoded-search.ts'
import { type Operation, operation } from '../operation.ts'
import type { AreaKind } from './area.ts'
import { EXPLANATION, explanationOf } from './explain.ts'
import { FACETS } from './facets/answer.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { part } from './part.ts'
import {
  COUNTS,
  countsOf,
  MAX_RESULTS,
  PAGE_RESULTS,
  pageOf,
  type ResolvedSearch,
  resolveSearch,
  type SearchArgs,
  sizeOf,
} from './resolved-search.ts'

/** The keys that answers of all searches for homes have. */
export const SEARCH_FIELDS = {
  resultsCount: COUNTS,
  pagesInfo: object({ totalPages: whole(), currentPage: large(), resultsPerPage: whole() }),
  locations: optionalValue(LOCATIONS),
  facets: optionalValue(FACETS),
  searchResults: listOf(toldApart('resultType', { property: HOME_RESULT, propertyGroup: BUILDING_RESULT })),
}
const { searchResults, ...HEAD_FIELDS } = SEARCH_FIELDS
const SEARCH = component('Search', found({ ...HEAD_FIELDS, explain: optionalValue(EXPLANATION), searchResults }))

/** Parameters of every search that the interface does not have. */
const BEYOND = {
  explain: beyond(
    optional(
      flag,
      'If true, the answer includes the query with its defaults, how many homes each condition removed, and, if no home matches, how many homes would match without each filter.',
    ),
  ),
  pageSize: beyond(
    optional(
      wholeNumber(1, MAX_RESULTS),
      `Results on a page, 1 to ${PAGE_RESULTS}; a larger number counts as ${PAGE_RESULTS}. The pages of one search reach ${MAX_RESULTS} results in any case.`,
    ),
  ),
  part,
}

/** Declares the search of one kind of area, with all filters. */
export function areaSearch(kind: AreaKind): Operation {
  const parameters = {
    ...kind.parameters,
    ...kind.filters.parameters,
    ...BEYOND,
    facets: homeFacets(kind.filters),
  }
  const ask = async (given: object, context: Context) => {
    const args = given as SearchArgs // declared by the shared filters
    const search = await resolveSearch(kind, args, context)
    const facets = args.facets && homeFacetsOf(args.facets, kind.filters, args, search, context)
    const query = { ...pageOf(search, args), ...facets?.asked }
    return { noun: 'home' as const, query, locations: search.area.locations, search, facets }
  }
  return operation({
    path: kind.path,
    summary: kind.summary,
    group: 'Searches',
    parameters,
    rules: [...kind.rules, ...kind.filters.rules],
    failures: ['search.too_costly'],
    answer: SEARCH,
    ask,
    run: async (given, context, texts) => {
      const args = given as unknown as SearchArgs // declared by the shared filters
      const { dataVersion } = context.catalog.about()
      const { search, facets, query } = await ask(given, context)
      const page = await context.catalog.search('home').cards(query)
      const explain = args.explain
        ? await explanationOf(parameters, args, texts, search, page.total, context)
        : undefined
      const head = {
        ...headOf(page, args, search, context),
        ...(explain && { explain }),
        ...facets?.told(page, context),
      }
      return encodedSearch(page, head, { today: search.today, dataVersion }, context)
    },
  })
}

export function headOf(
  page: EncodedPage,
  args: Pick<SearchArgs, 'page' | 'pageSize'>,
  { area }: Pick<ResolvedSearch, 'area'>,
  { catalog }: Context,
): Omit<AnswerOf<typeof SEARCH>, 'searchResults' | 'explain' | 'facets'> {
  return {
    message: '200',
    source: sourceNames(catalog.about(), 'home'),
    resultsCount: countsOf(page),
    pagesInfo: {
      totalPages: Math.ceil(Math.min(page.total, MAX_RESULTS) / sizeOf(args)),
      currentPage: args.page,
      resultsPerPage: sizeOf(args),
    },
    ...(area.locations && { locations: area.locations }),
  }
}
