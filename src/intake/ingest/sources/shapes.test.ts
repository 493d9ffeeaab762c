import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { shapefile } from '../../../../test/ingest/shape-file.ts'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { zipFile } from '../../../../test/ingest/zip-file.ts'
import { EXIT } from '../../../kit/base/failure.ts'
import type { SourceFormat } from './open.ts'
import { sniff } from './sniff.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

const GEOJSON: SourceFormat = { type: 'geojson' }
const SHAPEFILE: SourceFormat = { type: 'shapefile' }
const CSV: SourceFormat = { type: 'csv', delimiter: ',' }
const PLACE = ['geometry.longitude', 'geometry.latitude']

/** Washington State Plane North, in US survey feet. `X` and `Y` are its origin, whose degrees are in the text. */
const STATE_PLANE =
  'PROJCS["NAD83 / Washington North (ftUS)",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",48.73333333333333],PARAMETER["standard_parallel_2",47.5],PARAMETER["latitude_of_origin",47],PARAMETER["central_meridian",-120.8333333333333],PARAMETER["false_easting",1640416.667],PARAMETER["false_northing",0],UNIT["US survey foot",0.3048006096012192]]'
const [X, Y] = [1_640_416.667, 0]

function near(cells: readonly (string | undefined)[], longitude: number, latitude: number): void {
  assert.ok(Math.abs(Number(cells[0]) - longitude) < 0.0005, `longitude ${cells[0]}`)
  assert.ok(Math.abs(Number(cells[1]) - latitude) < 0.0005, `latitude ${cells[1]}`)
}

test('features have their properties, their id and the location of their shape', async () => {
  const features = [
    '{"type":"Feature","id":7,"properties":{"zip":"98103","size":{"sqft":1180}},"geometry":{"type":"Point","coordinates":[-122.34,47.67]}}',
    '{"type":"Feature","properties":{"id":12345678901234567890,"zip":null},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,4],[0,4],[0,0]]]}}',
    '{"type":"Feature","properties":null,"geometry":null}',
    '{"type":"Point","coordinates":[1,2]}',
  ]
  const text = `{"type": "FeatureCollection", "name": "x [1,2] \\"features\\":[",\n "features": [\n${features.join(',\n')}\n]}\n`
  const columns = ['id', 'zip', 'size.sqft', ...PLACE]
  for (const bytes of [text, gzipSync(text), zipFile([{ name: 'x.geojson', content: text }])]) {
    const { rows } = await trial.rows(trial.write('x.geojson', bytes), GEOJSON, columns)
    assert.deepEqual(
      rows.map((row) => [row.line, 'rule' in row ? row.rule : row.cells]),
      [
        [3, ['7', '98103', '1180', '-122.34', '47.67']],
        [4, ['12345678901234567890', '', '', '1', '2']],
        [5, ['', '', '', '', '']],
        [6, 'row.json'],
      ],
    )
  }
})

test('Esri JSON has its attributes and the location of its shape', async () => {
  const spatialReference = { wkid: 102100, latestWkid: 3857 }
  const features = [
    { attributes: { PIN: '1' }, geometry: { rings: [[[-13_617_000, 6_045_000], [-13_617_200, 6_045_200]]] } }, // biome-ignore format: a line
    { attributes: { PIN: '2' }, geometry: { x: -13_617_100, y: 6_045_100 } },
  ]
  const file = trial.write(
    'x.json',
    JSON.stringify({ geometryType: 'x', spatialReference, fields: [{ name: 'PIN' }], features }),
  )
  assert.deepEqual((await sniff(file)).format, { type: 'geojson' })
  const { rows } = await trial.rows(file, GEOJSON, ['PIN', ...PLACE])
  for (const [i, { cells }] of rows.entries()) {
    assert.equal(cells[0], String(i + 1))
    near(cells.slice(1), -122.3248, 47.6275)
  }
})

test('a file that is cut off or not a collection is refused in one sentence', async () => {
  const read = (text: string) => trial.rows(trial.write('x.geojson', text), GEOJSON, ['id'])
  const feature = '{"type":"Feature","properties":{}}'
  assert.equal(
    await trial.refusal(read(`{"features":[${feature},{"type":"Fea`)),
    '"x.geojson" is cut off: the record that begins on line 1 does not end; nothing was imported.',
  )
  assert.match(await trial.refusal(read('{"type":"Feature"}')), /^"x\.geojson" has no list at "features": /)
  assert.deepEqual((await read('{"features":[]}')).rows, [])
})

