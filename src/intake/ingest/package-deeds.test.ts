import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'

const MAPPING = `name: deeds
source: deeds
key: id
fields:
  HomeType: { constant: CONDO }
  StandardStatus: { constant: Closed }
  ListingKind: { constant: sale }
  PostalCode: zip
  CloseDate: sold
  ClosePrice: price
  LivingArea: size
`

test('the report lists homes that were sold together, and the import stores their sales', async () => {
  const rows = [
    ['1', '98103', '2024-05-06', '2500000', '900'],
    ['2', '98103', '2024-05-06', '2500000', '950'],
    ['3', '98103', '2024-05-06', '2500000', '990'],
    ['4', '98103', '2024-05-06', '2500000', '700'],
    ['5', '98103', '2024-05-07', '2500000', '900'],
    ['6', '98103', '2024-05-06', '1', '900'],
    ['7', '98103', '2024-05-06', '1', '800'],
    ['8', '98103', '2024-05-06', '1', '700'],
  ]
  const trial = new Trial()
  const report = await trial.run(`id,zip,sold,price,size\n${rows.map((row) => `${row.join(',')}\n`).join('')}`, MAPPING)
  const packageRule = report.reported.find(({ rule }) => rule === 'sale.package')
  assert.equal(packageRule?.rows, 2)
  assert.match(packageRule?.example ?? '', /line 4: \$2500000 on 2024-05-06 in 98103$/)
  assert.equal(report.rowsUsed, rows.length)
  trial.remove()
})
