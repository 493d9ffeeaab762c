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
]

const context = smallContext({ homes: [RICH] })

async function found(given: Readonly<Record<string, string>>): Promise<boolean> {
  const asked = { location: 'Austin, TX', listingStatus: 'For_Sale', ...given }
  const { searchResults } = (await call('/search/byaddress', asked, context)) as {
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
