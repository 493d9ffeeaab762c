import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { shapefile } from '../../../test/ingest/shape-file.ts'
import { SourceTrial } from '../../../test/ingest/source-rows.ts'
import { zipFile } from '../../../test/ingest/zip-file.ts'
import { type FileFeature, type LayerColumns, openLayerFile, type RefusedFeature } from './layer-file.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

/** A square with a hole, with the corners in the order in which the catalog stores them. */
const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]
const HOLE = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 1],
  [1, 1],
]
const POLYGON = { type: 'Polygon', coordinates: [SQUARE, HOLE] }
const READ = [[SQUARE.slice(0, -1).flat(), HOLE.slice(0, -1).flat()]]

/** A file written by a published library: one polygon with id a, name Łódź and other columns. */
const FLATGEOBUF =
  'ZmdiA2ZnYgDEAAAAHAAAABgAGAAEAAAADwAAAAAAAAAAAAgAEAAMABgAAAAUAAAAGAAAAAAAAAMBAAAAAAAAAAIAAABMMQAABQAAAHAAAABMAAAANAAAABwAAAAEAAAArP///wAAAAIEAAAAAgAAAG9rAADA////AAAACgQAAAABAAAAeAAAANT///8AAAAKBAAAAAEAAABuAAAA6P///wAAAAsEAAAABAAAAG5hbWUAAAAACAAMAAgABwAIAAAAAAAACwQAAAACAAAAaWQAABwBAAAMAAAACAAOAAgABAAIAAAA3AAAABgAAAAAABIAEAAMAAgAAAAAAAAAAAAHABIAAAAAAAADFAAAAAQAAAACAAAABQAAAAoAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABBAAAAAAAAAAAAAAAAAAAAQQAAAAAAAABBAAAAAAAAAAAAAAAAAAAAQQAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwPwAAAAAAAPA/AAAAAAAA8D8AAAAAAAAAQAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAPA/AAAAAAAA8D8AAAAAAADwPysAAAAAAAEAAABhAQAHAAAAxYHDs2TFugIAAAAAAAAAHEADAAAAAAAAAPg/BAABAA=='

async function featuresIn(name: string, bytes: Buffer | string, columns: LayerColumns = {}) {
  const source = await openLayerFile(trial.write(name, bytes), columns)
  try {
    const features: (FileFeature | RefusedFeature)[] = []
    for await (const feature of source.features()) features.push(feature)
    return features
  } finally {
    source.close()
  }
}

function collection(...features: readonly object[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: features.map((one) => ({ type: 'Feature', ...one })) })
}

test('every format gives the same polygons, with ids and names', async () => {
  const { shp, dbf } = shapefile(
    [
      { name: 'ID', type: 'C', bytes: 4 },
      { name: 'NAME', type: 'C', bytes: 8 },
    ],
    // holes may come before their outline
    [{ cells: ['a', 'Łódź'], rings: [HOLE, SQUARE].map((ring) => ring.toReversed().flat()) }],
  )
  const feature = { type: 'Feature', id: 'a', properties: { name: 'Łódź' }, geometry: POLYGON }
  const files: Readonly<Record<string, Buffer | string>> = {
    'x.geojson': collection(feature),
    'x.json': JSON.stringify(feature, null, 2),
    'x.ndjson': `${JSON.stringify(feature)}\n`,
    'x.zip': zipFile([
      { name: 'x.shp', content: shp },
      { name: 'x.dbf', content: dbf },
    ]),
    'x.parquet': Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: ['a'], type: 'STRING' },
          { name: 'name', data: ['Łódź'], type: 'STRING' },
          { name: 'geom', data: [POLYGON], type: 'GEOMETRY' },
        ],
      }),
    ),
    'x.fgb': Buffer.from(FLATGEOBUF, 'base64'),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const features = await featuresIn(name, bytes)
    assert.deepEqual(
      features.map((one) => ({ ...one, mends: undefined })),
      [{ number: 1, id: 'a', name: 'Łódź', polygons: READ, mends: undefined }],
      name,
    )
  }
})

