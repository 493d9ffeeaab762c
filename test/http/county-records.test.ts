import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { readMapping } from '../../src/intake/ingest/mapping.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { Trial } from '../ingest/trial.ts'
import { serveKept } from './kept-service.ts'

const imports = new Trial()
after(() => imports.remove())

const HOMES = `
name: assessor
source: county
key: PIN
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: SITUS
  PostalCode: ZIP
  TaxYear: ROLL
  TaxAssessedValue: VALUE
  StandardStatus: { constant: Active }
  ListPrice: ASKED
  Latitude: LAT
  Longitude: LON
`

const PLACE = 'latitude=47.67&longitude=-122.34&radius=1&listingStatus=For_Sale'

/** The mappings that the docs show. */
const docs = readFileSync('docs/importing.md', 'utf8')
function mappingInDocs(name: string) {
  const text = docs.match(new RegExp(`\`\`\`yaml\n(name: ${name}\n[^\`]+)\`\`\``))?.[1]
  return readMapping(text ?? '', `${name}.yaml`)
}

test('the index of a county’s recorder and the permits of a city are imported, shown, searched and reported', async (context) => {
  await imports.run(
    'PIN,SITUS,ZIP,ROLL,VALUE,ASKED,LAT,LON\n0010,12 Alder St,98103,2025,500000,640000,47.67,-122.34\n0020,14 Alder St,98103,2025,400000,,47.67,-122.34\n',
    readMapping(HOMES, 'assessor.yaml'),
  )
  const { call, commit, tool } = await serveKept(context, { operations: OPERATIONS })
  commit([...imports.homes.values()])
  const id = [...imports.homes.values()].find(({ sourceKey }) => sourceKey === '0010')?.zpid
  const before = (await call('GET', `/pro/byzpid?zpid=${id}`)).body.propertyDetails
  assert.ok(!('recordedEvents' in before))
  const since = (await call('GET', '/changes?since=now')).body.next

  const recorder = [
    'PIN,DOC_NUM,REC_DATE,DOC_TYPE,AMOUNT,GRANTOR,GRANTEE',
    '0010,2016-0412,04/12/2016,DEED,410000,"ROE, RICHARD & MARY","DOE, JANE Q"',
    '0010,2016-0413,04/12/2016,DTRST,300000,"DOE, JANE Q",CASCADE LANTERN BANK NA',
    '0010,2021-0077,02/03/2021,DTRST,200000,"DOE, JANE Q",ELM CREDIT UNION',
    '0010,2021-0098,02/20/2021,RELEAS,0,CASCADE LANTERN BANK NA,"DOE, JANE Q"',
    '0010,2025-0500,05/01/2025,LIEN,8120.55,CITY OF SEATTLE,"DOE, JANE Q"',
    '0010,2025-0600,06/01/2025,NTS,,ELM CREDIT UNION,"DOE, JANE Q"',
    '0020,2019-0001,01/02/2019,DEED,300000,"ROE, RICHARD",ALDER HOLDINGS LLC',
    '0020,2019-0002,01/02/2019,PLAT,,,',
  ]
  const recorded = await imports.run(`${recorder.join('\n')}\n`, mappingInDocs('recorder'))
  assert.deepEqual([recorded.counts.new, recorded.rejected.map(({ rule }) => rule)], [7, ['event.type']])
  const permits = [
    'PermitNum,ParcelNumber,PermitTypeMapped,IssuedDate,EstProjectCost,StatusCurrent',
    '6001-CN,0010,Building,2024-08-09,35000.50,Completed',
    '6002-EL,0010,Electrical,2022-01-05,1200,Expired',
    '6003-CN,0030,Building,2024-08-09,1,Issued',
  ]
  const issued = await imports.run(`${permits.join('\n')}\n`, mappingInDocs('permits'))
  assert.deepEqual([issued.counts.new, issued.rejected.map(({ rule }) => rule)], [2, ['home.unknown']])
  commit([...imports.homes.values()])

  const { body } = await call('GET', `/pro/byzpid?zpid=${id}`)
  const events: readonly Record<string, unknown>[] = body.propertyDetails.recordedEvents
  assert.deepEqual(
    events.map(({ date, type, amount, parties }) => [date, type, amount, parties]),
    [
      ['2025-06-01', 'NoticeOfDefault', null, ['ELM CREDIT UNION']],
      ['2025-05-01', 'Lien', 8120.55, ['CITY OF SEATTLE']],
      ['2024-08-09', 'Permit', 35_000.5, []],
      ['2022-01-05', 'Permit', 1200, []],
      ['2021-02-20', 'MortgageRelease', null, ['CASCADE LANTERN BANK NA']],
      ['2021-02-03', 'Mortgage', 200_000, ['ELM CREDIT UNION']],
      ['2016-04-12', 'Mortgage', 300_000, ['CASCADE LANTERN BANK NA']],
      ['2016-04-12', 'Deed', 410_000, []],
    ],
  )
  assert.deepEqual(events[2], {
    date: '2024-08-09',
    type: 'Permit',
    description: 'Building',
    status: 'Completed',
    amount: 35_000.5,
    parties: [],
    documentNumber: '6001-CN',
    releasedDocumentNumber: null,
    source: 'City of Seattle',
  })

  const found = async (filters: string) => {
    const answer = await call('GET', `/search/bycoordinates?${PLACE}&${filters}`)
    return answer.body.searchResults.map(({ property }: { property: { zpid: number } }) => property.zpid === id)
  }
  // the home's value is $500,000, and $200,000 is owed
  for (const filter of [
    'hasLien=true',
    'permitSince=2024-08-09',
    'ownedYears=min:9,max:11',
    'equityPercent=min:60,max:60',
  ])
    assert.deepEqual(await found(filter), [true], filter)
  for (const filter of ['permitSince=2024-08-10', 'ownedYears=max:5', 'equityPercent=max:59'])
    assert.ok(!(await found(filter)).includes(true), filter)
  assert.equal((await found('ownedYears=min:7')).length, 2)
  assert.deepEqual(await found('hasLien=true&as_of=2025-04-30'), [])

  const changes = (await call('GET', `/changes?since=${encodeURIComponent(since)}`)).body.events
  assert.deepEqual(
    changes.map(({ kinds, changes: fields }: { kinds: string[]; changes: { field: string }[] }) => [
      kinds,
      fields.map(({ field }) => field),
    ]),
    Array.from({ length: 2 }, () => [['history'], ['recordedEvents']]),
  )
  const row = (await call('GET', `/odata/Property('${id}')`)).body
  assert.equal(JSON.parse(row.RecordedEvents).length, 8)
  const { data } = await tool('home_details', { id: String(id), include: ['recorded_events'] })
  assert.equal(data.recorded_events.rows.length, 8)
  const facets = await call('GET', `/search/facets?${PLACE}&facets=hasLien,equityPercent`)
  const { values, numbers } = facets.body.facets
  assert.deepEqual([values.hasLien, numbers.equityPercent.mean], [{ true: 1, false: 2 }, 60])
  const everything = JSON.stringify([body, changes, row, data])
  assert.doesNotMatch(everything, /\b(?:DOE|ROE|JANE|RICHARD|MARY)\b/)
})
