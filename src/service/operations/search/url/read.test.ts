import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { AUSTIN, TRIAL_PLACES, ZIP } from '../../../../../test/operations/trial-places.ts'
import { dayNumber } from '../../../../kit/base/clock.ts'
import { Refusal } from '../../../../kit/params/index.ts'
import { regionIdOf } from '../../../../places/regions/region-keys.ts'
import { CHOICES, RANGES, SWITCHES, WORDS } from './keys.ts'
import type { UrlSearch } from './read.ts'
import { readSearch } from './read.ts'
import { searchUrl } from './search-url.ts'

const DAY = { today: dayNumber(Date.UTC(2026, 10, 20)), rate30Year: 6.1 }
const BOUNDS = { west: -98, south: 30, east: -97, north: 31 }
const BOX = { kind: 'box', ...BOUNDS }
const UNKNOWN = { regionId: 1, regionType: 6 }

async function read(path: string, state?: unknown, page?: number): Promise<UrlSearch> {
  const query = state === undefined ? '' : `?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`
  const url = searchUrl.parse(`https://portal.example${path}${query}`)
  assert(!(url instanceof Refusal), url instanceof Refusal ? url.why : '')
  return readSearch(url, page, TRIAL_PLACES, DAY)
}

/** Returns the conditions about places. */
function whereOf({ selection }: UrlSearch) {
  const kinds = new Set(['place', 'box', 'homes'])
  return selection.where.map(({ node }) => node).filter(({ kind }) => kinds.has(kind))
}

function place(...regions: string[]) {
  return { kind: 'place', regions }
}

const NOWHERE = { kind: 'homes', zpids: [] }

function region(key: string, regionType?: number) {
  return { regionId: regionIdOf(key), ...(regionType !== undefined && { regionType }) }
}

function leftOutKeys({ leftOut }: UrlSearch): string[] {
  return leftOut.map(({ key }) => key).sort()
}

test('words of paths for kinds of homes and of listings are filters', async () => {
  const filters = async (word: string) => {
    const { selection, leftOut } = await read(`/austin-tx/${word}/`)
    assert.deepEqual(leftOut, [], word)
    return selection.where
  }
  assert.deepEqual(await filters('duplex'), await filters('multi-family'))
  assert.deepEqual(await filters('mobile-homes'), await filters('manufactured'))
  assert.deepEqual(await filters('luxury-homes'), await filters('1000000-_price'))
  const json = { fsba: { value: false }, nc: { value: false }, fore: { value: false }, auc: { value: false } }
  const { selection } = await read('/austin-tx/', { filterState: { ...json, fsbo: { value: true } } })
  assert.deepEqual(await filters('fsbo'), selection.where)
  assert.notDeepEqual(await filters('fsbo'), await filters('new-homes'))
})

