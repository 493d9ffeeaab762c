import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home, HomeAddress, HomeType } from '../../model/home.ts'
import type { RegionType } from '../../model/region.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { boundedFactor } from './market-bound.ts'
import type { RegionValues } from './region-values.ts'
import { publishedOfAll, publishedOfType, publishedRents } from './value-index-published.ts'
import { valuesFromSales } from './value-index-sales.ts'

/** How values changed from one day to another. */
export interface ValueChange {
  /** The later value divided by the earlier value. Limited to plausible changes; see `boundedFactor`. */
  readonly factor: number
  readonly region: string
  readonly source: string
  /** Day of the newest data behind the change. */
  readonly newestDay: number
  /** The day from which the change stays the same for lack of newer data. */
  readonly flatFrom: number
}

/** How home values in one place changed over time. */
export interface ValueIndex {
  /** Returns the change between two days, using no data after the later day. Undefined if either value is unknown. */
  change(fromDay: number, toDay: number): ValueChange | undefined
}

/** From smallest to largest. */
const REGION_ORDER = ['zipcode', 'neighborhood', 'city', 'county', 'metro', 'state', 'country'] as const

/**
 * Types of regions whose values are computed from sales. Larger regions have too many sales, which say little about one
 * home.
 */
const LOCAL_REGIONS: readonly RegionType[] = ['zipcode', 'neighborhood', 'city', 'county', 'metro']

/**
 * Returns the index for a home: the published series of the smallest region, else the sales of the smallest region with
 * enough sales. Later data never influences which source is used for a change.
 * @param sinceDay The earliest day of any change. Once a source has values on that day, no more sources are read.
 */
export function valueIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  return indexAt(VALUE_TIERS, { address, homeType }, sinceDay, catalog)
}

/** Returns the index for rents, which uses published series only. */
export function rentIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  return indexAt(RENT_TIERS, { address, homeType }, sinceDay, catalog)
}

async function indexAt(
  tiers: readonly Tier[],
  { address, homeType }: Pick<Home, 'address' | 'homeType'>,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  const keys = regionKeysOf(address)
  const regionSources: RegionValues[] = []
  for (const { regions: types, sources, isQuick } of tiers) {
    const regions = types.flatMap((type) => keys[type] ?? [])
    if (isQuick)
      await Promise.all(regions.flatMap((key) => sources.map((source) => valuesFrom(source, key, homeType, catalog))))
    for (const region of regions) {
      for (const source of sources) {
        const values = await valuesFrom(source, region, homeType, catalog)
        if (values) regionSources.push(values)
        if (values && values.readyDay <= sinceDay) return indexOf(regionSources)
      }
    }
  }
  return indexOf(regionSources)
}

type Source = (region: string, homeType: HomeType, catalog: Catalog) => Promise<RegionValues | undefined>

/** Sources of equal precedence. All sources are read for the first region, then for the next. */
interface Tier {
  readonly sources: readonly Source[]
  readonly regions: readonly RegionType[]
  /**
   * Whether all sources are read concurrently. If the ids of records are known, this is as fast as reading one source.
   */
  readonly isQuick: boolean
}

/**
 * Published values come before computed values. In a region, values of the home's type come before values of all types.
 */
const VALUE_TIERS: readonly Tier[] = [
  { sources: [publishedOfType, publishedOfAll], regions: REGION_ORDER, isQuick: true },
  { sources: [valuesFromSales], regions: LOCAL_REGIONS, isQuick: false },
]
const RENT_TIERS: readonly Tier[] = [{ sources: [publishedRents], regions: REGION_ORDER, isQuick: true }]

/** Whether values of this type of region are computed from sales. */
export function isLocal(type: RegionType): boolean {
  return LOCAL_REGIONS.includes(type)
}

const keep = dataCache(5000)

function valuesFrom(read: Source, region: string, homeType: HomeType, catalog: Catalog) {
  const key = read === publishedOfType ? `${read.name}/${region}/${homeType}` : `${read.name}/${region}`
  return keep(catalog, key, () => read(region, homeType, catalog))
}

/** Returns a region's values from the catalog's own sales. Undefined if there are too few. */
export function computedValues(region: string, catalog: Catalog): Promise<RegionValues | undefined> {
  return valuesFrom(valuesFromSales, region, 'SINGLE_FAMILY', catalog) // `valuesFromSales` ignores the type
}

function indexOf(sources: readonly RegionValues[]): ValueIndex {
  return {
    change: (fromDay, toDay) => {
      const [earlier, later] = fromDay < toDay ? [fromDay, toDay] : [toDay, fromDay]
      const values = sources.find(({ firstDay, readyDay }) => firstDay <= earlier && readyDay <= later)
      if (values === undefined) return undefined
      const factor = boundedFactor(values.valueOn(toDay, later) / values.valueOn(fromDay, later), later - earlier)
      const { region, source } = values
      return { factor, region, source, newestDay: values.newestDay(later), flatFrom: values.flatFrom(later) }
    },
  }
}
