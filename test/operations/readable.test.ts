import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { dayNumber } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import {
  type Handling,
  type Parameters,
  type ParsedParameters,
  parse,
  Refusal,
  type Rule,
} from '../../src/kit/params/index.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { EncodedAnswer } from '../../src/service/operations/operation.ts'
import { experienceFilters } from '../../src/service/operations/search/exp/filters.ts'
import { addressFilters, areaFilters, type HomeFilters } from '../../src/service/operations/search/filters/index.ts'
import { offerFilters } from '../../src/service/operations/search/offer-filters.ts'
import { decoded, operationAt } from './call.ts'
import { NOW_MS } from './made-homes.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { smallContext, WORDS } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>

const context = smallContext({ offers: OFFERS, experiences: EXPERIENCES })

const SALE = { location: 'Austin, TX', listingStatus: 'For_Sale' }
const RENT = { location: 'Austin, TX', listingStatus: 'For_Rent' }
const SOLD = { location: 'Austin, TX', listingStatus: 'Sold' }
const OFFERED = { location: 'Kraków; Warszawa; Gdańsk' }

async function ask(path: string, given: Given, handling: Handling = 'normal') {
  const operation = worded(operationAt(path), WORDS)
  const read = parse(operation.parameters, operation.rules, Object.entries(given), handling)
  const answer = await operation.run(read.args, context, read.texts)
  const body = answer instanceof EncodedAnswer ? decoded(answer) : answer
  return { read, body }
}

/** An operation and its other arguments, a parameter, an accepted value, and other spellings of this value. */
type Row = readonly [path: string, beside: Given, parameter: string, accepted: string, others: readonly string[]]

