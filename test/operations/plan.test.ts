import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Context } from '../../src/catalog/ports/context.ts'
import { HOME_TYPES, type Home, type HomeType } from '../../src/model/home.ts'
import { call } from './call.ts'
import { RENTAL, RICH, TOWER } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Plan {
  readonly resultsCount: { readonly totalMatchingCount: number; readonly ungroupedResultCount: number }
  readonly parts: readonly {
    readonly query: string
    readonly path: string
    readonly total: number
    readonly indivisible?: boolean
  }[]
}
interface Page {
  readonly resultsCount: { readonly totalMatchingCount: number; readonly ungroupedResultCount: number }
  readonly searchResults: readonly { readonly property: { readonly zpid: number } }[]
}
type Given = Readonly<Record<string, string>>

async function planOf(given: Given, context: Context): Promise<Plan> {
  return (await call('/search/plan', given, context)) as Plan
}

async function page(query: string, path: string, number: number, context: Context): Promise<Page> {
  const given = Object.fromEntries(new URLSearchParams(query))
  return (await call(path, { ...given, page: String(number) }, context)) as Page
}

/** Returns the ids of all rows of a part of the plan, page by page until a page is empty. */
async function collected({ query, path }: Plan['parts'][number], context: Context): Promise<number[]> {
  const rows: number[] = []
  for (let number = 1; ; number++) {
    const { searchResults } = await page(query, path, number, context)
    if (searchResults.length === 0) return rows
    rows.push(...searchResults.map(({ property }) => property.zpid))
  }
}

/** A group of equal homes. There are only a few ZIP codes and prices, so that plans need every way of splitting. */
interface Crowd {
  readonly count: number
  readonly zipcode: string
  readonly price: number | undefined
  readonly homeType: HomeType
}

const crowd: fc.Arbitrary<Crowd> = fc.record({
  count: fc.integer({ min: 1, max: 1400 }),
  zipcode: fc.constantFrom('78701', '78702'),
  price: fc.option(fc.constantFrom(250_000, 250_001, 900_000), { nil: undefined }),
  homeType: fc.constantFrom(...HOME_TYPES),
})

function homesOf(crowds: readonly Crowd[], of: Home = RICH): Home[] {
  return crowds
    .flatMap(({ count, ...kind }) => Array.from({ length: count }, () => kind))
    .map(({ zipcode, price, homeType }, index) => ({
      ...of,
      zpid: index + 1,
      homeType,
      address: { ...of.address, zipcode },
      listing: {
        kind: of.listing?.kind ?? 'sale',
        status: 'Active',
        listedBy: 'agent',
        ...(price !== undefined && { listPrice: price }),
      },
    }))
}

/** Two groups with the same ZIP code and price, which differ only in their type, and a third group. */
const ALIKE: readonly Crowd[] = [
  { count: 700, zipcode: '78701', price: 250_000, homeType: 'CONDO' },
  { count: 700, zipcode: '78701', price: 250_000, homeType: 'LOT' },
  { count: 700, zipcode: '78701', price: undefined, homeType: 'LOT' },
]

const AREA = { location: 'Austin, TX; 78703', listingStatus: 'For_Sale' }

test('the parts of a plan have every home exactly once, in at most 1,000 rows each unless they cannot be split', async () => {
  const cuts = { zip: 0, price: 0, type: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(crowd, { maxLength: 5 }), async (crowds) => {
      const homes = homesOf(crowds)
      const context = smallContext({ homes })
      const { parts, resultsCount } = await planOf(AREA, context)
      const rows = (await Promise.all(parts.map((part) => collected(part, context)))).flat()
      assert.equal(new Set(rows).size, rows.length)
      assert.equal(
        parts.reduce((sum, { total }) => sum + total, 0),
        homes.length,
      )
      assert.equal(resultsCount.totalMatchingCount, homes.length)
      for (const { query, path, total, indivisible } of parts) {
        assert.equal((await page(query, path, 1, context)).resultsCount.totalMatchingCount, total)
        assert.equal(total > 1000, indivisible === true)
        if (total <= 1000) continue
        const given = Object.fromEntries(new URLSearchParams(query))
        assert.match(given.part ?? '', /zip:\d{5}( |$)/)
      }
      if (parts.every(({ indivisible }) => !indivisible)) assert.equal(rows.length, homes.length)
      for (const cut of Object.keys(cuts) as (keyof typeof cuts)[]) {
        if (parts.some(({ query }) => query.includes(`${cut}%3A`))) cuts[cut]++
      }
    }),
    { numRuns: 5, examples: [[[...ALIKE]]] },
  )
  for (const [cut, times] of Object.entries(cuts)) assert.ok(times > 0, `nothing was cut by ${cut}`)
})

