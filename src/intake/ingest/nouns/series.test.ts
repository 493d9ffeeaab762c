import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../../test/ingest/trial.ts'

const WIDE = `
name: rents
source: research
noun: series
fields:
  Measure: { constant: rent }
  RegionType: { column: type, values: { country: country, msa: metro, city: city, zip: zipcode, state: state } }
  RegionName: name
  StateOrProvince: state
wide: { columns: YYYY-MM }
`
const HEADER = 'type,name,state,2024-01,2024-02,note,2023-12\n'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

function all() {
  return Object.fromEntries(trial.all('series').map((one) => [one.seriesId, one.points]))
}

test('a row of a wide table is one series: columns by date, months by their last day, without empty cells', async () => {
  const report = await trial.run(`${HEADER}city,Austin,TX,1500,,x,1400\n`, WIDE)
  assert.deepEqual(trial.all('series'), [
    {
      seriesId: 'rent/city/tx/austin/all/all',
      source: 'research',
      measure: 'rent',
      region: 'city/tx/austin',
      points: [
        ['2023-12-31', 1400],
        ['2024-01-31', 1500],
      ],
    },
  ])
  assert.deepEqual(report.columnsNotUsed, ['note'])
})

test('a region whose name is too long for the catalog is rejected, and the others are used', async () => {
  const rows = [990, 2000].map((length) => `city,${'x'.repeat(length)},TX,1,,,\n`)
  const report = await trial.run(`${HEADER}${rows.join('')}city,Austin,TX,1,,,\n`, WIDE)
  assert.deepEqual(
    report.rejected.map(({ rule, rows: count }) => [rule, count]),
    [['id.long', 2]],
  )
  assert.deepEqual(Object.keys(all()), ['rent/city/tx/austin/all/all'])
})

test('regions match those of homes; an unknown region, or a region that contradicts the row, is rejected', async () => {
  const report = await trial.run(
    `${HEADER}country,United States,,1,,,\nmsa,"Seattle, WA",,1,,,\nmsa,"Austin-Round Rock-Georgetown, TX",,1,,,\nmsa,"Nowhere, TX",,1,,,\n` +
      `city,Saint Louis,Missouri,1,,,\nzip,98103,WA,1,,,\nzip,98103,OR,1,,,\nzip,00001,WA,1,,,\ncity,Austin,XX,1,,,\nstate,Texas,,1,,,\n` +
      'city,!,TX,1,,,\nmsa,"Nowhere, XX",,1,,,\nmsa,Nowhere,,1,,,\nzip,9810A,WA,1,,,\n',
    WIDE,
  )
  assert.deepEqual(
    trial.all('series').map(({ region }) => region),
    [
      'country/us',
      'metro/42660',
      'metro/12420',
      'metro/tx/nowhere',
      'city/mo/st-louis',
      'zipcode/98103',
      'zipcode/00001',
      'state/tx',
    ],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['region.unlisted', 2]],
  )
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [
      ['region.unknown', 5],
      ['state.zip', 1],
    ],
  )
})

test('the second of two contradictory rows of one region is rejected; a repeated row is not', async () => {
  const report = await trial.run(
    `${HEADER}city,Austin,TX,1,,,\ncity,Austin,TX,1,,,\ncity,Austin,TX,2,,,\ncity,austin,Texas,,3,,\n`,
    WIDE,
  )
  assert.deepEqual(all(), {
    'rent/city/tx/austin/all/all': [
      ['2024-01-31', 1],
      ['2024-02-29', 3],
    ],
  })
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [['row.twice', 1]],
  )
})

test('if two editions differ, the one with the later last point wins, in any order of imports', async () => {
  const old = 'type,name,state,2024-01,2024-02\ncity,Austin,TX,10,11\n'
  const late = 'type,name,state,2024-02,2024-03\ncity,Austin,TX,12,13\n'
  for (const order of [
    [old, late],
    [late, old],
  ]) {
    trial.records = new Map()
    for (const file of order) await trial.run(file, WIDE)
    assert.deepEqual(Object.values(all()), [
      [
        ['2024-01-31', 10],
        ['2024-02-29', 12],
        ['2024-03-31', 13],
      ],
    ])
  }
  const again = await trial.run(late, WIDE)
  assert.deepEqual(again.counts, { new: 0, changed: 0, unchanged: 1, removed: 0, gone: 0 })
  assert.equal(trial.ending, 'rollback')
})

test('an unreadable value is left out and reported; an impossible value rejects the row', async () => {
  const report = await trial.run(`${HEADER}city,Austin,TX,x,2,,\ncity,Dallas,TX,0,2,,\ncity,Waco,TX,,,,\n`, WIDE)
  assert.deepEqual(all(), { 'rent/city/tx/austin/all/all': [['2024-02-29', 2]] })
  assert.deepEqual(
    report.reported.map(({ rule }) => rule),
    ['Value.unreadable'],
  )
  assert.deepEqual(report.rejected.map(({ rule }) => rule).sort(), ['series.empty', 'value.positive'])
})

test('rows with one point each form a series per number of bedrooms and home type', async () => {
  const mapping = `
name: rents
source: research
noun: series
fields:
  Measure: { constant: rent }
  RegionType: { constant: zipcode }
  RegionName: { column: zip, pad: 5 }
  BedroomsTotal: beds
  PeriodEnd: day
  Value: { column: value, required: true }
`
  await trial.run('zip,beds,day,value\n98103,0,2024-02-29,2\n98103,0,2024-01-31,1\n98103,1,2024-01-31,5\n', mapping)
  assert.deepEqual(all(), {
    'rent/zipcode/98103/all/0': [
      ['2024-01-31', 1],
      ['2024-02-29', 2],
    ],
    'rent/zipcode/98103/all/1': [['2024-01-31', 5]],
  })
})

test("a table without columns in the mapping's format is rejected", async () => {
  await assert.rejects(
    trial.run('type,name,state,2024-01-31\ncity,Austin,TX,1\n', WIDE),
    /sales\.yaml, line 10: No column name in ".*" is a date: column names must look like YYYY-MM\./,
  )
})

test('a series of another source is never overwritten', async () => {
  await trial.run(`${HEADER}city,Austin,TX,1,,,\n`, WIDE)
  const report = await trial.run(`${HEADER}city,Austin,TX,2,,,\n`, WIDE.replace('source: research', 'source: other'))
  assert.deepEqual(
    report.rejected.map(({ rule }) => rule),
    ['id.taken'],
  )
  assert.equal(trial.ending, 'rollback')
})

test('a metro is found under the names that people type', async () => {
  const names = ['seattle, wa', 'Seattle-Tacoma, WA', 'Seattle, WA Metro', 'Seattle metropolitan area, WA']
  for (const name of names) {
    trial.records = new Map()
    const report = await trial.run(`${HEADER}msa,"${name}",,1,,,\n`, WIDE)
    assert.deepEqual([trial.all('series')[0]?.region, report.reported], ['metro/42660', []], name)
  }
})