test('the index of FlatGeobuf is skipped, and a file that is cut off or damaged is refused', async () => {
  const plain = Buffer.from(FLATGEOBUF, 'base64')
  const headEnd = 12 + plain.readUInt32LE(8)
  // the index of one feature has two nodes; if the header lacks the node size, it is 16
  const root = 12 + plain.readUInt32LE(12)
  const description = root - plain.readInt32LE(root)
  const indexed = Buffer.concat([plain.subarray(0, headEnd), Buffer.alloc(80, 7), plain.subarray(headEnd)])
  indexed.writeUInt16LE(0, description + 4 + 2 * 9)
  assert.equal((await featuresIn('x.fgb', indexed)).length, 1)
  assert.match(
    await trial.refusal(featuresIn('x.fgb', plain.subarray(0, -9))),
    /^"x\.fgb" is cut off: its last row is incomplete/,
  )
  for (let at = headEnd + 4; at < plain.length; at += 7) {
    const spoilt = Buffer.from(plain)
    spoilt.writeUInt8(spoilt.readUInt8(at) ^ 0xff, at)
    const read = await featuresIn('x.fgb', spoilt).then(undefined, (error: Error) => error)
    if (read instanceof Error) assert.match(read.message, /is damaged or cut off/)
  }
})

test('bad rings are repaired and reported, and unusable features are refused with their numbers', async () => {
  const bow = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ]
  const polygon = (...coordinates: readonly unknown[]) => ({ geometry: { type: 'Polygon', coordinates } })
  const features = await featuresIn(
    'x.geojson',
    collection(
      polygon(SQUARE.toReversed()),
      polygon(SQUARE.slice(0, -1)),
      polygon([...bow, bow[0]]),
      polygon(SQUARE, [[1, 1], [1, 1], [1, 1]]), // biome-ignore format: a line
      { geometry: { type: 'Point', coordinates: [1, 2] } },
      { geometry: null },
      polygon([[500_000, 5_000_000], ...SQUARE]),
      polygon([['a', 1], ...SQUARE]),
      polygon([]),
      polygon(SQUARE.slice(0, 2)),
    ),
  )
  assert.deepEqual(
    features.map((one) => ('why' in one ? one.why : [...one.mends])),
    [
      ['turned'],
      ['closed'],
      ['crossing'],
      ['left out'],
      'it has no polygon',
      'it has no polygon',
      'one of its corners is not a place on earth',
      'one of its corners is not a place on earth',
      'it has no polygon',
      'none of its rings encloses an area',
    ],
  )
  assert.deepEqual(
    features.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
})

test('projected polygons become degrees, and an unknown projection or column is refused', async () => {
  const utm = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::26910' } }
  const text = collection({
    geometry: { type: 'Polygon', coordinates: [SQUARE.map(([x = 0, y = 0]) => [5e5 + 1e4 * x, 5e6 + 1e4 * y])] },
  })
  const [feature] = await featuresIn('x.geojson', text.replace('{', `{"crs":${JSON.stringify(utm)},`))
  assert.ok(feature !== undefined && 'polygons' in feature)
  const [x = 0, y = 0] = feature.polygons[0]?.[0] ?? []
  assert.ok(Math.abs(x + 123) < 1e-6 && Math.abs(y - 45.15) < 0.01, `${x} ${y}`)
  const unknown = text.replace('{', `{"crs":${JSON.stringify(utm).replace('26910', '9999')},`)
  assert.match(await trial.refusal(featuresIn('x.geojson', unknown)), /^A projection must be .* is "EPSG:9999"/)
  assert.match(
    await trial.refusal(featuresIn('x.geojson', text, { nameColumn: 'zone' })),
    /^There is no column "zone" in "x\.geojson": its columns are geometry/,
  )
  assert.match(
    await trial.refusal(featuresIn('x.csv', 'a,b\n1,2\n')),
    /^A layer file must be GeoJSON, .*; "x\.csv" is csv, which has no polygons\.$/,
  )
})
