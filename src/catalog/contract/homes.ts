import type { Home, Listing } from '../../model/home.ts'

export function home(zpid: number, change: Partial<Home> = {}): Home {
  return {
    zpid,
    source: 'test',
    sourceKey: String(zpid),
    address: { streetAddress: `${zpid} Main St`, city: 'Austin', state: 'TX', zipcode: '78704' },
    point: { latitude: 30 + zpid / 1000, longitude: -97 },
    homeType: 'SINGLE_FAMILY',
    facts: { bedroomsTotal: 3 },
    history: [],
    taxes: [],
    ...change,
  }
}

/** A home with a listing. */
export function listed(zpid: number, listing: Partial<Listing>): Home {
  return home(zpid, { listing: { kind: 'sale', status: 'Active', listedBy: 'agent', ...listing } })
}
