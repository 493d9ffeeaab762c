import type { Building } from '../../../src/model/building.ts'
import type { Home, Listing } from '../../../src/model/home.ts'
import type { Person } from '../../../src/model/person.ts'
import type { School } from '../../../src/model/school.ts'

// Small records for the contract.

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

export const building: Building = {
  lotId: 'b-1',
  source: 'test',
  sourceKey: 'b-1',
  name: 'The Plat',
  address: { streetAddress: '7 Main St', city: 'Austin', state: 'TX', zipcode: '78704' },
  point: { latitude: 30, longitude: -97 },
  amenities: [],
  floorPlans: [],
}

export function school(schoolId: string, latitude: number): School {
  const point = { latitude, longitude: -97 }
  return { schoolId, name: schoolId, level: 'High', grades: '9-12', type: 'Public', point, city: 'Austin', state: 'TX' }
}

export function person(personId: string, ...streets: string[]): Person {
  const addresses = streets.map((streetAddress) => ({ streetAddress, city: 'Austin', state: 'TX', zipcode: '78704' }))
  return { personId, name: personId, phones: [], emails: [], addresses, relatives: [], associates: [] }
}

export function listed(zpid: number, listing: Partial<Listing>): Home {
  return home(zpid, { listing: { kind: 'sale', status: 'Active', listedBy: 'agent', ...listing } })
}
