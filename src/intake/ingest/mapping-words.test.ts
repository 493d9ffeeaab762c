import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { Home } from '../../model/home.ts'
import { readMapping } from './mapping.ts'
import { summaryOf } from './report.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

/** Returns a mapping of homes in one ZIP. */
function mapping(fields: string, others = 'key: id'): string {
  return `name: a\nsource: a\n${others}\nfields:\n  HomeType: { constant: CONDO }\n  PostalCode: { constant: "98103" }\n${fields}\n`
}

async function run(csv: string, fields: string, others?: string) {
  const report = await trial.run(csv, mapping(fields, others))
  return { report, homes: [...trial.homes.values()] }
}

async function facts(csv: string, fields: string): Promise<Home['facts'][]> {
  trial.homes = new Map()
  return (await run(csv, fields)).homes.map((home) => home.facts)
}

function refusal(fields: string, others?: string): string {
  try {
    readMapping(mapping(fields, others), 'm.yaml')
  } catch (error) {
    assert.ok(error instanceof CommandFault, String(error))
    return error.message
  }
  return assert.fail('it should have been rejected')
}

test('a key of several columns distinguishes rows that each column alone does not', async () => {
  const key = 'key: [borough, { column: block, pad: 5 }, { column: lot, match: "^(\\\\d+)", pad: 4 }]'
  const csv = 'borough,block,lot\n1,16,3\n1,00016,3A\n1,163,3\n2,16,3\n,,\n1,16,x\n'
  const { report, homes } = await run(csv, '', key)
  assert.deepEqual(
    homes.map(({ sourceKey }) => sourceKey),
    ['1|00016|0003', '1|00163|0003', '2|00016|0003'],
  )
  assert.deepEqual(
    report.rejected.map(({ rule, example }) => [rule, example.replace(/^.*sales\.csv /, '')]),
    [
      ['key.missing', 'line 6: borough, block, lot are empty'],
      ['key.unreadable', 'line 7: the key must have up to 10,000 characters and match ^(\\d+); the cell in lot is "x"'],
    ],
  )
})

test('keys of several columns are equal only if all cells are equal', async () => {
  const { homes } = await run('a,b\nx|,y\nx,|y\nx\\,y\n"x\\|y",\n,x|y\n', '', 'key: [a, b]')
  assert.equal(new Set(homes.map(({ sourceKey }) => sourceKey)).size, 5)
})

test('the key is in the first of several columns that is not empty', async () => {
  const { homes } = await run('key,number\n,7\nk,8\n', '', 'key: { column: [key, number] }')
  assert.deepEqual(
    homes.map(({ sourceKey }) => sourceKey),
    ['7', 'k'],
  )
})

test('columns are joined into one text, and empty cells leave no gap', async () => {
  const fields = '  StreetAddress: { join: [no, street, unit], emptyWhen: "-" }'
  const csv = 'id,no,street,unit\n1,12,Main St,\n2,12,Main St,-\n3,12,Main St,Unit 4\n4,,,\n'
  const { homes } = await run(csv, fields)
  assert.deepEqual(
    homes.map(({ address }) => address.streetAddress),
    ['12 Main St', '12 Main St', '12 Main St Unit 4', ''],
  )
  const sold =
    '  StandardStatus: { constant: Closed }\n  CloseDate: { join: [year, month], with: "-", format: YYYY-M, required: true }'
  trial.homes = new Map()
  const { homes: dated } = await run('id,year,month\n1,2010,5\n', sold)
  assert.equal(dated[0]?.listing?.closeDate, '2010-05-01')
})

test('several columns make one list of all their items', async () => {
  const csv = 'id,a,b,c\n1,Central,"Fans, Window",\n2,,,\n'
  const [one, two] = await facts(csv, '  Cooling: { join: [a, b, c] }')
  assert.deepEqual([one?.cooling, two?.cooling], [['Central', 'Fans', 'Window'], undefined])
})

