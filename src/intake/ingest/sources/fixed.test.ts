import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { sniff } from './sniff.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const ROWS = [
  ['1', '7 Elm St', 'Portland', '97201', '450000'],
  ['22', '18 Pine Ave, Unit 3', 'Lake Oswego', '97034', '1200000'],
  ['333', '29 Birch Rd', 'Portland', '97203', '389900'],
  ['4', '40 Lake Dr', '', '97201', '98000'],
]
const HEADER = ['id', 'site address', 'city', 'zip', 'price']

function textOf(pad: (cell: string, column: number) => string, rule = ''): string {
  const lines = [HEADER, ...ROWS].map((cells) => cells.map(pad).join(' ').trimEnd())
  return [lines[0], ...(rule === '' ? [] : [rule]), ...lines.slice(1), ''].join('\n')
}

const WIDTHS = [4, 20, 12, 6, 9]
const left = textOf((cell, i) => cell.padEnd(WIDTHS[i] ?? 0))

test('columns of fixed width are found by the blanks between them, with cells aligned left or right', async () => {
  for (const text of [
    left,
    left.replaceAll('\n', '\r\n'),
    textOf((cell, i) => (i === 0 || i === 4 ? cell.padStart(WIDTHS[i] ?? 0) : cell.padEnd(WIDTHS[i] ?? 0))),
    textOf((cell, i) => cell.padEnd(WIDTHS[i] ?? 0), WIDTHS.map((width) => '-'.repeat(width)).join(' ')),
    `A list of homes\n\n${left}`,
  ]) {
    const file = trial.write('x.txt', text)
    const { format } = await sniff(file)
    assert.equal(format.type, 'fixed', text)
    const { columns, cells } = await trial.rows(file, format)
    assert.deepEqual(columns, HEADER, text)
    assert.deepEqual(cells, ROWS, text)
  }
})

test('widths count characters, not bytes', async () => {
  const file = trial.write('x.txt', left.replace('Elm St', 'Élm Å.').replace('id  ', 'Íd  '))
  const { format } = await sniff(file)
  const { columns, cells } = await trial.rows(file, format)
  assert.deepEqual([columns[0], cells[0]], ['Íd', ['1', '7 Élm Å.', 'Portland', '97201', '450000']])
})

test('a table with a delimiter and prose are not taken for columns of fixed width', async () => {
  const csv = [HEADER, ...ROWS].map((cells) => cells.join(';')).join('\n')
  assert.equal((await sniff(trial.write('x.csv', csv))).format.type, 'csv')
  const prose = 'the house is old\nit has a roof of tiles\nand a door\nwhich is never shut\nsays its owner\n'
  assert.equal((await sniff(trial.write('x.txt', prose))).format.type, 'csv')
})