suite('the area of the search', () => {
  for (const [how, path, state, expected, leftOut] of [
    ['a URL without a place searches everywhere', '/homes/for_sale/', {}, [], []],
    ['a map alone is the area', '/homes/', { mapBounds: BOUNDS }, [BOX], []],
    [
      'a map across the date line',
      '/homes/',
      { mapBounds: { ...BOUNDS, west: 170, east: -170 } },
      [{ ...BOX, west: 170, east: -170 }],
      [],
    ],
    [
      'regions are a union',
      '/homes/',
      { regionSelection: [region(AUSTIN, 6), region(ZIP, 7)] },
      [place(AUSTIN, ZIP)],
      [],
    ],
    ['a region needs no type', '/homes/', { regionSelection: [region(AUSTIN)] }, [place(AUSTIN)], []],
    [
      'a map clips regions',
      '/homes/',
      { regionSelection: [region(AUSTIN, 6)], mapBounds: BOUNDS },
      [place(AUSTIN), BOX],
      [],
    ],
    [
      'a region of another type is another region',
      '/homes/',
      { regionSelection: [region(AUSTIN, 7)] },
      [NOWHERE],
      ['regionSelection[0]'],
    ],
    [
      'an unknown region is left out of a union',
      '/homes/',
      { regionSelection: [UNKNOWN, region(ZIP, 7)] },
      [place(ZIP)],
      ['regionSelection[0]'],
    ],
    ['only unknown regions find nothing', '/homes/', { regionSelection: [UNKNOWN] }, [NOWHERE], ['regionSelection[0]']],
    [
      'the map replaces unknown regions',
      '/homes/',
      { regionSelection: [UNKNOWN], mapBounds: BOUNDS },
      [BOX],
      ['regionSelection[0]'],
    ],
    [
      'the map takes precedence over the search box for unknown regions',
      '/homes/',
      { regionSelection: [UNKNOWN], mapBounds: BOUNDS, usersSearchTerm: 'Austin, TX' },
      [BOX],
      ['regionSelection[0]', 'usersSearchTerm'],
    ],
    [
      'a place by name takes precedence over a region by id',
      `/austin-tx/${regionIdOf(ZIP)}_rid/`,
      undefined,
      [place(AUSTIN)],
      [`${regionIdOf(ZIP)}_rid`],
    ],
    [
      'the search box replaces unknown regions',
      '/homes/',
      { regionSelection: [UNKNOWN], usersSearchTerm: 'Austin, TX' },
      [place(AUSTIN)],
      ['regionSelection[0]'],
    ],
    [
      'the path, clipped by the map, replaces unknown regions',
      '/austin-tx/',
      { regionSelection: [UNKNOWN], mapBounds: BOUNDS, usersSearchTerm: 'x' },
      [place(AUSTIN), BOX],
      ['regionSelection[0]', 'usersSearchTerm'],
    ],
    [
      'regions take precedence over the path',
      '/austin-tx/',
      { regionSelection: [region(ZIP, 7)] },
      [place(ZIP)],
      ['austin-tx'],
    ],
    [
      'a map without regions takes precedence over the path',
      '/austin-tx/',
      { mapBounds: BOUNDS },
      [BOX],
      ['austin-tx'],
    ],
    [
      'the map replaces a drawn area',
      '/homes/',
      { customRegionId: 'X1-abc', mapBounds: BOUNDS },
      [BOX],
      ['customRegionId'],
    ],
    ['only a drawn area finds nothing', '/homes/', { customRegionId: 'X1-abc' }, [NOWHERE], ['customRegionId']],
    ['only the area of a school finds nothing', '/homes/', { schoolId: 12 }, [NOWHERE], ['schoolId']],
    ['only a malformed map finds nothing', '/homes/', { mapBounds: { west: '-98' } }, [NOWHERE], ['mapBounds']],
    ['the search box counts by itself', '/homes/', { usersSearchTerm: '78703' }, [place(ZIP)], []],
    [
      'a map takes precedence over the search box',
      '/homes/',
      { usersSearchTerm: '78703', mapBounds: BOUNDS },
      [BOX],
      ['usersSearchTerm'],
    ],
    [
      'an unknown place in the search box finds nothing',
      '/homes/',
      { usersSearchTerm: 'Nowhere, ZZ' },
      [NOWHERE],
      ['usersSearchTerm'],
    ],
    ['a city in the path', '/austin-tx/', undefined, [place(AUSTIN)], []],
    ['a ZIP code in the path', '/austin-tx-78703/', undefined, [place(ZIP)], []],
    [
      'a neighborhood in the path',
      '/clarksville-austin-tx/',
      undefined,
      [place('neighborhood/tx/austin/clarksville')],
      [],
    ],
    ['a state in the path', '/tx/', undefined, [place('state/tx')], []],
    ['a bare ZIP code in the path', '/78703/', undefined, [place(ZIP)], []],
    ['a city without homes finds nothing', '/nowhere-tx/', undefined, [NOWHERE], ['nowhere-tx']],
    [
      'a segment that may have been meant as a place finds nothing',
      '/austintx/2-_beds/',
      undefined,
      [NOWHERE],
      ['austintx'],
    ],
    ['a meaningless segment is left out if there is a place', '/austin-tx/x/', undefined, [place(AUSTIN)], ['x']],
    ['only a malformed map in the path finds nothing', '/homes/1,2_rect/', undefined, [NOWHERE], ['1,2_rect']],
    ['a search box that is not text finds nothing', '/homes/', { usersSearchTerm: 7 }, [NOWHERE], ['usersSearchTerm']],
    ['an empty search box is no condition', '/homes/', { usersSearchTerm: '' }, [], []],
    ['text in the path', '/homes/Austin,-TX_rb/', undefined, [place(AUSTIN)], []],
    ['text in the path, encoded', '/homes/Austin%2C%20TX_rb/', undefined, [place(AUSTIN)], []],
    ['a ZIP code as text in the path', '/homes/78703_rb/', undefined, [place(ZIP)], []],
    ['a region in the path', `/homes/${regionIdOf(AUSTIN)}_rid/`, undefined, [place(AUSTIN)], []],
    ['an unknown region in the path finds nothing', '/homes/1_rid/', undefined, [NOWHERE], ['1_rid']],
    ['a map in the path, given by two corners', '/homes/31,-98,30,-97_rect/', undefined, [BOX], []],
    ['a map in the path clips the place', '/austin-tx/30,-97,31,-98_rect/', undefined, [place(AUSTIN), BOX], []],
    [
      'a map in the JSON takes precedence over one in the path',
      '/homes/1,2,3,4_rect/',
      { mapBounds: BOUNDS },
      [BOX],
      ['1,2,3,4_rect'],
    ],
  ] as const) {
    test(how, async () => {
      const search = await read(path, state)
      assert.deepEqual(whereOf(search), expected)
      assert.deepEqual(leftOutKeys(search), [...leftOut].sort())
    })
  }
})

