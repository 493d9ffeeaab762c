import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Fault, type ParameterError } from '../../src/kit/base/failure.ts'
import { call } from './call.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { smallContext } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>
/** Arguments, the parameter that is refused, and the message. */
type Row = readonly [given: Given, parameter: string, says: RegExp]

const context = smallContext({ offers: OFFERS, experiences: EXPERIENCES })
const PLACE = { location: 'Kraków' }
const DESTINATION = { searchDestinations: 'Poland; Japan; France; Italy; Spain' }
const DATES = { checkIn: '2026-05-10', checkOut: '2026-05-12' }

const OFFER_ENUMS: readonly (readonly [name: string, slip: string, nearest: string])[] = [
  ['sortOrder', 'Price_low_to_hihg', 'Price_Low_to_High'],
  ['searchType', 'for_sole', 'For_Sale'],
  ['propertyType', 'Apartments', 'Apartment'],
  ['market', 'secondry', 'Secondary'],
  ['ownerType', 'agnecy', 'Agency'],
  ['buildingType', 'Block,Tenements', 'Tenement'],
  ['floors', 'Ground,Attics', 'Attic'],
  ['buildingMaterial', 'bricks', 'Brick'],
  ['heating', 'Gaz', 'Gas'],
  ['extras', 'Balcony,Teraces', 'Terrace'],
  ['media', 'Cabel TV', 'Cable_TV'],
]
const OFFER_RANGES = ['priceRange', 'areaRange', 'pricePerMeterRange', 'plotAreaRange', 'roomsRange', 'yearBuiltRange']
const FLAGS = ['hasPhotos', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer']

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  '/search/bylocation': [
    [{}, 'location', /^location is missing/],
    [{ location: ';' }, 'location', /must have 1 to 5 locations, separated by semicolons, and has 0/],
    [{ location: 'a;b;c;d;e;f' }, 'location', /and has 6/],
    [{ location: 'x'.repeat(1001) }, 'location', /must have at most 1000 characters/],
    ...OFFER_ENUMS.map(
      ([name, misspelt, nearest]): Row => [
        { ...PLACE, [name]: misspelt },
        name,
        new RegExp(`Did you mean ${nearest}\\?$`),
      ],
    ),
    ...OFFER_RANGES.flatMap((name): Row[] => [
      [{ ...PLACE, [name]: 'min:2,max:1' }, name, /The minimum must not exceed the maximum/],
      [{ ...PLACE, [name]: '100-200-300' }, name, /must be min:N, max:N/],
      [{ ...PLACE, [name]: 'min:-1' }, name, /must be min:N, max:N/],
    ]),
    ...FLAGS.map((name): Row => [{ ...PLACE, [name]: 'perhaps' }, name, /must be one of true, false/]),
    ...['0', '201', '100000', '-5', '1.5', 'many'].map(
      (resultCount): Row => [{ ...PLACE, resultCount }, 'resultCount', /must be a whole number from 1 to 200/],
    ),
    ...['0', '-1', '1.5', '1e9'].map((page): Row => [{ ...PLACE, page }, 'page', /must be a whole number from 1/]),
    ...['-1', '1.5', '99999999'].map(
      (daysSinceCreated): Row => [{ ...PLACE, daysSinceCreated }, 'daysSinceCreated', /must be a whole number from 0/],
    ),
  ],
  '/search/exp/bydestination': [
    [{}, 'searchDestinations', /^searchDestinations is missing/],
    [{ ...DESTINATION, checkIn: '2026-05-10' }, 'checkOut', /^Cannot use checkIn "2026-05-10" without checkOut: /],
    [{ ...DESTINATION, checkOut: '2026-05-10' }, 'checkIn', /^Cannot use checkOut "2026-05-10" without checkIn: /],
    [{ ...DESTINATION, checkIn: '2026-05-12', checkOut: '2026-05-10' }, 'checkIn', /a day up to checkOut 2026-05-10;/],
    [{ ...DESTINATION, ...DATES, checkIn: '2026-02-30' }, 'checkIn', /a valid date, written YYYY-MM-DD/],
    [{ ...DESTINATION, ...DATES, checkOut: '12.05.2026' }, 'checkOut', /a valid date/],
    ...['adults', 'children', 'infants'].flatMap((name): Row[] =>
      ['-1', '1.5', 'two', '1001'].map((count) => [
        { ...DESTINATION, [name]: count },
        name,
        /must be a whole number from 0 to 1000;/,
      ]),
    ),
    ...['pricePerGuest_min', 'pricePerGuest_max', 'minDuration', 'maxDuration'].flatMap((name): Row[] =>
      ['-1', '1e3', 'cheap'].map((value) => [{ ...DESTINATION, [name]: value }, name, /must be a number from 0/]),
    ),
    [
      { ...DESTINATION, pricePerGuest_min: '9', pricePerGuest_max: '8' },
      'pricePerGuest_min',
      /at most pricePerGuest_max 8/,
    ],
    [{ ...DESTINATION, minDuration: '2.5', maxDuration: '2' }, 'minDuration', /at most maxDuration 2/],
    [{ ...DESTINATION, timeOfDay: 'morning,nite' }, 'timeOfDay', /must be one or more of morning, afternoon, evening/],
    [{ ...DESTINATION, hostLanguages: 'x'.repeat(61) }, 'hostLanguages', /up to 20 names of up to 60 characters/],
    [{ ...DESTINATION, hostLanguages: 'a,'.repeat(21) }, 'hostLanguages', /up to 20 names/],
    [{ ...DESTINATION, experienceType: 'Food and drinks' }, 'experienceType', /Food and drink/],
    [{ ...DESTINATION, travelerType: 'couples,robots' }, 'travelerType', /robots/],
    [{ ...DESTINATION, accessibilityFeatures: 'Step free excess' }, 'accessibilityFeatures', /Step-free access/],
    ...[
      '',
      'x',
      'a-b-c',
      '0-aaaaaaaaaaaa-aaaaaaaaaaaaaaaaaaaaaa',
      '\u0000',
      'zzzzzzzzzzz------------------------------------',
    ]
      .filter((cursor) => cursor !== '')
      .map(
        (cursor): Row => [
          { ...DESTINATION, nextPageCursor: cursor },
          'nextPageCursor',
          /altered, or belongs to another catalog/,
        ],
      ),
    [{ ...DESTINATION, nextPageCursor: 'x'.repeat(5000) }, 'nextPageCursor', /must have at most 200 characters/],
  ],
}

