import { dataCache } from '../../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Building } from '../../../model/building.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'

/** The number of units for rent in a building, and its cheapest unit. */
interface Offered {
  readonly count: number
  readonly cheapest: HomeBrief | undefined
  /** Monthly rent of the cheapest unit, if known. */
  readonly rent: number | undefined
}

/** Caches the units for rent until the catalog changes, because neighboring homes often share a building. */
const keep = dataCache(2000)

/** Returns the units for rent, by building. Buildings that are not cached are read together. */
export async function unitsOffered(
  buildings: readonly Building[],
  catalog: Catalog,
): Promise<ReadonlyMap<string, Offered>> {
  let reading: Promise<ReadonlyMap<string, Offered>> | undefined
  const offers = buildings.map(({ lotId }) =>
    keep(catalog, lotId, async () => {
      reading ??= readOffered(buildings, catalog)
      return (await reading).get(lotId) as Offered // `readOffered` returns an entry for each building
    }),
  )
  const offered = await Promise.all(offers)
  // `offered` has one element for each building
  return new Map(buildings.map(({ lotId }, i) => [lotId, offered[i] as Offered]))
}

async function readOffered(
  buildings: readonly Building[],
  catalog: Pick<Catalog, 'search' | 'records'>,
): Promise<ReadonlyMap<string, Offered>> {
  const zpids = buildings.flatMap(unitsOf)
  const where = [{ parameter: 'units', node: { kind: 'homes', zpids } }] as const
  const free = await catalog.search('home').selectAll({ listingClass: 'For_Rent', where }, ['price'])
  const rents = new Map(Array.from(free.zpids, (zpid, i) => [zpid, free.values.price[i] as number]))
  const byRent = new Map(buildings.map((building) => [building.lotId, freeUnits(unitsOf(building), rents)]))
  const homes = await catalog.records.briefs([...byRent.values()].flatMap(([first]) => first?.zpid ?? []))
  const homeOf = new Map(homes.map((home) => [home.zpid, home]))
  return new Map(
    Array.from(byRent, ([lotId, units]) => {
      const { zpid = 0, rent = Number.NaN } = units[0] ?? {}
      return [lotId, { count: units.length, cheapest: homeOf.get(zpid), rent: Number.isNaN(rent) ? undefined : rent }]
    }),
  )
}

function unitsOf({ floorPlans }: Building): readonly number[] {
  return floorPlans.flatMap((plan) => plan.units)
}

/**
 * Returns the units for rent, cheapest first; units with an unknown rent come last. `rents` has exactly the units for
 * rent.
 */
function freeUnits(units: readonly number[], rents: ReadonlyMap<number, number>) {
  const free = [...new Set(units)].flatMap((zpid) => {
    const rent = rents.get(zpid)
    return rent === undefined ? [] : { zpid, rent }
  })
  return free.sort((one, other) => rank(one.rent) - rank(other.rent) || one.zpid - other.zpid)
}

function rank(rent: number): number {
  return Number.isNaN(rent) ? Number.MAX_VALUE : rent
}
