import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { sheetStart } from './xlsx.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

/** Makes a spreadsheet in the old binary format, from sheets with rows of cells. */
function xlsFile(
  sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>,
  hidden: readonly string[] = [],
): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][], { UTC: true }), name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) }
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

test('cells of an old spreadsheet become texts as those of a new one, and hidden sheets are skipped', async () => {
  const sold = new Date(Date.UTC(2014, 9, 13))
  const rows = [
    ['Sales of 2014'],
    ['id', 'price', 'sold', 'pool'],
    ['Café', 47.5112, sold, true],
    [7129300520, 1225000, new Date(Date.UTC(2014, 9, 13, 9, 30)), false],
    [],
    ['two', null, null, null],
  ]
  const bytes = xlsFile({ Notes: [['secret']], Sales: rows }, ['Notes'])
  const file = trial.write('x.xls', bytes)
  assert.deepEqual(await sheetStart(file), { skip: 1 })
  const { columns, rows: found } = await trial.rows(file, { type: 'xlsx', skip: 1 })
  assert.deepEqual(columns, ['id', 'price', 'sold', 'pool'])
  assert.deepEqual(found, [
    { line: 3, cells: ['Café', '47.5112', '2014-10-13', 'true'] },
    { line: 4, cells: ['7129300520', '1225000', '2014-10-13T09:30:00', 'false'] },
    { line: 6, cells: ['two', '', '', ''] },
  ])
})

test('a damaged old spreadsheet is refused with one sentence', async () => {
  const whole = xlsFile({
    Sales: [
      ['id', 'price'],
      [1, 2],
    ],
  })
  for (const bytes of [whole.subarray(0, 700), whole.subarray(0, 8)]) {
    const file = trial.write('x.xls', bytes)
    await assert.rejects(
      trial.rows(file, { type: 'xlsx' }),
      /"\S+x\.xls" (is a damaged spreadsheet: |has no sheet with a table)/,
    )
  }
})