suite('the page', () => {
  for (const [how, path, state, page, expected, leftOut] of [
    ['is the first by default', '/austin-tx/', {}, undefined, 1, []],
    ['may be given in the JSON', '/austin-tx/', { pagination: { currentPage: 2 } }, undefined, 2, []],
    [
      'is that of the path before that of the JSON',
      '/austin-tx/3_p/',
      { pagination: { currentPage: 2 } },
      undefined,
      3,
      ['pagination.currentPage'],
    ],
    [
      'is that of the parameter before both',
      '/austin-tx/3_p/',
      { pagination: { currentPage: 2 } },
      4,
      4,
      ['3_p', 'pagination.currentPage'],
    ],
    ['is the first one in the path', '/austin-tx/3_p/4_p/', {}, undefined, 3, ['4_p']],
    [
      'cannot be 0',
      '/austin-tx/0_p/',
      { pagination: { currentPage: 0 } },
      undefined,
      1,
      ['0_p', 'pagination.currentPage'],
    ],
    [
      'cannot be text',
      '/austin-tx/x_p/',
      { pagination: { currentPage: '2' } },
      undefined,
      1,
      ['pagination.currentPage', 'x_p'],
    ],
    [
      'cannot be a fraction or huge',
      '/austin-tx/1.5_p/',
      { pagination: { currentPage: 1e20 } },
      undefined,
      1,
      ['1.5_p', 'pagination.currentPage'],
    ],
    ['is the first if the JSON leaves it open', '/austin-tx/', { pagination: {} }, undefined, 1, []],
  ] as const) {
    test(how, async () => {
      const search = await read(path, state, page)
      assert.equal(search.page, expected)
      assert.deepEqual(leftOutKeys(search), leftOut)
    })
  }
})

suite('the JSON takes precedence over the path', () => {
  test('for each filter separately', async () => {
    const search = await read('/austin-tx/rentals/2-_beds/1-_baths/days_sort/', {
      filterState: { beds: { min: 4 }, fr: { value: false }, sort: { value: 'priced' } },
    })
    assert.equal(search.selection.listingClass, 'For_Sale')
    assert.equal(search.order, 'PriceDescending')
    const mins = search.selection.where.flatMap(({ node }) => (node.kind === 'range' ? [[node.column, node.min]] : []))
    assert.deepEqual(mins, [
      ['bedrooms', 4],
      ['bathrooms', 1],
    ])
    assert.deepEqual(leftOutKeys(search), ['2-_beds', 'days_sort', 'rentals'])
  })

  test('for all kinds of homes together, as one filter', async () => {
    const search = await read('/austin-tx/house,townhome_type/', { filterState: { sf: { value: false } } })
    const types = search.selection.where.flatMap(({ node }) =>
      node.kind === 'oneOf' && node.column === 'homeType' ? node.values : [],
    )
    assert(types.includes('CONDO') && !types.includes('SINGLE_FAMILY'))
    assert.deepEqual(leftOutKeys(search), ['house,townhome_type'])
  })

  test('except for malformed values', async () => {
    const search = await read('/austin-tx/rentals/2-_beds/', {
      filterState: { fr: { value: 'yes' }, beds: { min: '4' } },
    })
    assert.equal(search.selection.listingClass, 'For_Rent')
    assert.deepEqual(leftOutKeys(search), ['filterState.beds', 'filterState.fr'])
    assert(search.understood.some(({ as }) => as === 'bedrooms min:2'))
  })
})

