import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { SALES_HEADER, SALES_MAPPING, SEATTLE, Trial } from '../../../test/ingest/trial.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { derivedZpid } from '../../model/identity.ts'
import { summaryOf } from './report.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

const TWO_SALES = `${SALES_HEADER}7,98103,2014-05-02,100000,2\n7,98103,2015-01-02,150000,3\n`

test('rows with the same key become one home with the facts of the latest sale and both sales', async () => {
  const report = await trial.run(TWO_SALES)
  assert.deepEqual(report.homes, { new: 1, changed: 0, unchanged: 0 })
  assert.deepEqual([report.rowsRead, report.rowsUsed, report.sales, report.salesNew], [2, 2, 2, 2])
  assert.deepEqual(trial.homes.get(derivedZpid('county', '7')), {
    zpid: derivedZpid('county', '7'),
    source: 'county',
    sourceKey: '7',
    address: {
      streetAddress: '',
      city: 'Seattle',
      state: 'WA',
      zipcode: '98103',
      county: 'King',
      countyFips: '53033',
      timeZone: 'America/Los_Angeles',
    },
    homeType: 'SINGLE_FAMILY',
    facts: { bedroomsTotal: 3 },
    listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate: '2015-01-02', closePrice: 150000 },
    history: [
      { date: '2014-05-02', event: 'Sold', price: 100000, source: 'county' },
      { date: '2015-01-02', event: 'Sold', price: 150000, source: 'county' },
    ],
    taxes: [],
  })
})

test('importing the same file twice changes nothing, not even the data version', async () => {
  await trial.run(TWO_SALES)
  const before = structuredClone([...trial.homes])
  const report = await trial.run(TWO_SALES)
  assert.deepEqual(report.homes, { new: 0, changed: 0, unchanged: 1 })
  assert.equal(report.salesNew, 0)
  assert.deepEqual([...trial.homes], before)
  assert.equal(trial.ending, 'rollback')
})

test('an older edition that is imported later adds its sales and leaves the newer facts', async () => {
  await trial.run(`${SALES_HEADER}7,98103,2015-01-02,150000,3\n`)
  const report = await trial.run(`${SALES_HEADER}7,98103,2014-05-02,100000,2\n`)
  const [home] = trial.homes.values()
  assert.deepEqual(report.homes, { new: 0, changed: 1, unchanged: 0 })
  assert.equal(home?.facts.bedroomsTotal, 3)
  assert.deepEqual(
    home?.history.map(({ price }) => price),
    [100000, 150000],
  )
})

test('a corrected row of the same day replaces the earlier row', async () => {
  await trial.run(`${SALES_HEADER}7,98103,2015-01-02,150000,9\n`)
  await trial.run(`${SALES_HEADER}7,98103,2015-01-02,150000,3\n`)
  const [home] = trial.homes.values()
  assert.equal(home?.facts.bedroomsTotal, 3)
  assert.equal(home?.history.length, 1)
})

test('a corrected price is reported as a changed sale, and there is no second sale', async () => {
  await trial.run(`${SALES_HEADER}7,98103,2014-10-13,221900,3\n`)
  const report = await trial.run(`${SALES_HEADER}7,98103,2014-10-13,212900,3\n`)
  const [home] = trial.homes.values()
  assert.deepEqual([report.sales, report.salesNew, report.salesChanged], [1, 0, 1])
  assert.equal(summaryOf(report)[2], '  sales     0 new, 1 changed')
  assert.deepEqual(home?.history, [{ date: '2014-10-13', event: 'Sold', price: 212_900, source: 'county' }])
  assert.deepEqual(report.reported, [])
})

test('two prices for one sale in one file are both stored, and reported with the line of the second row', async () => {
  const report = await trial.run(
    `${SALES_HEADER}7,98103,2014-10-13,221900,3\n8,98103,2014-10-13,1,3\n7,98103,2014-10-13,212900,3\n`,
  )
  assert.deepEqual(
    trial.homes.get(derivedZpid('county', '7'))?.history.map(({ price }) => price),
    [212_900, 221_900],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['history.twice', 1]],
  )
  assert.match(report.reported[0]?.example ?? '', /sales\.csv line 4: Sold on 2014-10-13 at 212900 and at 221900$/)
})

