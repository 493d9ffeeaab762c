import type { EncodedPage } from '../../catalog/query.ts'
import { flag, optional } from '../../params/index.ts'
import { encodedSearch } from '../encoded-search.ts'
import { type Context, type Operation, operation } from '../operation.ts'
import { sourceName } from '../source-name.ts'
import type { AreaKind } from './area.ts'
import { type Asked, askedOf, MOST_PAGES, MOST_RESULTS, PAGE_RESULTS, pageOf, type SearchArgs } from './asked.ts'
import { explanationOf } from './explain.ts'
import { part } from './part.ts'

/** What every search takes beyond the interface. */
const BEYOND = {
  explain: optional(
    flag,
    'With true, the answer says what the query was with its defaults, and how many homes each of its conditions removed.',
  ),
  part,
}

/** The search of one kind of area with every filter. */
export function areaSearch(kind: AreaKind): Operation {
  const parameters = { ...kind.parameters, ...kind.filters.parameters, ...BEYOND }
  return operation({
    path: kind.path,
    summary: kind.summary,
    group: 'Searches',
    parameters,
    rules: [...kind.rules, ...kind.filters.rules],
    run: async (given, context) => {
      const args = given as unknown as SearchArgs // the shared filters declare these
      const { dataVersion } = context.catalog.about()
      const asked = await askedOf(kind, args, context)
      const page = await context.catalog.searchCards(pageOf(asked, args))
      const explain = args.explain ? await explanationOf(parameters, args, asked, context) : undefined
      const head = { ...headOf(page, args, asked, context), ...(explain && { explain }) }
      return encodedSearch(page, head, { today: asked.today, dataVersion }, context)
    },
  })
}

function headOf({ total, ungrouped }: EncodedPage, { page }: SearchArgs, { area }: Asked, { catalog }: Context) {
  return {
    message: '200',
    source: sourceName(catalog.about()),
    resultsCount: {
      totalMatchingCount: total,
      ungroupedResultCount: ungrouped,
      scrapeable_count: Math.min(total, MOST_RESULTS),
    },
    pagesInfo: {
      totalPages: Math.min(MOST_PAGES, Math.ceil(total / PAGE_RESULTS)),
      currentPage: page,
      resultsPerPage: PAGE_RESULTS,
    },
    ...(area.locations && { locations: area.locations }),
  }
}