test('a shapefile has the columns of its table and the locations of its shapes, as single files or in an archive', async () => {
  const made = shapefile(
    [
      { name: 'PIN', type: 'C', bytes: 12 },
      { name: 'SQFT', type: 'N', bytes: 9 },
      { name: 'SOLD', type: 'D', bytes: 8 },
    ],
    [
      { cells: ['7129300520', '1180', '20141013'], point: [-122.34, 47.67] },
      { cells: ['Łódź', '*********', ''], box: [0, 0, 2, 4] },
      { cells: ['gone', '1', ''], point: [1, 1], deleted: true },
      { cells: ['nowhere', '5', ''] },
    ],
  )
  const expected = [
    ['7129300520', '1180', '2014-10-13', '-122.34', '47.67'],
    ['Łódź', '', '', '1', '2'],
    ['nowhere', '5', '', '', ''],
  ]
  const file = trial.write('homes.shp', made.shp)
  trial.write('homes.dbf', made.dbf)
  const beside = await trial.rows(file, SHAPEFILE)
  assert.deepEqual(beside.columns, ['PIN', 'SQFT', 'SOLD', ...PLACE])
  assert.deepEqual(beside.cells, expected)
  const members = [
    { name: 'a/homes.shp', content: made.shp },
    { name: 'a/homes.dbf', content: made.dbf },
    { name: 'a/homes.prj', content: 'GEOGCS["WGS 84"]' },
  ]
  assert.deepEqual((await trial.rows(trial.write('homes.zip', zipFile(members)), SHAPEFILE)).cells, expected)
})

test('a part of a shapefile that is missing or cut off is reported', async () => {
  const made = shapefile([{ name: 'PIN', type: 'C', bytes: 4 }], [{ cells: ['a'], point: [1, 2] }])
  const file = trial.write('homes.shp', made.shp)
  assert.equal(
    await trial.refusal(trial.rows(file, SHAPEFILE), EXIT.noInput),
    '"homes.shp" has only the shapes: put its .dbf, which has the columns, into the same folder.',
  )
  trial.write('homes.dbf', made.dbf.subarray(0, -4))
  assert.match(await trial.refusal(trial.rows(file, SHAPEFILE)), /^"homes\.shp" is cut off: its last row is incomplete/)
  rmSync(join(trial.folder, 'homes.dbf'))
  trial.write('homes.DBF', made.dbf)
  assert.deepEqual((await trial.rows(file, SHAPEFILE)).cells, [['a', '1', '2']])
  const shapes = [1, 2].map((n) => ({ name: `${n}.shp`, content: made.shp }))
  assert.match(
    await trial.refusal(trial.rows(trial.write('x.zip', zipFile(shapes)), SHAPEFILE)),
    /has several shapefiles, 1\.shp, 2\.shp: choose one in the mapping/,
  )
})

test('the table of a shapefile is read in its encoding, and a row with invalid bytes is rejected', async () => {
  const column = { name: 'NAME', type: 'C' as const, bytes: 12 }
  const names = ['Peña', 'Córdoba', 'Müller']
  const rows = names.map((name) => ({ cells: [name], point: [1, 2] as const }))
  const { shp, dbf } = shapefile([column], rows, 'latin1')
  const file = trial.write('homes.shp', shp)
  const read = async (table: Buffer, format: SourceFormat = SHAPEFILE) => {
    trial.write('homes.dbf', table)
    return (await trial.rows(file, format)).rows.map((row) => ('rule' in row ? row.rule : row.cells[0]))
  }
  assert.deepEqual(await read(dbf), names, 'by its bytes')
  const central = Buffer.from(dbf)
  central[29] = 0xc8
  assert.deepEqual(await read(central), ['Peńa', 'Córdoba', 'Müller'], 'by its head')
  assert.deepEqual(await read(dbf, { ...SHAPEFILE, encoding: 'utf-8' }), Array(3).fill('row.encoding'))
  const mixed = shapefile([column], [...rows.slice(0, 2), { cells: ['Łódź'] }]).dbf
  mixed.write('\xd3', mixed.indexOf('Peña'), 'latin1')
  assert.deepEqual(await read(mixed), ['row.encoding', 'Córdoba', 'Łódź'])
  trial.write('homes.cpg', 'UTF-8')
  assert.deepEqual(await read(dbf), Array(3).fill('row.encoding'), 'by the code page beside it')
})

