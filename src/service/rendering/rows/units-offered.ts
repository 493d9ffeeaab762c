import { dataCache } from '../../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Building } from '../../../model/building.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'

/** The units of a building for rent: how many, and the cheapest. */
interface Offered {
  readonly count: number
  readonly cheapest: HomeBrief | undefined
  /** Its monthly rent, if known. */
  readonly rent: number | undefined
}

/** Neighbors share buildings: they are read once between two changes of the catalog. */
const keep = dataCache(2000)

/** Offers are kept by building; those that are not kept yet are read together. */
export async function unitsOffered(
  buildings: readonly Building[],
  catalog: Catalog,
): Promise<ReadonlyMap<string, Offered>> {
  let reading: Promise<ReadonlyMap<string, Offered>> | undefined
  const offers = buildings.map(({ lotId }) =>
    keep(catalog, lotId, async () => {
      reading ??= readOffered(buildings, catalog)
      return (await reading).get(lotId) as Offered // one for each building
    }),
  )
  const offered = await Promise.all(offers)
  return new Map(buildings.map(({ lotId }, i) => [lotId, offered[i] as Offered])) // one each
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

/** Cheapest first, those of unknown rent last. `rents`: of the units for rent. */
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