test('the attribution of a source is stored if rows are used, and only different wording is a change', async () => {
  const naming = (who: string) => `${SALES_MAPPING}\nattribution: ${who}\n`
  await trial.run(`${SALES_HEADER},98103,2015-01-02,1,1\n`, naming('Nobody'))
  assert.deepEqual([...trial.attributions], [])
  await trial.run(TWO_SALES, naming('County records'))
  assert.deepEqual([...trial.attributions], [['county', 'County records']])
  await trial.run(TWO_SALES, naming('County records'))
  assert.equal(trial.ending, 'rollback')
  await trial.run(TWO_SALES, naming('Records of the county'), { dryRun: true })
  assert.deepEqual([...trial.attributions.values()], ['County records'])
  const { homes } = await trial.run(TWO_SALES, naming('Records of the county'))
  assert.deepEqual(homes, { new: 0, changed: 0, unchanged: 1 })
  assert.deepEqual([[...trial.attributions.values()], trial.ending], [['Records of the county'], 'commit'])
})

test('every rejected row is in the rejects file with line, rule, reason and cells', async () => {
  const report = await trial.run(
    `${SALES_HEADER},98103,2015-01-02,1,1\n2,00000,2015-01-02,1,1\n3,98103,2015-02-30,1,1\n4,98103,,1,1\n` +
      '5,98103,2015-01-02,0,1\n6,98103,2015-01-02,1\n7,98103,2015-01-02,"1,1\n2",1\n8,98103,2015-01-02,1,1\n',
  )
  assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsRejected], [8, 3, 5])
  assert.equal(report.rejectsFile, trial.rejectsPath)
  const file = `${trial.folder}/sales.csv`
  assert.deepEqual(trial.rejects(), [
    `${file},2,2,key.missing,id is empty,,98103,2015-01-02,1,1`,
    `${file},3,3,zip.unknown,"unknown ZIP ""00000""",2,00000,2015-01-02,1,1`,
    `${file},4,4,CloseDate.unreadable,"CloseDate must be a valid date, written as YYYY-MM-DD; the cell in date is ""2015-02-30""",3,98103,2015-02-30,1,1`,
    `${file},5,5,CloseDate.missing,"date is empty, and CloseDate is required",4,98103,,1,1`,
    `${file},7,7,row.cells,"it has 4 cells, the header has 5",6,98103,2015-01-02,1`,
  ])
  assert.deepEqual(
    report.rejected.map(({ rows }) => rows),
    [1, 1, 1, 1, 1],
  )
  assert.deepEqual(
    report.reported.map(({ rule }) => rule),
    ['price.positive', 'ClosePrice.unreadable'],
  )
})

test('each unknown ZIP is counted separately', async () => {
  const rows = ['00000', '00001', '00000'].map((zip, i) => `${i},${zip},2015-01-02,1,1\n`).join('')
  const { rejected } = await trial.run(SALES_HEADER + rows)
  assert.deepEqual(rejected[0]?.texts, [
    { text: '00000', times: 2 },
    { text: '00001', times: 1 },
  ])
})

test('an unreadable cell of an optional field is left out and reported, and the row is used', async () => {
  const report = await trial.run(`${SALES_HEADER}7,98103,2015-01-02,150000,many\n`)
  const [home] = trial.homes.values()
  assert.equal(report.rowsUsed, 1)
  assert.deepEqual(home?.facts, {})
  assert.equal(report.reported[0]?.rule, 'BedroomsTotal.unreadable')
  assert.match(
    report.reported[0]?.example ?? '',
    /sales\.csv line 2: BedroomsTotal must be a whole number such as 3; the cell in beds is "many"/,
  )
})

test('a value beyond its limit is stored and reported', async () => {
  const report = await trial.run(`${SALES_HEADER}7,98103,2015-01-02,150000,33\n8,98103,2015-01-02,150000,20\n`)
  assert.equal(trial.homes.get(derivedZpid('county', '7'))?.facts.bedroomsTotal, 33)
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['BedroomsTotal.above', 1]],
  )
})

const OWN_IDS = `${SALES_MAPPING}\nzpid: id\n`

test("another source's property id is rejected, and its home stays unchanged", async () => {
  await trial.run(TWO_SALES, OWN_IDS)
  const before = structuredClone([...trial.homes])
  const other = OWN_IDS.replace('source: county', 'source: city')
  const report = await trial.run(`${SALES_HEADER}7,98103,2016-01-02,1,1\n8,98103,2016-01-02,1,1\n`, other)
  assert.deepEqual([report.rowsUsed, report.rowsRejected], [1, 1])
  assert.match(trial.rejects()[0] ?? '', /zpid\.taken,the property id 7 belongs to 7 of source county/)
  assert.deepEqual(trial.homes.get(7), before[0]?.[1])
})

