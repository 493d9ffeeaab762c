import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { momentIn } from './as-of.ts'
import { summaryOf } from './report.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

function homes(fields: string): string {
  return `name: mls\nsource: mls\nkey: id\nfields:\n  HomeType: { constant: CONDO }\n  PostalCode: { constant: "98103" }\n${fields
    .split(' ')
    .map((field) => `  ${field}: ${field}\n`)
    .join('')}`
}

async function home(csv: string, fields: string) {
  const report = await trial.run(csv, homes(fields))
  return { report, home: [...trial.homes.values()][0], rules: report.reported.map(({ rule }) => rule) }
}

test('a unit from its own column is appended to the street once, with its own word or as an apartment', async () => {
  const rows = [
    ['1204 N Lamar Blvd', '4', '1204 N Lamar Blvd APT 4'],
    ['1204 N Lamar Blvd', '# 4B', '1204 N Lamar Blvd # 4B'],
    ['1204 N Lamar Blvd', 'Unit 12-A', '1204 N Lamar Blvd Unit 12-A'],
    ['1204 N Lamar Blvd', 'APT4', '1204 N Lamar Blvd APT4'],
    ['1204 N Lamar Blvd APT 4', '4', '1204 N Lamar Blvd APT 4'],
    ['1204 N Lamar Blvd Unit 4', 'apt 4', '1204 N Lamar Blvd Unit 4'],
    ['1204 N Lamar Blvd', '', '1204 N Lamar Blvd'],
  ]
  for (const [street, unit, line] of rows) {
    trial.homes = new Map()
    const record = await home(`id,StreetAddress,UnitNumber\n1,${street},${unit}\n`, 'StreetAddress UnitNumber')
    assert.equal(record.home?.address.streetAddress, line)
    assert.deepEqual(record.rules, [])
  }
})

test('a unit that contradicts the street, or has no street, is reported', async () => {
  const csv = 'id,StreetAddress,UnitNumber\n1,1204 N Lamar Blvd APT 5,4\n2,,4\n'
  const { home: one, rules } = await home(csv, 'StreetAddress UnitNumber')
  assert.equal(one?.address.streetAddress, '1204 N Lamar Blvd APT 5')
  assert.deepEqual(rules.sort(), ['unit.alone', 'unit.unlike'])
})

test('a field that no row could ever use is rejected with a sentence', async () => {
  const refusals: readonly (readonly [string, RegExp])[] = [
    [
      '  UnitNumber: u',
      /UnitNumber has no effect without StreetAddress or StreetName or UnparsedAddress: add one of these fields too/,
    ],
    ['  StreetNumber: u', /StreetNumber has no effect without StreetName: add that field too/],
    [
      '  StreetAddress: { column: s, required: true }\n  StreetName: u',
      /StreetName is used only if StreetAddress is empty, which never happens here: leave one of the two fields out/,
    ],
    [
      '  StandardStatus: s\n  ListingKind: { constant: sale }\n  SecurityDeposit: u',
      /SecurityDeposit is used only if ListingKind is lease, but here ListingKind is always sale: leave one of the two fields out/,
    ],
    ['  StandardStatus: s\n  SecurityDeposit: u', /SecurityDeposit has no effect without ListingKind/],
    ['  TaxYear: u', /TaxYear has no effect without TaxAssessedValue or TaxAnnualAmount/],
    [
      '  StandardStatus: { constant: Active }\n  OffMarketDate: u',
      /OffMarketDate is used only if StandardStatus is Canceled or/,
    ],
  ]
  for (const [fields, sentence] of refusals) {
    const head = 'name: a\nsource: a\nkey: id\nfields:\n  HomeType: { constant: CONDO }\n  PostalCode: zip\n'
    await assert.rejects(async () => trial.run('id,zip,s,u\n1,98103,1 Main St,2\n', `${head}${fields}\n`), sentence)
  }
  const series =
    'name: a\nsource: a\nnoun: series\nfields:\n  Measure: { constant: rent }\n  RegionName: r\n  PeriodEnd: d\n  Value: v\n'
  await assert.rejects(
    async () => trial.run('r,d,v,c\n', `${series}  RegionType: { constant: metro }\n  City: c\n`),
    /City is used only if RegionType is neighborhood, but here RegionType is always metro/,
  )
  await assert.rejects(
    async () => trial.run('r,d,v,c\n', `${series}  RegionType: { constant: state }\nwide: { columns: YYYY-MM }\n`),
    /"wide" and the field Value exclude each other: a row is either a complete series or one point/,
  )
})

