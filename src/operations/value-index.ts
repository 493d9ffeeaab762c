import type { Catalog } from '../catalog/catalog.ts'
import type { HomeAddress, HomeType } from '../model/home.ts'
import type { Region } from '../model/region.ts'
import { regionKeysOf } from '../places/region-keys.ts'
import { publishedValues } from './value-index-published.ts'
import { valuesFromSales } from './value-index-sales.ts'

/**
 * What a typical home of a region is worth over time, by one source. Nothing that it says of a day `knownBy` rests on
 * anything later than that day. Days are day numbers.
 */
export interface RegionValues {
  /** Key of the region, see `places/region-keys.ts`. */
  readonly region: string
  /** Who publishes the values, or that they were computed from the catalogue's sales. */
  readonly source: string
  /** The first day that it has a value of. */
  readonly firstDay: number
  /** The day from which on it is known; never before `firstDay`. */
  readonly readyDay: number
  /** Dollars on a day from `firstDay` on, by what was known by a day that is neither earlier nor before `readyDay`. */
  valueOn(day: number, knownBy: number): number
}

/** How values moved from one day to another. */
export interface ValueChange {
  /** A home worth 1 on the first day is worth so much on the second. */
  readonly factor: number
  readonly region: string
  readonly source: string
}

/** How the values of homes at one place moved. */
export interface ValueIndex {
  /** By nothing later than the later of both days; undefined where nothing is known of one of them. */
  change(fromDay: number, toDay: number): ValueChange | undefined
}

/** From the smallest to the largest. */
const REGION_ORDER = ['zipcode', 'neighborhood', 'city', 'county', 'metro', 'state', 'country'] as const

/**
 * The index for a home: of what is published for the smallest region, else of the catalogue's own sales in the smallest
 * region that has enough. Which of them a change goes by never depends on anything later than the change.
 * @param sinceDay The earliest day that will be asked for: sources beyond the first that knows it by then are not read.
 */
export async function valueIndexAt(
  address: HomeAddress,
  homeType: HomeType,
  sinceDay: number,
  catalog: Catalog,
): Promise<ValueIndex> {
  const keys = regionKeysOf(address)
  const regions = REGION_ORDER.flatMap((type) => keys[type] ?? [])
  const sources: RegionValues[] = []
  for (const read of SOURCES) {
    for (const region of regions) {
      const values = await remembered(read, region, homeType, catalog)
      if (values) sources.push(values)
      if (values && values.readyDay <= sinceDay) return indexOf(sources)
    }
  }
  return indexOf(sources)
}

/** What is known of one region, published or else computed; undefined when nothing is. */
export async function regionValues(
  region: string,
  homeType: HomeType,
  catalog: Catalog,
): Promise<RegionValues | undefined> {
  for (const read of SOURCES) {
    const values = await remembered(read, region, homeType, catalog)
    if (values) return values
  }
  return undefined
}

type Source = typeof publishedValues
const SOURCES: readonly Source[] = [publishedValues, valuesFromSales]

const MOST_REMEMBERED = 5000
const memories = new WeakMap<readonly Region[], Map<string, Promise<RegionValues | undefined>>>()

/** Read once for each state of the catalogue, which hands out the same regions until it changes. */
function remembered(read: Source, region: string, homeType: HomeType, catalog: Catalog) {
  const state = catalog.regions()
  const memory = memories.get(state) ?? new Map<string, Promise<RegionValues | undefined>>()
  memories.set(state, memory)
  const key = read === valuesFromSales ? region : `${region}/${homeType}`
  const known = memory.get(key)
  if (known) return known
  if (memory.size >= MOST_REMEMBERED) memory.clear()
  const values = read(region, homeType, catalog)
  memory.set(key, values)
  values.catch(() => memory.delete(key)) // a failure is the next caller's to try again
  return values
}

function indexOf(sources: readonly RegionValues[]): ValueIndex {
  return {
    change: (fromDay, toDay) => {
      const [earlier, later] = fromDay < toDay ? [fromDay, toDay] : [toDay, fromDay]
      const known = sources.find(({ firstDay, readyDay }) => firstDay <= earlier && readyDay <= later)
      if (known === undefined) return undefined
      const factor = known.valueOn(toDay, later) / known.valueOn(fromDay, later)
      return { factor, region: known.region, source: known.source }
    },
  }
}