test('a search that fits is one part, ready to be sent, with the requested filters and no others', async () => {
  const context = smallContext({ homes: homesOf([{ count: 20, zipcode: '78703', price: 500, homeType: 'CONDO' }]) })
  const given = {
    ...AREA,
    bed_min: '2',
    listPriceRange: 'min: 100',
    listingType: 'Any',
    otherAmenities: 'Must have A/C',
  }
  const { parts } = await planOf(given, context)
  assert.deepEqual(
    parts.map(({ query, ...rest }) => ({ ...rest, query: Object.fromEntries(new URLSearchParams(query)) })),
    [
      {
        path: '/search/byaddress',
        total: 20,
        query: {
          location: 'Austin, TX; 78703',
          listingStatus: 'For_Sale',
          bed_min: '2',
          listPriceRange: 'min:100',
          otherAmenities: 'Must have A/C',
        },
      },
    ],
  )
})

test('a search without results has no parts', async () => {
  assert.deepEqual((await planOf({ ...AREA, listingStatus: 'Sold' }, smallContext({ homes: [RICH] }))).parts, [])
})

test('more than 1,000 homes of one ZIP, price and type are one part that says it cannot be split', async () => {
  const context = smallContext({ homes: homesOf([{ count: 1100, zipcode: '78703', price: 0, homeType: 'CONDO' }]) })
  const { parts } = await planOf(AREA, context)
  assert.deepEqual(
    parts.map(({ total, indivisible }) => [total, indivisible]),
    [[1100, true]],
  )
})

test('homes without a ZIP code, a price or coordinates are also in the parts', async () => {
  const homes = [
    ...homesOf([
      { count: 900, zipcode: '78703', price: 300_000, homeType: 'CONDO' },
      { count: 900, zipcode: '', price: 400_000, homeType: 'CONDO' },
      { count: 900, zipcode: '', price: undefined, homeType: 'LOT' },
    ]),
  ]
  const context = smallContext({ homes })
  const { parts } = await planOf({ location: 'Austin, TX', listingStatus: 'For_Sale' }, context)
  const rows = (await Promise.all(parts.map((part) => collected(part, context)))).flat()
  assert.equal(new Set(rows).size, homes.length)
  assert.equal(rows.length, homes.length)
})

test('rentals are split by results, a building counting once; every unit is in one part', async () => {
  const crowds: Crowd[] = [
    { count: 900, zipcode: '78703', price: 1000, homeType: 'CONDO' },
    { count: 900, zipcode: '78704', price: 1000, homeType: 'CONDO' },
    { count: 600, zipcode: '78704', price: 2000, homeType: 'APARTMENT' },
  ]
  const homes = homesOf(crowds, RENTAL).map((home, index) => (index % 2 === 0 ? { ...home, lotId: TOWER.lotId } : home))
  const context = smallContext({ homes })
  const given = { location: 'Austin, TX', listingStatus: 'For_Rent' }
  const { parts } = await planOf(given, context)
  let homesSeen = 0
  for (const { query, path, total } of parts) {
    const { resultsCount } = await page(query, path, 1, context)
    assert.equal(resultsCount.totalMatchingCount, total)
    assert.ok(total <= 1000)
    homesSeen += resultsCount.ungroupedResultCount
  }
  assert.equal(homesSeen, homes.length)
  assert.equal(parts.length, 2)
})

test('each kind of area is planned for its own search, with that search’s defaults', async () => {
  const context = smallContext({ homes: homesOf([{ count: 5, zipcode: '78703', price: 500, homeType: 'CONDO' }]) })
  const areas: readonly (readonly [string, Given])[] = [
    ['/search/byaddress', { location: '78703' }],
    ['/search/bypolygon', { polygon: '30 -98, 31 -98, 31 -97' }],
    ['/search/bycoordinates', { latitude: '30.29', longitude: '-97.77', radius: '1.5' }],
    ['/search/bymapbounds', { eastLongitude: '-97', northLatitude: '31', southLatitude: '30', westLongitude: '-98' }],
  ]
  for (const [path, area] of areas) {
    const { parts } = await planOf({ ...area, listingStatus: 'For_Sale' }, context)
    assert.deepEqual(
      parts.map((part) => [part.path, part.total]),
      [[path, 5]],
    )
    assert.deepEqual((await collected(parts[0] ?? { query: '', path, total: 0 }, context)).length, 5)
  }
})
