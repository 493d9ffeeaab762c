import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'
import { shapefile } from '../../../test/ingest/shape-file.ts'
import type { SourceTrial } from '../../../test/ingest/source-rows.ts'
import { xlsxFile } from '../../../test/ingest/xlsx-file.ts'
import { zipFile } from '../../../test/ingest/zip-file.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { readMapping } from './mapping.ts'

let trial: DraftTrial
let files: SourceTrial
beforeEach(() => {
  trial = new DraftTrial()
  files = trial.files
})
afterEach(() => trial.remove())

test('the types, samples and distinct values of columns are shown', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const day = String((i % 28) + 1).padStart(2, '0')
    return `${i},2015-01-${day},1/${(i % 28) + 1}/2015,${i / 4},"$1,${200 + i}",${i % 2 ? 'Yes' : 'No'},${i % 3 ? 'NA' : i},,text ${i}`
  })
  const file = files.write('x.csv', `id,iso,us,half,money,pool,gaps,none,words\n${rows.join('\n')}\n`)
  const { columns, rowsRead, isWhole } = await trial.inspect(file)
  assert.deepEqual([rowsRead, isWhole], [60, true])
  assert.deepEqual(
    columns.map(({ name, type, format, empty, distinct }) => [name, type, format, empty, distinct]),
    [
      ['id', 'whole number', undefined, 0, 60],
      ['iso', 'day', undefined, 0, 28],
      ['us', 'day', 'M/D/YYYY', 0, 28],
      ['half', 'number', undefined, 0, 60],
      ['money', 'number', undefined, 0, 60],
      ['pool', 'yes or no', undefined, 0, 2],
      ['gaps', 'whole number', undefined, 0, 20],
      ['none', 'empty', undefined, 60, 0],
      ['words', 'text', undefined, 0, 60],
    ],
  )
  const [id, , , , money, pool, gaps] = columns
  assert.deepEqual([id?.min, id?.max, money?.thousands, money?.unit, money?.max], [0, 59, ',', '$', 1259])
  assert.deepEqual(pool?.values, [
    { value: 'No', rows: 30 },
    { value: 'Yes', rows: 30 },
  ])
  assert.deepEqual(gaps?.placeholders, [{ value: 'NA', rows: 40 }])
})

