import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PLACED_MAPPING, placedHomes } from '../../../test/ingest/placed-homes.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'

const { bring, bringMore, addresses, homes } = placedHomes()

test('a home without a ZIP gets the ZIP with by far the nearest center, marked as guessed from the coordinates', async () => {
  const report = await bring('1,,,,47.6708,-122.3439\n')
  assert.deepEqual(addresses(), [
    {
      streetAddress: '',
      city: 'Seattle',
      state: 'WA',
      zipcode: '98103',
      zipcodeFrom: 'coordinates',
      county: 'King',
      countyFips: '53033',
      timeZone: 'America/Los_Angeles',
    },
  ])
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['zip.fromCoordinates', 1]],
  )
})

test('if several ZIPs are equally likely, none is used, but values that all of them share are', async () => {
  const report = await bring('1,,WA,,47.655,-122.325\n2,,WA,Seattle,,\n')
  const address = { streetAddress: '', city: 'Seattle', state: 'WA', zipcode: '', county: 'King', countyFips: '53033' }
  assert.deepEqual(
    addresses().map(({ timeZone: _timeZone, ...address }) => address),
    [address, address],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['zip.undecided', 2],
      ['point.missing', 1],
    ],
  )
})

test('a city with a single ZIP gives the ZIP, and a city name decides among the ZIPs around a point', async () => {
  await bring('1,,WA,Vashon,,\n2,,WA,Mercer Island,47.5855,-122.2308\n')
  assert.deepEqual(
    addresses().map(({ zipcode, zipcodeFrom }) => [zipcode, zipcodeFrom]),
    [
      ['98070', 'city'],
      ['98040', 'coordinates'],
    ],
  )
})

test('a row without coordinates or a city and state is rejected, and an existing ZIP is used', async () => {
  const report = await bring('1,,WA,,,\n2,,,Seattle,,\n3,,,,-37.8,144.96\n4,98103,,,47.6,-122.3\n')
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [
      ['zip.missing', 2],
      ['point.abroad', 1],
    ],
  )
  assert.deepEqual(
    addresses().map(({ zipcode, zipcodeFrom }) => [zipcode, zipcodeFrom]),
    [['98103', undefined]],
  )
})

test('a mapping without ZIP needs coordinates, or city and state', async () => {
  const without = (...names: readonly string[]) =>
    PLACED_MAPPING.split('\n')
      .filter((line) => !names.some((name) => line.includes(`  ${name}:`)))
      .join('\n')
  await bring('1,,,,47.6708,-122.3439\n', without('PostalCode', 'City', 'StateOrProvince'))
  await bring('1,,WA,Vashon,,\n', without('PostalCode', 'Latitude', 'Longitude'))
  await assert.rejects(
    async () => bring('1,,,,,\n', without('PostalCode', 'City', 'Latitude', 'Longitude')),
    /No field PostalCode: every home needs one, or else Latitude and Longitude, or City and StateOrProvince, or UnparsedAddress\.$/,
  )
})

const FILE = join(SHARED_DATA, 'king-county/kc_house_data.csv')

test('more than 95 % of the ZIPs guessed from coordinates in King County are right', needs('shared data'), async () => {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trimEnd().split(/\r?\n/)
  const columns = head.split(',').map((name) => name.replaceAll('"', ''))
  const at = (name: string) => columns.indexOf(name)
  const rows = lines.filter((_, line) => line % 8 === 0).map((line) => line.replaceAll('"', '').split(','))
  const zipByKey = new Map(rows.map((row, key) => [String(key), row[at('zipcode')]]))
  await bring(rows.map((row, key) => `${key},,,,${row[at('lat')]},${row[at('long')]}\n`).join(''))
  const placed = homes()
  assert.equal(placed.length, rows.length)
  const taken = placed.filter(({ address }) => address.zipcode !== '')
  const right = taken.filter(({ sourceKey, address }) => zipByKey.get(sourceKey) === address.zipcode)
  assert.ok(right.length > taken.length * 0.95, `${right.length} of ${taken.length} are right`)
  assert.ok(taken.length > placed.length * 0.35, `${taken.length} of ${placed.length} were taken`)
  assert.ok(placed.every(({ address }) => address.state === 'WA' && address.county !== undefined))
})

test('a later file without ZIPs leaves known ZIPs unchanged', async () => {
  await bring('1,98103,WA,Seattle,,\n')
  const without = PLACED_MAPPING.split('\n')
    .filter((line) => !/PostalCode|StateOrProvince|City/.test(line))
    .join('\n')
  await bringMore('1,,,,47.6205,-122.3493\n', without)
  assert.deepEqual(
    homes().map(({ address, point }) => [address.zipcode, address.zipcodeFrom, address.city, point]),
    [['98103', undefined, 'Seattle', { latitude: 47.6205, longitude: -122.3493 }]],
  )
})

test('coordinates of a row without a ZIP are compared with its city and state', async () => {
  const report = await bring(
    [
      '1,,WI,Buffalo,42.8864,-78.8784',
      '2,,NY,Buffalo,40.75,-73.99',
      '3,,,Manhattan,40.2,-76.9',
      '4,,NY,Buffalo,42.9,-78.87',
      '5,,WA,,45.5231,-122.6765',
      '6,,KS,Nowhereville,39.11,-94.6', // on the state border
      '',
    ].join('\n'),
  )
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [['point.state', 2]],
  )
  assert.match(report.rejected[0]?.example ?? '', /42\.8864, -78\.8784 in NY with WI/)
  const placed = homes().map(({ sourceKey, address, point }) => [
    sourceKey,
    address.city,
    address.state,
    point?.latitude,
  ])
  assert.deepEqual(placed, [
    ['2', 'Buffalo', 'NY', undefined],
    ['3', 'Manhattan', 'PA', 40.2],
    ['4', 'Buffalo', 'NY', 42.9],
    ['6', 'Nowhereville', 'KS', 39.11],
  ])
  const rowsOf = new Map(report.reported.map(({ rule, rows }) => [rule, rows]))
  assert.deepEqual([rowsOf.get('point.city'), rowsOf.get('city.elsewhere')], [1, 1])
})

test('coordinates outside all states are dropped if a city or state gives the location', async () => {
  const rows = [
    'Seattle,0,0',
    'Seattle,-122.3,47.6',
    'Seattle,48.9,2.3',
    'Nowhereville,-122.3,47.6',
    'Seattle,91,-122.3',
  ]
  const report = await bring(
    [...rows.map((row, at) => `${at + 1},,WA,${row}`), '6,98000,WA,,-122.3,47.6', '7,98000,WA,,0,0', ''].join('\n'),
  )
  assert.deepEqual(
    homes().map(({ point }) => point),
    rows.concat('', '').map(() => undefined),
  )
  const rowsOf = new Map(report.reported.map(({ rule, rows: count }) => [rule, count]))
  assert.deepEqual([rowsOf.get('point.abroad'), rowsOf.get('point.none'), report.rowsRejected], [5, 2, 0])
})

test('a point off the coast of its city is accepted', async () => {
  await bring('1,,HI,Honolulu,21.2,-157.9\n')
  assert.deepEqual(homes()[0]?.point, { latitude: 21.2, longitude: -157.9 })
})
