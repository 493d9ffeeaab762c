import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { type SheetPart, xlsxFile } from '../../../../test/ingest/xlsx-file.ts'
import { zipFile } from '../../../../test/ingest/zip-file.ts'
import type { SourceFormat } from './open.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const XLSX: SourceFormat = { type: 'xlsx' }

function read(bytes: Buffer, format: SourceFormat = XLSX) {
  return trial.rows(trial.write('x.xlsx', bytes), format)
}

const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const HEADER = `<row r="1">${text('A1', 'id')}${text('B1', 'price')}${text('C1', 'sold')}</row>`

function sheet(rows: string, name = 'Sales', hidden = false): SheetPart {
  return { name, rows, hidden }
}

test('cells become texts: shared and inline texts, numbers without rounding errors, yes and no, dates and times', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c>${text('B1', 'price')}${text('C1', 'sold')}${text('D1', 'pool')}</row>
    <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>47.511200000000002</v></c><c r="C2" s="1"><v>41925</v></c><c r="D2" t="b"><v>1</v></c></row>
    <row r="3"><c r="A3"><v>7129300520</v></c><c r="B3"><v>1.2250000000000001E6</v></c><c r="C3" s="1"><v>41925.395833333336</v></c><c r="D3" t="b"><v>0</v></c></row>
    <row r="4"><c r="A4" t="str"><f>1+1</f><v>two</v></c><c r="B4" t="e"><v>#N/A</v></c><c r="C4" s="1"><v>0.5</v></c></row>`
  const texts = ['<t>id</t>', '<r><t>Caf</t></r><r><t xml:space="preserve">é &amp; Co</t></r><rPh><t>no</t></rPh>']
  const { columns, rows: found } = await read(xlsxFile([sheet(rows)], texts))
  assert.deepEqual(columns, ['id', 'price', 'sold', 'pool'])
  assert.deepEqual(found, [
    { line: 2, cells: ['Café & Co', '47.5112', '2014-10-13', 'true'] },
    { line: 3, cells: ['7129300520', '1225000', '2014-10-13T09:30:00', 'false'] },
    { line: 4, cells: ['two', '#N/A', '12:00:00', ''] },
  ])
})

test('the number format decides whether a number is a date', async () => {
  const formats = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00"/><numFmt numFmtId="166" formatCode="[Red]#,##0"/><numFmt numFmtId="167" formatCode="[$-409]d\\-mmm\\-yy"/><numFmt numFmtId="168" formatCode="General"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="22"/><xf numFmtId="168"/></cellXfs>`
  const cells = Array.from({ length: 7 }, (_, i) => `<c r="${'ABCDEFG'[i]}2" s="${i}"><v>41925</v></c>`).join('')
  const header = Array.from({ length: 7 }, (_, i) => text(`${'ABCDEFG'[i]}1`, `c${i}`)).join('')
  const rows = `<row r="1">${header}</row><row r="2">${cells}</row>`
  const day = '2014-10-13'
  assert.deepEqual((await read(xlsxFile([sheet(rows)], [], formats))).cells, [
    ['41925', day, '41925', '41925', day, day, '41925'],
  ])
  const from1904 = await read(xlsxFile([sheet(rows)], [], formats, true))
  assert.equal(from1904.cells[0]?.[1], '2018-10-14')
})

test('omitted cells and rows are empty, and rows keep their numbers', async () => {
  const rows = `${HEADER}<row r="3"><c r="C3"><v>5</v></c></row><row r="4"/><row r="9">${text('A9', 'a')}</row>`
  assert.deepEqual((await read(xlsxFile([sheet(rows)]))).rows, [
    { line: 3, cells: ['', '', '5'] },
    { line: 9, cells: ['a', '', ''] },
  ])
  const wide = `${HEADER}<row r="2">${text('D2', 'beyond the header')}</row><row r="3"><c><v>1</v></c><c><v>2</v></c></row>`
  assert.deepEqual(
    (await read(xlsxFile([sheet(wide)]))).rows.map((row) => ['rule' in row ? row.rule : 'ok', row.cells]),
    [
      ['row.cells', ['', '', '', 'beyond the header']],
      ['ok', ['1', '2', '']],
    ],
  )
})

