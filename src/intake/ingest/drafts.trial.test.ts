import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

suite('drafts of real files', needs('shared data'), () => {
  test('prices of King County next to an unspecific date are drafted as asking prices', async () => {
    const { report, homes } = await trial.imported(join(SHARED_DATA, 'king-county/kc_house_data.csv'))
    assert.deepEqual([report.rowsRejected, report.homes?.new, report.sales], [0, 21_436, 0])
    assert.deepEqual(report.columnsNotUsed, ['date', 'view', 'sqft_living15', 'sqft_lot15'])
    const home = homes.find(({ sourceKey }) => sourceKey === '7129300520')
    const { listPrice, closePrice, closeDate } = home?.listing ?? {}
    assert.deepEqual([listPrice, closePrice, closeDate], [221_900, undefined, undefined])
    assert.deepEqual([home?.facts.bedroomsTotal, home?.facts.livingArea], [3, 1180])
    assert.deepEqual([home?.facts.yearRenovated, home?.address.zipcode], [undefined, '98178'])
  })

  test('rents in Poland become offers of the day in the file name, and sales are recognized as sales', async () => {
    const { report, draft } = await trial.imported(join(SHARED_DATA, 'poland/apartments_rent_pl_2024_06.csv'))
    assert.deepEqual([draft.noun, report.counts.new, report.rowsRejected], ['offer', 8_849, 0])
    assert.match(draft.text, /\nasOf: \{ fileName: "apartments_rent_pl_YYYY_MM\.csv" \}\n/)
    const [rents, sales] = [draft, (await trial.inspect(join(SHARED_DATA, 'poland/apartments_pl_2023_08.csv'))).draft]
    const kinds = [rents, sales].map((one) => one && fieldsOf({ draft: one }).SearchType)
    assert.deepEqual(kinds, ['always For_Rent', 'always For_Sale'])
  })

  test('the draft for sales in Ames, without ids and ZIP codes, says what it assumes', async () => {
    const { report, draft, homes } = await trial.imported(join(SHARED_DATA, 'ames/ames.csv'))
    assert.deepEqual([report.rowsRead, report.rowsRejected], [2_930, 0])
    assert.ok(homes.length > 2_800, String(homes.length))
    assert.match(draft.text, /\nkey: \[Longitude, Latitude\]\n/)
    assert.ok(homes.every(({ address }) => address.countyFips === '19169' && address.streetAddress === ''))
    assert.ok(homes.every(({ address: { zipcode, zipcodeFrom } }) => zipcode === '' || zipcodeFrom === 'coordinates'))
    assert.ok(homes.filter(({ homeType }) => homeType === 'TOWNHOUSE').length > 200)
  })

  test('addresses in a JSON document', async () => {
    const { report, homes } = await trial.imported(join(SHARED_DATA, 'addresses/rrad_addresses-us-all.json'))
    assert.ok(report.rowsUsed > 3_150, String(report.rowsUsed))
    const home = homes.find(({ address }) => address.streetAddress.startsWith('1745 T Street'))
    assert.deepEqual(
      [home?.address.city, home?.address.zipcode, home?.point?.latitude],
      ['Washington', '20020', 38.867033],
    )
  })

  test('built-in mappings that fit are listed, and tables of regions get no draft', async () => {
    const rents = await trial.inspect(join(SHARED_DATA, 'research/Metro_zori_sm_month.csv'))
    assert.ok(rents.ready.includes('research-metro-rents'))
    assert.equal(rents.draft, undefined)
    const climate = await trial.inspect(join(SHARED_DATA, 'climate/NRI_Table_Counties.csv'))
    assert.deepEqual([climate.ready, climate.draft], [['fema-risk-index'], undefined])
    const sales = await trial.inspect(join(SHARED_DATA, 'king-county/kc_house_data.csv'))
    assert.deepEqual(sales.ready, ['king-county'])
    assert.deepEqual((await trial.inspect(join(SHARED_DATA, 'us-reference/zctas.csv'))).draft, undefined)
  })
})