test('rentals take the rent from mp and leave a price out', async () => {
  const search = await read('/austin-tx/rentals/100000-200000_price/1000-2000_mp/')
  assert.deepEqual(
    search.selection.where.filter(({ parameter }) => parameter === 'listPriceRange').map(({ node }) => node),
    [{ kind: 'range', column: 'price', min: 1000, max: 2000, orMissing: false }],
  )
  assert.deepEqual(leftOutKeys(search), ['100000-200000_price'])
})

test('a range in the JSON may have any number of decimals', async () => {
  const { selection, understood, leftOut } = await read('/austin-tx/', {
    filterState: { sqft: { min: 1000.12345678 } },
  })
  const range = selection.where.find(({ parameter }) => parameter === 'squareFeetRange')
  assert.deepEqual(range?.node, {
    kind: 'range',
    column: 'livingArea',
    min: 1000.12345678,
    max: Number.POSITIVE_INFINITY,
    orMissing: false,
  })
  assert(understood.some(({ as }) => as === 'squareFeetRange=min:1000.12345678'))
  assert.deepEqual(leftOut, [])
})

suite('kinds of homes among rentals', () => {
  const HOUSES = ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED']
  for (const [filters, expected] of [
    [{ apco: false, tow: false }, HOUSES],
    [{ apa: false, apco: false, con: false, tow: false }, HOUSES],
    [{ sf: false, tow: false, con: false, apco: false }, ['APARTMENT']],
    [{ sf: false, tow: false, apa: false, apco: false }, ['CONDO']],
    [{ sf: false, tow: false, apa: false, con: false, apco: true }, ['APARTMENT', 'CONDO']],
    [{ mf: false, manu: false, apco: false, tow: false }, ['SINGLE_FAMILY']],
    [{ sf: false, mf: true, apco: false, tow: false }, ['MULTI_FAMILY']],
    [{ land: false, ah: true }, undefined],
    [{ sf: false, mf: false, manu: false, apco: false, tow: false, land: false }, undefined],
  ] as const) {
    test(JSON.stringify(filters), async () => {
      const switches = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, { value }]))
      const { selection } = await read('/austin-tx/rentals/', { filterState: switches })
      const types = selection.where.flatMap(({ node }) => (node.kind === 'oneOf' ? [node.values.toSorted()] : []))
      assert.deepEqual(types, expected === undefined ? [] : [expected.toSorted()])
    })
  }
})

test('a filter that does not apply to the class of listings is left out', async () => {
  const search = await read('/austin-tx/sold/', {
    category: 'cat2',
    filterState: {
      mp: { max: 1 },
      h3dt: { value: true },
      ldog: { value: true },
      pnd: { value: true },
      hoa: { min: 1, max: 5 },
    },
  })
  const keys = [
    'category',
    'filterState.h3dt',
    'filterState.hoa.min',
    'filterState.ldog',
    'filterState.mp',
    'filterState.pnd',
  ]
  assert.deepEqual(leftOutKeys(search), keys)
})

test('homes that nobody offers yet are shown only if their kind is switched on, for each kind', async () => {
  const kindsOf = async (filterState: object) => {
    const { selection, leftOut } = await read('/austin-tx/', { filterState })
    assert.deepEqual(leftOut, [])
    const node = selection.where.find(({ parameter }) => parameter === 'listingTypeOptions')?.node
    const special = node?.kind === 'any' ? node.alternatives[0]?.[0] : undefined
    return special?.kind === 'flags' ? special.some : 'all'
  }
  const usual = ['newConstruction', 'foreclosure', 'auction']
  assert.deepEqual(await kindsOf({}), usual)
  assert.deepEqual(await kindsOf({ pmf: { value: true } }), [...usual, 'foreclosed'])
  assert.deepEqual(await kindsOf({ isPreMarketPreForeclosure: { value: true } }), [...usual, 'preForeclosure'])
  assert.deepEqual(await kindsOf({ pmf: { value: true }, pf: { value: true } }), 'all')
  assert.deepEqual(await kindsOf({ nc: { value: false } }), ['foreclosure', 'auction'])
})

