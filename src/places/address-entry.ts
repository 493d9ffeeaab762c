import type { AddressEntry } from '../model/address-entry.ts'
import type { Building } from '../model/building.ts'
import type { Home, HomeAddress } from '../model/home.ts'

function entry(id: number | string, kind: 'home' | 'building', a: HomeAddress): AddressEntry | undefined {
  const m = /^(\S+) (.*?) (\S+)$/.exec(a.streetAddress)
  if (!m) return undefined
  return {
    id,
    kind,
    display: `${a.streetAddress}, ${a.city}, ${a.state} ${a.zipcode}`,
    houseNumber: m[1] ?? '',
    street: (m[2] ?? '').toLowerCase(),
    preDirection: '',
    suffix: (m[3] ?? '').toLowerCase(),
    postDirection: '',
    unit: '',
    city: a.city.toLowerCase(),
    state: a.state,
    zipcode: a.zipcode,
  }
}
export const homeEntry = (home: Home) => entry(home.zpid, 'home', home.address)
export const buildingEntry = (b: Building) => entry(b.lotId, 'building', b.address)
export const addressLine = (e: AddressEntry) => e.display.toLowerCase().replaceAll(',', '')
