import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { readODataCall } from '../../src/doors/odata/index.ts'
import { dayNumber, dayOf, fixedClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { parse, Refusal } from '../../src/kit/params/index.ts'
import type { HomeFacts } from '../../src/model/home.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import { collectRegions } from '../../src/places/regions/regions.ts'
import { odataRequestOf } from '../../src/service/operations/odata-request.ts'
import { addressFilters } from '../../src/service/operations/search/filters/index.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { naiveMatches } from '../search/naive.ts'
import { oddHome } from '../search/odd-homes.ts'
import { call } from './call.ts'
import { smallContext } from './small-catalog.ts'

const { records } = await gatherSample(1500, 7)
const ODD_FACTS: readonly HomeFacts[] = [
  ...['None', ' NONE', 'See Remarks', 'Window Unit(s)'].map((entry) => ({ cooling: [entry] })),
  { cooling: ['None', 'Other'], livingArea: 1399.9, lotSizeSquareFeet: 7999.6, parkingTotal: 1.5 },
  { garageSpaces: 0, attachedGarage: true, livingArea: 1400.4, associationFee: 50.4 },
]
const homes = [...records.home, ...ODD_FACTS.map((facts, i) => oddHome(1 + i, { facts }))]
const small = smallContext({ homes: homes, offers: records.offer, agents: records.agent, buildings: [] })
const regions = collectRegions(homes)
const context: Context = {
  ...small,
  catalog: { ...small.catalog, regions: () => regions },
  clock: fixedClock(TRIAL_NOW_MS),
}
const today = dayOf(TRIAL_NOW_MS)

type Options = readonly (readonly [name: string, value: string])[]

async function odata(path: string, options: Options): Promise<{ readonly value: readonly { ListingKey: string }[] }> {
  const asked = { path, options, accept: undefined, prefer: undefined, maxVersion: undefined, keyOption: undefined }
  const question = await readODataCall({ ...asked, root: 'http://plat.test/odata', keyId: 'key_1' }, context)
  return JSON.parse((await question.answer()).body)
}

const metadata = (await odata('/$metadata', [['$format', 'json']])) as unknown as {
  readonly 'org.reso.metadata': { readonly Property: object }
}
const fields = new Set(Object.keys(metadata['org.reso.metadata'].Property))

/** The keys of all homes that a request finds. */
async function keysOf(path: string, options: Options): Promise<number[]> {
  const chosen = options.filter(([name]) => name === '$filter' || name === '$search')
  const { value } = await odata(path, [...chosen, ['$select', 'ListingKey'], ['$top', '2000']])
  return value.map(({ ListingKey }) => Number(ListingKey)).sort((one, other) => one - other)
}

/** Ordinary values of filters that are not lists of words. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  listPriceRange: ['max:500000', 'min:1500', 'min:300000, max:900000'],
  squareFeetRange: ['min:1400', 'max:1400', 'min:1000.5, max:2000.5'],
  lotSizeRange: ['min:8000'],
  yearBuiltRange: ['1990', 'max:1970'],
  keywords: ['granite', 'hardwood floors', '"walk-in closet" brooklyn'],
  move_in_date: ['2026-07-01'],
  haveGarage: ['true'],
  singleStoryOnly: ['true'],
  hide55plusComm: ['true'],
  hideNoDateListings: ['true'],
  incIncompleteHOA: ['false'],
}
const UNASKED = new Set(['listingStatus', 'sortOrder', 'page', 'monthlyPayment', 'downPayment'])

function valuesOf(name: string): readonly string[] {
  const refusal = addressFilters.parameters[name]?.shape.parse('§')
  const accepted = refusal instanceof Refusal ? (refusal.accepted ?? []) : []
  const { several } = addressFilters.parameters[name]?.shape ?? {}
  return [...accepted, ...(several ? [accepted.join(',')] : []), ...(VALUES[name] ?? [])]
}

function found(listingClass: ListingClass, given: Readonly<Record<string, string>>): number[] | undefined {
  const about = { listingClass, today: dayNumber(TRIAL_NOW_MS), rate30Year: undefined }
  try {
    const { args } = parse(addressFilters.parameters, addressFilters.rules, Object.entries(given))
    const where = addressFilters.conditions(args, about)
    return naiveMatches(homes, { listingClass, where })
      .map(({ zpid }) => zpid)
      .sort((one, other) => one - other)
  } catch (error) {
    assert.ok(error instanceof Fault && error.status === 400)
    return undefined
  }
}

/** Parameters some of whose values are about fields by which Property is not searched. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  'listingType',
  'listingTypeOptions',
  'tours',
  'mustHaveBasement',
  'otherAmenities',
  'space',
  'pets',
])

const EVERYWHERE = [{ found: true, type: 'country', name: 'United States' }]

suite('every value of every filter finds the same homes below /odata, or is told not to be said there', () => {
  for (const listingStatus of LISTING_CLASSES) {
    test(listingStatus, async () => {
      const untold = new Set<string>()
      const finding = new Set<string>()
      for (const name of Object.keys(addressFilters.parameters).filter((each) => !UNASKED.has(each))) {
        for (const value of valuesOf(name)) {
          const given = { listingStatus, [name]: value }
          const expected = found(listingStatus, given)
          const asked = odataRequestOf('/search/byaddress', given, { today, places: EVERYWHERE, fields })
          assert.equal(asked === undefined, expected === undefined, `${name}=${value}`)
          if (asked === undefined) continue
          for (const each of asked.untold) untold.add(each)
          if (asked.untold.length > 0) continue
          assert.deepEqual(
            await keysOf(asked.path, asked.options),
            expected,
            `${name}=${value}: ${asked.options.flat().join(' ')}`,
          )
          if ((expected ?? []).length > 0) finding.add(name)
        }
      }
      assert.deepEqual(
        [...untold].filter((name) => !UNSEARCHED.has(name)),
        [],
      )
      assert.ok(finding.size > 10, [...finding].join())
    })
  }
})

test('the monthly payment is told not to be said, and finds more without it', () => {
  const given = { listingStatus: 'For_Sale', monthlyPayment: 'max:3000', facets: 'all', unheard: 'x' }
  const asked = odataRequestOf('/search/byaddress', given, { today, places: EVERYWHERE, fields })
  assert.deepEqual(asked?.untold, ['unheard', 'monthlyPayment'])
})

interface Results {
  readonly locations?: readonly object[]
  readonly pagesInfo: { readonly totalPages: number }
  readonly searchResults: readonly {
    readonly property: { readonly zpid: number; readonly lotId?: string }
    readonly units?: readonly { readonly zpid: number }[]
  }[]
}

/** The homes on all pages of a search for homes that are not for rent. */
async function pagesOf(path: string, given: Readonly<Record<string, string>>) {
  const zpids: number[] = []
  let places: readonly object[] | undefined
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = (await call(path, { ...given, page: String(page) }, context)) as unknown as Results
    places = answer.locations
    last = answer.pagesInfo.totalPages
    zpids.push(...answer.searchResults.map(({ property }) => property.zpid))
  }
  return { zpids: zpids.sort((one, other) => one - other), places }
}

