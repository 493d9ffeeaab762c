import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'

const MAPPING = `
name: homes
source: county
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: { column: postcode, pad: 5 }
  Latitude: latitude
  Longitude: longitude
  StandardStatus: { constant: Active }
  ListPrice: price
`
const HEADER = 'id,postcode,latitude,longitude,price,country,currency\n'

let trial: Trial
before(() => {
  trial = new Trial()
})
after(() => trial.remove())

const bring = (rows: readonly string[], mapping = MAPPING) => {
  trial.homes = new Map()
  return trial.run(HEADER + rows.join('\n'), mapping, { gazetteer: loadGazetteer() })
}

/** Homes in Melbourne. Padded to five digits, some of the postcodes look like ZIPs in New Hampshire. */
const melbourne = (count: number) =>
  Array.from({ length: count }, (_, i) => `m${i},3101,${-37.79 - i / 1e5},144.99,1035000,Australia,AUD`)
const seattle = (count: number) =>
  Array.from({ length: count }, (_, i) => `s${i},98103,${47.67 + i / 1e5},-122.34,735000,USA,USD`)

test('a file of homes in another country ends its import after a thousand rows, in one sentence', async () => {
  const broken = 'm9999,3101,-37.79' // the row would be rejected if it were read
  await assert.rejects(
    bring([...melbourne(1000), ...Array.from({ length: 2000 }, () => broken)]),
    /^CommandFault: The homes in ".*sales\.csv" are in another country: 1,000 of the first 1,000 rows are \(-37\.79, 144\.99\)\. Area A accepts only homes in the United States, in US dollars and square feet; nothing was imported\.$/,
  )
  assert.equal(trial.ending, 'rollback')
  assert.equal(trial.homes.size, 0)
  await assert.rejects(bring(melbourne(40)), /40 of the first 40 rows/)
})

test('a few homes abroad lose their coordinates, or are rejected if nothing else gives a location', async () => {
  const report = await bring([...seattle(40), ...melbourne(3), 'x,99999,-37.8,144.99,1,,'])
  assert.equal(trial.homes.size, 43)
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['point.abroad', 3]],
  )
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [['point.abroad', 1]],
  )
})

test('a row that names another country or currency is rejected', async () => {
  const named = `${MAPPING}  Country: country\n  Currency: currency\n`
  const report = await bring([...seattle(21), ...melbourne(1), 'c,98103,47.67,-122.34,1,U.S.A.,CAD'], named)
  assert.equal(trial.homes.size, 21)
  assert.deepEqual(
    new Map(report.rejected.map(({ rule, rows }) => [rule, rows])),
    new Map([
      ['country.other', 1],
      ['currency.other', 1],
    ]),
  )
  await assert.rejects(bring(melbourne(30), named), /\(country "Australia"\)/)
})
