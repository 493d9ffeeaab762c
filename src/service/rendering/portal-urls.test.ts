import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { buildingUrl, homeUrl as homeUrlShape } from '../../kit/params/index.ts'
import type { HomeAddress } from '../../model/home.ts'
import { withheldHome } from '../../model/shown-home.ts'
import { buildingPath, homePath } from './portal-urls.ts'
import { addressLine, shownStreet, UNDISCLOSED_STREET } from './shown-address.ts'

const ADDRESS: HomeAddress = {
  streetAddress: '1204½ N Lamar Blvd, # 4',
  city: 'Cañon City',
  state: 'TX',
  zipcode: '78703',
}

test('the path of a home spells its address in ASCII and ends in its id', () => {
  assert.equal(
    homePath(home(7, { address: ADDRESS })),
    '/homedetails/12041-2-N-Lamar-Blvd-4-Canon-City-TX-78703/7_zpid/',
  )
  assert.equal(
    homePath(home(7, { address: { streetAddress: '', city: '', state: '', zipcode: '' } })),
    '/homedetails/home/7_zpid/',
  )
})

test('the path of a home parses back to its id', () => {
  for (const zpid of [1, 48749425, Number.MAX_SAFE_INTEGER]) {
    assert.equal(homeUrlShape.parse(homePath(home(zpid, { address: ADDRESS }))), zpid)
  }
})

test('an undisclosed street appears neither in the address, nor in its line, nor in the path', () => {
  const hidden = withheldHome(home(7, { address: ADDRESS }))
  assert.equal(shownStreet(hidden), UNDISCLOSED_STREET)
  assert.equal(addressLine(hidden), `${UNDISCLOSED_STREET}, Cañon City, TX 78703`)
  assert.equal(homePath(hidden), '/homedetails/Canon-City-TX-78703/7_zpid/')
})

test('unknown parts of an address leave no stray comma', () => {
  assert.equal(addressLine(home(7, { address: { ...ADDRESS, streetAddress: '' } })), 'Cañon City, TX 78703')
  assert.equal(addressLine(home(7, { address: { ...ADDRESS, city: '', zipcode: '' } })), '1204½ N Lamar Blvd, # 4, TX')
})

test('the path of a building parses back to its id, even one with dashes', () => {
  for (const lotId of ['Tz4kQ9xLw2Vb7NfR', 'a-b_c-', '-x']) {
    const building = {
      lotId,
      source: 's',
      sourceKey: 'k',
      name: 'The Lamar',
      address: ADDRESS,
      point: { latitude: 0, longitude: 0 },
      amenities: [],
      floorPlans: [],
    }
    const ids = buildingUrl.parse(buildingPath(building))
    assert.ok(Array.isArray(ids) && ids.includes(lotId), lotId)
  }
})
