import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { shapefile } from '../../../../test/ingest/shape-file.ts'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { xlsxFile } from '../../../../test/ingest/xlsx-file.ts'
import { zipFile } from '../../../../test/ingest/zip-file.ts'
import type { FormatName, SourceFormat } from './open.ts'

function read(context: TestContext, type: FormatName, bytes: Buffer | string, columns: readonly string[] = []) {
  const trial = new SourceTrial()
  context.after(() => trial.remove())
  // these formats have no required options
  const rows = trial.rows(trial.write('x', bytes), { type } as SourceFormat, columns)
  return { rows, refusal: () => trial.refusal(rows) }
}

const text = (column: string, value: string) => `<c r="${column}1" t="inlineStr"><is><t>${value}</t></is></c>`

const FAR = '<row><c r="XFD"><v>1</v></c></row>'

test('a cell in the last column of a sheet costs one cell, not one per omitted column', async (context) => {
  const bytes = xlsxFile([{ name: 'Sales', rows: `<row r="1">${text('A', 'id')}${text('B', 'price')}</row>${FAR.repeat(50_000)}` }]) // biome-ignore format: a line
  const { rows } = await read(context, 'xlsx', bytes).rows
  assert.equal(rows.length, 50_000)
  assert.deepEqual(rows[0], {
    line: 2,
    cells: ['', '', '1'],
    rule: 'row.cells',
    sentence: 'The row has more or fewer cells than the header.',
    detail: 'it has 16384 cells, the header has 2',
  })
})

const MORE = '"x" has cells with over 1,000 times the bytes of the file, which no real table has: delete its blank columns and long repeated text, or save it as CSV.' // biome-ignore format: a sentence

test('a sheet of blank columns, or one that repeats a long text, is refused once it is far larger than its file', async (context) => {
  const blank = xlsxFile([{ name: 'Sales', rows: `<row r="1">${text('XFD', 'id')}</row>${FAR.repeat(5_000)}` }])
  assert.equal(await read(context, 'xlsx', blank).refusal(), MORE)
  const repeated = '<row><c t="s"><v>0</v></c></row>'.repeat(1_000)
  const long = xlsxFile([{ name: 'Sales', rows: repeated }], [`<t>${'x'.repeat(100_000)}</t>`])
  assert.equal(await read(context, 'xlsx', long).refusal(), MORE)
})

test('a list of each that repeats a long text is refused before rows are made from it', async (context) => {
  const trial = new SourceTrial()
  context.after(() => trial.remove())
  const record = `{"remarks":"${'x'.repeat(100_000)}","slots":[${'{},'.repeat(100_000)}{}]}`
  const file = trial.write('x', gzipSync(record))
  const format: SourceFormat = { type: 'ndjson', each: ['slots'] }
  assert.equal(await trial.refusal(trial.rows(file, format, ['remarks', 'slots.date'])), MORE)
})

test('a table with more columns than a spreadsheet can have is refused', async (context) => {
  const header = (columns: number) => `${Array.from({ length: columns }, (_, i) => `c${i}`).join(',')}\n`
  assert.equal(
    await read(context, 'csv', header(16_385)).refusal(),
    '"x" has 16,385 columns: a table must have at most 16,384.',
  )
  assert.equal((await read(context, 'csv', header(16_384)).rows).columns.length, 16_384)
})

test('a table whose columns have no bytes is refused as damaged', async (context) => {
  const { shp, dbf } = shapefile(
    [{ name: 'ID', type: 'C', bytes: 0 }],
    Array.from({ length: 10 }, () => ({ cells: [] })),
  )
  const bytes = zipFile([
    { name: 'a.shp', content: shp },
    { name: 'a.dbf', content: dbf },
  ])
  const sentence = '"x" has a damaged table (.dbf): its columns do not fill its rows.'
  assert.equal(await read(context, 'shapefile', bytes).refusal(), sentence)
})

test('a record of a million values is read, and a longer one is refused before it is parsed', async (context) => {
  const list = (values: number) => `[{"id":"a"},\n{"id":[${'1,'.repeat(values - 1)}1]}]`
  assert.equal(
    await read(context, 'json', list(1_000_002), ['id']).refusal(),
    '"x" is not a list of records: the record that begins on line 2 has over 1,000,000 values.',
  )
  assert.equal((await read(context, 'json', list(1_000_000), ['id']).rows).rows.length, 2)
})
