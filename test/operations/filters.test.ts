import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { RICH } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

/** A parameter, a value that finds the home, and a value that does not. */
type Row = readonly [parameter: string, fits: string, unfit: string]

/**
 * The home of these tests: a house for sale with four bedrooms, 2,400 square feet and a lot of 1.5 acres, built in
 * 1998.
 */
const FILTERS: readonly Row[] = [
  ['bed_min', '4', '5'],
  ['bed_max', '4', '3'],
  ['bathrooms', 'TwoPlus', 'ThreePlus'],
  ['squareFeetRange', 'min:2400, max:2400', 'min:2401'],
  ['lotSizeRange', 'max:65340', 'max:65339'],
  ['yearBuiltRange', 'min:1998', 'max:1997'],
  ['homeType', 'Houses', 'Townhomes'],
  ['keywords', 'lamar', 'zeppelin'],
  ['permitSince', '2025-06-15', '2025-06-16'],
  ['ownedYears', 'min:10, max:11', 'min:11'],
  ['equityPercent', 'min:60, max:60', 'max:59.99'],
]

/** The deed is ten years and a month old, and the mortgage is 40 % of the value. */
const RECORDED: Home = {
  ...RICH,
  recorded: [
    { day: '2016-10-20', type: 'Deed', source: 'county' },
    { day: '2016-10-20', type: 'Mortgage', amount: 376_000, source: 'county' },
    { day: '2025-06-15', type: 'Permit', source: 'city' },
    { day: '2026-01-01', type: 'Lien', source: 'county' },
  ],
}

const context = smallContext({ homes: [RECORDED] })

async function found(given: Readonly<Record<string, string>>, among = context): Promise<boolean> {
  const asked = { location: 'Austin, TX', listingStatus: 'For_Sale', ...given }
  const { searchResults } = (await call('/search/byaddress', asked, among)) as {
    readonly searchResults: readonly { readonly property: Pick<Home, 'zpid'> }[]
  }
  return searchResults.some(({ property }) => property.zpid === RICH.zpid)
}

suite('a filter finds a matching home, and leaves out another', () => {
  for (const [parameter, fits, unfit] of FILTERS) {
    test(parameter, async () => {
      assert.equal(await found({ [parameter]: fits }), true, fits)
      assert.equal(await found({ [parameter]: unfit }), false, unfit)
    })
  }
})

test('a home without recorded events is found only without filters by recorded events', async () => {
  const without = smallContext({ homes: [RICH] })
  assert.equal(await found({ hasLien: 'true' }), true)
  for (const filter of ['hasLien=true', 'permitSince=1970-01-01', 'ownedYears=min:0', 'equityPercent=max:100']) {
    const [parameter = '', value = ''] = filter.split('=')
    assert.equal(await found({ [parameter]: value }, without), false, filter)
  }
  assert.equal(await found({ hasLien: 'false' }, without), true)
})

suite('keywords find the text of a home’s document', () => {
  for (const keywords of [
    'metal',
    'slab',
    '"public sewer"',
    '"electricity connected"',
    'island',
    '"the porch"',
    'sewer metal porch',
  ]) {
    test(keywords, async () => assert.equal(await found({ keywords }), true))
  }
  test('but no phrase across two facts', async () => assert.equal(await found({ keywords: '"metal slab"' }), false))
})