test('the first visible sheet is read, or the sheet that the mapping names', async () => {
  const other = HEADER.replace('price', 'rent')
  const bytes = xlsxFile([sheet(HEADER, 'Codes', true), sheet(other, 'Rents'), sheet(HEADER, 'Sales')])
  assert.deepEqual((await read(bytes)).columns, ['id', 'rent', 'sold'])
  assert.deepEqual((await read(bytes, { ...XLSX, sheet: 'Sales' })).columns, ['id', 'price', 'sold'])
  assert.equal(
    await trial.refusal(read(bytes, { ...XLSX, sheet: 'Sale' })),
    '"x.xlsx" has no sheet "Sale": did you mean "Sales"?',
  )
})

test('titles above the header are skipped, and reading stops at the row named by until', async () => {
  const rows = `<row r="1">${text('A1', 'Sales of 2014')}</row>${HEADER.replaceAll(/(\D)1"/g, '$13"')}<row r="4">${text('A4', 'a')}</row><row r="5">${text('A5', 'Source: us')}</row>`
  const { columns, rows: found } = await read(xlsxFile([sheet(rows)]), { ...XLSX, skip: 2, until: 'Source' })
  assert.deepEqual(columns, ['id', 'price', 'sold'])
  assert.deepEqual(found, [{ line: 4, cells: ['a', '', ''] }])
})

test('a file that is not a spreadsheet, or is locked, damaged or empty, is refused in one sentence', async () => {
  const locked = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  const entity = '<!DOCTYPE a [<!ENTITY a "aaaa">]><worksheet><sheetData>&a;</sheetData></worksheet>'
  const cases: [Buffer, RegExp][] = [
    [locked, /^"x\.xlsx" is a spreadsheet locked with a password: save it without one\.$/],
    [
      Buffer.from('id,price\n'),
      /^"x\.xlsx" is not a spreadsheet \(\.xlsx, \.xls or \.ods\): name its format in the mapping\.$/,
    ],
    [zipFile([{ name: 'a.csv', content: 'id' }]), /is a ZIP archive, not a spreadsheet: save it as \.xlsx or CSV\.$/],
    [zipFile([{ name: 'xl/workbook.bin', content: 'x' }]), /is a binary spreadsheet \(\.xlsb\)/],
    [xlsxFile([sheet(HEADER)]).subarray(0, 700), /^"x\.xlsx" is damaged or cut off: the list of files/],
    [xlsxFile([sheet('<row r="1"><c>')]), /^"x\.xlsx" is a damaged spreadsheet: /],
    [xlsxFile([sheet('')]), /^"x\.xlsx" is empty: expected a header and rows\.$/],
    [xlsxFile([]), /^"x\.xlsx" has no sheet with a table\.$/],
    [xlsxFile([{ name: 'Sales', rows: entity }]), /^"x\.xlsx" is a damaged spreadsheet: /],
  ]
  for (const [bytes, sentence] of cases) assert.match(await trial.refusal(read(bytes)), sentence)
})

test('elements with far more levels or attributes than real sheets are refused before they fill the memory', async () => {
  const attributes = Array.from({ length: 1001 }, (_, n) => ` a${n}=""`).join('')
  for (const [rows, why] of [
    ['<a>'.repeat(2_000_000), 'its elements are nested more than 100 deep'],
    [`<row${attributes}/>`, 'an element has more than 1000 attributes'],
  ] as const) {
    const sentence = `"x.xlsx" is a damaged spreadsheet: ${why}; nothing was imported.`
    assert.equal(await trial.refusal(read(xlsxFile([sheet(rows)]))), sentence)
  }
})