const MIDDLE = homes[0]?.point ?? { latitude: 0, longitude: 0 }
const { latitude, longitude } = MIDDLE
const AREAS: readonly (readonly [path: string, area: Readonly<Record<string, string>>])[] = [
  ['/search/bycoordinates', { latitude: String(latitude), longitude: String(longitude), radius: '8' }],
  [
    '/search/bymapbounds',
    {
      westLongitude: String(longitude - 0.3),
      eastLongitude: String(longitude + 0.3),
      southLatitude: String(latitude - 0.2),
      northLatitude: String(latitude + 0.2),
    },
  ],
  [
    '/search/bypolygon',
    { polygon: `${latitude} ${longitude - 0.5}, ${latitude + 0.5} ${longitude}, ${latitude - 0.5} ${longitude + 0.4}` },
  ],
]

test('areas are the same below /odata', async () => {
  for (const [path, area] of AREAS) {
    const given = { ...area, listingStatus: 'Sold', bed_min: '2', sortOrder: 'Newest' }
    const { zpids } = await pagesOf(path, given)
    const asked = odataRequestOf(path, given, { today, places: undefined, fields })
    assert.ok(asked && zpids.length > 0, path)
    assert.deepEqual(await keysOf(asked.path, asked.options), zpids, path)
  }
})

test('places that were found are the same below /odata, and others are told not to be said there', async () => {
  const types = new Set<string>()
  const names = regions
    .filter(({ homes }) => homes > 5)
    .flatMap(({ type, name, state, city }) => {
      if (type === 'metro') return [`${name} metro`]
      if (type === 'neighborhood') return [`${name}, ${city}, ${state}`]
      return [type === 'zipcode' || type === 'state' || type === 'country' ? name : `${name}, ${state}`]
    })
  for (const location of [...names, 'Nowhere, TX', `${names[3]}; ${names[8]}`]) {
    const given = { location, listingStatus: 'Sold' }
    const { zpids, places } = await pagesOf('/search/byaddress', given)
    const asked = odataRequestOf('/search/byaddress', given, { today, places, fields })
    assert.ok(asked, location)
    const typesFound = (places as readonly { type: string | null }[]).map(({ type }) => type)
    const isUnsaid = typesFound.some((type) => type === 'metro' || type === 'neighborhood')
    assert.deepEqual(asked.untold, isUnsaid ? ['location'] : [], location)
    if (asked.untold.length > 0) continue
    assert.deepEqual(await keysOf(asked.path, asked.options), zpids, `${location}: ${asked.options.flat().join(' ')}`)
    for (const type of typesFound) if (type !== null) types.add(type)
  }
  assert.deepEqual([...types].sort(), ['city', 'country', 'county', 'state', 'zipcode'])
})

test('orders and pages are those of the search, as far as OData has them', () => {
  const about = { today, places: EVERYWHERE, fields }
  const given = { listingStatus: 'Sold', sortOrder: 'Price_High_to_Low', page: '3' }
  assert.deepEqual(odataRequestOf('/search/byaddress', given, about)?.options.slice(1), [
    ['$orderby', 'ClosePrice desc'],
    ['$top', '200'],
    ['$skip', '400'],
  ])
  const rents = odataRequestOf('/search/byaddress', { listingStatus: 'For_Rent' }, about)
  assert.deepEqual(rents?.options.slice(1), [['$top', '200']])
  assert.equal(rents?.notes.length, 2)
})

test('one home has a request of its own, and what no resource has has none', async () => {
  const about = { today, places: undefined, fields }
  const [home] = homes
  const asked = odataRequestOf('/pro/byzpid', { zpid: String(home?.zpid) }, about)
  assert.equal(asked?.path, `/Property('${home?.zpid}')`)
  const row = (await odata(asked?.path ?? '', asked?.options ?? [])) as unknown as { readonly ListingKey: string }
  assert.equal(row.ListingKey, String(home?.zpid))
  assert.equal(odataRequestOf('/climate', { zpid: '1' }, about), undefined)
})