const SEARCH = '/search/byaddress'
const ROWS: readonly Row[] = [
  [SEARCH, SALE, 'listingStatus', 'For_Sale', ['for_sale', 'ForSale', 'For Sale', 'FOR-SALE', 'sale', 'buy']],
  [SEARCH, RENT, 'listingStatus', 'For_Rent', ['for_rent', 'ForRent', 'For Rent', 'rent', 'rentals']],
  [SEARCH, SOLD, 'listingStatus', 'Sold', ['sold', 'SOLD', 'recently_sold', 'RecentlySold', 'Recently Sold']],
  [SEARCH, SALE, 'sortOrder', 'Price_Low_to_High', ['Price_Low_High', 'price_low_to_high', 'PriceLowToHigh', 'pricea']],
  [SEARCH, SALE, 'sortOrder', 'Price_High_to_Low', ['Price_High_Low', 'price high low', 'price_desc', 'priced']],
  [SEARCH, SALE, 'sortOrder', 'Homes_for_you', ['Homes_For_You', 'Homes_for_You', 'globalrelevanceex']],
  [SEARCH, SALE, 'sortOrder', 'Newest', ['newest', 'days']],
  [SEARCH, SALE, 'sortOrder', 'Square_Feet', ['SquareFeet', 'sqft', 'size']],
  [SEARCH, SALE, 'sortOrder', 'Lot_Size', ['lot']],
  [SEARCH, SALE, 'sortOrder', 'Year_Built', ['built']],
  [
    SEARCH,
    SALE,
    'listPriceRange',
    'min:0, max:500000',
    ['0-500000', 'max:500000,min:0', '$0 - $500,000', 'min 0, max 500000'],
  ],
  [SEARCH, SALE, 'listPriceRange', 'max:500000', ['-500000', '500000', 'min:,max:500000', '$500,000']],
  [SEARCH, SALE, 'listPriceRange', 'min:500000', ['500000-', '500000+', 'min 500000', 'min:500000,max:']],
  [SEARCH, SALE, 'squareFeetRange', 'min:1500', ['1500', '1500-', '1500+']],
  [SEARCH, SALE, 'yearBuiltRange', 'min:1990', ['1990']],
  [SEARCH, SALE, 'monthlyPayment', 'max:4000', ['4000', '-4000']],
  [SEARCH, SALE, 'bed_min', 'No_Min', ['0', 'any', 'no min']],
  [SEARCH, SALE, 'bed_min', '3', ['3+', '3.0', '3 +']],
  [SEARCH, SALE, 'bed_max', 'No_Max', ['6', '7', '10', '99', '10000', 'nomax', 'any']],
  [SEARCH, SALE, 'bed_max', 'Studio', ['0', 'STUDIO']],
  [SEARCH, SALE, 'bathrooms', 'TwoPlus', ['2', '2+', '2.0', 'Two_Plus', 'twoplus', '2 plus']],
  [SEARCH, SALE, 'bathrooms', 'OneHalfPlus', ['1.5', '1.5+', 'one half plus']],
  [SEARCH, SALE, 'bathrooms', 'Any', ['0', 'any']],
  [SEARCH, SALE, 'parkingSpots', 'TwoPlus', ['2', '2+']],
  [SEARCH, SALE, 'homeType', 'Houses', ['houses', 'HOUSES', 'House', 'single_family']],
  [
    SEARCH,
    SALE,
    'homeType',
    'Multi-family,Lots-Land',
    ['MultiFamily, LotsLand', 'multi_family,lots land', 'Lots/Land,multifamily'],
  ],
  [SEARCH, SALE, 'homeType', 'Houses', ['Houses, Apartments/Condos/Co-ops']],
  [SEARCH, RENT, 'homeType', 'Townhomes', ['Townhomes,Manufactured,Lots-Land', 'townhouse']],
  [SEARCH, SALE, 'maxHOA', '200_dollars_month', ['200', '$200', '200 dollars', '200-dollars-month']],
  [SEARCH, SALE, 'maxHOA', '50.4_dollars_month', ['50.40', '$50.4']],
  [SEARCH, SALE, 'maxHOA', 'No_HOA_Fee', ['0', 'no hoa fee']],
  [SEARCH, SALE, 'otherAmenities', 'Must have A/C', ['must_have_a/c', 'Must have AC', 'A/C']],
  [SEARCH, SALE, 'singleStoryOnly', 'true', ['TRUE', 'yes', '1', 'True']],
  [SEARCH, SALE, 'view', 'City,Water', ['city, water', 'WATER,City']],
  [SEARCH, SALE, 'tours', 'Must have 3D Tour', ['must have 3d tour', '3D Tour']],
  [SEARCH, SALE, 'daysOnPortal', '30_days', ['30', '30 days', '30d', '30-days']],
  [SEARCH, SALE, 'daysOnPortal', '12_months', ['12m', '12 months', '1_year']],
  [SEARCH, SOLD, 'soldInLast', '90_days', ['90', '90days']],
  [SEARCH, RENT, 'pets', 'Allow cats', ['allow_cats', 'Cats']],
  [SEARCH, RENT, 'move_in_date', '2026-12-01', ['12/01/2026', '12/1/2026']],
  ['/search/bylocation', OFFERED, 'sortOrder', 'Price_Low_to_High', ['Price_Low_High', 'price_asc']],
  ['/search/bylocation', OFFERED, 'roomsRange', 'min:3, max:3', ['3', '3-3']],
  ['/search/bylocation', OFFERED, 'priceRange', 'max:700000', ['700000', '-700000']],
  ['/search/bylocation', OFFERED, 'areaRange', 'min:50', ['50', '50-']],
  [
    '/agent/search',
    { location: 'Austin, TX' },
    'priceRange',
    '200000,900000',
    ['200000-900000', 'min:200000,max:900000'],
  ],
  ['/graph_charts', { byzpid: '1001', which: 'tax_paid' }, 'recent_first', 'True', ['true', 'TRUE', '1', 'yes']],
  [SEARCH, SALE, 'listingType', 'By_Owner_and_Other', ['FSBO', 'By_Owner', 'owner']],
  [SEARCH, SALE, 'listingType', 'By_Agent', ['agent', 'fsba']],
  [
    '/rental_market',
    { search_query: 'Austin, TX' },
    'bedrooom_type',
    '2_Bedroom',
    ['2 bedroom', '2Bedroom', '2', 'Two'],
  ],
  [
    '/rental_market',
    { search_query: 'Austin, TX' },
    'home_type',
    'Apartments_and_Condos',
    ['Apartments', 'condos', 'Apartments and Condos'],
  ],
  ['/housing_market', { search_query: 'Austin, TX' }, 'home_type', 'Single_Family', ['single family', 'Houses']],
  ['/housing_market', { search_query: 'Austin, TX' }, 'home_type', 'Condo', ['Condos/Co-ops', 'condos']],
]