test("a draft from a portal's export reads its prices, dates and words", async () => {
  const text = `SALE TYPE,SOLD DATE,PROPERTY TYPE,ADDRESS,CITY,STATE OR PROVINCE,ZIP OR POSTAL CODE,PRICE,BEDS,BATHS,SQUARE FEET,LOT SIZE,YEAR BUILT,HOA/MONTH,STATUS,MLS#,LATITUDE,LONGITUDE
MLS Listing,,Single Family Residential,"1 Main St",Seattle,WA,98103,"$650,000",3,2.5,"1,850",5000,1950,,Active,M1,47.67,-122.34
MLS Listing,,Condo/Co-op,"2 Main St",Seattle,WA,98103,"$450,000",2,1,"1,050",,2001,410,Pending,M2,47.671,-122.341
MLS Listing,,Townhouse,"3 Main St",Seattle,WA,98103,"$550,000",2,1.5,"1,250",,2011,NA,Contingent,M3,47.672,-122.342
`
  const { draft, report, homes } = await trial.imported(files.write('export.csv', text))
  assert.deepEqual([report.rowsUsed, report.rowsRejected, draft.leftOut], [3, 0, []])
  assert.deepEqual(
    homes.map(({ homeType, listing, facts }) => [homeType, listing?.status, listing?.listPrice, facts.livingArea]),
    [
      ['SINGLE_FAMILY', 'Active', 650_000, 1850],
      ['CONDO', 'Pending', 450_000, 1050],
      ['TOWNHOUSE', 'ActiveUnderContract', 550_000, 1250],
    ],
  )
  assert.equal(homes[0]?.address.streetAddress, '1 Main St')
  assert.match(draft.text, /\nkey: MLS#|\nkey: "MLS#"/)
})

test('every guess has a reason, in the draft and in the result', async () => {
  const text = 'ListingKey,PostalCode,sqft,BedroomsTotal\na,98103,1850,3\nb,98103,1050,2\n'
  const inspection = await trial.inspect(files.write('reso.csv', text))
  const reasons = Object.fromEntries(inspection.draft?.fields.map(({ field, reason }) => [field, reason]) ?? [])
  assert.deepEqual(reasons, {
    HomeType: 'No column gives the type of home, so all rows count as houses: change this if they are not.',
    PostalCode: 'the header is its RESO name; whole numbers from 98103 to 98103',
    LivingArea: '"sqft" is a usual header for it; whole numbers from 1050 to 1850',
    BedroomsTotal: 'the header is its RESO name; whole numbers from 2 to 3',
  })
  for (const reason of Object.values(reasons)) assert.ok(inspection.draft?.text.includes(`  # ${reason}\n`), reason)
})

test('ZIP codes and coordinates are recognized by their values if no header helps', async () => {
  const zips = ['98103', '98178', '98125', '98028']
  const rows = Array.from({ length: 40 }, (_, i) => `k${i},${zips[i % 4]},${47.5 + i / 997},${-122.3 + i / 991},3`)
  const inspection = await trial.inspect(files.write('x.csv', `id,c1,c2,c3,beds\n${rows.join('\n')}\n`))
  assert.partialDeepStrictEqual(fieldsOf(inspection), { PostalCode: 'c1', Latitude: 'c2', Longitude: 'c3' })
})

test('ZIP codes are recognized by all values, not by the first ones', async () => {
  const numbers = (isZip: (i: number) => boolean) =>
    Array.from({ length: 100 }, (_, i) => `k${i},${isZip(i) ? 98_101 + (i % 20) : 99_960 + (i % 40)},3`).join('\n')
  const zipOf = async (rows: string) =>
    fieldsOf(await trial.inspect(files.write('x.csv', `id,c1,beds\n${rows}\n`))).PostalCode
  assert.equal(await zipOf(numbers((i) => i < 3)), undefined)
  assert.equal(await zipOf(numbers((i) => i >= 3)), 'c1')
})

test('a ZIP column with an unreadable cell is still used, and no location is ever assumed', async () => {
  for (const strange of ['0', '94705.0', '00000', 'unknown']) {
    const zips = ['94704', '94705.0', strange, '94705', '94704', '94705']
    const rows = zips.map((zip, i) => `${i},${i + 10} Main St,${37.86 + i / 1000},-122.26,${zip},${500_000 + i}`)
    const { draft, report, homes } = await trial.imported(
      files.write('x.csv', `id,street,lat,lon,zipcode,price\n${rows.join('\n')}\n`),
    )
    assert.deepEqual([fieldsOf({ draft }).PostalCode, report.rowsRejected], ['zipcode', 0], strange)
    const fromRows = homes
      .filter(({ address }) => address.zipcodeFrom === undefined)
      .map(({ address }) => address.zipcode)
    assert.deepEqual(new Set(fromRows.filter((zip) => zip !== '')), new Set(['94704', '94705']), strange)
  }
  const without = await trial.inspect(files.write('x.csv', 'id,lat,lon,beds\na,37.86,-122.26,3\nb,37.87,-122.26,2\n'))
  assert.equal(fieldsOf(without).PostalCode, undefined)
})

test('parcel numbers written as numbers become keys of digits, and rows with lost digits are rejected', async () => {
  const text = 'apn,zip,beds\n1.00029002500e+009,94704,3\n2000290025.0,94704,2\n4.3001E+11,94704,2\n'
  const { report, homes } = await trial.imported(files.write('x.csv', text))
  assert.deepEqual(
    homes.map(({ sourceKey, parcelNumber }) => [sourceKey, parcelNumber]),
    [
      ['1000290025', '1000290025'],
      ['2000290025', '2000290025'],
    ],
  )
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [['key.unreadable', 1]],
  )
})