async function refusalOf(path: string, given: Given, asked = context): Promise<readonly ParameterError[]> {
  try {
    await call(path, given, asked)
  } catch (error) {
    assert.ok(error instanceof Fault && error.code === 'param.invalid')
    return error.extras.errors ?? []
  }
  return []
}

for (const [path, rows] of Object.entries(TABLE)) {
  suite(`${path} refuses`, () => {
    for (const [given, parameter, says] of rows) {
      test(`${parameter} of ${JSON.stringify(given).slice(0, 100)}`, async () => {
        const errors = await refusalOf(path, given)
        assert.deepEqual(
          errors.map((error) => error.parameter),
          [parameter],
        )
        assert.match(errors[0]?.detail ?? '', says)
      })
    }
  })
}

suite('a cursor', () => {
  const path = '/search/exp/bydestination'
  async function cursorOf(given: Given): Promise<string> {
    const { nextPageCursor } = (await call(path, given, context)) as { readonly nextPageCursor?: unknown }
    assert.equal(typeof nextPageCursor, 'string')
    return String(nextPageCursor)
  }

  test('is refused if any character was altered, removed or added', async () => {
    const cursor = await cursorOf(DESTINATION)
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'a' ? 'b' : 'a'
      for (const altered of [
        cursor.slice(0, at) + other + cursor.slice(at + 1),
        cursor.slice(0, at) + cursor.slice(at + 1),
      ]) {
        const [error] = await refusalOf(path, { ...DESTINATION, nextPageCursor: altered })
        assert.match(error?.detail ?? '', /altered, or belongs to another catalog/, altered)
      }
    }
  })

  test('is refused with any other query, but not with the same one in another order', async () => {
    const given = { ...DESTINATION, adults: '1' }
    const cursor = await cursorOf(given)
    for (const other of [
      DESTINATION,
      { ...DESTINATION, adults: '2' },
      { ...DESTINATION, children: '1' },
      { ...given, infants: '0' },
      { ...given, timeOfDay: 'morning' },
      { ...given, searchDestinations: 'Japan' },
    ]) {
      const [error] = await refusalOf(path, { ...other, nextPageCursor: cursor })
      assert.match(error?.detail ?? '', /belongs to another query/, JSON.stringify(other))
    }
    assert.deepEqual(await refusalOf(path, { nextPageCursor: cursor, adults: '1', ...DESTINATION }), [])
  })

  test('is refused by another catalog', async () => {
    const cursor = await cursorOf(DESTINATION)
    const other = {
      ...context,
      catalog: { ...context.catalog, seal: (text: string) => context.catalog.seal(`!${text}`) },
    }
    const [error] = await refusalOf(path, { ...DESTINATION, nextPageCursor: cursor }, other)
    assert.match(error?.detail ?? '', /belongs to another catalog/)
  })
})
