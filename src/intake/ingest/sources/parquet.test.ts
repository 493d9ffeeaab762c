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

test('dates and decimals keep their form', async () => {
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

test('an unsupported codec, a file that is cut off, and another format are refused in one sentence', async () => {
  const compressors = { LZ4_RAW: (input: Uint8Array) => input }
  const other = parquet([{ name: 'id', data: Array(99).fill('aaaa'), type: 'STRING' }], {
    codec: 'LZ4_RAW',
    compressors,
  })
  assert.equal(
    await trial.refusal(read(other, ['id'])),
    'Parquet files must be uncompressed or use Snappy, gzip, Brotli or zstd; "x.parquet" uses LZ4_RAW.',
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
    '"x.parquet" is not a Parquet file: name its format in the mapping.',
  )
  assert.match(
    await trial.refusal(trial.rows(trial.write('x.csv', whole), { ...PARQUET, type: 'ndjson' })),
    /write format: parquet/,
  )
})

/** A GeoParquet file. `geo` describes the encoding and projection of its shapes. */
function geoparquet(columnData: ColumnSource[], name: string, geo: object, schema?: Options['schema']): Buffer {
  const value = JSON.stringify({ version: '1.1.0', primary_column: name, columns: { [name]: geo } })
  const ids = schema ? { name: 'id', data: IDS.data } : IDS
  return parquet([ids, ...columnData], { kvMetadata: [{ key: 'geo', value }], ...(schema && { schema }) })
}

/** A point in WKB. The type may have ISO's or PostGIS's marks for further dimensions. */
function wkbPoint(x: number, y: number, type = 1): Uint8Array {
  const bytes = Buffer.alloc(5 + (type === 0x20000001 ? 4 : 0) + 24)
  bytes.writeUInt8(1)
  bytes.writeUInt32LE(type >>> 0, 1)
  const at = type === 0x20000001 ? 9 : 5
  bytes.writeDoubleLE(x, at)
  bytes.writeDoubleLE(y, at + 8)
  return new Uint8Array(bytes)
}

/** A square in WKB. */
function wkbSquare(west: number, south: number, size: number): Uint8Array {
  const corners = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0].map((step, i) => (i % 2 === 0 ? west : south) + step * size)
  const head = Buffer.alloc(13)
  head.writeUInt8(1)
  head.writeUInt32LE(3, 1)
  head.writeUInt32LE(1, 5)
  head.writeUInt32LE(5, 9)
  return new Uint8Array(Buffer.concat([head, Buffer.from(new Float64Array(corners).buffer)]))
}

test('GeoParquet shapes have locations, as WKB of any program and as points, and a damaged shape is reported', async () => {
  const column = (data: unknown[]): ColumnSource => ({ name: 'geom', data, type: 'BYTE_ARRAY' })
  const place = ['id', 'geom.longitude', 'geom.latitude']
  const wkb = { encoding: 'WKB', geometry_types: [] }
  const shapes = [wkbPoint(-122.34, 47.67, 0x20000001), wkbSquare(0, 0, 2), new Uint8Array([1, 99, 0])]
  const read1 = await read(geoparquet([column(shapes)], 'geom', wkb), place)
  assert.deepEqual(read1.cells, [
    ['a', '-122.34', '47.67'],
    ['b', '1', '1'],
    ['c', 'a damaged shape', 'a damaged shape'],
  ])
  const high = [wkbPoint(1, 2, 1001), wkbPoint(3, 4, 0x80000001), null]
  const read2 = await read(geoparquet([column(high)], 'geom', wkb), place)
  assert.deepEqual(read2.cells, [
    ['a', '1', '2'],
    ['b', '3', '4'],
    ['c', '', ''],
  ])
})

test('GeoParquet shapes in another projection are converted to degrees', async () => {
  const crs = {
    type: 'ProjectedCRS',
    name: 'NAD83 / Washington North (ftUS)',
    base_crs: {
      type: 'GeographicCRS',
      name: 'NAD83',
      datum: {
        type: 'GeodeticReferenceFrame',
        name: 'North American Datum 1983',
        ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
      },
    },
    conversion: {
      name: 'SPCS83 Washington North zone (US Survey feet)',
      method: { name: 'Lambert Conic Conformal (2SP)', id: { authority: 'EPSG', code: 9802 } },
      parameters: [
        { name: 'Latitude of false origin', value: 47, unit: 'degree' },
        { name: 'Longitude of false origin', value: -120.833333333333, unit: 'degree' },
        { name: 'Latitude of 1st standard parallel', value: 48.7333333333333, unit: 'degree' },
        { name: 'Latitude of 2nd standard parallel', value: 47.5, unit: 'degree' },
        {
          name: 'Easting at false origin',
          value: 1640416.667,
          unit: { type: 'LinearUnit', name: 'US survey foot', conversion_factor: 0.304800609601219 },
        },
        {
          name: 'Northing at false origin',
          value: 0,
          unit: { type: 'LinearUnit', name: 'US survey foot', conversion_factor: 0.304800609601219 },
        },
      ],
    },
    coordinate_system: {
      subtype: 'Cartesian',
      axis: [
        {
          name: 'Easting',
          abbreviation: 'X',
          direction: 'east',
          unit: { type: 'LinearUnit', name: 'US survey foot', conversion_factor: 0.304800609601219 },
        },
        {
          name: 'Northing',
          abbreviation: 'Y',
          direction: 'north',
          unit: { type: 'LinearUnit', name: 'US survey foot', conversion_factor: 0.304800609601219 },
        },
      ],
    },
    id: { authority: 'EPSG', code: 2285 },
  }
  const data = [wkbPoint(1_640_416.667, 0), null, wkbPoint(1_640_416.667, 0)]
  const bytes = geoparquet([{ name: 'geom', data, type: 'BYTE_ARRAY' }], 'geom', { encoding: 'WKB', crs })
  const { columns, cells } = await read(bytes, ['id', 'geom.longitude', 'geom.latitude'])
  assert.deepEqual(columns, ['id', 'geom.longitude', 'geom.latitude'])
  assert.deepEqual(
    cells.map(([id, ...place]) => [id, ...place.map((degrees) => degrees && Number(degrees).toFixed(3))]),
    [
      ['a', '-120.833', '47.000'],
      ['b', '', ''],
      ['c', '-120.833', '47.000'],
    ],
  )
  const unknown = geoparquet([{ name: 'geom', data, type: 'BYTE_ARRAY' }], 'geom', {
    encoding: 'WKB',
    crs: { type: 'ProjectedCRS', name: 'Mars' },
  })
  assert.match(
    await trial.refusal(read(unknown, ['geom.longitude'])),
    /^A projection must be .*; that of "x\.parquet" is "Mars"/,
  )
})

test('GeoParquet shapes that are pairs of numbers have locations', async () => {
  const point: Options['schema'] = [
    { name: 'geometry', num_children: 2, repetition_type: 'OPTIONAL' },
    { name: 'x', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    { name: 'y', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  ]
  const root = { name: 'root', num_children: 2, repetition_type: 'REQUIRED' } as const
  const id = { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const
  const data = [{ x: -122.34, y: 47.67 }, null, { x: 1, y: 2 }]
  const place = ['id', 'geometry.longitude', 'geometry.latitude']
  const points = geoparquet([{ name: 'geometry', data }], 'geometry', { encoding: 'point' }, [root, id, ...point])
  const { columns, cells } = await read(points, place)
  assert.deepEqual(columns, place)
  assert.deepEqual(cells, [
    ['a', '-122.34', '47.67'],
    ['b', '', ''],
    ['c', '1', '2'],
  ])
})
