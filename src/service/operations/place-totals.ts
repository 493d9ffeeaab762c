import type { Context } from '../../catalog/ports/context.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import type { Region } from '../../model/region.ts'
import type { RegionTotals } from '../rendering/rows/region-result.ts'
import { addressFilters } from './search/filters/index.ts'
import { pageOf } from './search/resolved-search.ts'

/**
 * Counts the homes that an unfiltered search finds in each region, by the region's key. Runs one query for each class
 * of listings (for sale, for rent, sold).
 */
export async function totalsOf(
  regions: readonly Region[],
  { catalog, clock }: Context,
): Promise<ReadonlyMap<string, { readonly totals: RegionTotals }>> {
  const today = dayNumber(clock.now())
  const keys = regions.map(({ key }) => key)
  const count = async (listingClass: ListingClass) => {
    if (keys.length === 0) return []
    const filtering = { listingClass, today, rate30Year: undefined }
    const filters = addressFilters.conditions({ ...DEFAULTS, listingStatus: listingClass }, filtering)
    const where = [{ parameter: 'location', node: { kind: 'place', regions: keys } } as const, ...filters]
    const choices = keys.map((key) => [{ kind: 'place', regions: [key] } as const])
    const search = { selection: { listingClass, where }, today }
    const page = pageOf(search, { sortOrder: undefined, page: 1 })
    const { measured } = await catalog
      .search('home')
      .cards({ ...page, limit: 0, measures: [{ kind: 'choices', choices, ignores: [] }] })
    const [counted] = measured ?? []
    return counted?.kind === 'choices' ? counted.results : []
  }
  const [forSale, forRent, sold] = await Promise.all([count('For_Sale'), count('For_Rent'), count('Sold')])
  return new Map(
    keys.map((key, i) => [key, { totals: { forSale: forSale[i] ?? 0, forRent: forRent[i] ?? 0, sold: sold[i] ?? 0 } }]),
  )
}

/** The arguments of a search without parameters. */
const DEFAULTS = Object.fromEntries(
  Object.entries(addressFilters.parameters).flatMap(([name, { fallback }]) =>
    fallback === undefined ? [] : [[name, fallback]],
  ),
)
