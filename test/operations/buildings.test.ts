import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/base/failure.ts'
import { buildingPath } from '../../src/rendering/portal-urls.ts'
import { call } from './call.ts'
import { HOMES, TOWER } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const context = smallContext()

interface Details {
  readonly apartmentBuildingDetails: {
    readonly lotId: string
    readonly floorPlans: readonly {
      readonly minPrice: number | null
      readonly maxPrice: number | null
      readonly units: readonly {
        readonly zpid: number
        readonly price: number | null
        readonly unitNumber: string | null
      }[]
    }[]
  }
}

test('a building is found by its id and by its URL', async () => {
  const byId = await call('/apartment_details', { bylotid: TOWER.lotId }, context)
  for (const url of [buildingPath(TOWER), `https://portal.example/b/lamar-tower-austin-tx-${TOWER.lotId}/`]) {
    assert.deepEqual(await call('/apartment_details', { byapturl: url }, context), byId)
  }
})

test('a floor plan has the price range of its available units, and lists every unit that the catalogue has', async () => {
  const { apartmentBuildingDetails } = (await call('/apartment_details', { bylotid: TOWER.lotId }, context)) as Details
  const [plan] = apartmentBuildingDetails.floorPlans
  assert.deepEqual([plan?.minPrice, plan?.maxPrice], [1500, 1600])
  assert.deepEqual(
    plan?.units.map(({ zpid, price, unitNumber }) => [zpid, price, unitNumber]),
    [
      [1101, 1500, '1'],
      [1102, 1600, '2'],
      [1103, null, '3'],
    ],
  )
})

test('an unknown building is a 404 with the container that clients read', async () => {
  for (const parameters of [{ bylotid: 'nothing' }, { byapturl: '/apartments/austin-tx/x/nothing-here/' }]) {
    const fault = await call('/apartment_details', parameters, context).catch((error: unknown) => error)
    assert.ok(fault instanceof Fault)
    assert.deepEqual([fault.code, fault.extras.container], ['building.unknown', { apartmentBuildingDetails: {} }])
    assert.match(fault.message, /^404: /)
  }
})

test('a building is found by its address and by that of a unit in it', async () => {
  for (const propertyaddress of ['500 Lamar Tower Dr, Austin, TX 78703', '500 lamar tower dr #2, austin']) {
    const answer = await call('/lotid_from_address', { propertyaddress }, context)
    assert.deepEqual(
      (answer as { results: readonly { lotId: string }[] }).results.map(({ lotId }) => lotId),
      [TOWER.lotId],
    )
  }
})

test('an address without a building is a 404 with an empty list of results', async () => {
  const where = { propertyaddress: '1204 N Lamar Blvd, Austin, TX' }
  const fault = await call('/lotid_from_address', where, context).catch((error: unknown) => error)
  assert.ok(fault instanceof Fault)
  assert.deepEqual([fault.code, fault.extras.container], ['building.unknown', { results: [] }])
})

test('every made-up home has histories and pictures that match their declarations', async () => {
  for (const { zpid } of HOMES) {
    for (const path of ['/pricehistory', '/taxinfo', '/propimages']) {
      assert.ok(await call(path, { byzpid: String(zpid) }, context), path)
    }
  }
})
