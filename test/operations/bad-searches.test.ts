import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Fault, type ParameterError } from '../../src/kit/base/failure.ts'
import { call } from './call.ts'
import { smallContext } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>
/** Arguments, the parameter that is refused, and the message. */
type Row = readonly [given: Given, parameter: string, says: RegExp]

const context = smallContext()
const SALE = { listingStatus: 'For_Sale' }
const BY_ADDRESS = { location: 'Austin, TX', ...SALE }
const BY_POLYGON = { polygon: '30 -98,31 -98,31 -97', ...SALE }
const CIRCLE = { latitude: '30.29', longitude: '-97.77', radius: '1', ...SALE }
const BOX = { eastLongitude: '-97', northLatitude: '31', southLatitude: '30', westLongitude: '-98', ...SALE }

const RANGE = /must be min:N, max:N, or min:N, max:N, in dollars/
const ranges: readonly Row[] = [
  '100-200-300',
  'min',
  'min:',
  'min:,max:',
  'min:a',
  'min:-5',
  'min:1e5',
  'min:1,min:2',
  'max:1 min:2',
  'min:1,max:2,max:3',
  `min:${'9'.repeat(16)}`,
  `min:${'9'.repeat(5000)}`,
  'min:Infinity',
].map((listPriceRange) => [{ ...BY_ADDRESS, listPriceRange }, 'listPriceRange', RANGE])

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  '/search/byaddress': [
    ...ranges,
    [{ ...BY_ADDRESS, listPriceRange: 'min:2,max:1' }, 'listPriceRange', /The minimum must not exceed the maximum/],
    [
      { ...BY_ADDRESS, yearBuiltRange: 'min:2000,max:1999' },
      'yearBuiltRange',
      /in years; .* The minimum must not exceed the maximum/,
    ],
    [{ ...BY_ADDRESS, bed_min: '3', bed_max: '2' }, 'bed_min', /bed_min must not exceed bed_max/],
    [
      { ...BY_ADDRESS, location: 'a;b;c;d;e;f' },
      'location',
      /must have 1 to 5 locations, separated by semicolons, and has 6/,
    ],
    [{ ...BY_ADDRESS, location: ';;' }, 'location', /must have 1 to 5 locations, separated by semicolons, and has 0/],
    [{ ...BY_ADDRESS, location: 'x'.repeat(5000) }, 'location', /must have at most 1000 characters, and has 5000/],
    [{ ...SALE }, 'location', /^location is missing/],
    [{ location: 'Austin, TX', listingStatus: 'for_sole' }, 'listingStatus', /Did you mean For_Sale\?$/],
    ...['0', '1.5', '-1', '1e20', '1e2', 'two', '99999999999999999999'].map(
      (page): Row => [{ ...BY_ADDRESS, page }, 'page', /must be a whole number from 1/],
    ),
    [{ ...BY_ADDRESS, sortOrder: 'newset' }, 'sortOrder', /Did you mean Newest\?$/],
    [{ ...BY_ADDRESS, homeType: 'Houses,Castles' }, 'homeType', /you sent ".*Castles"/],
    [{ ...BY_ADDRESS, listingStatus: 'For_Rent', move_in_date: '2026-02-30' }, 'move_in_date', /a valid date/],
    [{ ...BY_ADDRESS, keywords: 'x'.repeat(201) }, 'keywords', /must have at most 200 characters/],
    [{ ...BY_ADDRESS, part: 'everything' }, 'part', /must be a part as \/search\/plan returns it/],
    [{ ...BY_ADDRESS, explain: 'maybe' }, 'explain', /must be one of true, false/],
  ],
  '/search/bypolygon': [
    [{ ...SALE, polygon: '30 -98,31 -98' }, 'polygon', /must have 3 to 1000 points, and has 2/],
    [{ ...SALE, polygon: '30 -98,31 -98,30 -98' }, 'polygon', /must have 3 to 1000 points, and has 2/],
    [{ ...SALE, polygon: ring(1001) }, 'polygon', /must have 3 to 1000 points, and has more than 1000/],
    [{ ...SALE, polygon: ring(3000) }, 'polygon', /must have 3 to 1000 points, and has more than 1000/],
    [
      { ...SALE, polygon: '-98 30,-98 31,-97 31' },
      'polygon',
      /latitudes .* before its longitude; point 1 has latitude -98/,
    ],
    [
      { ...SALE, polygon: '30 -98,31 -198,31 -97' },
      'polygon',
      /longitudes from -180 to 180; point 2 has longitude -198/,
    ],
    [{ ...SALE, polygon: '30,-98,31,-98' }, 'polygon', /must be pairs .*; point 1 is "30"/],
    [{ ...SALE, polygon: '30 -98 5,31 -98,31 -97' }, 'polygon', /point 1 is/],
    [{ ...SALE, polygon: 'NaN NaN,1 1,2 2' }, 'polygon', /point 1 is/],
    [{ ...BY_POLYGON, listingType: 'Anyone' }, 'listingType', /must be one of By_Agent, By_Owner_and_Other, Any/],
  ],
  '/search/bycoordinates': [
    ...['0', '-1', '1e9', '500.001', '1000000000', '0.0', 'one', '١'].map(
      (radius): Row => [{ ...CIRCLE, radius }, 'radius', /must be a number above 0, up to 500, in miles/],
    ),
    [{ ...CIRCLE, latitude: '90.1' }, 'latitude', /must be a number from -90 to 90/],
    [{ ...CIRCLE, longitude: '-181' }, 'longitude', /must be a number from -180 to 180/],
    [{ ...CIRCLE, radius: '' }, 'radius', /^radius is missing/],
  ],
  '/search/bymapbounds': [
    [{ ...BOX, southLatitude: '32' }, 'southLatitude', /southLatitude must not exceed northLatitude/],
    [{ ...BOX, westLongitude: '-181' }, 'westLongitude', /must be a number from -180 to 180/],
    [{ ...SALE, northLatitude: '1', southLatitude: '0', westLongitude: '0' }, 'eastLongitude', /is missing/],
  ],
  '/search/bymls': [
    [{}, 'mlsid', /^mlsid is missing/],
    [{ mlsid: 'x'.repeat(101) }, 'mlsid', /must have at most 100 characters/],
    [{ mlsid: '1', listingStatus: 'solt' }, 'listingStatus', /Did you mean Sold\?$/],
    [{ mlsid: '1', listingType: 'Anyone' }, 'listingType', /must be one of Any, By_Agent, By_Owner_and_Other/],
    [{ mlsid: '1', listingStatus: 'For_Rent', homeType: 'Castles' }, 'homeType', /you sent ".*Castles"/],
  ],
  '/search/plan': [
    [{ ...SALE }, 'location', /Cannot determine the area from nothing: send exactly one of location; polygon; /],
    [{ ...BY_ADDRESS, ...BY_POLYGON }, 'location', /Cannot determine the area from location, polygon/],
    [{ ...SALE, latitude: '1', longitude: '1' }, 'radius', /^Cannot use latitude, longitude without radius: /],
    [{ ...SALE, northLatitude: '1' }, 'eastLongitude', /^Cannot use northLatitude without eastLongitude, /],
    [{ ...BOX, southLatitude: '32' }, 'southLatitude', /southLatitude must not exceed northLatitude/],
    [{ ...BY_POLYGON, listingType: 'Anyone' }, 'listingType', /must be one of Any, By_Agent, By_Owner_and_Other/],
  ],
}