const PLACED = 'city,state,zip'
const AT = 'Seattle,WA,98103'

test('files whose first column has no name, and rentals without ids, are keyed by street and unit', async () => {
  const keyOf = async (text: string) =>
    /^key: (.*)$/m.exec((await trial.imported(files.write('x.csv', text))).draft.text)?.[1]
  const rows = `0,1 Main St,${AT},450000\n1,2 Main St,${AT},520000\n`
  assert.equal(await keyOf(`,street,${PLACED},price\n${rows}`), '[street, zip]')
  assert.equal(await keyOf(`Unnamed: 0,street,${PLACED},price\n${rows}`), '[street, zip]')
  const rents =
    'address,unit,cityname,statename,rent\n1 Main St,1,Seattle,Washington,2200\n1 Main St,2,Seattle,WA,2400\n'
  assert.equal(await keyOf(rents), '[address, cityname, unit]')
  const lots = 'borough,address,zipcode,yearbuilt,bbl\nMN,1 Pell St,10013,1920,1000160100.00000000\n'
  assert.equal(await keyOf(lots), 'bbl')
})

test('a column may have decimal commas in a file with decimal points', async () => {
  const text = 'id,zip,price,beds,sqft\na1,98103,"150000,5",3,1200.5\na2,98103,"250000,25",2,1300.5\n'
  const { draft, homes } = await trial.imported(files.write('x.csv', text))
  assert.ok(draft.text.includes('\n  ListPrice: { column: price, decimalComma: true }\n'), draft.text)
  assert.deepEqual(
    homes.map(({ listing, facts }) => [listing?.listPrice, facts.livingArea]),
    [
      [150_001, 1200.5],
      [250_000, 1300.5],
    ],
  )
})

test('headers with line breaks do not break the lines of a draft', async () => {
  const text = '"MLS\n#",zip,"Year\nbuilt",beds,status\na,98103,1990,3,"For\nsale"\nb,98103,1991,2,Active\n'
  const { draft, homes } = await trial.imported(files.write('x.csv', text))
  assert.partialDeepStrictEqual(fieldsOf({ draft }), { YearBuilt: 'Year\nbuilt', StandardStatus: 'status' })
  assert.deepEqual(
    homes.map(({ facts }) => facts.yearBuilt),
    [1990, 1991],
  )
})

test('a field that no row could use is left out of the draft, with the reason', async () => {
  const text = 'id,zip,beds,taxyear\na,98103,3,2024\nb,98103,2,2023\n'
  const { draft } = await trial.inspect(files.write('x.csv', text))
  assert.match(draft?.leftOut.join() ?? '', /^TaxYear has no effect without TaxAssessedValue or TaxAnnualAmount/)
  assert.ok(draft && readMapping(draft.text, 'x.yaml'))
})

test('an assessed value without a year is imported', async () => {
  const text = 'id,zip,beds,assessedvalue\na,98103,3,100000\nb,98103,2,200000\n'
  const { homes } = await trial.imported(files.write('x.csv', text))
  assert.deepEqual(
    homes.map(({ taxes }) => taxes),
    [[{ assessedValue: 100_000 }], [{ assessedValue: 200_000 }]],
  )
})

test('without ZIP codes or anything that identifies a row there is no draft, and the reason is given', async () => {
  const far = await trial.inspect(files.write('x.csv', 'id,price,beds,status\na,470000,3,Active\nb,400000,2,Active\n'))
  assert.deepEqual(
    far.noDraft,
    'no field PostalCode: every home needs one, or else Latitude and Longitude, or City and StateOrProvince, or UnparsedAddress.',
  )
  const placed = await trial.inspect(files.write('x.csv', 'id,lat,lon,beds\na,47.5,-122.3,3\nb,40.7,-74.0,2\n'))
  assert.ok(placed.draft && readMapping(placed.draft.text, 'x.yaml'))
  const same = await trial.inspect(files.write('x.csv', 'zip,beds\n98103,3\n98103,3\n'))
  assert.deepEqual(same.noDraft, 'nothing in it identifies a row: no id, no address, no coordinates.')
  const codes = await trial.inspect(files.write('x.csv', 'code,meaning\na,b\n'))
  assert.match(codes.noDraft ?? '', /^its columns do not look like homes or offers\./)
})

