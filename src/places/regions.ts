import type { Home } from '../model/home.ts'
import type { Region } from '../model/region.ts'
export class RegionTally {
  #c = new Map<string, number>()
  add(h: Home) {
    this.#c.set(h.address.city, (this.#c.get(h.address.city) ?? 0) + 1)
  }
  regions(): Region[] {
    return [...this.#c].map(([name, homes]) => ({
      regionId: 1,
      key: `city/${name}`,
      type: 'city',
      name,
      state: 'TX',
      point: { latitude: 0, longitude: 0 },
      west: 0,
      south: 0,
      east: 0,
      north: 0,
      homes,
      listings: 0,
    }))
  }
}
