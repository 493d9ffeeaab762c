import type { Catalog } from '../catalog/catalog.ts'
import { dataCache } from '../catalog/data-cache.ts'
import type { Home, HomeAddress, HomeType } from '../model/home.ts'
import type { RegionType } from '../model/region.ts'
import { regionKeysOf } from '../regions/region-keys.ts'
import { publishedOfAll, publishedOfType, publishedRents } from './value-index-published.ts'
import { valuesFromSales } from './value-index-sales.ts'

/**
 * What a typical home of a region is worth, or is let for by the month, over time, by one source. Nothing that it
 * says of a day `knownBy` rests on anything later than that day. Days are day numbers.
 */
export interface RegionValues {
  /** Key of the region, see `regions/region-keys.ts`. */
  readonly region: string
  /** Who publishes the values, or that they were computed from the catalogue's sales. */
  readonly source: string
  /** The first day that it has a value of. */
  readonly firstDay: number
  /** The day from which on it is known; never before `firstDay`. */
  readonly readyDay: number
  /** Dollars on a day from `firstDay` on, by what was known by a day that is neither earlier nor before `readyDay`. */
  valueOn(day: number, knownBy: number): number
  /** The last day that the newest of what was known by a day speaks of. */
  newestDay(knownBy: number): number
}

/** How values moved from one day to another. */
export interface ValueChange {
  /** A home worth 1 on the first day is worth so much on the second. */
  readonly factor: number
  readonly region: string
  readonly source: string
  /** The last day that the newest of what it goes by speaks of. */
  readonly newestDay: number
}

/** How the values of homes at one place moved. */
export interface ValueIndex {
  /** By nothing later than the later of both days; undefined where nothing is known of one of them. */
  change(fromDay: number, toDay: number): ValueChange | undefined
}

/** From the smallest to the largest. */
const REGION_ORDER = ['zipcode', 'neighborhood', 'city', 'county', 'metro', 'state', 'country'] as const

/** Sales farther away than these tell little of a home, and there may be millions of them. */
const LOCAL_REGIONS: readonly RegionType[] = ['zipcode', 'neighborhood', 'city', 'county', 'metro']

/**
 * The index for a home: of what is published for the smallest region, else of the catalogue's own sales in the smallest
 * region that has enough. Which of them a change goes by never depends on anything later than the change.
 * @param sinceDay The earliest day that will be asked for: sources beyond the first that knows it by then are not read.
 */
export function valueIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  return indexAt(VALUE_TIERS, { address, homeType }, sinceDay, catalog)
}

/** The same of rents, of which the catalogue computes none itself. */
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

/** What is known of one region, published or else computed; undefined when nothing is. */
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

/** Sources that are asked region by region, from the smallest to the largest, in each one by one. */
interface Tier {
  readonly sources: readonly Source[]
  readonly regions: readonly RegionType[]
}

/**
 * What is published goes before what has to be computed; in one region, what is of the type of home before what is of
 * all.
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

/** What the catalogue's own sales tell of a region; undefined when they are too few. */
export function computedValues(region: string, catalog: Catalog): Promise<RegionValues | undefined> {
  return valuesFrom(valuesFromSales, region, 'SINGLE_FAMILY', catalog) // whatever the type: it plays no part
}

function indexOf(sources: readonly RegionValues[]): ValueIndex {
  return {
    change: (fromDay, toDay) => {
      const [earlier, later] = fromDay < toDay ? [fromDay, toDay] : [toDay, fromDay]
      const known = sources.find(({ firstDay, readyDay }) => firstDay <= earlier && readyDay <= later)
      if (known === undefined) return undefined
      const factor = known.valueOn(toDay, later) / known.valueOn(fromDay, later)
      return { factor, region: known.region, source: known.source, newestDay: known.newestDay(later) }
    },
  }
}
