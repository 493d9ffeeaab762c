import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { zipFile } from '../../../../test/ingest/zip-file.ts'
import { sniff } from './sniff.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const text = (value: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`
const sheet = (name: string, rows: string, style = 'ta1') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`

function odsFile(sheets: string): Buffer {
  const styles =
    '<style:style style:name="off"><style:table-properties table:display="false"/></style:style><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
  return zipFile([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    { name: 'META-INF/manifest.xml', content: '<manifest:manifest/>' },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    },
  ])
}

const HEADER = row(['id', 'price', 'sold', 'note'].map((name) => text(name)).join(''))

test('a sheet is read with dates, numbers, repeated and covered cells, without comments and hidden sheets', async () => {
  const rows = [
    HEADER,
    row(
      `${text('a')}<table:table-cell office:value-type="currency" office:value="450000.5"><text:p>$450,000.50</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2019-01-31T00:00:00"><text:p>31/01/19</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>checked</text:p></office:annotation><text:p>two<text:s text:c="2"/>words</text:p><text:p>more</text:p></table:table-cell>`,
    ),
    row('<table:table-cell table:number-columns-repeated="1024"/>', ' table:number-rows-repeated="3"'),
    row(`${text('b', ' table:number-columns-repeated="2"')}<table:covered-table-cell/>${text('x')}`, ' table:number-rows-repeated="2"'), // biome-ignore format: a row
    row('<table:table-cell table:number-columns-repeated="1024"/>', ' table:number-rows-repeated="1048570"'),
  ]
  const file = trial.write('x.ods', odsFile(sheet('Old', HEADER, 'off') + sheet('Sales', rows.join(''))))
  assert.deepEqual((await sniff(file)).format, { type: 'xlsx' })
  const { columns, rows: found } = await trial.rows(file, { type: 'xlsx' })
  assert.deepEqual(columns, ['id', 'price', 'sold', 'note'])
  assert.deepEqual(found, [
    { line: 2, cells: ['a', '450000.5', '2019-01-31', 'two  words\nmore'] },
    { line: 6, cells: ['b', 'b', '', 'x'] },
    { line: 7, cells: ['b', 'b', '', 'x'] },
  ])
})

test('a mapping may name a sheet, and a draft skips titles and cover sheets', async () => {
  const rows = Array.from({ length: 8 }, (_, i) => row(['a', i, 'b', 'c'].map((cell) => text(String(cell))).join('')))
  const sheets =
    sheet('Cover', row(text('A report'))) + sheet('Sales', row(text('Sold homes')) + HEADER + rows.join(''))
  const file = trial.write('x.ods', odsFile(sheets))
  const { format } = await sniff(file)
  assert.deepEqual(format, { type: 'xlsx', sheet: 'Sales', skip: 1 })
  assert.equal((await trial.rows(file, format)).rows.length, 8)
  assert.match(
    await trial.refusal(trial.rows(file, { type: 'xlsx', sheet: 'Sale' })),
    /^"x\.ods" has no sheet "Sale": did you mean "Sales"\?$/,
  )
})

test('a row that is repeated a million times is refused, and so is a damaged document', async () => {
  const many = sheet('A', HEADER + row(text('a'), ' table:number-rows-repeated="1000000"'))
  assert.match(
    await trial.refusal(trial.rows(trial.write('x.ods', odsFile(many)), { type: 'xlsx' })),
    /is a damaged spreadsheet: line 2 stands for over 10000 rows/,
  )
  const broken = odsFile('<table:table table:name="A"><table:table-row>')
  assert.match(
    await trial.refusal(trial.rows(trial.write('y.ods', broken), { type: 'xlsx' })),
    /is a damaged spreadsheet/,
  )
})
