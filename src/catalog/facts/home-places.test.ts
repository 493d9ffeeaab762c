import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Home, HomeAddress } from '../../model/home.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { homePlaceKeys } from './home-places.ts'

const address: fc.Arbitrary<HomeAddress> = fc.record(
  {
    streetAddress: fc.constant('1 Main St'),
    city: fc.constantFrom('', 'Austin', 'St. Louis'),
    state: fc.constantFrom('', 'TX', 'MO'),
    zipcode: fc.oneof(fc.constantFrom('', '78703', '63101'), fc.stringMatching(/^\d{5}$/)),
    neighborhood: fc.constantFrom('Tarrytown', 'undefined', 'Clarksville'),
    county: fc.constantFrom('Travis', 'St. Louis'),
    countyFips: fc.constantFrom('48453', '29510'),
  },
  { requiredKeys: ['streetAddress', 'city', 'state', 'zipcode'] },
)

test('an address has the keys of all its regions except the country, whatever addresses came before', () => {
  fc.assert(
    fc.property(fc.array(address, { minLength: 1, maxLength: 200 }), (addresses) => {
      for (const each of [...addresses, ...addresses]) {
        const { country: _, ...regions } = regionKeysOf(each)
        assert.deepEqual(homePlaceKeys({ address: each } as Home), Object.values(regions)) // `homePlaceKeys` reads the address only
      }
    }),
    { numRuns: 300 },
  )
})
