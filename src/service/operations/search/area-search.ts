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
import { beyond, flag, optional, type Parameters, type Rule, wholeNumber } from '../../../kit/params/index.ts'
import { BUILDING_RESULT } from '../../rendering/cards/building-card.ts'
import { HOME_RESULT } from '../../rendering/cards/home-card.ts'
import { ROWS } from '../../rendering/rows/portal-row.ts'
import { LOCATIONS } from '../../rendering/shown-location.ts'
import { surroundingsOf } from '../../rendering/surroundings.ts'
import { encodedSearch } from '../encoded-search.ts'
import { EncodedAnswer, type Operation, operation } from '../operation.ts'
import { requireFound } from '../require-found.ts'
import type { AreaKind } from './area.ts'
import { EXPLANATION, explanationOf } from './explain.ts'
import { FACETS } from './facets/answer.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { part } from './part.ts'
import { portalRows } from './portal-rows.ts'
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
/** Keys of an older edition of the interface, in which `location` is called `query`. */
const OLDER_FIELDS = { total_results: optionalValue(whole()), Results: optionalValue(ROWS) }
const SEARCH = component(
  'Search',
  found({ ...HEAD_FIELDS, explain: optionalValue(EXPLANATION), ...OLDER_FIELDS, searchResults }),
)

/** Parameters that Plat adds to every search. */
const BEYOND = {
  explain: beyond(
    optional(
      flag,
      'If true, the answer includes the query with its defaults, how many homes each condition removed, and, if no home matches, how many homes would match without each filter.',
    ),
  ),
  pageSize: beyond(
    optional(
      wholeNumber(1, 999_999),
      `Results on a page, 1 to ${PAGE_RESULTS}; a larger number counts as ${PAGE_RESULTS}, with a warning. The pages of one search reach ${MAX_RESULTS} results in any case.`,
    ),
  ),
  part,
}

const PAGE_SIZE: Rule<Parameters> = {
  doc: `A pageSize above ${PAGE_RESULTS} counts as ${PAGE_RESULTS}.`,
  outcome: 'noEffect',
  check: ({ pageSize }) => {
    const size = Number(pageSize ?? 0)
    if (size <= PAGE_RESULTS) return undefined
    const detail = `pageSize ${size} counts as ${PAGE_RESULTS}, the largest page. Further pages have the other results.`
    return { parameter: 'pageSize', code: 'param.inapplicable', detail, nearest: String(PAGE_RESULTS) }
  },
}

export function areaSearch(kind: AreaKind): Operation {
  const parameters = {
    ...kind.parameters,
    ...kind.filters.parameters,
    ...BEYOND,
    facets: homeFacets(kind.filters),
  }
  const ask = async (given: object, context: Context) => {
    const args = given as SearchArgs // the shared filters declare all these arguments
    const search = await resolveSearch(kind, args, context)
    const facets = args.facets && homeFacetsOf(args.facets, kind.filters, args, search, context)
    const query = { ...pageOf(search, args), ...facets?.query }
    return { noun: 'home' as const, query, locations: search.area.locations, search, facets }
  }
  return operation({
    path: kind.path,
    summary: kind.summary,
    group: 'Searches',
    parameters,
    rules: [PAGE_SIZE, ...kind.rules, ...kind.filters.rules],
    failures: ['search.too_costly', 'place.unknown'],
    answer: SEARCH,
    ask,
    run: async (given, context, texts, handling) => {
      const args = given as unknown as SearchArgs // the shared filters declare all these arguments
      const { dataVersion } = context.catalog.about()
      const { search, facets, query } = await ask(given, context)
      requireFound(search.area.locations, handling)
      const page = await context.catalog.search('home').cards(query)
      const explain = args.explain
        ? await explanationOf(parameters, args, texts, search, page.total, context)
        : undefined
      const head = {
        ...headOf(page, args, search, context),
        ...(explain && { explain }),
        ...facets?.answerKeys(page, context),
      }
      const moment = { today: search.today, dataVersion }
      if (!/^query=/i.test(texts.get('location') ?? '')) return encodedSearch(page, head, moment, context)
      const { Results } = await portalRows(page, context, surroundingsOf(context, handling))
      const older = encodedSearch(page, { ...head, total_results: page.total, Results }, moment, context)
      // no fingerprint, because the rows depend on data that it does not cover
      return new EncodedAnswer(older.body, undefined)
    },
  })
}

export function headOf(
  page: EncodedPage,
  args: Pick<SearchArgs, 'page' | 'pageSize'>,
  { area }: Pick<ResolvedSearch, 'area'>,
  { catalog }: Context,
): Omit<AnswerOf<typeof SEARCH>, 'searchResults' | 'explain' | 'facets' | keyof typeof OLDER_FIELDS> {
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
