import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Imports } from '../../../test/ingest/homes-of.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { derivedZpid } from '../../model/identity.ts'
import { run } from '../cli/index.ts'

const imports = new Imports()
after(() => imports.remove())

const COUNTY = derivedZpid('county', '1')
const MLS = derivedZpid('mls', '7')
const MAIN = { street: '12 Main Rd', city: 'Seattle', state: 'WA', lat: 47.67, lon: -122.34 }
const MLS_ROW = { ...MAIN, key: 7, street: '12 Main Road', area: 1540, taxYear: 2021, assessed: 1 }

before(async () => {
  await imports.import('county', [
    { ...MAIN, key: 1, area: 1500, beds: 3 },
    { ...MAIN, key: 2, street: '40 Oak St Apt 1' },
    { ...MAIN, key: 3, street: '40 Oak St Apt 2' },
  ])
  await imports.import('mls', [MLS_ROW], 'precedence: 5')
  imports.commit()
})

async function explain(...words: readonly string[]) {
  const terminal = trialTerminal()
  const { printed, noted } = terminal
  const code = await run(['explain', '--data', imports.dataDir, ...words], terminal)
  return { code, text: printed.join('\n'), noted: noted.join('\n') }
}

test('the records of a home are shown with rule, figures and differences', async () => {
  const { code, text } = await explain(String(MLS))
  assert.equal(code, EXIT.ok)
  assert.equal(
    text,
    [
      `Home ${COUNTY}, 12 Main Road, Seattle, WA 98103: made up of 2 records; the id of each record finds it`,
      `  ${COUNTY}  county 1  without a date`,
      `  ${MLS}  mls 7  as of 2021-01-01, precedence 5`,
      '    joined to county 1, same address: "12 Main Road" and "12 Main Rd"; 0 m apart; 1540 and 1500 square feet',
      'Where they differ:',
      '  address.streetAddress  "12 Main Road" from mls 7; county 1 says "12 Main Rd"',
      '  facts.livingArea  1540 from mls 7; county 1 says 1500',
    ].join('\n'),
  )
})

test('an address with its ZIP code finds a home, and an address of several homes lists them', async () => {
  assert.match((await explain('12 main rd 98103')).text, new RegExp(`^Home ${COUNTY}, `))
  const several = await explain('40 Oak Street, Seattle WA 98103')
  assert.equal(several.code, EXIT.usage)
  assert.match(
    several.noted,
    /^2 homes have the address "40 Oak Street, .*"\. Give the zpid of one: \d+ \(40 Oak St Apt 1\), \d+ \(/,
  )
  assert.match((await explain('40 Oak Street #2, Seattle WA 98103')).text, /Apt 2, .*made up of 1 record\n/)
  assert.equal((await explain('12 Main Rd, Seattle')).code, EXIT.usage)
  assert.equal((await explain('99 Main Rd 98103')).code, EXIT.data)
  assert.equal((await explain('17')).code, EXIT.data)
})

test('a home is split and joined again, and imports do not undo this', async () => {
  const apart = await explain(String(COUNTY), '--apart', String(MLS))
  assert.match(apart.text, /made up of 1 record\n.*\nYour decision: county 1 and \d+ stay apart$/)
  await imports.import('mls', [{ ...MLS_ROW, area: 1545 }], 'precedence: 5')
  imports.commit()
  assert.match((await explain(String(MLS))).text, new RegExp(`^Home ${MLS}, .*made up of 1 record`))
  const joined = JSON.parse((await explain(String(COUNTY), '--join', String(MLS), '--json')).text)
  assert.deepEqual(
    joined.records.map(({ zpid, joinedBy }: { zpid: number; joinedBy: string | null }) => [zpid, joinedBy]),
    [
      [COUNTY, null],
      [MLS, 'by hand'],
    ],
  )
  assert.deepEqual(joined.byHand, [{ records: [COUNTY, MLS].toSorted((a, b) => a - b), verdict: 'together' }])
})

test('a split or join that is impossible is rejected in one sentence, and changes nothing', async () => {
  const before = imports.homes()
  imports.commit()
  for (const [words, message] of [
    [['--apart', '17'], /^Cannot take 17 out of home \d+: its records are \d+, \d+\.$/],
    [['--join', '17'], /^Cannot join 17 to home \d+: no such home exists\.$/],
    [['--join', String(MLS)], /^Cannot join \d+ to home \d+: they already are one home\.$/],
    [['--join', '1', '--apart', '2'], /^Cannot use --apart together with --join/],
    [['--join', 'x'], /^The id must be a zpid, a whole number; you gave "x"/],
  ] as const) {
    const { code, noted } = await explain(String(COUNTY), ...words)
    assert.notEqual(code, EXIT.ok)
    assert.match(noted, message)
  }
  assert.deepEqual(imports.homes(), before)
})
