import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const HEADER = ['id', 'address', 'city', 'state', 'zip', 'lat', 'lon', 'price', 'beds', 'built', 'sold']

/** A table of sales whose column has unusual texts in its first rows. */
function salesWith(column: string, odd: readonly string[], rows = 40): string {
  const at = HEADER.indexOf(column)
  const lines = Array.from({ length: rows }, (_, i) => {
    const place = ['Seattle', 'WA', '98103', `47.${6000 + i}`, `-122.${3000 + i}`]
    const cells = [`${i}a`, `${i + 1} Main St`, ...place, 400_000 + i, (i % 4) + 1, 1900 + i, `2025-01-${10 + (i % 9)}`]
    return cells.with(at, odd[i] ?? cells[at] ?? '').join(',')
  })
  return trial.files.write('x.csv', `${HEADER.join(',')}\n${lines.join('\n')}\n`)
}

const FIELD_OF = { lat: 'Latitude', price: 'ClosePrice', beds: 'BedroomsTotal', built: 'YearBuilt', sold: 'CloseDate' }

test('a column with one unreadable cell still fills its field, and the cell is reported', async () => {
  for (const [column, cell, told] of [
    ['price', 'a lot', 'cannot be read: "a lot"'],
    ['price', '2147483647', 'unusual values: 2147483647'],
    ['price', '-1', 'unusual values: -1'],
    ['beds', 'many', 'cannot be read: "many"'],
    ['beds', '999', 'unusual values: 999'],
    ['built', '20003', 'unusual values: 20003'],
    ['lat', '-122.3', 'unusual values: -122.3'],
    ['lat', 'see map 4', 'cannot be read: "see map 4"'],
    ['sold', 'in spring', 'cannot be read: "in spring"'],
  ] as const) {
    const { draft, report } = await trial.imported(salesWith(column, [cell]))
    assert.equal(fieldsOf({ draft })[FIELD_OF[column]], column, cell)
    assert.ok(draft.doubtful.includes(FIELD_OF[column]), cell)
    assert.ok(draft.text.includes(`; ${told}\n`), `${cell}: ${draft.text}`)
    assert.ok(report.rowsUsed >= 39, cell)
  }
})

test('a sale date in the future is dropped, and the row is used', async () => {
  const { draft, report } = await trial.imported(salesWith('sold', ['2069-01-01']))
  assert.equal(fieldsOf({ draft }).CloseDate, 'sold')
  assert.deepEqual([report.sales, report.rowsRejected, report.counts.new], [39, 0, 40])
  assert.ok(report.reported.some(({ rule }) => rule === 'close.future'))
})

test('a column with up to half unreadable cells fills the field that its header names', async () => {
  for (const column of ['price', 'beds', 'built', 'lat'] as const) {
    for (const [count, isFilled] of [
      [3, true],
      [25, false],
    ] as const) {
      const strange = Array.from({ length: count }, (_, i) => `x${i}y`)
      const odd = await trial.inspect(salesWith(column, strange))
      assert.equal(odd.columns.find(({ name }) => name === column)?.type, 'text')
      assert.equal(fieldsOf(odd)[FIELD_OF[column]], isFilled ? column : undefined, `${column} ${count}`)
    }
  }
})

test('unreadable cells may be at the beginning', async () => {
  const strange = Array.from({ length: 150 }, () => 'dear')
  const { columns } = await trial.inspect(salesWith('price', strange, 6000))
  const { type, odd, min, max } = columns.find(({ name }) => name === 'price') ?? {}
  assert.deepEqual([type, odd, min, max], ['whole number', { cells: 150, texts: ['dear', 'dear'] }, 400_150, 405_999])
})

test('-1 in several cells means unknown, and a field that would reject most rows is left out', async () => {
  const { draft, homes } = await trial.imported(salesWith('built', ['-1', '-1', '-1', '-1']))
  assert.match(draft.text, /YearBuilt: \{ column: built, emptyWhen: \["-1"\] \}/)
  assert.equal(homes.length, 40)
  const text = Array.from({ length: 30 }, (_, i) => `${i}a,${i} Main St,98103,${1000 + i}`).join('\n')
  const file = trial.files.write('y.csv', `id,address,zip,AssessmentHistory\n${text}\n`)
  assert.equal((await trial.imported(file)).report.counts.new, 30)
})
