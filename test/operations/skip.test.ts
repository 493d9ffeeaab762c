import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Person } from '../../src/model/person.ts'
import { call, operationAt } from './call.ts'
import { RICH } from './made-homes.ts'
import { LEE, PAT, PEOPLE, SAM } from './made-people.ts'
import { smallContext } from './small-catalog.ts'

const context = smallContext()
const STREET = RICH.address.streetAddress
const PLACE = 'Austin, TX 78703'

interface Found {
  readonly Records: number
  readonly Page: number
  readonly PeopleDetails: readonly Readonly<Record<string, unknown>>[]
}

async function found(query: Readonly<Record<string, string>>, inContext = context): Promise<Found> {
  const answer = await call('/skip/byaddress', query, inContext)
  return answer as Found
}

const idsAt = async (street: string, citystatezip: string, inContext = context) =>
  (await found({ street, citystatezip }, inContext)).PeopleDetails.map((row) => row['Person ID'])

async function faultOf(path: string, query: Readonly<Record<string, string>>): Promise<Fault> {
  const fault = await call(path, query, context).catch((error: unknown) => error)
  assert.ok(fault instanceof Fault, JSON.stringify(query))
  return fault
}

test('the people of an address are current residents, then former ones, the last to leave first', async () => {
  assert.deepEqual(await idsAt(STREET, PLACE), [PAT.personId, SAM.personId, LEE.personId])
  assert.deepEqual(await idsAt('9 Elm St APT 2', 'Dallas, TX 75201'), [PAT.personId])
})

test('city, state, ZIP code and street are understood in any spelling', async () => {
  const all = [PAT.personId, SAM.personId, LEE.personId]
  for (const place of [
    'Austin, TX 78703',
    'Austin, TX, 78703',
    'austin tx 78703',
    'AUSTIN,TX,78703',
    'Austin TX 78703-1234',
    'Austin, Texas 78703',
    '78703',
    'Austin, TX',
  ]) {
    assert.deepEqual(await idsAt(STREET, place), all, place)
  }
  for (const street of ['1204 North Lamar Boulevard', '1204 n lamar blvd', '1204 N. Lamar Blvd.,']) {
    assert.deepEqual(await idsAt(street, PLACE), all, street)
  }
})

test('no one is found in another city, at another number or in another ZIP code: an empty list, not an error', async () => {
  assert.deepEqual(await idsAt(STREET, 'Dallas, TX 75201'), [])
  assert.deepEqual(await idsAt('1205 N Lamar Blvd', PLACE), [])
  assert.deepEqual(await idsAt(STREET, 'Austin, TX 78704'), [])
  assert.equal((await found({ street: '1 Nowhere St', citystatezip: PLACE })).Records, 0)
})

test('without a unit the whole building is searched, with a unit only that one', async () => {
  assert.deepEqual(await idsAt('9 Elm St', 'Dallas, TX 75201'), [PAT.personId])
  assert.deepEqual(await idsAt('9 Elm St APT 3', 'Dallas, TX 75201'), [])
})

test('a page has ten people, and a page past the last one is empty', async () => {
  const crowd = Array.from(
    { length: 23 },
    (_, at): Person => ({ ...SAM, personId: `crowd-${String(at).padStart(2, '0')}` }),
  )
  const crowded = smallContext({ people: crowd })
  const query = { street: STREET, citystatezip: PLACE }
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => found({ ...query, page }, crowded)))
  assert.deepEqual(
    pages.map(({ Records, Page, PeopleDetails }) => [Records, Page, PeopleDetails.length]),
    [
      [23, 1, 10],
      [23, 2, 10],
      [23, 3, 3],
      [23, 4, 0],
    ],
  )
  const ids = pages.flatMap(({ PeopleDetails }) => PeopleDetails.map((row) => row['Person ID']))
  assert.deepEqual(
    ids,
    crowd.map(({ personId }) => personId),
  )
})

test('a row has age, places and relatives, without people whom the catalog does not show', async () => {
  const [row] = (await found({ street: STREET, citystatezip: PLACE })).PeopleDetails
  assert.deepEqual(row, {
    Name: 'Pat Resident',
    Link: 'https://media.example/skip/detailsbyid?peo_id=person-pat',
    'Person ID': 'person-pat',
    Age: 45, // 45, because the birthday is tomorrow
    'Lives in': 'Austin, TX',
    'Used to live in': 'Dallas TX',
    'Related to': 'Sam Resident',
  })
})

test('the details of a person match their declaration, with any facts', async () => {
  for (const { personId } of PEOPLE) {
    assert.ok(await call('/skip/detailsbyid', { peo_id: personId }, context), personId)
  }
  const answer = (await call('/skip/detailsbyid', { peo_id: PAT.personId }, context)) as Record<string, object[]>
  assert.deepEqual(answer['All Relatives'], [{ Name: 'Sam Resident', Age: 25, 'Person ID': 'person-sam' }])
  assert.equal(answer['Current Address Details List']?.length, 1)
  assert.equal(answer['Previous Address Details']?.length, 1)
})

test('an id from another catalog is a 404 with the lists that clients read', async () => {
  const fault = await faultOf('/skip/detailsbyid', { peo_id: 'somebody-else' })
  assert.equal(fault.code, 'person.unknown')
  assert.deepEqual(fault.extras.container?.['All Relatives'], [])
})

test('a street without a house number, or an incomplete place, is refused: it would match half the country', async () => {
  for (const query of [
    { street: 'Lamar Blvd', citystatezip: PLACE },
    { street: '???', citystatezip: PLACE },
    { street: STREET, citystatezip: 'Austin' },
    { street: STREET, citystatezip: '---' },
    { street: STREET, citystatezip: 'TX' },
    { street: STREET, citystatezip: PLACE, page: '0' },
    { street: STREET },
    { citystatezip: PLACE },
  ]) {
    assert.equal((await faultOf('/skip/byaddress', query)).code, 'param.invalid', JSON.stringify(query))
  }
})

test('no refusal repeats any part of the request', async () => {
  const secret = 'Zyxwv'
  for (const [path, query] of [
    ['/skip/byaddress', { street: secret, citystatezip: PLACE }],
    ['/skip/byaddress', { street: STREET, citystatezip: secret }],
    ['/skip/byaddress', { street: secret.repeat(60), citystatezip: secret.repeat(60) }],
    ['/skip/detailsbyid', { peo_id: secret }],
    ['/skip/detailsbyid', { peo_id: secret.repeat(60) }],
  ] as const) {
    const fault = await faultOf(path, query)
    assert.equal(`${fault.message} ${JSON.stringify(fault.extras)}`.includes(secret), false, fault.message)
  }
})

test('operations that need skip tracing in the plan are audited with their subject, and cost six credits', () => {
  for (const path of ['/skip/byaddress', '/skip/detailsbyid']) {
    const { skip, credits, subject } = operationAt(path)
    assert.deepEqual([skip, credits, typeof subject], [true, 6, 'function'])
  }
  const args = { street: STREET, citystatezip: PLACE, page: 2 }
  assert.equal(operationAt('/skip/byaddress').subject?.(args), `${STREET}, ${PLACE} (page 2)`)
})
