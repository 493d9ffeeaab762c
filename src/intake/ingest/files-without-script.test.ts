import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import type { Home } from '../../model/home.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { readMapping } from './mapping.ts'
import type { Report } from './report.ts'

const AMES = `${SHARED_DATA}/ames/ames.csv`
const ADDRESSES = `${SHARED_DATA}/addresses/rrad_addresses-us-all.json`

async function imported(
  trial: Trial,
  file: string,
  mapping: string,
): Promise<{ report: Report; homes: readonly Home[] }> {
  const report = await trial.run('', readMapping(mapping, 'm.yaml'), { files: [file], gazetteer: loadGazetteer() })
  return { report, homes: [...trial.homes.values()] }
}

/** The file has no ids and no ZIPs, a sale's month and year in two columns, and words for grades and stories. */
const AMES_MAPPING = `
name: ames
source: ames
noun: home
key: [Longitude, Latitude, Lot_Area, Gr_Liv_Area]
where: { Sale_Condition: { not: [Family, AdjLand] } }
fields:
  HomeType:
    column: Bldg_Type
    values: { OneFam: SINGLE_FAMILY, TwnhsE: TOWNHOUSE, Twnhs: TOWNHOUSE, Duplex: MULTI_FAMILY, TwoFmCon: MULTI_FAMILY }
  PostalCode: { constant: "50010" }
  Neighborhood: { column: Neighborhood, values: { Old_Town: Old Town, North_Ames: North Ames }, otherwise: keep }
  Latitude: Latitude
  Longitude: Longitude
  StandardStatus: { constant: Closed }
  CloseDate: { join: [Year_Sold, Mo_Sold], with: "-", format: YYYY-M, required: true }
  ClosePrice: { column: Sale_Price, required: true }
  BedroomsTotal: Bedroom_AbvGr
  BathroomsFull: Full_Bath
  BathroomsHalf: Half_Bath
  LivingArea: Gr_Liv_Area
  LotSizeSquareFeet: Lot_Area
  YearBuilt: Year_Built
  StoriesTotal:
    column: House_Style
    match: "^(?:One_and_Half|Two_and_Half|One|Two|SLvl|SFoyer)"
    values: { One: 1, One_and_Half: 1.5, Two: 2, Two_and_Half: 2.5, SLvl: 2, SFoyer: 2 }
  ConditionGrade:
    column: Overall_Cond
    values: { Very_Poor: 1, Poor: 2, Fair: 3, Below_Average: 4, Average: 5, Above_Average: 6, Good: 7, Very_Good: 8, Excellent: 9 }
  Basement: { column: Total_Bsmt_SF, values: { 0.0: none }, otherwise: unfinished }
  Heating: { column: Heating, values: { GasA: Forced air, GasW: Hot water, Grav: Gravity, OthW: Hot water, Floor: Floor, Wall: Wall } }
  CoolingYN: Central_Air
  AttachedGarageYN: { column: Garage_Type, values: { Attchd: true, BuiltIn: true, Detchd: false }, emptyWhen: [No_Garage, Basment, CarPort, More_Than_Two_Types] }
  PoolPrivateYN: { column: Pool_Area, values: { 0: false }, otherwise: true }
  PropertySubType: { join: [Bldg_Type, House_Style] }
`

suite('sales without ids, ZIPs and days', needs('shared data'), () => {
  let trial: Trial
  let report: Report
  let homes: readonly Home[]
  before(async () => {
    trial = new Trial()
    ;({ report, homes } = await imported(trial, AMES, AMES_MAPPING))
  })
  after(() => trial.remove())

  test('every row is used or left out, and no cell is unreadable', () => {
    assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsRejected, report.rowsLeftOut], [2930, 2872, 0, 58])
    assert.deepEqual(report.reported, [])
    assert.equal(report.counts.new, 2872, 'no two homes share a key')
  })

  test('a home has the month of its sale, and words for grades have become numbers', () => {
    const home = homes.find(({ listing }) => listing?.closePrice === 215_000)
    assert.deepEqual(home?.point, { latitude: 42.054035, longitude: -93.619754 })
    assert.partialDeepStrictEqual(home, {
      address: { neighborhood: 'North Ames', city: 'Ames' },
      facts: {
        storiesTotal: 1,
        basement: 'unfinished',
        hasCooling: true,
        heating: ['Forced air'],
        propertySubType: ['OneFam', 'One_Story'],
      },
      listing: { closeDate: '2010-05-01' },
    })
  })
})

const ADDRESSES_MAPPING = `
name: addresses
source: addresses
noun: home
format: { type: json, rows: addresses }
key: [address1, address2, postalCode]
where: { state: { not: [VT, CT] } }
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: { join: [address1, address2] }
  City: city
  StateOrProvince: state
  PostalCode: postalCode
  Latitude: coordinates.lat
  Longitude: coordinates.lng
`

test('a list of addresses inside a JSON document needs no script', needs('shared data'), async () => {
  const trial = new Trial()
  try {
    const { report, homes } = await imported(trial, ADDRESSES, ADDRESSES_MAPPING)
    assert.partialDeepStrictEqual(report.rows[0], { read: 3220, new: 2849, merged: 0, rejected: 0, leftOut: 371 })
    assert.deepEqual(report.columnsNotUsed, [])
    // The Census table has one ZIP of Anchorage at two places that are far apart.
    assert.deepEqual(
      report.reported.map(({ rule, rows }) => [rule, rows]),
      [['point.far', 13]],
    )
    for (const { point, address } of homes) {
      assert.notEqual(address.streetAddress, '')
      assert.equal(point === undefined, address.zipcode === '99503')
    }
  } finally {
    trial.remove()
  }
})