test('a file with fewer columns leaves all other fields unchanged', async () => {
  await home(
    'id,EstimatedValue,YearBuilt,StreetAddress,UnitNumber\n1,500000,1950,1 Main St,4\n',
    'EstimatedValue YearBuilt StreetAddress UnitNumber',
  )
  const { home: later, report } = await home(
    'id,YearBuilt,StreetAddress\n1,1951,1 Main St\n',
    'YearBuilt StreetAddress',
  )
  assert.deepEqual([later?.estimate, later?.facts.yearBuilt], [{ value: 500_000 }, 1951])
  assert.equal(later?.address.streetAddress, '1 Main St APT 4')
  assert.deepEqual(report.homes, { new: 0, changed: 1, unchanged: 0 })
  const { home: last } = await home('id,EstimatedValue\n1,\n', 'EstimatedValue')
  assert.deepEqual(
    [last?.estimate, last?.facts.yearBuilt],
    [undefined, 1951],
    'an empty cell says that the value is unknown',
  )
})

for (const format of ['json', 'ndjson']) {
  test(`a record of ${format} that lacks an optional field leaves it untouched, and one with null clears it`, async () => {
    const fields = [
      'YearBuilt: { column: YearBuilt, optional: true }',
      'EstimatedValue: { column: worth.now, optional: true }',
    ]
    const mapping = `${homes('BedroomsTotal')}  ${fields.join('\n  ')}\nformat: ${format}\n`
    const facts = async (record: object) => {
      const report = await trial.run(JSON.stringify(record), mapping)
      const [one] = trial.homes.values()
      return [one?.facts.yearBuilt, one?.facts.bedroomsTotal, one?.estimate?.value, report.reported.length]
    }
    const whole = { id: 1, YearBuilt: 1999, BedroomsTotal: 2, worth: { now: 500_000 } }
    assert.deepEqual(await facts(whole), [1999, 2, 500_000, 0])
    assert.deepEqual(await facts({ id: 1, BedroomsTotal: 3 }), [1999, 3, 500_000, 0])
    const unlike = JSON.stringify([
      { ...whole, id: 2 },
      { id: 1, BedroomsTotal: null },
    ])
      .slice(1, -1)
      .replace('},{', '}\n{')
    await trial.run(unlike, mapping)
    const [one] = trial.homes.values()
    assert.deepEqual(
      [one?.facts.yearBuilt, one?.facts.bedroomsTotal],
      [1999, undefined],
      'each record speaks for itself',
    )
    assert.deepEqual(await facts({ id: 1, YearBuilt: null, BedroomsTotal: 3, worth: null }), [
      undefined,
      3,
      undefined,
      0,
    ])
  })
}

test('facts without a date are current, and facts of an earlier year fill the gaps', async () => {
  const listing = 'StandardStatus CloseDate ClosePrice BedroomsTotal'
  await home('id,StandardStatus,CloseDate,ClosePrice,BedroomsTotal\n1,Closed,2024-05-01,500000,3\n', listing)
  const { home: undated } = await home('id,BedroomsTotal\n1,4\n', 'BedroomsTotal')
  assert.deepEqual([undated?.facts.bedroomsTotal, undated?.listing?.closePrice], [4, 500_000])
  const { home: earlier } = await home(
    'id,TaxYear,TaxAssessedValue,BedroomsTotal,YearBuilt\n1,2020,400000,2,1950\n',
    'TaxYear TaxAssessedValue BedroomsTotal YearBuilt',
  )
  assert.deepEqual([earlier?.facts.bedroomsTotal, earlier?.facts.yearBuilt], [4, 1950])
  await home('id,TaxYear,TaxAnnualAmount\n1,2020,4000\n', 'TaxYear TaxAnnualAmount')
  assert.deepEqual([...trial.homes.values()][0]?.taxes, [{ year: 2020, assessedValue: 400_000, taxPaid: 4000 }])
})

test('a new listing inherits nothing from the previous one', async () => {
  const columns = 'id,StandardStatus,CloseDate,ClosePrice,PublicRemarks'
  await home(`${columns}\n1,Closed,2014-05-01,500000,Charming\n`, columns.slice(3).replaceAll(',', ' '))
  const { home: now } = await home('id,StandardStatus,ListPrice\n1,Active,700000\n', 'StandardStatus ListPrice')
  assert.deepEqual(now?.listing, { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: 700_000 })
  assert.deepEqual(
    now?.history.map(({ price }) => price),
    [500_000],
  )
})

test('placeholder and impossible prices are left out, and the row is used', async () => {
  const csv =
    'id,StandardStatus,ListPrice,LivingArea\n1,Active,2147483647,900\n2,Active,500000001,900\n3,Active,500000000,4294967295\n'
  const { report } = await home(csv, 'StandardStatus ListPrice LivingArea')
  assert.deepEqual(
    [...trial.homes.values()].map(({ listing, facts }) => [listing?.listPrice, facts.livingArea]),
    [
      [undefined, 900],
      [undefined, 900],
      [500_000_000, undefined],
    ],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['ListPrice.unreadable', 2],
      ['LivingArea.unreadable', 1],
    ],
  )
  assert.deepEqual(
    report.reported[0]?.texts?.map(({ text }) => text),
    ['2147483647', '500000001'],
  )
  const { report: dear } = await home('id,StandardStatus,ListPrice\n2,Active,500000001\n', 'StandardStatus ListPrice')
  assert.match(
    dear.reported[0]?.example ?? '',
    /ListPrice must be at most 500,000,000 dollars; the cell in ListPrice is "500000001"/,
  )
})

