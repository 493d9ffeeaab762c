import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { BARE, HOMES, RICH, UNDISCLOSED, UNITS } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Parcel {
  readonly parcelNumber: string
  readonly county: string
  readonly homeCount: number
  readonly homes: readonly { readonly zpid: number }[]
}

const context = smallContext()

async function parcelOf(apn: string, county = 'Travis County, TX', page = '1', at = context): Promise<Parcel> {
  return (await call('/parcel', { apn, county, page }, at)) as Parcel // `call` has checked the answer
}

function refusalOf(apn: string, county: string): Promise<Fault> {
  return call('/parcel', { apn, county }, context).then(
    () => assert.fail('must be refused'),
    (error: unknown) => {
      assert(error instanceof Fault)
      return error
    },
  )
}

function onParcel(home: Home, parcelNumber: string): Home {
  return { ...home, parcelNumber }
}

test('all spellings of a parcel number and its county find the same parcel', async () => {
  for (const apn of ['0112030405', '112030405', '01-12-03-04-05', ' 0112 0304.05 ', '000112030405']) {
    const { homes, ...others } = await parcelOf(apn)
    assert.deepEqual(others, {
      message: '200: Success',
      source: 'hill-country-mls',
      parcelNumber: '0112030405',
      county: 'Travis, TX',
      homeCount: 1,
    })
    assert.deepEqual(
      homes.map(({ zpid }) => zpid),
      [RICH.zpid],
    )
  }
  for (const county of ['48453', 'Travis, TX', 'Travis', 'travis county, texas'])
    assert.equal((await parcelOf('112030405', county)).homeCount, 1, county)
})

test('several homes on a parcel are all listed, page by page, in order of id', async () => {
  const units = Array.from({ length: 150 }, (_, at): Home => {
    const unit = UNITS[0] ?? RICH
    return { ...unit, zpid: 9000 - at, sourceKey: `u${at}`, parcelNumber: at % 2 ? 'R-0555001' : 'R0555 001' }
  })
  const many = smallContext({ homes: [...HOMES, ...units] })
  const first = await parcelOf('r0555001', undefined, '1', many)
  const second = await parcelOf('r0555001', undefined, '2', many)
  assert.deepEqual([first.homeCount, first.homes.length, second.homes.length], [150, 100, 50])
  const ids = [...first.homes, ...second.homes].map(({ zpid }) => zpid)
  assert.deepEqual(
    ids,
    units.map(({ zpid }) => zpid).sort((a, b) => a - b),
  )
  assert.deepEqual((await parcelOf('r0555001', undefined, '3', many)).homes, [])
})

test('an unknown parcel, an unknown county and a text that is no parcel number are refused', async () => {
  const unknown = await refusalOf('999888777', 'Travis County, TX')
  assert.equal(unknown.code, 'home.unknown')
  assert.match(unknown.message, /has the parcel number "999888777" in Travis, TX\.$/)
  const county = await refusalOf('0112030405', 'Travs, TX')
  assert.equal(county.code, 'place.unknown')
  assert.match(county.message, /The nearest is Travis, TX\.$/)
  assert.equal((await refusalOf('0112030405', 'Travis, OK')).code, 'place.unknown')
  for (const apn of ['0', 'N/A', '1111', 'Main'])
    assert.match((await refusalOf(apn, '48453')).message, /apn .*must be a parcel number/)
})

test('a home with an undisclosed address is on no parcel', async () => {
  assert.equal((await refusalOf(UNDISCLOSED.parcelNumber ?? '', '48453')).code, 'home.unknown')
})

test('a whole parcel number is completed to its homes; a home without a street is shown as its parcel', async () => {
  const vacant = onParcel({ ...BARE, address: { ...RICH.address, streetAddress: '' } }, '77-001-234')
  const at = smallContext({ homes: [vacant, ...HOMES.filter(({ zpid }) => zpid !== vacant.zpid)] })
  const completed = async (query: string) => {
    const { results } = (await call('/autocomplete', { query }, at)) as {
      readonly results: readonly { readonly display: string; readonly metaData: { readonly zpid?: number } }[]
    }
    return results.map(({ display, metaData }) => [display, metaData.zpid])
  }
  assert.deepEqual(await completed('01-12030405'), [['1204 N Lamar Blvd, Austin, TX 78703', RICH.zpid]])
  assert.deepEqual(await completed('77001234'), [
    [`Parcel 77-001-234, Austin, TX ${vacant.address.zipcode}`, vacant.zpid],
  ])
  assert.deepEqual(await completed('7700123'), [])
  assert.deepEqual(await completed('Secret-0077'), [])
})
