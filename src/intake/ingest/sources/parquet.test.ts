import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import type { SourceFormat } from './open.ts'
import { ELEMENT_MARK } from './source.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const PARQUET: SourceFormat = { type: 'parquet' }

type Options = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>

function parquet(columnData: ColumnSource[], options: Options = {}): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, ...options }))
}

function read(bytes: Buffer, columns: readonly string[], format: SourceFormat = PARQUET) {
  return trial.rows(trial.write('x.parquet', bytes), format, columns)
}

const IDS: ColumnSource = { name: 'id', data: ['a', 'b', 'c'], type: 'STRING' }

test('values come as text, as they were written', async () => {
  const bytes = parquet([
    { name: 'key', data: [7_129_300_520n, 9_007_199_254_740_993n], type: 'INT64' },
    { name: 'beds', data: [3, null], type: 'INT32' },
    { name: 'lat', data: [47.5112, -122.257], type: 'FLOAT' },
    { name: 'price', data: [221_900.5, 0.1], type: 'DOUBLE' },
    { name: 'pool', data: [true, false], type: 'BOOLEAN' },
    { name: 'at', data: [new Date('2014-10-13T09:30:00Z'), new Date('2015-01-01T00:00:00.250Z')], type: 'TIMESTAMP' },
    { name: 'city', data: ['Łódź', ''], type: 'STRING' },
  ])
  const columns = ['key', 'beds', 'lat', 'price', 'pool', 'at', 'city']
  assert.deepEqual((await read(bytes, columns)).rows, [
    { line: 1, cells: ['7129300520', '3', '47.5112', '221900.5', 'true', '2014-10-13T09:30:00Z', 'Łódź'] },
    { line: 2, cells: ['9007199254740993', '', '-122.257', '0.1', 'false', '2015-01-01T00:00:00.250Z', ''] },
  ])
})

test('days and decimals keep their form', async () => {
  const bytes = parquet(
    [
      { name: 'sold', data: [16_356, 0] },
      { name: 'tax', data: [123.45, 0.3] },
    ],
    {
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'sold', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
        { name: 'tax', type: 'INT32', converted_type: 'DECIMAL', scale: 2, precision: 9, repetition_type: 'REQUIRED' },
      ],
    },
  )
  assert.deepEqual((await read(bytes, ['sold', 'tax'])).cells, [
    ['2014-10-13', '123.45'],
    ['1970-01-01', '0.3'],
  ])
})

test('columns inside structures are paths, lists are lists, and only what the mapping names is read', async () => {
  const bytes = parquet(
    [
      { name: 'id', data: ['a', 'b'] },
      {
        name: 'address',
        data: [
          { zip: '98103', city: 'Seattle' },
          { zip: '98178', city: null },
        ],
      },
      { name: 'photos', data: [['x', 'y'], []] },
    ],
    {
      schema: [
        { name: 'root', num_children: 3 },
        { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        { name: 'address', num_children: 2, repetition_type: 'OPTIONAL' },
        { name: 'zip', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'city', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'photos', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ],
    },
  )
  const { columns, cells } = await read(bytes, ['address.zip', 'photos'])
  assert.deepEqual(columns, ['id', 'address.zip', 'address.city', 'photos'])
  const [zip, photos] = ['address.zip', 'photos'].map((column) => columns.indexOf(column))
  assert.deepEqual(
    cells.map((row) => [row[zip ?? -1], row[photos ?? -1]]),
    [
      ['98103', `x${ELEMENT_MARK}y${ELEMENT_MARK}`],
      ['98178', ''],
    ],
  )
})

test('a shape gives its longitude and latitude', async () => {
  const point = { type: 'Point' as const, coordinates: [-122.34, 47.67] }
  const bytes = parquet([IDS, { name: 'geometry', data: [point, null, point], type: 'GEOMETRY' }])
  const { columns, cells } = await read(bytes, ['id', 'geometry.longitude', 'geometry.latitude'])
  assert.deepEqual(columns, ['id', 'geometry.longitude', 'geometry.latitude'])
  assert.deepEqual(cells, [
    ['a', '-122.34', '47.67'],
    ['b', '', ''],
    ['c', '-122.34', '47.67'],
  ])
})

test('rows of every group come in order, whatever compresses them', async () => {
  const ids = Array.from({ length: 2_500 }, (_, i) => `k${i}`)
  const compressors = {
    GZIP: (input: Uint8Array) => gzipSync(input),
    ZSTD: (input: Uint8Array) => zstdCompressSync(input),
    BROTLI: (input: Uint8Array) => brotliCompressSync(input),
  }
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI'] as const) {
    const bytes = parquet([{ name: 'id', data: ids, type: 'STRING' }], { codec, compressors, rowGroupSize: 1_000 })
    const { rows } = await read(bytes, ['id'])
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]),
      ids,
      codec,
    )
    assert.deepEqual([rows[0]?.line, rows.at(-1)?.line], [1, 2_500])
  }
})

test('a codec that is not read, a file that is cut off, or no Parquet file is refused in one sentence', async () => {
  const compressors = { LZ4_RAW: (input: Uint8Array) => input }
  const other = parquet([{ name: 'id', data: Array(99).fill('aaaa'), type: 'STRING' }], {
    codec: 'LZ4_RAW',
    compressors,
  })
  assert.equal(
    await trial.refusal(read(other, ['id'])),
    '"x.parquet" is compressed with LZ4_RAW: accepted are none, Snappy, gzip, Brotli and zstd.',
  )
  const whole = parquet([IDS])
  assert.match(
    await trial.refusal(read(whole.subarray(0, -9), ['id'])),
    /^"x\.parquet" is damaged or cut off: .*imported\.$/,
  )
  const spoiled = Buffer.from(whole)
  spoiled.fill(0xff, 4, 30)
  assert.match(await trial.refusal(read(spoiled, ['id'])), /^"x\.parquet" is damaged/)
  assert.equal(
    await trial.refusal(read(Buffer.from('id\n1\n'), ['id'])),
    '"x.parquet" is no Parquet file: say in the mapping what format it has.',
  )
  assert.match(
    await trial.refusal(trial.rows(trial.write('x.csv', whole), { ...PARQUET, type: 'ndjson' })),
    /write format: parquet/,
  )
})