test('coordinates far from the ZIP are left out, and the row is used', async () => {
  const { report } = await home('id,Latitude,Longitude\n1,-33.87,151.21\n2,0,0\n3,47.6,-122.3\n', 'Latitude Longitude')
  assert.deepEqual(
    [...trial.homes.values()].map(({ point }) => point?.latitude),
    [undefined, undefined, 47.6],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['point.abroad', 1],
      ['point.none', 1],
      ['point.missing', 1],
    ],
  )
})

test('only pictures with a web address are stored; other texts are reported', async () => {
  const photos =
    'https://a.example/1.jpg,javascript:alert(1),HTTP://a.example/2.jpg,data:text/html;x,//a/3.jpg,file:///etc/passwd,http://'
  const { home: one, report } = await home(
    `id,StandardStatus,PhotoURLs,VideoURL\n1,Active,"${photos}",javascript:alert(1)\n2,Active,ftp://a/b.jpg,https://a.example/v\n`,
    'StandardStatus PhotoURLs VideoURL',
  )
  assert.deepEqual(one?.listing?.photos, [{ url: 'https://a.example/1.jpg' }, { url: 'HTTP://a.example/2.jpg' }])
  assert.equal(one?.listing?.videoUrl, undefined)
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['PhotoURLs.unreadable', 2],
      ['VideoURL.unreadable', 1],
    ],
  )
})

test('rows with one key that describe different things are reported with their count and an example', async () => {
  const rows = Array.from({ length: 229 }, (_, i) => `same,krakow,${i + 1},${50 + i}\n`).join('')
  const offers = `name: flats\nsource: flats\nnoun: offer\nkey: id\nfields:
  PropertyType: { constant: Apartment }\n  SearchType: { constant: For_Sale }\n  City: city\n  ListPrice: price\n  Area: area
  Latitude: { constant: 50 }\n  Longitude: { constant: 20 }\n`
  const report = await trial.run(`id,city,price,area\n${rows}`, offers, { asOf: momentIn('2024-01-01') })
  const [shared] = report.reported
  assert.deepEqual([shared?.rule, shared?.rows, report.rows[0]?.merged], ['key.shared', 228, 228])
  assert.match(shared?.example ?? '', /line 3: "same": title, price, area differs/)
  assert.equal(trial.all('offer')[0]?.price, 229, 'the later row wins')
})

test('a key with several locations ends the import with examples, but a single error in many rows is only reported', async () => {
  const bad = home('id,StreetAddress\n1,1 Main St\n1,2 Main St\n1,2 MAIN STREET\n2,9 Oak Ave\n', 'StreetAddress')
  await assert.rejects(bad, (error: Error) => {
    assert.match(
      error.message,
      /^In 2 of 4 rows, the mapping’s key also occurs with a different location; nothing was imported/,
    )
    assert.match(error.message, /Examples: "1" is "1 Main St, Seattle, 98103" and "2 Main St, Seattle, 98103"/)
    return true
  })
  assert.equal(trial.homes.size, 0)
  const points = '7,47.6,-122.3\n7,47.9,-122.3\n'
  await assert.rejects(
    home(`id,Latitude,Longitude\n${points}`, 'Latitude Longitude'),
    /"47.6, -122.3" and "47.9, -122.3"/,
  )
  const rows = Array.from({ length: 200 }, (_, i) => `k${i},${i + 1} Main St\n`).join('')
  const { report } = await home(`id,StreetAddress\n${rows}k3,4 Main Street\nk4,77 Main St\n`, 'StreetAddress')
  assert.deepEqual(
    report.reported.map(({ rule, rows: count }) => [rule, count]),
    [['key.places', 1]],
  )
})

test('a dry run reports which rows would merge: the number of records, and the keys with the most rows', async () => {
  const rows = ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'd', 'e', 'e'].map((id) => `${id},1 Main St\n`).join('')
  const { report } = await home(`id,StreetAddress\n${rows}`, 'StreetAddress')
  const { records, most } = report.severalRows ?? {}
  assert.deepEqual([records, most?.map(({ key, rows: count }) => `${key} ${count}`)], [4, ['c 3', 'b 2', 'd 2']])
  const lines = summaryOf({ ...report, dryRun: true })
  assert.ok(lines.includes('  merges    rows with the same key into 4 records: "c" 3 rows, "b" 2 rows, "d" 2 rows, …'))
})
