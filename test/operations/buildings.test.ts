import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import { buildingPath } from '../../src/service/rendering/portal-urls.ts'
import { gatherSample } from '../sample/trial.ts'
import { call } from './call.ts'
import { HOMES, NOW_MS, TOWER } from './made-homes.ts'
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

test('a floor plan has the price range of its available units, and lists every unit in the catalog', async () => {
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

interface Building {
  readonly [key: string]: unknown
  readonly zpid: string
  readonly address: Readonly<Record<string, unknown>>
  readonly buildingAttributes: Readonly<Record<string, unknown>>
  readonly amenitySummary: Readonly<Record<string, readonly string[]>>
  readonly floorPlans: readonly { readonly zpid: string; readonly units: readonly { readonly zpid: number }[] }[]
  readonly ungroupedUnits: readonly {
    readonly zpid: number
    readonly id: string
    readonly listingType: string
  }[]
}

async function buildingOf(lotId: string, where = context): Promise<Building> {
  const answer = await call('/apartment_details', { bylotid: lotId }, where)
  // `call` has checked the answer
  return (answer as unknown as { apartmentBuildingDetails: Building }).apartmentBuildingDetails
}

test('a building has what client programs read: its position, its contact, its amenities', async () => {
  const { photos, galleryPhotos, ...building } = await buildingOf(TOWER.lotId)
  const expected = {
    lotId: TOWER.lotId,
    id: String(building.buildingId),
    zpid: '1101',
    fullAddress: '500 Lamar Tower Dr, Austin, TX 78703',
    county: 'Travis County',
    country: 'USA',
    currency: 'USD',
    bestGuessTimezone: 'America/Chicago',
    bdpUrl: buildingPath(TOWER),
    buildingUrl: `https://portal.example${buildingPath(TOWER)}`,
    buildingPhoneNumber: '512-555-0150',
    contactInfo: { agentFullName: null, businessName: 'Tower Living', phoneNumber: '512-555-0150' },
    specialOffers: [{ description: 'A month free.' }],
    buildingType: 'FOR_RENT',
    homeTypes: ['APARTMENT'],
    photoCount: 1,
    minPrice: 1500,
    maxPrice: 1600,
    availableCount: 2,
    rentalUnitsSummary: { unitCount: 3, availableUnitCount: 2 },
    isLowIncome: false,
    isSeniorHousing: false,
    walkScore: null,
  }
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(building[key], value, key)
  assert.deepEqual(galleryPhotos, photos)
  assert.equal(building.address.streetAddress, '500 Lamar Tower Dr')
  assert.equal(building.streetAddress, '500 Lamar Tower Dr')
  const { laundry, parking, security } = building.amenitySummary
  assert.deepEqual([laundry, parking, security], [['Shared Laundry'], ['Garage Parking'], ['Controlled Access']])
  const { hasSwimmingPool, hasSharedLaundry, hasElevator } = building.buildingAttributes
  assert.deepEqual([hasSwimmingPool, hasSharedLaundry, hasElevator], [true, true, null])
  assert.deepEqual(building.detailedPetPolicy, {
    petPolicies: [
      { petType: 'SmallDogs', allowed: true },
      { petType: 'Cats', allowed: true },
    ],
  })
  assert.deepEqual((building.amenityDetails as { hours: unknown }).hours, ['Mon - Fri: 9 AM - 6 PM'])
})

test('every unit appears once among the ungrouped ones, with its id as a number and as a text', async () => {
  const { floorPlans, ungroupedUnits } = await buildingOf(TOWER.lotId)
  assert.deepEqual(
    ungroupedUnits.map(({ zpid, id, listingType }) => [zpid, id, listingType]),
    [
      [1101, '1101', 'FOR_RENT'],
      [1102, '1102', 'FOR_RENT'],
      [1103, '1103', 'OTHER'],
    ],
  )
  assert.deepEqual(
    floorPlans.flatMap(({ units }) => units.map(({ zpid }) => zpid)),
    ungroupedUnits.map(({ zpid }) => zpid),
  )
  assert.deepEqual(
    floorPlans.map(({ zpid }) => zpid),
    ['1101'],
  )
})

test('scores and assigned schools of a building are those that its units have', async () => {
  const school = 'Mathews Elementary'
  const facts = { walkScore: 77, elementarySchool: school, furnished: true, appliances: ['Oven'], fireplacesTotal: 0 }
  const homes = HOMES.map((home) => (home.lotId === TOWER.lotId ? { ...home, facts } : home))
  const building = await buildingOf(TOWER.lotId, smallContext({ homes }))
  assert.deepEqual((building.walkScore as { walkscore: number }).walkscore, 77)
  assert.equal(building.transitScore, null)
  const { isFurnished, hasFireplace, appliances } = building.buildingAttributes
  assert.deepEqual([isFurnished, hasFireplace, appliances], [true, null, ['Oven']])
  const named = building.assignedSchools as readonly { name: string; assigned: boolean }[]
  assert.deepEqual(
    named.map(({ name, assigned }) => [name, assigned]),
    [[school, true]],
  )
  assert.deepEqual((await buildingOf(TOWER.lotId)).assignedSchools, [])
})

test('a building without any facts has nulls and empty lists, and nothing invented', async () => {
  const { lotId, source, sourceKey, name, address, point } = TOWER
  const bare = { lotId, source, sourceKey, name, address, point, amenities: [], floorPlans: [] }
  const building = await buildingOf(lotId, smallContext({ homes: [], buildings: [bare], bare: false }))
  for (const key of ['zpid', 'bestMatchedUnit', 'buildingPhoneNumber', 'minPrice', 'petPolicy', 'detailedPetPolicy']) {
    assert.equal(building[key], null, key)
  }
  for (const key of ['galleryPhotos', 'thumb', 'specialOffers', 'floorPlans', 'ungroupedUnits', 'homeTypes']) {
    assert.deepEqual(building[key], [], key)
  }
  const { detailedPetPolicy: _, ...attributes } = building.buildingAttributes
  for (const [key, value] of Object.entries(attributes)) {
    assert.ok(value === null || value === '' || (Array.isArray(value) && value.length === 0), key)
  }
  assert.equal(building.buildingType, 'OTHER')
})

test('most rental buildings of the sample have the content of such a building’s page', async () => {
  const { records } = await gatherSample(3000, 7, NOW_MS)
  const rented = records.building.filter(({ managedBy }) => managedBy !== undefined)
  assert.ok(rented.length > 5)
  const { home: homes, building: buildings, school: schools } = records
  const where = smallContext({ homes, buildings, schools, sample: true })
  for (const { lotId } of rented.slice(0, 10)) {
    const building = await buildingOf(lotId, where)
    assert.ok(building.ungroupedUnits.length > 0 && building.buildingPhoneNumber && building.county, lotId)
    for (const key of ['galleryPhotos', 'amenities', 'assignedSchools']) {
      assert.ok((building[key] as readonly unknown[]).length > 0, `${lotId} ${key}`)
    }
    assert.ok((building.amenityDetails as { hours: readonly string[] | null }).hours, lotId)
    const best = (await call('/byzpid', { zpid: building.zpid }, where)) as unknown as { PropertyZPID: number }
    assert.equal(best.PropertyZPID, Number(building.zpid))
  }
})

test('an unknown building is a 404 with the container that clients read', async () => {
  for (const parameters of [{ bylotid: 'nothing' }, { byapturl: '/apartments/austin-tx/x/nothing-here/' }]) {
    const fault = await call('/apartment_details', parameters, context).catch((error: unknown) => error)
    assert.ok(fault instanceof Fault)
    assert.deepEqual([fault.code, fault.extras.container], ['building.unknown', { apartmentBuildingDetails: {} }])
    assert.match(fault.message, /^404: /)
  }
})

test('a building is found by its address and by that of one of its units', async () => {
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