test('if every kind of listing is switched off, the switches have no effect and the answer says so', async () => {
  const kinds = ['fsba', 'fsbo', 'nc', 'fore', 'auc']
  const filterState = Object.fromEntries(kinds.map((name) => [name, { value: false }]))
  const [all, none] = [await read('/austin-tx/', { filterState: {} }), await read('/austin-tx/', { filterState })]
  assert.deepEqual(none.selection, all.selection)
  assert.deepEqual(leftOutKeys(none), kinds.map((name) => `filterState.${name}`).sort())
})

test('keys that no filter here corresponds to are reported as known, and set no condition while they are off', async () => {
  const search = await read('/austin-tx/', {
    filterState: {
      sche: { value: true },
      commuteMode: { value: 'driving' },
      fur: { value: false },
      schb: { min: null },
    },
  })
  const whys = search.leftOut.map(({ key, why }) => `${key}: ${why}`)
  assert.deepEqual(whys, [
    'filterState.sche: no filter uses schools.',
    'filterState.commuteMode: no filter uses commutes.',
  ])
})

test('any kind of pet means that at least one kind is allowed', async () => {
  const { selection } = await read('/austin-tx/rentals/', { filterState: { pet: { value: true } } })
  const nodes = selection.where.filter(({ parameter }) => parameter === 'pets').map(({ node }) => node)
  assert.deepEqual(nodes, [{ kind: 'flags', all: [], some: ['largeDogs', 'smallDogs', 'cats'], none: [] }])
})

test('if a filter is given twice the first value counts, and for rent wins over sold', async () => {
  const filterState = { fr: { value: true }, isRecentlySold: { value: true }, isForRent: { value: false } }
  const search = await read('/austin-tx/', { filterState })
  assert.equal(search.selection.listingClass, 'For_Rent')
  assert.deepEqual(leftOutKeys(search), ['filterState.isForRent', 'filterState.isRecentlySold'])
})

test('communities for people over 55 can be included, excluded, or the only ones', async () => {
  const flags = async (value: string) =>
    (await read('/austin-tx/', { filterState: { seniorHousing: { value } } })).selection.where.flatMap(({ node }) =>
      node.kind === 'flags' ? [node] : [],
    )
  assert.deepEqual(await flags('include'), [])
  assert.deepEqual(await flags('exclude'), [{ kind: 'flags', all: [], some: [], none: ['seniorCommunity'] }])
  assert.deepEqual(await flags('only'), [{ kind: 'flags', all: ['seniorCommunity'], some: [], none: [] }])
})

/** Valid and invalid values of all types. */
const number = fc.oneof(fc.integer({ min: -5, max: 5_000_000 }), fc.double(), fc.constantFrom(1e308, -0, 2 ** 53))
const form = fc.oneof(
  fc.record({ value: fc.oneof(fc.boolean(), fc.constantFrom('7', '6m', 'days', '2026-12-01', 'only'), fc.string()) }),
  fc.record({ min: fc.option(number), max: fc.option(number) }, { requiredKeys: [] }),
  fc.record({ west: number, south: number, east: number, north: number }),
  fc.array(fc.record({ regionId: number, regionType: number }, { requiredKeys: ['regionId'] }), { maxLength: 3 }),
)
const anything = fc.oneof({ weight: 3, arbitrary: form }, fc.jsonValue({ maxDepth: 3 }))
const filterKeys = [SWITCHES, RANGES, CHOICES, WORDS].flatMap((table) => Object.entries(table).flat(2))
const topKeys = [
  'filterState',
  'sortSelection',
  'pagination',
  'mapBounds',
  'regionSelection',
  'usersSearchTerm',
  'category',
  'customRegionId',
  'schoolId',
  'listPriceActive',
  'isMapVisible',
  'mapZoom',
]
const keyOf = (known: readonly string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('__proto__', 'constructor', ''),
    fc.string(),
  )
const filters = fc.dictionary(keyOf(filterKeys), anything, { maxKeys: 12 })
const states = fc
  .tuple(fc.dictionary(keyOf(topKeys), anything, { maxKeys: 6 }), fc.option(filters))
  .map(([top, filterState]) => (filterState === null ? top : { ...top, filterState }))

