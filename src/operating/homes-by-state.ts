import type { Catalog } from '../catalog/catalog.ts'
import { LISTING_CLASSES, type ListingClass } from '../model/home-columns.ts'
import type { StateHomes } from './pages.ts'

type Counts = Record<ListingClass | 'homes', number>

/** Homes by state and by what their listing says, the state with the most homes first. */
export async function homesByState(catalog: Catalog): Promise<readonly StateHomes[]> {
  const states = new Map<string, Counts>()
  const names = new Map<string, string>()
  const stateOfZip = new Map<string, Counts>()
  for (const { type, name, state, homes } of catalog.regions()) {
    if (type === 'state') names.set(state, name)
    if (type !== 'zipcode') continue
    const counts = states.get(state) ?? { homes: 0, For_Sale: 0, For_Rent: 0, Sold: 0 }
    counts.homes += homes
    states.set(state, counts)
    stateOfZip.set(name, counts)
  }
  for (const listingClass of LISTING_CLASSES) {
    for (const { value, homes } of await catalog.search('home').countBy({ listingClass, where: [] }, 'zipcode')) {
      const counts = stateOfZip.get(String(value))
      if (counts !== undefined) counts[listingClass] += homes
    }
  }
  return Array.from(states, ([state, counts]) => {
    const { homes, For_Sale: forSale, For_Rent: forRent, Sold: sold } = counts
    const offMarket = Math.max(0, homes - forSale - forRent - sold) // an import may come between two of the counts
    const all = forSale + forRent + sold + offMarket
    return {
      state: state.toUpperCase(),
      name: names.get(state) ?? state,
      homes: all,
      forSale,
      forRent,
      sold,
      offMarket,
    }
  }).sort((a, b) => b.homes - a.homes)
}