for (const [path, rows] of Object.entries(TABLE)) {
  suite(path, () => {
    for (const [given, parameter, says] of rows) {
      test(`refuses ${JSON.stringify(given).slice(0, 90)}`, async () => {
        const [error, ...others] = await refusalsOf(path, given)
        assert.equal(error?.parameter, parameter)
        assert.match(error?.detail ?? '', says)
        assert.ok((error?.detail.length ?? 0) < 700)
        assert.deepEqual(others, [])
      })
    }
  })
}

async function refusalsOf(path: string, given: Given): Promise<readonly ParameterError[]> {
  try {
    await call(path, given, context)
  } catch (fault) {
    assert.ok(fault instanceof Fault && fault.status === 400, String(fault))
    return fault.extras.errors ?? []
  }
  return []
}

function ring(points: number): string {
  return Array.from({ length: points }, (_, index) => `${(index % 90) / 2} ${-90 - (index % 80)}`).join(',')
}

test('all mistakes in a search are reported at once', async () => {
  const errors = await refusalsOf('/search/bycoordinates', {
    latitude: '91',
    longitude: 'x',
    radius: '0',
    listingStatus: 'for_sole',
    page: '0',
    bathrooms: 'two',
  })
  assert.deepEqual(
    errors.map(({ parameter }) => parameter),
    ['latitude', 'longitude', 'radius', 'listingStatus', 'page', 'bathrooms'],
  )
})

test('points on one line form a polygon that contains only its edge', async () => {
  const polygon = '30.29 -98,30.29 -97.77,30.29 -97'
  const { searchResults } = (await call('/search/bypolygon', { ...SALE, polygon }, context)) as {
    readonly searchResults: readonly { readonly property: { readonly location?: { readonly latitude: number } } }[]
  }
  assert.ok(searchResults.length > 0)
  for (const { property } of searchResults) assert.equal(property.location?.latitude, 30.29)
})

test('an empty range, a page past the last and a polygon of a thousand points are answered', async () => {
  for (const [path, given] of [
    ['/search/byaddress', { ...BY_ADDRESS, listPriceRange: '', page: '6' }],
    ['/search/byaddress', { ...BY_ADDRESS, listPriceRange: 'min:5,max:5' }],
    ['/search/bypolygon', { ...SALE, polygon: ring(1000) }],
  ] as const) {
    assert.deepEqual(await refusalsOf(path, given), [])
  }
})
