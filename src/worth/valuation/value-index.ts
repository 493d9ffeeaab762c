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
  /** A home worth 1 on the first day is worth this much on the second. It is one that a market can have, see `boundedFactor`. */
  readonly factor: number
  readonly region: string
  readonly source: string
  /** The date of the newest data that it rests on. */
  readonly newestDay: number
  /** The day from which it no longer changes, because there is no newer data. */
  readonly flatFrom: number
}

/** How home values at one place changed. */
export interface ValueIndex {
  /** The change, from nothing later than the later of the two days; undefined if either is unknown. */
  change(fromDay: number, toDay: number): ValueChange | undefined
}

/** Sorted from smallest to largest. */
const REGION_ORDER = ['zipcode', 'neighborhood', 'city', 'county', 'metro', 'state', 'country'] as const

/** Sales farther away say little about a home, and there may be millions of them. */
const LOCAL_REGIONS: readonly RegionType[] = ['zipcode', 'neighborhood', 'city', 'county', 'metro']

/**
 * The index for a home: the published series of the smallest region, or else the catalogue's own sales in the smallest
 * region with enough of them. The choice for a change never depends on anything later than the change.
 * @param sinceDay The earliest day that will be asked for. Sources after the first one that is known by then are not
 * read.
 */
export function valueIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  return indexAt(VALUE_TIERS, { address, homeType }, sinceDay, catalog)
}

/** The index for rents, of which only published series exist. */
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

/** Sources that are read region by region, smallest first, and in each region in order. */
interface Tier {
  readonly sources: readonly Source[]
  readonly regions: readonly RegionType[]
  /** They are read by id: all at once take a database no longer than the first. */
  readonly isQuick: boolean
}

/**
 * Published values take precedence over computed ones; within a region, those of the home type over those of all types.
 */
const VALUE_TIERS: readonly Tier[] = [
  { sources: [publishedOfType, publishedOfAll], regions: REGION_ORDER, isQuick: true },
  { sources: [valuesFromSales], regions: LOCAL_REGIONS, isQuick: false },
]
const RENT_TIERS: readonly Tier[] = [{ sources: [publishedRents], regions: REGION_ORDER, isQuick: true }]

/** Whether values of regions of a type are computed from sales. */
export function isLocal(type: RegionType): boolean {
  return LOCAL_REGIONS.includes(type)
}

const keep = dataCache(5000)

function valuesFrom(read: Source, region: string, homeType: HomeType, catalog: Catalog) {
  const key = read === publishedOfType ? `${read.name}/${region}/${homeType}` : `${read.name}/${region}`
  return keep(catalog, key, () => read(region, homeType, catalog))
}

/** The values of a region from the catalogue's own sales; undefined if these are too few. */
export function computedValues(region: string, catalog: Catalog): Promise<RegionValues | undefined> {
  return valuesFrom(valuesFromSales, region, 'SINGLE_FAMILY', catalog) // the type plays no part
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
