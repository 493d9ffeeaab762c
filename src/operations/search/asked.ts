import { type AnswerOf, component, object, whole } from '../../answers/index.ts'
import { dayNumber } from '../../base/clock.ts'
import type { Context } from '../../catalog/context.ts'
import type { Query, Selection } from '../../catalog/query.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import { rate30Year } from '../../valuation/monthly-cost.ts'
import type { Area, AreaKind } from './area.ts'
import { type OrderName, orderOf } from './filters/index.ts'
import { type Part, partConditions } from './part.ts'

/** Results on a page, and pages of a search. */
export const PAGE_RESULTS = 200
export const MOST_PAGES = 5
export const MOST_RESULTS = PAGE_RESULTS * MOST_PAGES

export const COUNTS = component(
  'ResultsCount',
  object({
    totalMatchingCount: whole('Results in all; of rentals, a building counts once.'),
    ungroupedResultCount: whole('Homes in all.'),
    scrapeable_count: whole('Results that the pages of one search reach.'),
  }),
)

/** What there is, on all pages. */
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
    scrapeable_count: Math.min(total, MOST_RESULTS),
  }
}

/** The arguments that every search has, beside those of its area and its filters. */
export interface SearchArgs extends Readonly<Record<string, unknown>> {
  readonly listingStatus: ListingClass
  readonly sortOrder: OrderName | undefined
  readonly page: number
  readonly explain: boolean | undefined
  readonly part: Part | undefined
}

/** A search as it was asked, at one moment. */
export interface Asked {
  readonly area: Area
  readonly selection: Selection
  readonly today: number
}

/** What the arguments of a kind of search ask for. */
export async function askedOf(kind: AreaKind, args: SearchArgs, { catalog, clock }: Context): Promise<Asked> {
  const { listingStatus: listingClass, part } = args
  const today = dayNumber(clock.now())
  const located = kind.areaOf(args, catalog)
  const area = located instanceof Promise ? await located : located
  const rate = args.monthlyPayment === undefined ? undefined : rate30Year(await catalog.records.latestRates())
  const filters = kind.filters.conditions(args, { listingClass, today, rate30Year: rate })
  const where = [...area.conditions, ...filters, ...(part ? partConditions(part) : [])]
  return { area, selection: { listingClass, where }, today }
}

/** Units of one rental building count as one result. */
export function isGrouped(listingClass: ListingClass): boolean {
  return listingClass === 'For_Rent'
}

/** One page of it; those past the last one hold nothing. */
export function pageOf(
  { selection, today }: Asked,
  { sortOrder, page }: { readonly sortOrder: OrderName | undefined; readonly page: number },
): Query {
  const { listingClass } = selection
  const beyond = page > MOST_PAGES
  return {
    ...selection,
    order: orderOf(sortOrder, listingClass),
    offset: beyond ? 0 : (page - 1) * PAGE_RESULTS,
    limit: beyond ? 0 : PAGE_RESULTS,
    grouped: isGrouped(listingClass),
    today,
  }
}
