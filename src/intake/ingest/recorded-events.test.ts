import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import type { RecordedEvent } from '../../model/home.ts'
import { readMapping } from './mapping.ts'
import { onlyDeletes } from './only-deletes.ts'

let trial: Trial
beforeEach(async () => {
  trial?.remove()
  trial = new Trial()
  await bringHomes('p1,5\np2,6\n')
})
after(() => trial.remove())

const HOMES = `
name: homes
source: county
key: PIN
fields:
  HomeType: { constant: CONDO }
  PostalCode: { constant: '98103' }
  LivingArea: AREA
`

/** A mapping for the index of a county recorder, in a format that many counties publish. */
const RECORDER = readMapping(
  `
name: recorder
source: county
noun: recordedEvent
key: PIN
deletedWhen: { VOID: Y }
fields:
  EventKey: DOC_NUM
  DocumentNumber: DOC_NUM
  EventType:
    column: DOC_TYPE
    values: { DEED: Deed, DTRST: Mortgage, RELEAS: MortgageRelease, LIEN: Lien, NTS: NoticeOfDefault }
  RecordingDate: { column: REC_DATE, format: MM/DD/YYYY }
  EventAmount: AMOUNT
  Parties: { join: [GRANTOR, GRANTEE] }
  ReleasedDocumentNumber: REF
`,
  'recorder.yaml',
)

function bringHomes(rows: string) {
  return trial.run(`PIN,AREA\n${rows}`, readMapping(HOMES, 'homes.yaml'))
}

function bring(...rows: readonly string[]) {
  return trial.run(`PIN,DOC_NUM,REC_DATE,DOC_TYPE,AMOUNT,GRANTOR,GRANTEE,REF,VOID\n${rows.join('\n')}\n`, RECORDER)
}

function eventsOf(sourceKey: string): readonly RecordedEvent[] {
  return [...trial.homes.values()].find((home) => home.sourceKey === sourceKey)?.recorded ?? []
}

const MORTGAGE = 'p1,20-7,03/02/2020,DTRST,250000,DOE JANE,HARBOR BANK NA,,'
const DEED = 'p1,20-6,03/01/2020,DEED,0,ROE RICHARD,DOE JANE,,'

test('events of homes without a listing are imported, oldest first, with companies and without people', async () => {
  const report = await bring(MORTGAGE, DEED, 'p2,20-9,04/01/2020,LIEN,1200.50,CITY OF SALEM,DOE JANE,,')
  assert.deepEqual([report.counts.new, report.rowsRejected], [3, 0])
  const source = { source: 'county' }
  assert.deepEqual(eventsOf('p1'), [
    { day: '2020-03-01', type: 'Deed', document: '20-6', key: '20-6', ...source },
    {
      day: '2020-03-02',
      type: 'Mortgage',
      amount: 250_000,
      parties: ['HARBOR BANK NA'],
      document: '20-7',
      key: '20-7',
      ...source,
    },
  ])
  assert.deepEqual([eventsOf('p2')[0]?.amount, eventsOf('p2')[0]?.parties], [1200.5, ['CITY OF SALEM']])
})

test('a later row with the same key replaces the event, and the same file twice changes nothing', async () => {
  await bring(MORTGAGE, DEED)
  const later = await bring(MORTGAGE.replace('250000', '260000'))
  assert.deepEqual([later.counts.changed, eventsOf('p1').map(({ amount }) => amount)], [1, [undefined, 260_000]])
  const again = await bring(MORTGAGE.replace('250000', '260000'), DEED)
  assert.deepEqual([again.counts.unchanged, trial.ending], [2, 'rollback'])
})

test('rows marked as deleted and files of keys remove events', async () => {
  await bring(MORTGAGE, DEED, 'p1,20-8,03/03/2020,LIEN,1,,,,')
  const report = await bring(`${MORTGAGE}Y`)
  assert.deepEqual([report.counts.removed, eventsOf('p1').map(({ key }) => key)], [1, ['20-6', '20-8']])
  await trial.run('PIN,DOC_NUM\np1,20-6\np1,20-8\n', onlyDeletes(RECORDER))
  assert.deepEqual(eventsOf('p1'), [])
  assert.ok(![...trial.homes.values()].some((home) => 'recorded' in home))
})

test('rows without a home, a type or a past day are rejected, and odd amounts are left out; other rows stay', async () => {
  const report = await bring(
    DEED,
    'p9,1,03/01/2020,DEED,1,,,,',
    'p1,2,03/01/2020,XYZ,1,,,,',
    'p1,3,,DEED,1,,,,',
    'p1,4,01/01/1900,DEED,1,,,,',
    'p1,5,03/01/2999,DEED,1,,,,',
    'p1,6,03/05/2020,DEED,-1,,,,',
  )
  assert.deepEqual(
    eventsOf('p1').map(({ key, amount }) => [key, amount]),
    [
      ['20-6', undefined],
      ['6', undefined],
    ],
  )
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [
      ['event.day', 3],
      ['home.unknown', 1],
      ['event.type', 1],
    ],
  )
  assert.ok(report.reported.some(({ rule, rows }) => rule === 'event.amount' && rows === 1))
})

test('a home keeps its events if its own file is imported again', async () => {
  await bring(DEED)
  await bringHomes('p1,7\n')
  assert.equal(eventsOf('p1').length, 1)
})

test('events that Plat exported are read back as they were, without names of people', async () => {
  await bring(MORTGAGE, DEED, 'p1,20-8,04/01/2020,LIEN,1200.50,CITY OF SALEM,,,')
  const events = eventsOf('p1')
  const [first, ...others] = events
  const exported = JSON.stringify([{ ...first, parties: ['DOE JANE'] }, ...others])
  const mapping = readMapping(`${HOMES}  RecordedEvents: EVENTS\n`, 'homes.yaml')
  await trial.run(`PIN,AREA,EVENTS\np2,5,"${exported.replaceAll('"', '""')}"\np1,5,\n`, mapping)
  assert.deepEqual([eventsOf('p2'), eventsOf('p1')], [events, []])
})