test('every format is recognized by its content, whatever the name of the file', async () => {
  const csv = 'id;zip;price;beds\n1;98103;1500,5;3\n2;98103;99,5;2\n'
  const objects = [1, 2].map((id) => ({ id, zip: '98103', facts: { beds: 3 } }))
  const cell = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = `<row r="1">${cell('A1', 'id')}${cell('B1', 'zip')}</row><row r="2">${cell('A2', '1')}${cell('B2', '98103')}</row>`
  const features = objects.map((properties) => ({ type: 'Feature', properties, geometry: null }))
  const columnData = [
    { name: 'id', data: ['a', 'b'], type: 'STRING' as const },
    { name: 'beds', data: [3, 2], type: 'INT32' as const },
  ]
  const { shp, dbf } = shapefile([{ name: 'PIN', type: 'C', bytes: 4 }], [{ cells: ['a'], point: [-122.3, 47.6] }])
  const shapes = [
    { name: 'homes.shp', content: shp },
    { name: 'homes.dbf', content: dbf },
  ]
  const cases: [string | Buffer, string, string[]][] = [
    [csv, '{ type: csv, delimiter: ";", decimalComma: true }', ['id', 'zip', 'price', 'beds']],
    [
      gzipSync(csv.replaceAll(';', '\t').replaceAll(',', '.')),
      '{ type: csv, delimiter: tab }',
      ['id', 'zip', 'price', 'beds'],
    ],
    [
      `Sales of 2015\n\n${csv.replaceAll(',', '.').replaceAll(';', ',')}`,
      '{ type: csv, skip: 2 }',
      ['id', 'zip', 'price', 'beds'],
    ],
    [Buffer.from('id,city\n1,Caf\u00e9\n', 'latin1'), '{ type: csv, encoding: "windows-1252" }', ['id', 'city']],
    [objects.map((one) => JSON.stringify(one)).join('\n'), 'ndjson', ['id', 'zip', 'facts.beds']],
    [JSON.stringify(objects, null, 2), 'json', ['id', 'zip', 'facts.beds']],
    [JSON.stringify({ total: 2, homes: objects }), '{ type: json, rows: homes }', ['id', 'zip', 'facts.beds']],
    [JSON.stringify({ '@odata.context': 'x', value: objects }), 'json', ['id', 'zip', 'facts.beds']],
    [JSON.stringify({ type: 'FeatureCollection', features }), 'geojson', ['id', 'zip', 'facts.beds']],
    [xlsxFile([{ name: 'Sales', rows: sheet }]), 'xlsx', ['id', 'zip']],
    [Buffer.from(parquetWriteBuffer({ columnData })), 'parquet', ['id', 'beds']],
    [zipFile(shapes), 'shapefile', ['PIN', 'geometry.longitude', 'geometry.latitude']],
  ]
  for (const [bytes, format, columns] of cases) {
    const inspection = await trial.inspect(files.write('download.bin', bytes))
    assert.equal(inspection.format, format)
    assert.deepEqual(
      inspection.columns.map(({ name }) => name),
      columns,
      format,
    )
  }
})

test('a file that cannot be inspected is refused in one sentence', async () => {
  const refused = (content: string) => files.refusal(trial.inspect(files.write('x.csv', content)))
  assert.equal(await refused(''), '"x.csv" is empty: expected a table.')
  assert.match(await refused('<!doctype html><p>Sign in'), /^"x\.csv" is a web page, not a table/)
  assert.equal(await refused('id,zip\n'), '"x.csv" has a header and no rows.')
  assert.match(await files.refusal(trial.inspect(files.folder), EXIT.noInput), /it is a folder, not a file\.$/)
})

