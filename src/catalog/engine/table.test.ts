import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from './column.ts'
import { Searcher } from './searcher.ts'
import { Table } from './table.ts'
import { TableBuilder, type TableShape } from './table-builder.ts'
import { finish, Work } from './work.ts'

const SHAPE: TableShape = {
  columns: [
    { name: 'id', kind: 'f64' },
    { name: 'beds', kind: 'u8' },
    { name: 'kind', kind: 'codes' },
    { name: 'merit', kind: 'f64' },
  ],
  id: 'id',
  orders: [{ name: 'byMerit', column: 'merit', direction: 'descending' }],
  lists: ['cities'],
  normalize: (text: string) => text,
  words: ['text'],
}

function build(): { table: Table; rowOf: Uint32Array } {
  const builder = new TableBuilder(SHAPE)
  builder.add({ values: { id: 1, beds: 3, kind: 2, merit: 10 }, longitude: 20, latitude: 50, lists: { cities: [4] } })
  builder.add({ values: { id: 2, merit: 30 }, words: { text: 'Lake View' } })
  builder.add({ values: { id: 3, beds: 5, merit: 20 }, longitude: -120, latitude: 40, lists: { cities: [4, 0] } })
  return builder.build()
}

test('rows have the numbers that the builder returned; rows without coordinates come last', () => {
  const { table, rowOf } = build()
  assert.deepEqual(
    Array.from(rowOf, (row) => table.column('id').values[row]),
    [1, 2, 3],
  )
  assert.equal(rowOf[1], 2)
})

test('a column without a value takes no memory, and reads as if all its values were missing', () => {
  const builder = new TableBuilder(SHAPE)
  for (const id of [1, 2, 3]) builder.add({ values: { id, merit: id } })
  const { table } = builder.build()
  const none = ['longitude', 'latitude', 'beds'].map((name) => table.arrays[`column/${name}/values`]?.length)
  assert.deepEqual(none, [0, 0, 0])
  assert.equal(table.arrays['column/kind/values']?.length, 3, 'codes and flags are bits, which have no missing value')
  assert.deepEqual([...table.column('beds').values], [255, 255, 255])
  assert.deepEqual([...table.places.longitudes.values], Array(3).fill(Number.POSITIVE_INFINITY))
})

test('every array is in shared memory', () => {
  for (const [name, { buffer }] of Object.entries(build().table.arrays))
    assert.ok(buffer instanceof SharedArrayBuffer, name)
})

test('a missing column is rejected with the names of the existing columns', () => {
  assert.throws(
    () => build().table.column('secret'),
    /There is no column "secret", only longitude, latitude, id, beds, kind, merit\./,
  )
})

test('a table that was written out as manifest and bytes is the same when read back', () => {
  const { table } = build()
  const manifest = JSON.parse(JSON.stringify(table.manifest))
  const arrays = Object.fromEntries(
    Object.entries(table.arrays).map(([name, array]) => {
      const bytes = Uint8Array.from(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      const element = { 1: 'u8', 4: 'u32', 8: 'f64' } as const
      return [name, viewOf(element[array.BYTES_PER_ELEMENT as 1 | 4 | 8], bytes.buffer, 0, array.length)]
    }),
  )
  const query = {
    where: [{ kind: 'list', list: 'cities', keys: [4] }],
    order: 'byMerit',
    offset: 0,
    limit: 9,
  } as const
  const search = (searched: Table) => finish(new Searcher(searched).search(query, new Work()))
  assert.deepEqual(search(Table.open(manifest, arrays)), search(table))
})

test('the error names an array that is missing or has another type or length', () => {
  const { manifest, arrays } = build().table
  const { 'column/beds/values': beds, ...others } = arrays
  assert.throws(() => Table.open(manifest, others), /Array "column\/beds\/values" is missing\./)
  assert.throws(
    () => Table.open(manifest, { ...others, 'column/beds/values': new Uint16Array(3) }),
    /Array "column\/beds\/values" must be u8 x 3, and is u16 x 3\./,
  )
  assert.throws(
    () => Table.open(manifest, { ...others, 'column/beds/values': beds?.slice(1) ?? new Uint8Array(0) }),
    /u8 x 2/,
  )
})

function add(values: Record<string, number>): void {
  new TableBuilder(SHAPE).add({ values: { id: 1, ...values } })
}

test('a value that a column cannot store is rejected with the allowed range', () => {
  assert.throws(() => add({ beds: 255 }), /beds holds whole numbers from 0 to 254, not "255"\./)
  assert.throws(() => add({ beds: 1.5 }), /"1\.5"/)
  assert.throws(() => add({ kind: 31 }), /holds whole numbers from 0 to 30, not/)
  assert.throws(() => add({ id: Number.NaN }), /id holds finite numbers, not "NaN"\./)
  for (const place of [{ longitude: 181, latitude: 0 }, { longitude: 0, latitude: Number.NaN }, { longitude: 5 }]) {
    assert.throws(() => new TableBuilder(SHAPE).add({ values: { id: 1 }, ...place }), RangeError)
  }
})

test('a predicate over a column of another kind is rejected', () => {
  const searcher = new Searcher(build().table)
  assert.throws(
    () => finish(searcher.count([{ kind: 'flags', column: 'beds', all: 1, none: 0, any: 0 }], new Work())),
    /Column "beds" must hold flags, and holds u8\./,
  )
})