test('a part of a shapefile that cannot be read is reported', async () => {
  const made = shapefile([{ name: 'PIN', type: 'C', bytes: 4 }], [{ cells: ['a'], point: [1, 2] }])
  const file = trial.write('homes.shp', made.shp)
  trial.write('homes.dbf', made.dbf)
  mkdirSync(join(trial.folder, 'homes.prj'))
  assert.match(
    await trial.refusal(trial.rows(file, SHAPEFILE), EXIT.noInput),
    /^Cannot read "homes\.prj": it is a folder, not a file\.$/,
  )
})

test('a member of an archive is selected by its whole name, with or without folders', async () => {
  const [one, other] = ['a', 'b'].map((cell) =>
    shapefile([{ name: 'PIN', type: 'C', bytes: 4 }], [{ cells: [cell], point: [1, 2] }]),
  )
  const members = [
    { name: 'x/homes.shp', content: one?.shp ?? '' },
    { name: 'x/homes.dbf', content: one?.dbf ?? '' },
    { name: 'x/oldhomes.shp', content: other?.shp ?? '' },
    { name: 'x/oldhomes.dbf', content: other?.dbf ?? '' },
  ]
  const file = trial.write('x.zip', zipFile(members))
  const read = (member: string) => trial.rows(file, { ...SHAPEFILE, member })
  for (const member of ['homes.shp', 'x/homes.shp']) assert.deepEqual((await read(member)).cells, [['a', '1', '2']])
  assert.equal(await trial.refusal(read('omes.shp')), '"x.zip" has no shapefile named "omes.shp" in it.')
})

test('projected coordinates become degrees, by the projection in the file or in the mapping', async () => {
  const made = shapefile([{ name: 'PIN', type: 'C', bytes: 4 }], [{ cells: ['a'], point: [X, Y] }])
  const file = trial.write('homes.shp', made.shp)
  trial.write('homes.dbf', made.dbf)
  trial.write('homes.prj', STATE_PLANE)
  near((await trial.rows(file, SHAPEFILE)).cells[0]?.slice(1) ?? [], -120.8333, 47)
  const csv = trial.write('x.csv', `id,e,n\na,${X},${Y}\nb,,\nc,x,1\n`)
  const { columns, cells } = await trial.rows(csv, { ...CSV, projected: { projection: STATE_PLANE, x: 'e', y: 'n' } })
  assert.deepEqual(columns, ['id', 'e', 'n', ...PLACE])
  near(cells[0]?.slice(3) ?? [], -120.8333, 47)
  assert.deepEqual(
    cells.slice(1).map((row) => row.slice(3)),
    [
      ['', ''],
      ['x, 1', 'x, 1'],
    ],
    'what cannot be converted is left for the report, and what says nothing stays empty',
  )
  const commas = trial.write('c.csv', `id;e;n\na;${String(X).replace('.', ',')};0,0\nb;1.5;2\n`)
  const style = { ...CSV, delimiter: ';', decimalComma: true, projected: { projection: STATE_PLANE, x: 'e', y: 'n' } }
  const [inCommas = [], refused = []] = (await trial.rows(commas, style)).cells
  assert.match(inCommas.slice(3).join(' '), /^-\d+,\d+ \d+(,\d+)?$/)
  near(
    inCommas.slice(3).map((cell) => cell.replace(',', '.')),
    -120.8333,
    47,
  )
  assert.deepEqual(refused.slice(3), ['1.5, 2', '1.5, 2'])
  const utm = trial.write('u.ndjson', '{"id":"a","at":{"e":550200,"n":5272748}}\n')
  const ndjson = { type: 'ndjson' } as const
  const read = await trial.rows(
    utm,
    { ...ndjson, projected: { projection: 'EPSG:26910', x: 'at.e', y: 'at.n' } },
    PLACE,
  )
  near(read.cells[0]?.slice(2) ?? [], -122.3321, 47.6062)
  const old = `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-13617000,6042000]}}]}`
  near((await trial.rows(trial.write('o.geojson', old), GEOJSON, PLACE)).cells[0] ?? [], -122.3236, 47.6087)
})

test('an unknown projection is refused, with advice', async () => {
  const csv = trial.write('x.csv', 'id,e,n\na,1,2\n')
  const read = (projection: string, x = 'e') => trial.rows(csv, { ...CSV, projected: { projection, x, y: 'n' } })
  assert.match(
    await trial.refusal(read('EPSG:2926')),
    /^A projection must be EPSG:4326, .*; that of "x\.csv" is "EPSG:2926"\. epsg\.io has .* every code\.$/,
  )
  assert.match(await trial.refusal(read('nonsense')), /^A projection must be .* is "nonsense"/)
  assert.match(
    await trial.refusal(read('EPSG:3857', 'east')),
    /^There is no column "east" in "x\.csv" to take coordinates from/,
  )
})