test('no state makes the reader throw, and each key is reported as understood or left out', async () => {
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      const given = JSON.parse(JSON.stringify(state).toWellFormed()) as typeof state
      const { understood, leftOut, selection } = await read('/homes/', given)
      const reported = [...understood, ...leftOut].map(({ key }) => key)
      const isReported = (key: string) =>
        reported.some((one) => one === key || one.startsWith(`${key}.`) || one.startsWith(`${key}[`))
      for (const [key, value] of Object.entries(given)) {
        const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
        if (key === 'filterState' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
          for (const name of Object.keys(value))
            assert(isReported(`filterState.${name}`), `filterState.${name} is not reported`)
        } else assert(isReported(key) || isEmpty, `${key} is not reported`)
      }
      JSON.stringify(selection)
    }),
    { numRuns: 700 },
  )
})

test('a value of the wrong form has no effect and is left out', async () => {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const isSide = (side: unknown) => side == null || (typeof side === 'number' && side >= 0 && side < 1e15)
  const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
    ...Object.fromEntries(
      Object.keys(SWITCHES).map((key) => [key, (v: unknown) => isObject(v) && typeof v.value === 'boolean']),
    ),
    ...Object.fromEntries(
      Object.keys(RANGES).map((key) => [key, (v: unknown) => isObject(v) && isSide(v.min) && isSide(v.max)]),
    ),
    ...Object.fromEntries(
      Object.keys(CHOICES).map((key) => [key, (v: unknown) => isObject(v) && typeof v.value === 'string']),
    ),
  }
  const untouched = await read('/austin-tx/', {})
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(fits)), anything, async (key, given) => {
      const value = JSON.parse(JSON.stringify(given).toWellFormed()) as unknown
      fc.pre(!fits[key]?.(value))
      const search = await read('/austin-tx/', { filterState: { [key]: value } })
      assert(search.leftOut.some((one) => one.key === `filterState.${key}`))
      assert.deepEqual(
        [search.selection, search.order, search.page],
        [untouched.selection, untouched.order, untouched.page],
      )
    }),
    { numRuns: 400 },
  )
})

test('a JSON number that overflows is left out', async () => {
  const url = searchUrl.parse(
    '/austin-tx/?searchQueryState={"mapZoom":1e999,"filterState":{"price":{"min":1e999},"beds":{"max":1e999}}}',
  )
  assert(!(url instanceof Refusal))
  const search = await readSearch(url, undefined, TRIAL_PLACES, DAY)
  assert.deepEqual(leftOutKeys(search), ['filterState.beds', 'filterState.price', 'mapZoom'])
})

test('thousands of unknown keys are counted, not listed', async () => {
  const state = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, 1]))
  const url = searchUrl.parse(`/austin-tx/?searchQueryState=${JSON.stringify(state)}`)
  assert(url instanceof Refusal || (await readSearch(url, undefined, TRIAL_PLACES, DAY)).leftOut.length === 101)
})

test('no path makes the reader throw, and each segment is reported', async () => {
  const piece = fc.oneof(
    fc
      .tuple(
        fc.oneof(fc.string(), fc.constantFrom('1-', '-', '5-2', '1,2,3,4', '3', 'house', 'Austin')),
        fc.constantFrom(
          '_price',
          '_mp',
          '_beds',
          '_baths',
          '_size',
          '_type',
          '_rect',
          '_zm',
          '_rid',
          '_sort',
          '_p',
          '_rb',
        ),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom('austin-tx', '78703', 'rentals', 'sold', 'houses', 'house_type', 'condos', 'for_sale', 'for_rent'),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const wellFormed = pieces.map((one) => one.toWellFormed()).filter((one) => !/^\.{0,2}$|zpid/i.test(one))
      const url = searchUrl.parse(`/homes/${wellFormed.map(encodeURIComponent).join('/')}`)
      assert(!(url instanceof Refusal))
      const { understood, leftOut } = await readSearch(url, undefined, TRIAL_PLACES, DAY)
      const reported = new Set([...understood, ...leftOut].map(({ key }) => key))
      for (const one of url.pieces)
        assert(reported.has(one) || one === 'homes' || one.length > 80, `${one} is not reported`)
    }),
    { numRuns: 400 },
  )
})
