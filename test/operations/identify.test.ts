import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { HOMES, RICH, UNDISCLOSED } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const context = smallContext()

async function faultOf(path: string, parameters: Readonly<Record<string, string>>, where = context): Promise<Fault> {
  const outcome = await call(path, parameters, where).catch((error: unknown) => error)
  assert.ok(outcome instanceof Fault, `${path} ${JSON.stringify(parameters)}: ${JSON.stringify(outcome)?.slice(0, 80)}`)
  return outcome
}

/** The operations that look up one home. Each answer has the home in the object `container`. */
const LOOK_UPS: readonly (readonly [path: string, address: string, id: string, container: object])[] = [
  ['/pro/byaddress', 'propertyaddress', '', { propertyDetails: {} }],
  ['/byaddress', 'propertyaddress', '', { PropertyAddress: {} }],
  ['/pro/byzpid', '', 'zpid', { propertyDetails: {} }],
  ['/byzpid', '', 'zpid', { PropertyAddress: {} }],
  ['/pricehistory', 'byaddress', 'byzpid', { priceHistory: [] }],
  ['/taxinfo', 'byaddress', 'byzpid', { taxHistory: [] }],
  ['/propimages', 'byaddress', 'byzpid', { originalPhotos: [] }],
  ['/walk_transit_bike', 'byaddress', 'byzpid', { walk_transit_bike: {} }],
]

for (const [path, address, id, container] of LOOK_UPS) {
  test(`${path} answers 404 with its empty container if there is no such home`, async () => {
    const given = { ...(address && { [address]: '9 Nowhere St, Austin, TX' }), ...(id && { [id]: '424242' }) }
    for (const [name, value] of Object.entries(given)) {
      const fault = await faultOf(path, { [name]: value })
      assert.equal(fault.status, 404)
      assert.match(fault.message, /^404: /)
      assert.deepEqual(fault.extras.container, container)
    }
  })
}

test('a URL of a home that is not in the catalog is a 404, with any host', async () => {
  for (const path of ['/pro/byurl', '/byurl']) {
    assert.equal((await faultOf(path, { url: 'https://elsewhere.example/homedetails/x/424242_zpid/' })).status, 404)
  }
})

test('a call that identifies no home is refused, naming the identifiers', async () => {
  for (const path of ['/pricehistory', '/taxinfo', '/propimages']) {
    const fault = await faultOf(path, { byzpid: '' })
    assert.equal(fault.status, 400)
    assert.match(fault.message, /byzpid, byurl, byaddress/)
    assert.deepEqual(fault.extras.errors?.[0]?.accepted, ['byzpid', 'byurl', 'byaddress'])
  }
  assert.match((await faultOf('/byurl', {})).message, /send one of .*url/)
  assert.match((await faultOf('/apartment_details', {})).message, /bylotid, byapturl/)
})

test('a value that cannot be an identifier is a 400 that names the allowed forms', async () => {
  for (const zpid of ['0', '-5', 'abc', '7'.repeat(40), '1204 N Lamar Blvd, Austin']) {
    const fault = await faultOf('/pro/byzpid', { zpid })
    assert.equal(fault.status, 400)
    assert.match(fault.message, /whole number from 1 to 9007199254740991/)
  }
  assert.equal((await faultOf('/byaddress', { propertyaddress: 'a'.repeat(10_000) })).status, 400)
  assert.match((await faultOf('/byurl', { url: 'https://portal.example/b/tower/' })).message, /\/apartment_details/)
  assert.match((await faultOf('/byurl', { url: 'https://portal.example/homes/' })).message, /_zpid/)
})

test('an address or a URL in zpid is refused, naming the operation that takes it and the id in the URL', async () => {
  for (const [path, pro] of [
    ['/byzpid', ''],
    ['/pro/byzpid', '/pro'],
  ] as const) {
    const address = await faultOf(path, { zpid: '1204 N Lamar Blvd, Austin, TX 78703' })
    assert.equal(address.status, 400)
    assert.match(address.message, new RegExp(`For an address call ${pro}/byaddress\\?propertyaddress=…\\.`))
    const url = await faultOf(path, { zpid: `https://portal.example/homedetails/x/${RICH.zpid}_zpid/` })
    assert.match(url.message, new RegExp(`For a URL call ${pro}/byurl\\?url=…\\.`))
    assert.equal(url.extras.errors?.[0]?.nearest, String(RICH.zpid))
    assert.doesNotMatch((await faultOf(path, { zpid: 'abc' })).message, /call/)
  }
})

test('an address with unread words is a 409 that names the home that it would match without them', async () => {
  for (const propertyaddress of [
    '1204 N Lamar Blvd, HOA, Austin, TX 78703',
    '1204 N Lamar Blvd, Austin, Rear Court, TX',
  ]) {
    const fault = await faultOf('/byaddress', { propertyaddress })
    assert.equal(fault.status, 409)
    assert.match(
      fault.message,
      /^Cannot read all of ".*": send one of the addresses in candidates\. The most similar is 1204 .* \(not read: ".*"\)\.$/,
    )
    const [candidate] = fault.extras.candidates ?? []
    assert.equal(candidate && 'zpid' in candidate && candidate.zpid, RICH.zpid)
  }
})

