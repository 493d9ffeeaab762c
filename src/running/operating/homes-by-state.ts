import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import type { StateHomes } from './pages.ts'

/**
 * Returns the number of homes by state and listing status, largest state first. Homes in an unknown state come last.
 */
export async function homesByState(catalog: Catalog): Promise<readonly StateHomes[]> {
  const states: StateHomes[] = []
  for (const { type, key, state, name, homes } of catalog.regions()) {
    if (type === 'state') states.push(row(state.toUpperCase(), name, homes, await listedIn(catalog, [key])))
  }
  states.sort((a, b) => b.homes - a.homes)
  const all = catalog.about().counts.home
  const sum = (of: (row: StateHomes) => number) => states.reduce((total, each) => total + of(each), 0)
  if (all <= sum(({ homes }) => homes)) return states
  const { active, For_Sale, For_Rent, Sold } = await listedIn(catalog, undefined)
  const unknown = row(null, 'State not known', all - sum(({ homes }) => homes), {
    active: active - sum(({ forSale }) => forSale),
    For_Sale: For_Sale - sum(({ forSale, inactiveSales }) => forSale + inactiveSales),
    For_Rent: For_Rent - sum(({ forRent }) => forRent),
    Sold: Sold - sum(({ sold }) => sold),
  })
  return [...states, unknown]
}

/** Counts of homes by listing status. `active`: the homes of `For_Sale` that a search shows by default. */
type Listed = Readonly<Record<ListingClass | 'active', number>>

function row(state: string | null, name: string, homes: number, listed: Listed): StateHomes {
  const forSale = Math.max(0, listed.active)
  const inactiveSales = Math.max(0, listed.For_Sale - listed.active)
  const forRent = Math.max(0, listed.For_Rent)
  const sold = Math.max(0, listed.Sold)
  const offMarket = Math.max(0, homes - forSale - inactiveSales - forRent - sold) // a commit between the counts could make the difference negative
  const knownHomes = forSale + inactiveSales + forRent + sold + offMarket
  return { state, name, homes: knownHomes, forSale, inactiveSales, forRent, sold, offMarket }
}

const ACTIVE = {
  parameter: 'propertyStatus',
  node: { kind: 'oneOf', column: 'saleState', values: ['active'] },
} as const

/** Counts homes by listing status. Without `regions`, counts the homes of all regions. */
async function listedIn(catalog: Catalog, regions: readonly string[] | undefined): Promise<Listed> {
  const place = regions === undefined ? [] : [{ parameter: 'state', node: { kind: 'place', regions } as const }]
  const none = { order: 'Newest', offset: 0, limit: 0, grouped: false, today: 0 } as const
  const of = async (listingClass: ListingClass, ...states: readonly (typeof ACTIVE)[]) =>
    (await catalog.search('home').page({ ...none, listingClass, where: [...place, ...states] })).total
  return {
    active: await of('For_Sale', ACTIVE),
    For_Sale: await of('For_Sale'),
    For_Rent: await of('For_Rent'),
    Sold: await of('Sold'),
  }
}
