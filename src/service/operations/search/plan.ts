import type { Context } from '../../../catalog/ports/context.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  flag,
  listOf,
  object,
  optional as optionalValue,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { LOCATIONS } from '../../rendering/shown-location.ts'
import { operation } from '../operation.ts'
import { anySearch, searchOf } from './any-search.ts'
import type { AreaKind } from './area.ts'
import { queryPairsOf } from './explain.ts'
import { partText } from './part.ts'
import { type PlannedPart, partsOf } from './plan-parts.ts'
import {
  COUNTS,
  countsOf,
  MAX_PAGES,
  MAX_RESULTS,
  PAGE_RESULTS,
  pageOf,
  resolveSearch,
  type SearchArgs,
} from './resolved-search.ts'

const PARTS = listOf(
  object({
    query: text('Query string of this part.'),
    path: text('Path of the operation to call.'),
    total: whole('Number of results in this part.'),
    indivisible: optionalValue(
      flag('Whether the part has more results than one search can reach and cannot be split further.'),
    ),
  }),
  'Together, the parts contain every home exactly once.',
)

export const plan = operation({
  path: '/search/plan',
  summary: `Splits a search by ZIP code, price and type into parts of at most ${MAX_RESULTS} results, each with a query that is ready to send. Together, the parts contain every home exactly once.`,
  group: 'Searches',
  parameters: anySearch.parameters,
  rules: anySearch.rules,
  failures: ['search.too_costly'],
  answer: component(
    'SearchPlan',
    found({
      resultsCount: COUNTS,
      pagesInfo: object({ totalPages: whole(), resultsPerPage: whole() }),
      locations: optionalValue(LOCATIONS),
      parts: PARTS,
    }),
  ),
  run: async (given, context) => {
    const { kind, args } = searchOf(given)
    const search = await resolveSearch(kind, args, context)
    const query = { ...pageOf(search, args), limit: 0 }
    const counts = await context.catalog.search('home').page(query)
    const parts = await partsOf(search.selection, query, counts.ungrouped, context.catalog)
    const common = commonQuery(kind, args, context)
    return {
      message: '200',
      source: sourceNames(context.catalog.about(), 'home'),
      resultsCount: countsOf(counts),
      pagesInfo: {
        totalPages: Math.min(MAX_PAGES, Math.ceil(counts.total / PAGE_RESULTS)),
        resultsPerPage: PAGE_RESULTS,
      },
      ...(search.area.locations && { locations: search.area.locations }),
      parts: shownParts(parts, kind, common),
    }
  },
})

/** Returns the arguments that all parts share. Formats them only once, because a polygon may be long. */
function commonQuery(kind: AreaKind, args: SearchArgs, { words }: Context): string {
  const own = { ...kind.parameters, ...kind.filters.parameters }
  const notDefault = Object.keys(own).filter((name) => args[name] !== own[name]?.fallback)
  const query = queryPairsOf(own, Object.fromEntries(notDefault.map((name) => [name, args[name]])), words)
  return new URLSearchParams(query.map((each): [string, string] => [each.name, each.text])).toString()
}

/**
 * Maximum number of characters in all queries of a plan together. It suffices for more than 100,000 parts with short
 * queries.
 */
const MAX_QUERY_CHARACTERS = 16 * 1024 * 1024

/** Throws a Fault with status 400 if the query would make the answer too large, because every part repeats it. */
export function shownParts(
  parts: readonly PlannedPart[],
  kind: AreaKind,
  common: string,
): readonly AnswerOf<typeof PARTS>[number][] {
  if (parts.length * common.length <= MAX_QUERY_CHARACTERS) return parts.map((part) => shownPart(part, kind, common))
  const size = common.length.toLocaleString('en-US')
  throw new Fault(
    'search.too_costly',
    `The search has ${parts.length.toLocaleString('en-US')} parts, and each would repeat its query of ${size} characters: search a smaller area, or a polygon with fewer corners.`,
  )
}

function shownPart(
  { part, total, indivisible }: PlannedPart,
  kind: AreaKind,
  common: string,
): AnswerOf<typeof PARTS>[number] {
  const asked = partText(part)
  const own = asked === '' ? '' : new URLSearchParams([['part', asked]]).toString()
  return {
    query: [common, own].filter(Boolean).join('&'),
    path: kind.path,
    total,
    ...(indivisible && { indivisible }),
  }
}