test('the first of several columns that is not empty counts, and a file needs only one of them', async () => {
  const year = '  YearBuilt: { column: [built, year], emptyWhen: 0 }'
  assert.deepEqual(
    (await facts('id,built,year\n1,1950,1960\n2,0,1960\n3,,\n', year)).map(({ yearBuilt }) => yearBuilt),
    [1950, 1960, undefined],
  )
  assert.deepEqual(
    (await facts('id,year\n1,1960\n', year)).map(({ yearBuilt }) => yearBuilt),
    [1960],
  )
  await assert.rejects(facts('id,yaer\n1,1960\n', year), /There is no column "built" in /)
})

test('match extracts a part of a text, and texts that do not match are reported', async () => {
  const parcel = '  ParcelNumber: { column: text, match: "(?i)parcel (\\\\w+)" }'
  const { homes, report } = await run('id,text\n1,Lot 4 Parcel 77A\n2,none\n3,parcel 8\n', parcel)
  assert.deepEqual(
    homes.map(({ parcelNumber }) => parcelNumber),
    ['77A', undefined, '8'],
  )
  assert.match(
    report.reported[0]?.example ?? '',
    /line 3: ParcelNumber must have .* and match \(\?i\)parcel \(\\w\+\); the cell in text is "none"/,
  )
})

test('a ZIP inside an address gives the home its location', async () => {
  const zip =
    'name: a\nsource: a\nkey: id\nfields: { HomeType: { constant: CONDO }, PostalCode: { column: place, match: "[A-Z]{2} (\\\\d{5})$" } }'
  const report = await trial.run('id,place\n1,"Seattle, WA 98103"\n2,Seattle\n', zip)
  assert.deepEqual([report.counts.new, report.rejected[0]?.rule], [1, 'PostalCode.unreadable'])
})

test('strip removes texts from a cell before it is read', async () => {
  const csv = 'id,beds,year\n1,3 beds,c. 1950\n2,+4,1960\n3,beds,\n'
  const home = await facts(
    csv,
    '  BedroomsTotal: { column: beds, strip: [beds, +] }\n  YearBuilt: { column: year, strip: "c. " }',
  )
  assert.deepEqual(
    home.map(({ bedroomsTotal, yearBuilt }) => [bedroomsTotal, yearBuilt]),
    [
      [3, 1950],
      [4, 1960],
      [undefined, undefined],
    ],
  )
})

test('separators of thousands and units are read if the mapping names them, also a unit in its own column', async () => {
  const fields = `
  StandardStatus: { constant: Active }
  ListPrice: { column: price, thousands: ",", units: { $: 1, K: 1000, M: 1000000 } }
  LivingArea: { column: area, thousands: ",", units: [sqft, sq ft] }
  LotSizeSquareFeet: { join: [lot, unit], units: { acres: 43560, sqft: 1 } }`
  const csv = 'id,price,area,lot,unit\n1,"$251,795","1,200 sq ft",0.25,acres\n2,$1.2M,900sqft,5000,sqft\n'
  const { homes, report } = await run(csv, fields)
  assert.deepEqual(
    homes.map(({ listing, facts: told }) => [listing?.listPrice, told.livingArea, told.lotSizeSquareFeet]),
    [
      [251_795, 1200, 10_890],
      [1_200_000, 900, 5000],
    ],
  )
  assert.deepEqual(report.reported, [])
})

test('with otherwise: keep, values without a translation are read like other values of the field', async () => {
  const style = '  ArchitecturalStyle: { column: s, values: { RAMB: Rambler }, otherwise: keep }'
  assert.deepEqual(
    (await facts('id,s\n1,RAMB\n2,Tudor\n', style)).map(({ architecturalStyle: told }) => told),
    ['Rambler', 'Tudor'],
  )
  const beds = '  BedroomsTotal: { column: b, values: { Studio: 0 }, otherwise: keep, units: bd }'
  const { homes, report } = await run('id,b\n1,Studio\n2,3 bd\n3,many\n', beds)
  assert.deepEqual(
    homes.slice(-3).map(({ facts: told }) => told.bedroomsTotal),
    [0, 3, undefined],
  )
  assert.deepEqual(report.reported[0]?.texts, [{ text: 'many', times: 1 }])
})

