import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { sniff } from './sniff.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const ROWS = Array.from(
  { length: 9 },
  (_, i) => `<tr><td>${i}</td><td align="right">$${i},000</td><td>A &amp; B</td></tr>`,
)
const TABLE = `<table border=1>\n<tr><th>id<th>price<th>name</tr>${ROWS.join('\n')}</table>`

test('the table in a web page is read, whatever the name of the file and the text around the table', async () => {
  for (const page of [
    TABLE,
    `\uFEFF<html><head><title>Sales</title><style>td > p { }</style></head><body>${TABLE}</body></html>`,
    `<!DOCTYPE html><!-- <table><tr><td>old</td></tr></table> --><body><table><tr><td><a href="/">Home</a></td></tr></table>
      <script>if (a < b) document.write('<table>')</script><div>${TABLE}</div>`,
    `<body><table><tr><td>Menu</td><td>${TABLE}</td></tr><tr><td>Foot</td></tr></table></body>`,
    TABLE.replaceAll('</td>', '').replaceAll('</tr>', '').replaceAll('<td>A', '<td><p>A</p>'),
  ]) {
    const file = trial.write('x.xls', page)
    const { format } = await sniff(file)
    const { columns, cells } = await trial.rows(file, format)
    assert.deepEqual(columns, ['id', 'price', 'name'], page)
    assert.deepEqual([cells.length, cells[3]], [9, ['3', '$3,000', 'A & B']], page)
  }
})

test('a header with an empty cell is no row of group names above dates and addresses', async () => {
  const rows = [
    ['', 'Sale #', 'Day', 'Address'],
    ...[1, 2, 3].map((i) => ['Details', `F-${i}`, `4/${i}/2021`, `${i} Elm St`]),
  ]
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  const file = trial.write('x.html', `<table>${cells.join('')}</table>`)
  assert.deepEqual((await sniff(file)).format, { type: 'xlsx' })
})

test('cells that span columns or rows do not shift other cells, and entities become characters', async () => {
  const page = `<table><tr><td rowspan=2>id<td>price<td>name</tr><tr><td colspan="2">both</td></tr>
    <tr><td>1</td><td>2&nbsp;acres</td><td>&#8212;&#x41;&frac12;&unknown;</td></tr></table>`
  const { rows } = await trial.rows(trial.write('x.html', page), { type: 'xlsx' })
  assert.deepEqual(rows, [
    { line: 2, cells: ['', 'both', ''] },
    { line: 3, cells: ['1', '2 acres', '—A½&unknown;'] },
  ])
})

test('a spreadsheet that was saved as XML is read like a web page', async () => {
  const cell = (value: string, more = '') => `<Cell${more}><Data ss:Type="String">${value}</Data></Cell>`
  const file = trial.write(
    'x.xls',
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns:ss="s"><Worksheet ss:Name="A"><Table>
      <Row>${cell('id')}${cell('zip')}${cell('price')}</Row><Row>${cell('a')}${cell('450000', ' ss:Index="3"')}</Row>
      <Row>${cell('b')}${cell('98103')}${cell('5')}</Row></Table></Worksheet></Workbook>`,
  )
  const { cells } = await trial.rows(file, (await sniff(file)).format)
  assert.deepEqual(cells, [
    ['a', '', '450000'],
    ['b', '98103', '5'],
  ])
})

test('a page without a table is refused, and text formats name the right format', async () => {
  const file = trial.write('x.html', '<html><table><tr><td>Sign in</td></tr></table></html>')
  assert.match(await trial.refusal(trial.rows(file, { type: 'xlsx' })), /^"x\.html" has no sheet with a table\.$/)
  assert.match(
    await trial.refusal(trial.rows(trial.write('y.html', TABLE), { type: 'ndjson' }, ['id'])),
    /is a web page, not ndjson: write format: xlsx in the mapping\.$/,
  )
})