test('a record with too many keys is refused in one sentence, before it takes time or memory', async () => {
  const record = `{${Array.from({ length: 50_001 }, (_, i) => `"k${i}":"a:b"`).join(',')}}`
  const feature = `{"type":"Feature","properties":${record},"geometry":null}`
  for (const [name, content] of [
    ['lines.ndjson', `{"id":1}\n${record}\n`],
    ['list.json', `[{"id":1},\n${record}]`],
    ['shapes.geojson', `{"type":"FeatureCollection","features":[\n${feature}]}`],
  ] as const) {
    const sentence = `"${name}" is not a list of records: the record that begins on line 2 has over 50,000 keys.`
    assert.equal(await files.refusal(trial.inspect(files.write(name, content))), sentence)
  }
  const most = `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":"a:b"`).join(',')}}`
  assert.equal((await trial.inspect(files.write('most.ndjson', `${most}\n`))).rowsRead, 1)
})

test('a pipe is refused before it is opened, by inspect and by each format that is not read from its beginning', async () => {
  const pipe = join(files.folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const sentence =
    '"pipe" is a pipe or a device, which can be read only once: save its data to a file, and import that file.'
  assert.equal(await files.refusal(trial.inspect(pipe), EXIT.noInput), sentence)
  for (const format of [{ type: 'parquet' }, { type: 'shapefile' }, { type: 'xlsx' }] as const) {
    assert.equal(await files.refusal(files.rows(pipe, format), EXIT.noInput), sentence, format.type)
  }
})

test('files of pictures and open houses are recognized by RESO column names', async () => {
  const media = files.write('Media.csv', 'MediaKey,ResourceRecordKey,MediaURL,Order\nm1,k1,https://a.example/1.jpg,1\n')
  const held = 'o1,k1,2026-01-31T12:00:00Z,2026-01-31T14:00:00Z\n'
  const times = files.write('OpenHouse.csv', `OpenHouseKey,ListingKey,OpenHouseStartTime,OpenHouseEndTime\n${held}`)
  assert.deepEqual((await trial.inspect(media)).ready, ['reso-media'])
  assert.deepEqual((await trial.inspect(times)).ready, ['reso-open-houses'])
})

test('JSON with lists as rows gets a draft that reads it, wherever the column names are', async () => {
  const names = ['id', 'street', 'zip', 'price']
  const rows = Array.from({ length: 9 }, (_, i) => [`k${i}`, `${i + 1} Main St`, '98103', 400_000 + i])
  const described = names.map((name, i) => ({ id: i, name, flags: [['x']] }))
  const documents = [
    [names, ...rows],
    { columns: names, index: rows.map((_, i) => i), data: rows },
    { fields: described, rows },
    { meta: { view: { name: 'Sales', tags: [['a', 1]], columns: described } }, data: rows },
    { range: 'A1:D10', values: [names, ...rows] },
  ]
  for (const [i, document] of documents.entries()) {
    for (const indent of [0, 2]) {
      const { report } = await trial.imported(
        files.write(`x${i}${indent}.json`, JSON.stringify(document, undefined, indent)),
      )
      assert.equal(report.counts.new, 9, `document ${i}`)
    }
  }
})

test('a table whose header lacks a name for the row names, as R writes it, gets a draft', async () => {
  for (const [i, sign] of ['\t', ',', ' '].entries()) {
    const rows = Array.from({ length: 9 }, (_, k) => [
      `"${k + 1}"`,
      `"k${k}"`,
      `"${k + 1} Main St"`,
      '"98103"',
      400_000 + k,
    ])
    const lines = [['"id"', '"street"', '"zip"', '"price"'], ...rows].map((cells) => cells.join(sign))
    const { report, draft } = await trial.imported(files.write(`x${i}.txt`, `${lines.join('\n')}\n`))
    assert.equal(report.counts.new, 9, draft.text)
  }
})