test('each item of a list is translated, and items without a translation are left out and counted', async () => {
  const values = '{ CA: Central, "CA/W": [Central, Window], None: [], "A, B": Both }'
  const csv = 'id,c\n1,"CA, CA/W"\n2,"CA,XX,YY"\n3,XX\n4,None\n5,"A, B"\n6,"None,XX"\n'
  const { homes, report } = await run(csv, `  Cooling: { column: c, values: ${values} }`)
  assert.deepEqual(
    homes.map(({ facts: told }) => told.cooling),
    [['Central', 'Window'], ['Central'], undefined, undefined, ['Both'], undefined],
  )
  const [found] = report.reported
  assert.deepEqual(
    [found?.rows, found?.texts],
    [
      3,
      [
        { text: 'XX', times: 3 },
        { text: 'YY', times: 1 },
      ],
    ],
  )
  assert.deepEqual(
    (await facts('id,c\n1,"CA,Fans"\n', `  Cooling: { column: c, values: ${values}, otherwise: keep }`))[0]?.cooling,
    ['Central', 'Fans'],
  )
  assert.deepEqual(
    (
      await facts(
        'id,v\n1,"WTR;City;Sea"\n',
        '  View: { column: v, separator: ";", values: { WTR: Water }, otherwise: keep }',
      )
    )[0]?.views,
    ['Water', 'City'],
    'a closed list keeps only what it knows',
  )
})

test('the items of a list are compared with emptyWhen, whether or not the mapping lists values', async () => {
  const cooling = (words: string) =>
    facts('id,c\n1,"Central, None"\n2,None\n', `  Cooling: { column: c, emptyWhen: None${words} }`)
  for (const words of ['', ', strip: "!"', ', values: { None: Other }, otherwise: keep']) {
    assert.deepEqual(
      (await cooling(words)).map((told) => told.cooling),
      [['Central'], undefined],
      words,
    )
  }
})

test('every refused item of a list is reported, for any reason', async () => {
  const csv = 'id,status,p\n1,Active,"https://a.example/1,x,javascript:y"\n'
  const photos = '  StandardStatus: status\n  PhotoURLs: { column: p, match: "^.{3,}" }'
  const { homes, report } = await run(csv, photos)
  assert.deepEqual(homes[0]?.listing?.photos, [{ url: 'https://a.example/1' }])
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['PhotoURLs.unreadable', 1]],
  )
  assert.deepEqual(
    report.reported[0]?.texts?.map(({ text }) => text),
    ['x', 'https://a.example/1,x,javascript:y'],
  )
})

test('projected coordinates that are not on earth are reported, and the row is used', async () => {
  const format =
    'key: id\nformat: { type: csv, delimiter: ";", decimalComma: true, projection: "EPSG:26910", x: e, y: n }'
  const place = '  Latitude: geometry.latitude\n  Longitude: geometry.longitude'
  const csv = 'id;e;n\n1;550200,5;5272748,25\n2;550200.5;5272748\n3;;\n'
  const { homes, report } = await run(csv, place, format)
  assert.deepEqual(
    homes.map(({ point }) => point && [point.longitude.toFixed(3), point.latitude.toFixed(3)]),
    [['-122.332', '47.606'], undefined, undefined],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows, texts }) => [rule, rows, texts?.[0]?.text]),
    [
      ['Latitude.unreadable', 1, '550200.5, 5272748'],
      ['Longitude.unreadable', 1, '550200.5, 5272748'],
      ['point.missing', 1, undefined],
    ],
  )
})

test('where excludes rows without rejecting them, and every row is counted', async () => {
  const where = 'key: id\nwhere: { kind: { not: [Land, ""] }, state: [open, held], code: { match: "^R" } }'
  const csv =
    'id,kind,state,code\n1,House,open,R1\n2,Land,open,R1\n3,,open,R1\n4,House,shut,R1\n5,House,held,C1\n6,House,held,R\n'
  const { report } = await run(csv, '', where)
  assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsRejected, report.rowsLeftOut], [6, 2, 0, 4])
  assert.partialDeepStrictEqual(report.rows[0], { read: 6, new: 2, rejected: 0, leftOut: 4 })
  assert.ok(
    summaryOf(report).includes('  rows      6 = 2 new + 0 changed + 0 unchanged + 0 merged + 0 rejected + 4 left out'),
    summaryOf(report).join('\n'),
  )
  assert.deepEqual(report.columnsNotUsed, [])
})

