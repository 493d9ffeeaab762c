import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { regionLabel } from '../regions/region-label.ts'
import { collectRegions, type RegionHome } from '../regions/regions.ts'
import { locate } from './locate.ts'

/** Makes one home for each city of the country, in the city's first ZIP. */
function homesOfAllCities(): RegionHome[] {
  const gazetteer = loadGazetteer()
  const homes = new Map<string, RegionHome>()
  for (let number = 0; number < 100_000; number++) {
    const place = gazetteer.zip(String(number).padStart(5, '0'))
    if (place === undefined || homes.has(`${place.city}, ${place.state}`)) continue
    const { city, state, zipcode, county, countyFips } = place
    homes.set(`${city}, ${state}`, { address: { streetAddress: '', city, state, zipcode, county, countyFips } })
  }
  return [...homes.values()]
}

test('every city, county, metro, state and ZIP of the country is found by its label, and Carson City means the city', async () => {
  const country = collectRegions(homesOfAllCities())
  const source = { regions: () => country, addresses: { addressesAt: async () => [] } }
  assert.ok(country.length > 50_000)
  const mistaken: string[] = []
  for (const region of country) {
    const { all } = await locate(regionLabel(region), source)
    if (all.join() !== region.key) mistaken.push(region.key)
  }
  assert.deepEqual(mistaken, ['county/32510'])
})