test('byzpid takes an id, a URL or an address', async () => {
  const byId = await call('/pricehistory', { byzpid: String(RICH.zpid) }, context)
  for (const byzpid of [
    `https://portal.example/homedetails/x/${RICH.zpid}_zpid/`,
    `${RICH.zpid}_zpid`,
    '1204 n lamar blvd, austin tx 78703',
  ]) {
    assert.deepEqual(await call('/pricehistory', { byzpid }, context), byId)
  }
})

async function urlShown(given: Readonly<Record<string, string>>): Promise<string> {
  const answer = (await call('/propimages', given, context)) as { readonly propertyURL: string }
  return answer.propertyURL
}

test('the id takes precedence over the URL, and the URL over the address', async () => {
  const all = { byzpid: '1004', byurl: '/homedetails/x/1005_zpid/', byaddress: '1204 N Lamar Blvd, Austin, TX' }
  assert.match(await urlShown(all), /1004_zpid/)
  assert.match(await urlShown({ ...all, byzpid: '' }), /1005_zpid/)
  assert.match(await urlShown({ byaddress: all.byaddress }), /1001_zpid/)
})

test('an id that is not in the catalog is a 404, even beside an address that is', async () => {
  assert.equal((await faultOf('/taxinfo', { byzpid: '424242', byaddress: '1204 N Lamar Blvd, Austin' })).status, 404)
})

test('an address that matches several homes is a 409 with the candidates and what distinguishes them', async () => {
  const fault = await faultOf('/byaddress', { propertyaddress: '500 Lamar Tower Dr, Austin, TX' })
  assert.equal(fault.status, 409)
  assert.match(fault.message, /fits 3 properties/)
  assert.deepEqual(fault.extras.container, { PropertyAddress: {} })
  assert.deepEqual(
    fault.extras.candidates?.map((candidate) => (candidate as { zpid: number }).zpid),
    [1101, 1102, 1103],
  )
  assert.deepEqual(fault.extras.candidates?.[0], {
    zpid: 1101,
    address: '500 Lamar Tower Dr APT 1, Austin, TX 78703',
    why: 'unit 1',
  })
})

function doorOfMany(index: number): Home {
  return { ...RICH, zpid: 2000 + index, address: { ...RICH.address, streetAddress: `900 Many Doors Dr APT ${index}` } }
}

test('only the first 20 candidates are listed, but all are counted', async () => {
  const many = smallContext({ homes: Array.from({ length: 45 }, (_, index) => doorOfMany(index)) })
  const fault = await faultOf('/byaddress', { propertyaddress: '900 Many Doors Dr, Austin, TX' }, many)
  assert.match(fault.message, /fits 45 properties.*first 20/)
  assert.equal(fault.extras.candidates?.length, 20)
  assert.equal(fault.extras.candidateCount, 45)
  assert.match(fault.message, /\/autocomplete lists the others/)
})

test('an address close to that of a home is a 404 that names the home', async () => {
  const fault = await faultOf('/byaddress', { propertyaddress: '500 Lamar Tower Dr Apt 9, Austin, TX' })
  assert.equal(fault.status, 404)
  assert.match(fault.message, /nearest is 500 Lamar Tower Dr APT/)
})

test('a misspelled street or city is a 404 that names the home, but never an undisclosed one', async () => {
  const { city, state, zipcode } = UNDISCLOSED.address
  for (const address of ['1204 N Lamr Blvd, Austin, TX', '1204 N Lamar Blvd, Dallas, TX 78703']) {
    const fault = await faultOf('/byaddress', { propertyaddress: address })
    assert.equal(fault.status, 404)
    assert.match(fault.message, /nearest is 1204 N Lamar Blvd, Austin, TX 78703 \(/)
    assert.deepEqual(
      fault.extras.candidates?.map((candidate) => (candidate as { zpid: number }).zpid),
      [RICH.zpid],
    )
  }
  const near = UNDISCLOSED.address.streetAddress.replace(/(\w)(\w)( \w+)$/, '$2$1$3')
  const hidden = await faultOf('/byaddress', { propertyaddress: `${near}, ${city}, ${state} ${zipcode}` })
  assert.equal(hidden.extras.candidates, undefined)
})

test('an undisclosed street, its parcel and its stored columns appear in no answer, and do not find the home', async () => {
  const street = UNDISCLOSED.address.streetAddress
  assert.equal((await faultOf('/byaddress', { propertyaddress: `${street}, Austin, TX 78703` })).status, 404)
  const homes = [...HOMES, { ...RICH, zpid: 3, ...(UNDISCLOSED.point && { point: UNDISCLOSED.point }) }]
  const beside = smallContext({ homes })
  const answers = [
    ...['/pro/byzpid', '/byzpid'].map((path) => call(path, { zpid: String(UNDISCLOSED.zpid) }, beside)),
    ...['/pricehistory', '/taxinfo', '/propimages'].map((path) =>
      call(path, { byzpid: String(UNDISCLOSED.zpid) }, beside),
    ),
    call('/pro/byzpid', { zpid: '3' }, beside),
    call('/autocomplete', { query: '77 Secret' }, beside),
  ]
  for (const answer of await Promise.all(answers)) assert.doesNotMatch(JSON.stringify(answer), /Secret|Hideaway/i)
})