suite('a value in another spelling gives the same answer', () => {
  for (const [path, beside, parameter, accepted, others] of ROWS) {
    test(`${path} ${parameter} ${accepted}`, async () => {
      const expected = await ask(path, { ...beside, [parameter]: accepted })
      for (const other of others) {
        const { read, body } = await ask(path, { ...beside, [parameter]: other })
        assert.deepEqual(body, expected.body, other)
        assert.deepEqual(
          read.warnings.filter(({ parameter }) => parameter !== 'homeType'),
          [],
          other,
        )
      }
    })
  }
})

/** The parameters that have a fixed list of values. The list in their error message must be the accepted values. */
const CLOSED = OPERATIONS.map((operation) => worded(operation, WORDS)).flatMap(({ path, parameters }) =>
  Object.entries(parameters).flatMap(([name, { shape }]) => {
    const refusal = shape.parse('§')
    const accepted = refusal instanceof Refusal ? refusal.accepted : undefined
    return accepted === undefined ? [] : [{ path, name, shape, accepted }]
  }),
)

test('any other spelling of any allowed value of any operation is read as that value', () => {
  assert.ok(CLOSED.length > 80, String(CLOSED.length))
  const gaps = fc.array(fc.constantFrom('', ' ', '-', '_', ' _ '), { minLength: 12, maxLength: 12 })
  const cases = fc.array(fc.boolean(), { minLength: 48, maxLength: 48 })
  fc.assert(
    fc.property(gaps, cases, (gap, upper) => {
      for (const { path, name, shape, accepted } of CLOSED) {
        for (const value of accepted) {
          let separators = 0
          const respelled = value
            .replace(/(?<=[^\d\s_-])[\s_-]+|[\s_-]+(?=[^\d\s_-])/g, () => gap[separators++ % gap.length] ?? '')
            .replace(/\p{L}/gu, (letter, at: number) =>
              upper[at % upper.length] ? letter.toUpperCase() : letter.toLowerCase(),
            )
          assert.deepEqual(shape.parse(respelled), shape.parse(value), `${path} ${name} "${value}" as "${respelled}"`)
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('explain shows how a value in another spelling was read', async () => {
  const { body } = await ask(SEARCH, {
    location: 'Austin, TX',
    status: 'for_sale',
    bathrooms: '2+',
    bed_max: '10',
    explain: 'true',
  })
  const { explain } = body as {
    readonly explain: { readonly query: Given; readonly given: Given; readonly defaults: readonly string[] }
  }
  assert.equal(explain.query.bathrooms, 'TwoPlus')
  assert.equal(explain.query.listingStatus, 'For_Sale')
  assert.equal(explain.query.bed_max, 'No_Max')
  assert.deepEqual(explain.given, { listingStatus: 'status=for_sale', bed_max: '10', bathrooms: '2+' })
  const plain = await ask(SEARCH, { ...SALE, bathrooms: 'TwoPlus', explain: 'true' })
  assert.equal('given' in (plain.body as { readonly explain: object }).explain, false)
})

test('home types are read with every status, also those that the interface names for another one', async () => {
  const found = async (given: Given) => {
    const { body, read } = await ask(SEARCH, given, 'strict')
    assert.deepEqual(read.warnings, [])
    return (body as { readonly searchResults: readonly { readonly property: Given }[] }).searchResults
  }
  const typesIn = async (given: Given) => new Set((await found(given)).map(({ property }) => property.propertyType))
  const rented = await found({ ...RENT, home_type: 'Apartments' })
  const flatsForRent = await found({ ...RENT, homeType: 'Apartments/Condos/Co-ops' })
  assert.ok(rented.length > 0)
  for (const one of rented) assert.ok(flatsForRent.some((flat) => isDeepStrictEqual(flat, one)))
  const sold = await typesIn({ ...SALE, propertyType: 'SingleFamily,Townhouse' })
  assert.ok(sold.has('singleFamily'))
  for (const type of sold) assert.ok(type === 'singleFamily' || type === 'townhome', type)
  const flats = await found({ ...SALE, homeType: 'Apartments/Condos/Co-ops' })
  assert.deepEqual(flats, await found({ ...SALE, homeType: 'Apartments,Condos/Co-ops' }))
})

test('a value of a list that belongs to another status is left out and reported, and the others count', async () => {
  for (const [given, others, parameter] of [
    [
      { ...SALE, otherAmenities: 'Must have pool, In-unit Laundry' },
      { ...SALE, otherAmenities: 'Must have pool' },
      'otherAmenities',
    ],
    [{ ...SALE, otherAmenities: 'In-unit Laundry' }, SALE, 'otherAmenities'],
    [{ ...RENT, tours: 'Must have open house, Must have 3D Tour' }, { ...RENT, tours: 'Must have 3D Tour' }, 'tours'],
    [{ ...RENT, tours: 'Must have open house' }, RENT, 'tours'],
  ] as const) {
    const { body, read } = await ask(SEARCH, given)
    assert.deepEqual(body, (await ask(SEARCH, others)).body)
    assert.deepEqual([read.ignored, read.warnings.map((warning) => warning.parameter)], [[parameter], [parameter]])
    await assert.rejects(ask(SEARCH, given, 'strict'), /Cannot use/)
  }
})

test('a status among propertyStatus is read by its common names', async () => {
  const { read } = await ask(SEARCH, { ...SALE, propertyStatus: 'pending,backup,coming_soon' })
  assert.deepEqual(read.args.propertyStatus, ['pending', 'backup', 'coming_soon'])
})

test('a page size above the maximum becomes the maximum, with a warning first, under every name of the parameter', async () => {
  for (const name of ['pageSize', 'limit', 'resultsPerPage', 'per_page', 'page_size']) {
    const { read } = await ask(SEARCH, { location: 'Austin, TX', [name]: '500' })
    assert.match(read.warnings[0]?.detail ?? '', /pageSize 500 counts as 200/)
    assert.deepEqual((await ask(SEARCH, { ...SALE, [name]: '50' })).read.args.pageSize, 50)
  }
})

test('locations, and words to search for, may be sent one by one', async () => {
  const parsed = (query: readonly (readonly [string, string])[]) => {
    const { parameters } = operationAt(SEARCH)
    return parse(parameters, [], [...query, ['listingStatus', 'For_Sale']]).args
  }
  for (const name of ['location', 'location[]', 'query[]'])
    assert.deepEqual(
      (
        parsed([
          [name, 'Austin, TX'],
          [name, 'Dallas, TX'],
        ]).location as { names: object }
      ).names,
      ['Austin, TX', 'Dallas, TX'],
    )
  const words = parsed([
    ['location', 'x'],
    ['keywords[0]', 'pool'],
    ['keywords[1]', 'yard'],
  ]).keywords
  assert.deepEqual((words as { words: object }).words, ['pool', 'yard'])
})

/** Typical values and empty values of each filter of homes. Tests look for values without effect. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  listPriceRange: ['max:500000', '500000', '-500000'],
  squareFeetRange: ['min:1'],
  lotSizeRange: ['min:1'],
  yearBuiltRange: ['1990'],
  monthlyPayment: ['max:4000'],
  downPayment: ['50000'],
  keywords: ['granite', '""', '!!'],
  inLayer: ['districts', 'districts:98101, districts:98121'],
  notInLayer: ['districts:98101', ','],
  within: ['20min'],
  of: ['47.6,-122.3'],
  move_in_date: ['2026-12-01'],
  page: ['1'],
  haveGarage: ['true'],
  singleStoryOnly: ['true'],
  hide55plusComm: ['true'],
  hideNoDateListings: ['true'],
  hasLien: ['true'],
  permitSince: ['2024-01-01'],
  ownedYears: ['min:10'],
  equityPercent: ['min:20, max:90'],
  incIncompleteHOA: ['false'],
}

/** Values that mean no filter, as the docs say. */
const NOTHING = new Set(['Any', 'No_Min', 'No_Max', 'No'])

/** Parameters that do not change which homes are found. */
const SHOWN = new Set(['listingStatus', 'sortOrder', 'page'])

function readFilters(filters: HomeFilters, given: Given): ParsedParameters<Parameters> | undefined {
  try {
    const { parameters, rules } = filters
    return parse(parameters, rules, Object.entries(given))
  } catch (error) {
    assert.ok(error instanceof Fault && error.status === 400)
    return undefined
  }
}

suite('every filter restricts a search, is reported as without effect, or is refused', () => {
  const FILTERS: readonly (readonly [string, HomeFilters])[] = [
    ['by address', addressFilters],
    ['by area', areaFilters],
  ]
  for (const [where, filters] of FILTERS) {
    for (const listingClass of LISTING_CLASSES) {
      test(`${where}, ${listingClass}`, () => {
        for (const [name, value] of everyValue(filters)) assertNotSilent(filters, listingClass, name, value)
      })
    }
  }
})

function everyValue(filters: HomeFilters): readonly (readonly [name: string, value: string])[] {
  return Object.entries(filters.parameters).flatMap(([name, { shape }]) => {
    const refusal = shape.parse('§')
    const accepted = refusal instanceof Refusal ? (refusal.accepted ?? []) : []
    const plain = name === 'daysOn{Portal}' ? [...accepted, '17'] : accepted
    const own = shape.schema.type === 'boolean' ? [] : plain
    const lists = shape.schema.enum === undefined && own.length > 0 ? [own.join(','), ',', ' , '] : []
    const values = [...own, ...lists, ...(VALUES[name] ?? [])]
    assert.ok(values.length > 0, `${name} has no value to try`)
    return values.map((value) => [name, value] as const)
  })
}

function assertNotSilent(filters: HomeFilters, listingClass: ListingClass, name: string, value: string): void {
  if (NOTHING.has(value) || SHOWN.has(name)) return
  const about = { listingClass, today: dayNumber(NOW_MS), rate30Year: 6 }
  const bare = readFilters(filters, { listingStatus: listingClass })
  const read = readFilters(filters, { listingStatus: listingClass, [name]: value })
  if (read === undefined) return
  assert.ok(bare)
  const [without, asked] = [filters.conditions(bare.args, about), filters.conditions(read.args, about)]
  const isSame = JSON.stringify(without) === JSON.stringify(asked)
  const isTold = read.warnings.some(({ parameter }) => parameter === name)
  const isStandard = filters.parameters[name]?.schema.default === value
  const isBoth = name === 'space' && value.includes(',') && value.length > 3 // both kinds of space, so nothing is filtered
  assert.ok(!isSame || isTold || isStandard || isBoth, `${name}=${value} for ${listingClass} has no effect, untold`)
  assert.equal(read.ignored.includes(name) && !isTold, false, `${name}=${value} is left out, and why is not told`)
}

test('Owner Posted is reported as without effect if only agents’ listings are shown, and is a strict caller’s 400', async () => {
  const circle = { latitude: '30.29', longitude: '-97.77', radius: '5', listingStatus: 'For_Sale' }
  const given = { ...circle, listingTypeOptions: 'Owner Posted,Agent listed' }
  const { read, body } = await ask('/search/bycoordinates', given)
  assert.deepEqual(read.ignored, ['listingTypeOptions'])
  assert.match(read.warnings[0]?.detail ?? '', /"Owner Posted" works only with listingType By_Owner_and_/)
  assert.deepEqual(body, (await ask('/search/bycoordinates', { ...circle, listingTypeOptions: 'Agent listed' })).body)
  await assert.rejects(ask('/search/bycoordinates', given, 'strict'), /Owner Posted/)
  const owners = { ...circle, listingType: 'By_Owner_and_Other', listingTypeOptions: 'Owner Posted' }
  const others = await ask('/search/bycoordinates', owners, 'strict')
  assert.deepEqual(others.read.warnings, [])
})

test('kinds of listing that the seller excludes are reported to match nothing', async () => {
  const circle = { latitude: '30.29', longitude: '-97.77', radius: '5', listingStatus: 'For_Sale' }
  const { read } = await ask('/search/bycoordinates', { ...circle, listingTypeOptions: 'Foreclosed' }, 'strict')
  assert.equal(
    read.warnings[0]?.detail,
    'listingTypeOptions "Foreclosed" matches nothing with listingType "By_Agent"; it works with By_Owner_and_Other.',
  )
  const owners = { ...SALE, listingType: 'By_Owner_and_Other', listingTypeOptions: 'Agent listed,Auctions' }
  assert.match((await ask(SEARCH, owners)).read.warnings[0]?.detail ?? '', /"Agent listed" matches nothing/)
  assert.deepEqual((await ask(SEARCH, { ...SALE, listingTypeOptions: 'Foreclosed,Owner Posted' })).read.warnings, [])
})

test('all identifiers but the first are reported as without effect', async () => {
  const { read } = await ask('/ownerinfo', { byzpid: '1001', byaddress: 'x', byurl: '/homedetails/1001_zpid/' })
  assert.deepEqual(read.ignored, ['byurl', 'byaddress'])
  assert.equal(read.warnings[0]?.detail, 'Cannot use byurl with byzpid: only byzpid counts.')
  const agent = { agent_link: '/profile/ann/', username: 'bob' }
  assert.deepEqual((await ask('/agent/details', agent)).read.ignored, ['username'])
  await assert.rejects(ask('/agent/details', agent, 'strict'), /Cannot use username with agent_link/)
})

test('a lookup by number reports parameters that apply only to homes for sale', async () => {
  const given = { mlsid: '1', listingStatus: 'Sold', listingTypeOptions: 'Auctions' }
  const { parameters, rules } = worded(operationAt('/search/bymls'), WORDS)
  assert.deepEqual(parse(parameters, rules, Object.entries(given)).ignored, ['listingTypeOptions'])
  const forSale = { ...given, listingStatus: 'for sale' }
  assert.deepEqual(parse(parameters, rules, Object.entries(forSale)).ignored, [])
})

suite('filters of offers and experiences restrict a search, or are reported as without effect', () => {
  const NOUNS = [
    ['offers', offerFilters],
    ['experiences', experienceFilters],
  ] as const
  for (const [noun, { parameters, rules, conditions }] of NOUNS) {
    for (const [name, { shape, schema }] of Object.entries<Parameters[string]>(parameters)) {
      test(`${noun} ${name}`, () => {
        const refusal = shape.parse('§')
        const accepted = refusal instanceof Refusal ? (refusal.accepted ?? []) : []
        const isList = schema.type === 'string' && schema.enum === undefined && accepted.length > 0
        const values = [
          ...accepted,
          ...(isList ? [accepted.join(','), ','] : []),
          shape.example === '0' ? '2' : shape.example,
        ]
        for (const value of values) {
          if (value === 'Any' || value === 'false' || /^check(In|Out)$/.test(name)) continue
          const read = parse(parameters as Parameters, rules as readonly Rule<Parameters>[], [[name, value]])
          const listingClass = noun === 'offers' ? 'For_Sale' : 'Bookable'
          const asked = conditions(read.args as never, { listingClass, today: dayNumber(NOW_MS) } as never)
          assert.ok(asked.length > 0 || read.warnings.length > 0, `${name}=${value} has no effect, untold`)
        }
      })
    }
  }
})

suite('a lenient call is answered without its unreadable parameters', () => {
  const LEFT: readonly (readonly [given: Given, left: string, same: Given])[] = [
    [{ ...SALE, bathrooms: 'many' }, 'bathrooms', SALE],
    [{ ...SALE, listPriceRange: 'cheap' }, 'listPriceRange', SALE],
    [{ ...SALE, listPriceRange: 'min:2,max:1' }, 'listPriceRange', SALE],
    [{ ...SALE, bed_min: '3', bed_max: '2' }, 'bed_min', { ...SALE, bed_max: '2' }],
    [{ ...SALE, homeType: 'Castles,Houses' }, 'homeType', { ...SALE, homeType: 'Houses' }],
    [{ ...SALE, homeType: 'Castles' }, 'homeType', SALE],
    [{ ...SALE, tours: 'By boat' }, 'tours', SALE],
    [{ ...SALE, page: 'two' }, 'page', SALE],
    [{ ...SALE, listingStatus: 'gone' }, 'listingStatus', SALE],
  ]
  for (const [given, left, same] of LEFT) {
    test(JSON.stringify(given), async () => {
      const { read, body } = await ask(SEARCH, given, 'lenient')
      assert.deepEqual(read.ignored, [left])
      assert.equal(read.warnings[0]?.parameter, left)
      assert.match(read.warnings[0]?.detail ?? '', / must .*Plat ignored \S+\.$/)
      assert.deepEqual(body, (await ask(SEARCH, same)).body)
      await assert.rejects(ask(SEARCH, given), Fault)
    })
  }

  test('a parameter without another value is still missing', async () => {
    await assert.rejects(ask(SEARCH, { listingStatus: 'For_Sale' }, 'lenient'), /location is missing/)
    await assert.rejects(ask('/pro/byzpid', { zpid: 'x' }, 'lenient'), /zpid must be a property id/)
  })
})

test('a search for offers with the property type Any finds every type', async () => {
  const all = await ask('/search/bylocation', OFFERED)
  for (const propertyType of ['Any', 'any', 'ANY']) {
    const { read, body } = await ask('/search/bylocation', { ...OFFERED, propertyType }, 'strict')
    assert.deepEqual(body, all.body)
    assert.deepEqual(read.warnings, [])
  }
})