test('a condition on an optional column treats a missing column like empty cells', async () => {
  const where = (optional: boolean) => `key: id\nwhere: { shown: { not: "false", optional: ${optional} } }`
  const { report } = await run('id,shown\n1,true\n2,false\n', '', where(true))
  assert.deepEqual([report.rowsUsed, report.rowsLeftOut], [1, 1])
  assert.equal((await run('id\n1\n', '', where(true))).report.rowsUsed, 1)
  await assert.rejects(run('id\n1\n', '', where(false)), /There is no column "shown"/)
})

test('unused columns are reported without control characters, also a column without a name', async () => {
  const { report } = await run('id,a\u001b[2Jb,\n1,x,y\n', '')
  const line = '  not used  columns a\uFFFD[2Jb, (without a name)'
  assert.ok(summaryOf(report).includes(line), summaryOf(report).join('\n'))
})

test('a unit without a number is an empty cell', async () => {
  const lot = '  LotSizeSquareFeet: { join: [lot, unit], units: { acres: 43560 } }'
  const { homes, report } = await run('id,lot,unit\n1,,acres\n2,1,Acres\n', lot)
  assert.deepEqual(
    homes.map(({ facts: told }) => told.lotSizeSquareFeet),
    [undefined, 43_560],
  )
  assert.deepEqual(report.reported, [])
})

test('a JSON key that no record has is reported with the nearest existing key', async () => {
  const json = `name: a\nsource: a\nformat: json\nkey: id\nfields: { HomeType: { constant: CONDO }, PostalCode: place.zpi, YearBuilt: { column: [year, bulit] } }`
  const homes = '[{ "id": 1, "place": { "zip": "98103" }, "built": 1950 }]'
  const report = await trial.run(homes, json)
  assert.deepEqual(
    report.reported.map(({ rule, example }) => [rule, example.replace(/^.*sales\.csv: /, '')]),
    [['column.absent', 'no place.zpi: did you mean "place.zip"?']],
  )
})

