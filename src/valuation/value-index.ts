import type { Catalog } from '../catalog/catalog.ts'
import { dataCache } from '../catalog/data-cache.ts'
import type { Home, HomeAddress, HomeType } from '../model/home.ts'
import type { RegionType } from '../model/region.ts'
import { regionKeysOf } from '../regions/region-keys.ts'
import { publishedOfAll, publishedOfType, publishedRents } from './value-index-published.ts'
import { valuesFromSales } from './value-index-sales.ts'

/**
 * The value, or the monthly rent, of a typical home of a region over time, from one source. What it says as of a day
 * `knownBy` rests on nothing later than that day. Days are day numbers.
 */
export interface RegionValues {
  /** Key of the region, see `regions/region-keys.ts`. */
  readonly region: string
  /** The publisher, or a note that the values were computed from the catalogue's sales. */
  readonly source: string
  /** The first day with a value. */
  readonly firstDay: number
  /** The day from which the values are known; never before `firstDay`. */
  readonly readyDay: number
  /**
   * The value in dollars on a day from `firstDay` on, using what was known by `knownBy`, which is no earlier than `day`
   * and `readyDay`.
   */
  valueOn(day: number, knownBy: number): number
  /** The date of the newest data known by a day. */
  newestDay(knownBy: number): number
  /**
   * The day from which on values are the same, for want of newer data: before `newestDay` where the newest data are of a
   * whole month, whose mean stands for its middle.
   */
  flatFrom(knownBy: number): number
}

/** How values changed from one day to another. */
export interface ValueChange {
  /** A home worth 1 on the first day is worth this much on the second. */
  readonly factor: number
  readonly region: string
  readonly source: string
  /** The date of the newest data that it rests on. */
  readonly newestDay: number
  /** The day from which on it follows nothing, for want of newer data. */
  readonly flatFrom: number
}

/** How home values at one place changed. */
export interface ValueIndex {
  /** The change, from nothing later than the later of the two days; undefined if either is unknown. */
  change(fromDay: number, toDay: number): ValueChange | undefined
}

/** Smallest to largest. */
const REGION_ORDER = ['zipcode', 'neighborhood', 'city', 'county', 'metro', 'state', 'country'] as const

/** Sales farther away say little about a home, and there may be millions of them. */
const LOCAL_REGIONS: readonly RegionType[] = ['zipcode', 'neighborhood', 'city', 'county', 'metro']

/**
 * The index for a home: the published series of the smallest region, or else the catalogue's own sales in the smallest
 * region with enough of them. Which of them a change uses never depends on anything later than the change.
 * @param sinceDay The earliest day that will be asked for: sources after the first that is known by then are not read.
 */
export function valueIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  return indexAt(VALUE_TIERS, { address, homeType }, sinceDay, catalog)
}

/** The same for rents, of which only published series exist. */
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
  const known: RegionValues[] = []
  for (const { regions, sources } of tiers) {
    for (const region of regions.flatMap((type) => keys[type] ?? [])) {
      for (const source of sources) {
        const values = await valuesFrom(source, region, homeType, catalog)
        if (values) known.push(values)
        if (values && values.readyDay <= sinceDay) return indexOf(known)
      }
    }
  }
  return indexOf(known)
}

/** The values of one region, published or else computed; undefined if there are none. */
export async function regionValues(
  region: string,
  homeType: HomeType,
  catalog: Catalog,
): Promise<RegionValues | undefined> {
  for (const read of VALUE_TIERS.flatMap(({ sources }) => sources)) {
    const values = await valuesFrom(read, region, homeType, catalog)
    if (values) return values
  }
  return undefined
}

type Source = (region: string, homeType: HomeType, catalog: Catalog) => Promise<RegionValues | undefined>

/** Sources that are read region by region, smallest first, and in each region in order. */
interface Tier {
  readonly sources: readonly Source[]
  readonly regions: readonly RegionType[]
}

/**
 * Published values take precedence over computed ones; within a region, those of the home type over those of all types.
 */
const VALUE_TIERS: readonly Tier[] = [
  { sources: [publishedOfType, publishedOfAll], regions: REGION_ORDER },
  { sources: [valuesFromSales], regions: LOCAL_REGIONS },
]
const RENT_TIERS: readonly Tier[] = [{ sources: [publishedRents], regions: REGION_ORDER }]

const keep = dataCache(5000)

function valuesFrom(read: Source, region: string, homeType: HomeType, catalog: Catalog) {
  const key = read === publishedOfType ? `${read.name}/${region}/${homeType}` : `${read.name}/${region}`
  return keep(catalog, key, () => read(region, homeType, catalog))
}

/** The values of a region by the catalogue's own sales; undefined if these are too few. */
export function computedValues(region: string, catalog: Catalog): Promise<RegionValues | undefined> {
  return valuesFrom(valuesFromSales, region, 'SINGLE_FAMILY', catalog) // the type plays no part
}

function indexOf(sources: readonly RegionValues[]): ValueIndex {
  return {
    change: (fromDay, toDay) => {
      const [earlier, later] = fromDay < toDay ? [fromDay, toDay] : [toDay, fromDay]
      const known = sources.find(({ firstDay, readyDay }) => firstDay <= earlier && readyDay <= later)
      if (known === undefined) return undefined
      const factor = known.valueOn(toDay, later) / known.valueOn(fromDay, later)
      const { region, source } = known
      return { factor, region, source, newestDay: known.newestDay(later), flatFrom: known.flatFrom(later) }
    },
  }
}
