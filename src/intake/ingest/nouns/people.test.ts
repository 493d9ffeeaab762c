import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../../test/ingest/trial.ts'
import { derivedId } from '../../../model/identity.ts'
import { loadMapping } from '../mapping-files.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

const JANE = {
  id: 'p1',
  name: 'Jane Sample',
  born: '1970-02-03',
  emails: ['jane@example.com'],
  phones: [
    { number: '(206) 555-0101', type: 'Wireless', lastReported: '2024-01-01' },
    { number: '(206) 555-0102', type: 'VoIP' },
  ],
  addresses: [
    { street: '1 Old St', zip: '98103', from: '2001-01-01', to: '2010-01-01' },
    { street: '2 New St', zip: '98103', from: '2010-01-01' },
  ],
  relatives: ['p2'],
}

function bring(lines: readonly unknown[], mapping: string) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return trial.run(`${text}\n`, loadMapping(mapping))
}

test('a person has all phone numbers and addresses of the row, the current address first', async () => {
  await bring([JANE], 'persons-ndjson')
  assert.deepEqual(trial.all('person'), [
    {
      personId: derivedId('person', 'persons', 'p1'),
      source: 'persons',
      name: 'Jane Sample',
      born: '1970-02-03',
      phones: [
        { number: '(206) 555-0102', type: 'VoIP' },
        { number: '(206) 555-0101', type: 'Wireless', lastReported: '2024-01-01' },
      ],
      emails: ['jane@example.com'],
      addresses: [
        {
          streetAddress: '2 New St',
          city: 'Seattle',
          state: 'WA',
          zipcode: '98103',
          county: 'King',
          from: '2010-01-01',
        },
        {
          streetAddress: '1 Old St',
          city: 'Seattle',
          state: 'WA',
          zipcode: '98103',
          county: 'King',
          from: '2001-01-01',
          to: '2010-01-01',
        },
      ],
      relatives: [derivedId('person', 'persons', 'p2')],
      associates: [],
    },
  ])
  const again = await bring([JANE], 'persons-ndjson')
  assert.deepEqual(again.counts, { new: 0, changed: 0, unchanged: 1, removed: 0, gone: 0 })
})

test('neither the report nor the rejects file repeats personal data of a row', async () => {
  const wrong = [
    { ...JANE, id: 'w1', name: '' },
    { ...JANE, id: 'w2', born: 'Jane 1970' },
    { ...JANE, id: 'w3', phones: [{ number: '5550101' }, { number: '55' }] },
    { ...JANE, id: 'w4', phones: [], emails: ['jane example.com'] },
    { ...JANE, id: 'w5', phones: [], addresses: [{ street: '2 New St', zip: '0000' }] },
    { ...JANE, id: 'w9', phones: [], addresses: [{ street: '2 New St', zip: '00000' }] },
    {
      ...JANE,
      id: 'w6',
      phones: [],
      addresses: [{ street: '2 New St', zip: '98103', from: '2010-01-01', to: '2009-01-01' }],
    },
    { ...JANE, id: 'w7', phones: [], addresses: [{ street: '2 New St', zip: '98103', state: 'OR' }] },
    '{"id":"w8","name":"Jane Sample",',
    { ...JANE, id: 'p1' },
    { ...JANE, id: 'p1', name: 'Jane Other' },
  ]
  const report = await bring(wrong, 'persons-ndjson')
  const rules = new Set(report.rejected.map(({ rule }) => rule))
  assert.deepEqual([...rules].sort(), [
    'FullName.missing',
    'address.half',
    'address.order',
    'email.form',
    'phone.form',
    'row.json',
    'row.unlike',
    'state.zip',
  ])
  assert.deepEqual(
    report.reported.map(({ rule }) => rule),
    ['BirthDate.unreadable', 'address.unlisted'],
  )
  const output = JSON.stringify(report) + readFileSync(trial.rejectsPath, 'utf8')
  for (const word of ['Jane', 'Sample', '555', 'example.com', 'New St', '1970', '98103']) {
    assert.ok(!output.includes(word), `${word} in ${output}`)
  }
})

test('an address with an unknown ZIP is stored if it has a city and state; otherwise the person has no address', async () => {
  const at = (id: string, address: object) => ({ ...JANE, id, phones: [], addresses: [address] })
  const row = { street: '2 New St', zip: '75999', city: 'Plano', state: 'TX' }
  const report = await bring([at('a', row), at('b', { street: '2 New St', zip: '75999' })], 'persons-ndjson')
  assert.deepEqual([report.rowsUsed, report.rowsRejected], [2, 0])
  assert.deepEqual(
    trial.all('person').map(({ addresses }) => addresses),
    [[{ streetAddress: '2 New St', city: 'Plano', state: 'TX', zipcode: '75999' }], []],
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['zip.unlisted', 1],
      ['address.unlisted', 1],
    ],
  )
  assert.ok(!JSON.stringify(report).includes('75999'))
})

test('homes refer to agents and offices of their source by key', async () => {
  const members = 'MemberKey,MemberFullName,OfficeKey,Languages\nm1,Ann Example,o1,"french,polish"\nm2,Ann Example,,\n'
  await trial.run(members, loadMapping('reso-members'))
  await trial.run('OfficeKey,OfficeName\no1,Example Homes\n', loadMapping('reso-offices'))
  const [ann, other] = trial.all('agent')
  assert.equal(ann?.agentId, derivedId('agent', 'reso', 'm1'))
  assert.deepEqual(ann?.languages, ['french', 'polish'])
  assert.equal(ann?.officeId, trial.all('office')[0]?.officeId)
  assert.match(ann?.username ?? '', /^ann-example-[a-z0-9]{6,8}$/)
  assert.notEqual(ann?.username, other?.username)
})

test('a school is stored with its location; a rating off the scale is rejected', async () => {
  const mapping = loadMapping('schools')
  const header = 'id,name,level,grades,type,city,state,latitude,longitude,rating\n'
  const report = await trial.run(
    `${header}s1,Lincoln,High,9-12,Public,Seattle,WA,47.66,-122.34,8\ns2,Other,High,9-12,Public,Seattle,WA,47.66,-122.34,11\n`,
    mapping,
  )
  assert.deepEqual(
    trial.all('school').map(({ name, rating }) => [name, rating]),
    [['Lincoln', 8]],
  )
  assert.deepEqual(
    report.rejected.map(({ rule }) => rule),
    ['rating.range'],
  )
})