test('the example JSON documents in the docs can be read', async () => {
  const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n(# \{ "data"[^`]*)```/.exec(page) ?? []
  const [, text = ''] = /^# (.*\n# .*)$/m.exec(example) ?? []
  const rest =
    '  HomeType: { constant: CONDO }\n  PostalCode: { constant: "98103" }\n  StandardStatus: { constant: Closed }\n'
  const report = await trial.run(text.replace('# ', ''), `name: a\nsource: a\n${example}${rest}`)
  assert.deepEqual([report.rowsUsed, report.reported], [1, []])
  const [home] = trial.homes.values()
  assert.deepEqual(
    [home?.sourceKey, home?.point, home?.listing?.closeDate, home?.listing?.photos],
    ['7', { latitude: 47.6, longitude: -122.3 }, '2020-01-31', [{ url: 'https://a.example/1' }]],
  )
})

test('the example of every mapping option in the docs can be read', () => {
  const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
  const example = /```yaml\n(# Several columns[^`]*)```/.exec(page)?.[1] ?? ''
  const rest = '  HomeType: { constant: CONDO }\n  StandardStatus: { constant: Active }\n'
  const { key, where, fields } = readMapping(`name: a\nsource: a\n${example}${rest}`, 'docs')
  assert.deepEqual([key?.length, where.length], [3, 4])
  const read = (name: string, cells: readonly string[]) => {
    const from = fields.find(({ field }) => field === name)?.from
    if (!from || 'constant' in from) return assert.fail(name)
    return from.read(from.combine ? from.combine(cells) : (cells[0] ?? ''))
  }
  const rows: readonly (readonly [string, readonly string[], unknown])[] = [
    ['CloseDate', ['2010', '5'], '2010-05-01'],
    ['PhotoURLs', ['https://a/1', '', 'https://a/3'], ['https://a/1', 'https://a/3']],
    ['YearBuilt', ['', '1950'], 1950],
    ['PostalCode', ['New York, NY 10022'], '10022'],
    ['BedroomsTotal', ['3 beds'], 3],
    ['OnMarketDate', ['September-29-2020'], '2020-09-29'],
    ['PurchaseContractDate', ['29 Sep 20'], '2020-09-29'],
    ['ListPrice', ['$1.2M'], 1_200_000],
    ['LotSizeSquareFeet', ['0.25', 'acres'], 10_890],
    ['ArchitecturalStyle', ['Tudor'], 'Tudor'],
    ['Cooling', ['CA|CW|None'], ['Central', 'Window']],
  ]
  for (const [name, cells, value] of rows) assert.deepEqual(read(name, cells), value, name)
})

test('an error in a mapping option is reported with its line', () => {
  const wrong: readonly (readonly [fields: string, sentence: RegExp])[] = [
    ['  YearBuilt: { column: a, join: [b] }', /line 7: YearBuilt takes its text from column or from join: leave one/],
    ['  YearBuilt: { column: a, with: "-" }', /line 7: YearBuilt takes "with" only together with "join"\.$/],
    ['  Cooling: { join: [a, b], with: "-" }', /line 7: Cooling is a list, so "join" makes a list of items/],
    ['  YearBuilt: { join: [] }', /line 7: YearBuilt needs at least one column\.$/],
    ['  YearBuilt: { join: [a, a] }', /line 7: YearBuilt names the column "a" twice\.$/],
    [
      '  YearBuilt: { column: a, match: "(" }',
      /line 7: match of YearBuilt must be a regular expression of RE2 \(.*\); the mapping says "\("\.$/,
    ],
    ['  YearBuilt: { column: a, match: "(a)(b)" }', /match of YearBuilt must have at most one group \(begin/],
    ['  YearBuilt: { column: a, thousands: "." }', /"thousands" of YearBuilt must not be "\.", the decimal sign\.$/],
    [
      '  YearBuilt: { column: a, thousands: x }',
      /"thousands" of YearBuilt must be a comma, a point, .*; the mapping says "x"\.$/,
    ],
    [
      '  YearBuilt: { column: a, units: { ft: big } }',
      /line 7: The factor of "ft" in "units" of YearBuilt must be a number\.$/,
    ],
    [
      '  YearBuilt: { column: a, units: "5" }',
      /"units" of YearBuilt must not look like numbers; the mapping says "5"\.$/,
    ],
    ['  ParcelNumber: { column: a, units: ft }', /ParcelNumber is read as text, which takes no units\.$/],
    ['  YearBuilt: { column: a, values: { x: 1 }, units: ft }', /YearBuilt lists its values, so it takes no units\.$/],
    ['  Cooling: { column: a, strip: x, scale: 2 }', /line 7: Cooling is read as list, which takes no scale\.$/],
    ['  Cooling: { column: a, match: x, pad: 2 }', /line 7: Cooling is read as list, which takes no pad\.$/],
    ['  Cooling: { column: a, strip: x, format: YYYY }', /line 7: Cooling is read as list, which takes no format\.$/],
    ['  Cooling: { column: a, strip: x, thousands: "," }', /Cooling is read as list, which takes no thousands\.$/],
    ['  Cooling: { column: a, strip: x, otherwise: keep }', /Cooling takes "otherwise" only together with "values"\.$/],
    ['  Cooling: { column: a, strip: x, as: number }', /"as" of Cooling must be list; the mapping says "number"\.$/],
    ['  YearBuilt: { constant: 1950, strip: a }', /YearBuilt is a constant, so it takes no strip\.$/],
    [
      '  OnMarketDate: { column: a, format: M/D/YYYY h:mm }\n  StandardStatus: s',
      /"format" of OnMarketDate must have YYYY or YY, /,
    ],
  ]
  for (const [fields, sentence] of wrong) assert.match(refusal(fields), sentence)
  assert.match(refusal('', 'key: []'), /line 3: key needs at least one column\.$/)
  assert.match(refusal('', 'key: [{ pad: 5 }]'), /line 3: key needs a column, or columns to join\.$/)
  assert.match(
    refusal('', 'key: id\nwhere: { a: {} }'),
    /line 4: where of a needs a value, a list of values, is, not or match\.$/,
  )
  assert.match(
    refusal('', 'key: id\nwhere: { a: { nto: b } }'),
    /line 4: where of a does not know "nto": did you mean "not"\?$/,
  )
})