test('with a padded key, ids with and without leading zeros are the same home', async () => {
  const padded = OWN_IDS.replace('key: id', 'key: { column: id, pad: 4 }')
  await trial.run(`${SALES_HEADER}7,98103,2014-05-02,1,1\n0007,98103,2015-05-02,2,1\n`, padded)
  assert.deepEqual([...trial.homes.keys()], [7])
  assert.equal(trial.homes.get(7)?.sourceKey, '0007')
})

test('a dry run counts the same and writes nothing', async () => {
  const content = `${TWO_SALES},98103,2015-01-02,1,1\n`
  const dry = await trial.run(content, SALES_MAPPING, { dryRun: true })
  assert.equal(trial.homes.size, 0)
  assert.deepEqual(readdirSync(trial.folder), ['sales.csv'])
  const { rejectsFile, ...wet } = await trial.run(content)
  assert.equal(rejectsFile, trial.rejectsPath)
  assert.deepEqual({ ...wet, dryRun: true }, dry)
})

async function failure(work: Promise<unknown>): Promise<CommandFault> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CommandFault, String(error))
  return error
}

test('a truncated file leaves the catalog unchanged, and there is no rejects file', async () => {
  const fault = await failure(trial.run(`${TWO_SALES},98103,2015-01-02,1,1\n9,98103,"2015-01-02,1,1\n`))
  assert.match(
    fault.message,
    /sales\.csv" is cut off: in the row that begins on line 5 a quote is opened and never closed/,
  )
  assert.equal(fault.exitCode, EXIT.data)
  assert.deepEqual([trial.homes.size, trial.ending], [0, 'rollback'])
  assert.equal(existsSync(trial.rejectsPath), false)
  assert.equal(existsSync(`${trial.rejectsPath}.partial`), false)
})

test('a column missing from one of several files stops the import before the catalog is opened', async () => {
  const good = trial.file(TWO_SALES, 'good.csv')
  const bad = trial.file('id,zip,date,prize,beds\n1,98103,2015-01-02,1,1\n', 'bad.csv')
  const fault = await failure(
    trial.run(TWO_SALES, SALES_MAPPING, { files: [good, bad], openWriter: () => assert.fail('it was opened') }),
  )
  assert.equal(fault.message, `sales.yaml, line 10: There is no column "price" in "${bad}": did you mean "prize"?`)
})

test('a header read as one cell is reported with the delimiter that the mapping needs', async () => {
  for (const [delimiter, written] of [
    [';', '";"'],
    ['\t', 'tab'],
  ] as const) {
    const fault = await failure(trial.run(TWO_SALES.replaceAll(',', delimiter)))
    assert.match(
      fault.message,
      /^sales\.yaml, line \d+: ".*sales\.csv" has a single column, "id.*beds": if its cells have another delimiter/,
    )
    const mapping = `${SALES_MAPPING}\nformat: { type: csv, delimiter: ${written} }\n`
    assert.ok(
      fault.message.endsWith(`add this to the mapping: format: { type: csv, delimiter: ${written} }.`),
      fault.message,
    )
    assert.equal((await trial.run(TWO_SALES.replaceAll(',', delimiter), mapping)).rowsUsed, 2)
  }
  assert.match((await failure(trial.run('ids\n7\n'))).message, /There is no column "id" in .*: did you mean "ids"\?$/)
})

test('an interrupted import is rolled back and throws the reason for the interruption', async () => {
  const controller = new AbortController()
  const rows = Array.from({ length: 5000 }, (_, i) => `${i + 1},98103,2015-01-02,1,1\n`).join('')
  const work = trial.run(`${SALES_HEADER}${rows}`, SALES_MAPPING, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('Ctrl-C')),
  })
  await assert.rejects(work, /^Error: Ctrl-C$/)
  assert.deepEqual([trial.homes.size, trial.ending], [0, 'rollback'])
})

test('a writer whose commit fails leaves no rejects file behind', async () => {
  const openWriter = () => ({ ...trial.openWriter(), commit: () => assert.fail('disk full') })
  await assert.rejects(trial.run(`${TWO_SALES},98103,2015-01-02,1,1\n`, SALES_MAPPING, { openWriter }), /disk full/)
  assert.equal(existsSync(trial.rejectsPath), false)
  assert.equal(trial.ending, 'rollback')
})

const sale = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  zip: fc.constantFrom(SEATTLE.zipcode, '00000'),
  day: fc.integer({ min: 10, max: 14 }),
  price: fc.integer({ min: 0, max: 3 }),
  beds: fc.constantFrom('', '1', '2', 'x'),
})

