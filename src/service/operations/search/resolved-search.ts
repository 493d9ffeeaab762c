import type { Context } from '../../../catalog/ports/context.ts'
import type { Query, Selection } from '../../../catalog/ports/query.ts'
import { type AnswerOf, component, object, whole } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { rate30Year } from '../../../worth/valuation/monthly-cost.ts'
import type { Area, AreaKind } from './area.ts'
import { type FilterContext, type OrderName, orderOf, reachOf, requireLayers } from './filters/index.ts'
import { type Part, partConditions } from './part.ts'

export const PAGE_RESULTS = 200
export const MAX_PAGES = 5
export const MAX_RESULTS = PAGE_RESULTS * MAX_PAGES

export const COUNTS = component(
  'ResultsCount',
  object({
    totalMatchingCount: whole('All results. A rental building counts once.'),
    ungroupedResultCount: whole('All matching homes.'),
    scrapeable_count: whole('Results that the pages of one search can reach.'),
  }),
)

export function countsOf({
  total,
  ungrouped,
}: {
  readonly total: number
  readonly ungrouped: number
}): AnswerOf<typeof COUNTS> {
  return {
    totalMatchingCount: total,
    ungroupedResultCount: ungrouped,
    scrapeable_count: Math.min(total, MAX_RESULTS),
  }
}

/** The arguments of every search, apart from its area and filters. */
export interface SearchArgs extends Readonly<Record<string, unknown>> {
  readonly listingStatus: ListingClass
  readonly sortOrder: OrderName | undefined
  readonly page: number
  /** Default: `PAGE_RESULTS`. */
  readonly pageSize?: number | undefined
  readonly explain: boolean | undefined
  readonly part: Part | undefined
  readonly facets?: readonly string[] | undefined
}

/** A search with all arguments turned into conditions, as of one day. */
export interface ResolvedSearch {
  readonly area: Area
  readonly selection: Selection
  readonly filtering: FilterContext
  readonly today: number
}

/** Finds the area and turns all arguments into conditions. */
export async function resolveSearch(kind: AreaKind, args: SearchArgs, context: Context): Promise<ResolvedSearch> {
  const { catalog, clock } = context
  const { listingStatus: listingClass, part } = args
  const today = dayNumber(clock.now())
  const area = await kind.areaOf(args, catalog)
  if (args.inLayer !== undefined || args.notInLayer !== undefined) await requireLayers(args, catalog)
  const rate = args.monthlyPayment === undefined ? undefined : rate30Year(await catalog.records.latestRates())
  const filtering = { listingClass, today, rate30Year: rate }
  const filters = kind.filters.conditions(args, filtering)
  const where = [
    ...area.conditions,
    ...(await reachOf(args, context)),
    ...filters,
    ...(part ? partConditions(part) : []),
  ]
  return { area, selection: { listingClass, where }, filtering, today }
}

/** Whether units of one rental building count as one result. */
export function isGrouped(listingClass: ListingClass): boolean {
  return listingClass === 'For_Rent'
}

/** Returns the number of results on a full page, at most as many as in the interface. */
export function sizeOf({ pageSize = PAGE_RESULTS }: Pick<SearchArgs, 'pageSize'>): number {
  return Math.min(pageSize, PAGE_RESULTS)
}

/** Returns the query for one page. Pages after the last page are empty. */
export function pageOf(
  { selection, today }: Pick<ResolvedSearch, 'selection' | 'today'>,
  args: Pick<SearchArgs, 'sortOrder' | 'page' | 'pageSize'>,
): Query {
  const { listingClass } = selection
  const size = sizeOf(args)
  const offset = Math.min(MAX_RESULTS, (args.page - 1) * size)
  return {
    ...selection,
    order: orderOf(args.sortOrder, listingClass),
    offset,
    limit: Math.min(size, MAX_RESULTS - offset),
    grouped: isGrouped(listingClass),
    today,
  }
}