const line = fc.oneof(
  { weight: 6, arbitrary: sale.map(({ id, zip, day, price, beds }) => `${id},${zip},2015-01-${day},${price},${beds}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '1,98103',
      '1,98103,2015-01-10,5,"two\nlines"',
      '1,98103,"2015-01-10,5,1',
      ',,,,',
      '"1",98103,2015-01-10,5,1',
    ),
  },
)
const files = fc.array(fc.array(line, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 })

test('the rows of each file are new, changed, unchanged, merged or rejected, and cover every non-blank line', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.boolean(), async (texts, isKnown) => {
      trial.homes = new Map()
      // The last row is valid, so that no file is cut off or empty.
      const paths = texts.map((lines, i) =>
        trial.file(`${SALES_HEADER}${lines.join('\n')}\n9,98103,2015-01-10,5,1\n`, `${i}.csv`),
      )
      if (isKnown) await trial.run(`${SALES_HEADER}1,98103,2015-01-12,2,1\n9,98103,2015-01-10,5,1\n`)
      const report = await trial.run('', SALES_MAPPING, { files: paths })
      for (const [i, rows] of report.rows.entries()) {
        assert.equal(rows.file, paths[i])
        assert.equal(rows.read, rows.new + rows.changed + rows.unchanged + rows.merged + rows.rejected)
      }
      const sum = (key: 'read' | 'new' | 'changed' | 'unchanged' | 'rejected') =>
        report.rows.reduce((total, rows) => total + rows[key], 0)
      assert.deepEqual([sum('read'), sum('rejected')], [report.rowsRead, report.rowsRejected])
      assert.deepEqual({ new: sum('new'), changed: sum('changed'), unchanged: sum('unchanged') }, report.homes)
      const lines = texts.flat().filter((text) => text !== '').length + texts.length
      assert.equal(sum('read'), lines)
    }),
    { numRuns: 40 },
  )
})

const piece = fc.constantFrom(
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\ufeff',
  '1',
  '98103',
  '2015-01-10',
  '2147483647',
  'é',
  SALES_HEADER,
)
const garbage = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(SALES_HEADER + pieces.join(''))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from([...Buffer.from(SALES_HEADER), ...bytes])),
)

test('any file is either rejected in one sentence, or each of its rows is counted', async () => {
  await fc.assert(
    fc.asyncProperty(garbage, async (bytes) => {
      const [report] = await Promise.allSettled([trial.run(bytes)])
      if (report.status === 'rejected') assert.ok(report.reason instanceof CommandFault, String(report.reason))
      else assert.equal(report.value.rowsRead, report.value.rowsUsed + report.value.rowsRejected)
    }),
    { numRuns: 100 },
  )
})

test('a row with several records counts for the first of them that is new in this import', async () => {
  const mapping = `
name: rates
source: survey
noun: rate
fields: { RateDate: day }
records:
  - { Product: { constant: A }, Rate: a }
  - { Product: { constant: B }, Rate: b }
`
  const report = await trial.run(
    'day,a,b\n2020-01-01,1,2\n2020-01-01,1,2\n2020-01-02,3,\n2020-01-02,3,4\n2020-01-03,,\n',
    mapping,
  )
  const [rows] = report.rows
  assert.deepEqual(
    { ...rows, file: '' },
    { file: '', read: 5, new: 3, changed: 0, unchanged: 0, merged: 1, removed: 0, rejected: 1, leftOut: 0 },
  )
  assert.equal(report.counts.new, 4)
})

test('the order of rows does not change the homes, and each row is counted once', async () => {
  const shuffledSales = fc
    .array(sale, { minLength: 1, maxLength: 12 })
    .chain((sales) => fc.tuple(fc.constant(sales), fc.shuffledSubarray(sales, { minLength: sales.length })))
  await fc.assert(
    fc.asyncProperty(shuffledSales, async ([sales, shuffled]) => {
      const homes = []
      for (const order of [sales, shuffled]) {
        trial.homes = new Map()
        const rows = order.map(({ id, zip, day, price, beds }) => `${id},${zip},2015-01-${day},${price},${beds}\n`)
        const report = await trial.run(SALES_HEADER + rows.join(''))
        assert.equal(report.rowsRead, sales.length)
        assert.equal(report.rowsUsed + report.rowsRejected, sales.length)
        const rejected = report.rejected.reduce((sum, { rows: count }) => sum + count, 0)
        assert.equal(rejected, report.rowsRejected)
        homes.push([...trial.homes].sort(([a], [b]) => a - b))
      }
      assert.deepEqual(homes[0], homes[1])
    }),
    { numRuns: 25 },
  )
})
