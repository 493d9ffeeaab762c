import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TRIAL_PLACES } from '../../../../../test/operations/trial-places.ts'
import type { QueryNode } from '../../../../catalog/ports/query.ts'
import { dayNumber } from '../../../../kit/base/clock.ts'
import { parse, Refusal } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { addressFilters, type OrderName, orderOf } from '../filters/index.ts'
import type { Json } from './json.ts'
import { readSearch } from './read.ts'
import { searchUrl } from './search-url.ts'

const DAY = { today: dayNumber(Date.UTC(2026, 10, 20)), rate30Year: 6.1 }

/** Makes keys with the value true or false, in the form of a URL's JSON. */
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { value: false }]))
const on = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { value: true }]))

const STATUS: Readonly<Record<ListingClass, object>> = {
  For_Sale: { ...off('cmsn'), ...on('pmf', 'pf') }, // the defaults of URLs differ from the defaults of parameters
  For_Rent: { ...on('fr'), ...off('fsba', 'fsbo', 'nc', 'cmsn', 'auc', 'fore', 'pmf', 'pf') },
  Sold: { ...on('rs'), ...off('fsba', 'fsbo', 'nc', 'cmsn', 'auc', 'fore', 'pmf', 'pf') },
}

type Row = readonly [
  listingClass: ListingClass,
  parameters: Readonly<Record<string, string>>,
  filterState: object,
  top?: object,
]

const SALE_TYPES = {
  Houses: 'sf',
  Townhomes: 'tow',
  'Multi-family': 'mf',
  'Condos/Co-ops': 'con',
  'Lots-Land': 'land',
  Apartments: 'apa',
  Manufactured: 'manu',
}
const RENT_TYPES = { Houses: 'sf', 'Apartments/Condos/Co-ops': 'apco', Townhomes: 'tow' }
const KINDS = {
  'Owner Posted': 'fsbo',
  'Agent listed': 'fsba',
  'New Construction': 'nc',
  'Fore-closures': 'fore',
  Auctions: 'auc',
  Foreclosed: 'pmf',
  'Pre-foreclosures': 'pf',
}
const SPANS = {
  '1_day': '1',
  '7_days': '7',
  '14_days': '14',
  '30_days': '30',
  '90_days': '90',
  '6_months': '6m',
  '12_months': '12m',
  '24_months': '24m',
  '36_months': '36m',
}
const BATHS = { OnePlus: 1, OneHalfPlus: 1.5, TwoPlus: 2, ThreePlus: 3, FourPlus: 4 }
const SPOTS = { OnePlus: 1, TwoPlus: 2, ThreePlus: 3, FourPlus: 4 }
const DUES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
const AMENITIES = { 'Must have A/C': 'ac', 'Must have pool': 'pool', Waterfront: 'wat' }
const RENT_AMENITIES = {
  ...AMENITIES,
  'On-site Parking': 'os',
  'In-unit Laundry': 'lau',
  'Accepts {Portal} Applications': 'app',
  'Income Restricted': 'isIncomeRestricted',
  'Apartment Community': 'fmfb',
}
const PETS = { 'Allow large dogs': 'ldog', 'Allow small dogs': 'sdog', 'Allow cats': 'cat' }
const LONG_AMENITIES = {
  'On-site Parking': 'onlyRentalParkingAvailable',
  'In-unit Laundry': 'onlyRentalInUnitLaundry',
  'Accepts {Portal} Applications': 'onlyRentalAcceptsApplications',
  'Income Restricted': 'onlyRentalIncomeRestricted',
  'Apartment Community': 'onlyRentalFeaturedMultiFamilyBuilding',
}
const LONG_PETS = {
  'Allow large dogs': 'onlyRentalLargeDogsAllowed',
  'Allow small dogs': 'onlyRentalSmallDogsAllowed',
  'Allow cats': 'onlyRentalCatsAllowed',
}
const ON_THE_MARKET = ['Owner Posted', 'Agent listed', 'New Construction', 'Fore-closures', 'Auctions']
const VIEWS = { City: 'isCityView', Mountain: 'isMountainView', Park: 'isParkView', Water: 'isWaterView' }
const EVERYWHERE: readonly ListingClass[] = ['For_Sale', 'For_Rent', 'Sold']
const BOUGHT: readonly ListingClass[] = ['For_Sale', 'Sold']

/** Returns a row for each entry of a table of names and keys, then a row for all entries together. */
function choices(
  listingClass: ListingClass,
  parameter: string,
  keys: Readonly<Record<string, string>>,
  stateOf: (chosen: readonly string[], others: readonly string[]) => object,
): Row[] {
  const names = Object.keys(keys)
  const chosen = [...names.map((name) => [name]), names.slice(0, 2), names.slice(1)]
  return chosen.map((some): Row => {
    const keysOf = (wanted: boolean) =>
      names.filter((name) => some.includes(name) === wanted).map((name) => keys[name] ?? '')
    return [listingClass, { [parameter]: some.join(',') }, stateOf(keysOf(true), keysOf(false))]
  })
}

const ROWS: readonly Row[] = [
  ...EVERYWHERE.map((one): Row => [one, {}, {}]),
  ...EVERYWHERE.flatMap((one): Row[] => [
    [
      one,
      { listPriceRange: 'min:100, max:2000.5' },
      { [one === 'For_Rent' ? 'mp' : 'price']: { min: 100, max: 2000.5 } },
    ],
    [
      one,
      { listPriceRange: 'min:100' },
      { [one === 'For_Rent' ? 'monthlyPayment' : 'price']: { min: 100, max: null } },
    ],
    [one, { squareFeetRange: 'max:900' }, { sqft: { max: 900 } }],
    [one, { lotSizeRange: 'min:43560' }, { lotSize: { min: 43_560 } }],
    [one, { yearBuiltRange: 'min:1990, max:2000' }, { built: { min: 1990, max: 2000 } }],
    [one, { keywords: 'granite "corner lot"' }, { keywords: 'granite "corner lot"' }],
    [one, { keywords: 'HC1001' }, { att: { value: 'HC1001' } }],
    [one, { singleStoryOnly: 'true' }, on('sto')],
    [one, { mustHaveBasement: 'Yes_Finished' }, on('basf')],
    [one, { mustHaveBasement: 'Yes_Unfinished' }, on('isBasementUnfinished')],
    [one, { mustHaveBasement: 'Yes_Both' }, on('basf', 'basu')],
    ...['1', '2', '3', '4', '5'].flatMap((count): Row[] => [
      [one, { bed_min: count }, { beds: { min: Number(count) } }],
      [one, { bed_min: count, bed_max: count }, { beds: { min: Number(count), max: Number(count) } }],
    ]),
    [one, { bed_min: 'Studio', bed_max: 'Studio' }, { beds: { min: 0, max: 0 } }],
    ...Object.entries(BATHS).map(([bathrooms, min]): Row => [one, { bathrooms }, { baths: { min } }]),
    ...choices(one, 'view', VIEWS, (chosen) => on(...chosen)),
  ]),
  ...BOUGHT.flatMap((one): Row[] => [
    ...choices(one, 'homeType', SALE_TYPES, (_, others) => off(...others)),
    ...choices(one, 'homeType', SALE_TYPES, (chosen) => ({ ...off('ah'), ...on(...chosen) })),
    ...choices(one, 'otherAmenities', AMENITIES, (chosen) => on(...chosen)),
    ...Object.entries(SPOTS).map(([parkingSpots, min]): Row => [one, { parkingSpots }, { parks: { min } }]),
    ...DUES.map((max): Row => [one, { maxHOA: `${max}_dollars_month` }, { hoa: { max } }]),
    [one, { maxHOA: 'No_HOA_Fee' }, { hoa: { max: 0 } }],
    [one, { incIncompleteHOA: 'false' }, { includeHomesWithNoHoaData: { value: false } }],
    [one, { haveGarage: 'true' }, on('hasGarage')],
    [one, { hide55plusComm: 'true' }, { seniorHousing: { value: 'exclude' } }],
  ]),
  ...choices('For_Rent', 'homeType', RENT_TYPES, (_, others) => off(...others)),
  ...choices('For_Rent', 'otherAmenities', RENT_AMENITIES, (chosen) => on(...chosen)),
  ...choices('For_Rent', 'pets', PETS, (chosen) => on(...chosen)),
  ...Object.entries(SPANS).flatMap(([span, value]): Row[] => [
    ['For_Sale', { 'daysOn{Portal}': span }, { doz: { value } }],
    ['For_Rent', { 'daysOn{Portal}': span }, { doz: { value } }],
    ['Sold', { soldInLast: span }, { doz: { value } }],
  ]),
  ['For_Rent', { move_in_date: '2026-12-01' }, { rad: { value: '2026-12-01' } }],
  ['For_Rent', { space: 'Room' }, on('r4r')],
  ['For_Rent', { space: 'Entire Place' }, off('isRoomForRent')],
  ['For_Rent', { tours: 'Must have 3D Tour' }, on('h3dt')],
  ['For_Sale', { tours: 'Must have 3D Tour,Must have open house' }, on('has3DTour', 'isOpenHouse')],
  ['For_Sale', { monthlyPayment: 'min:1000, max:3000' }, { mp: { min: 1000, max: 3000 } }],
  ['For_Sale', { propertyStatus: 'Coming soon' }, on('cmsn')],
  ['For_Sale', { propertyStatus: 'Accepting backup offers' }, on('abo')],
  ['For_Sale', { propertyStatus: 'Pending & under contract' }, on('isPendingListingsSelected')],
  ...choices('For_Sale', 'listingTypeOptions', KINDS, (chosen, others) => ({ ...off(...others), ...on(...chosen) })),
  ['For_Sale', { listingTypeOptions: ON_THE_MARKET.join() }, off('pmf', 'pf')],
  ['For_Sale', { listingTypeOptions: [...ON_THE_MARKET, 'Foreclosed'].join() }, off('pf')],
  ['For_Sale', { listingTypeOptions: [...ON_THE_MARKET, 'Pre-foreclosures'].join() }, off('pmf')],
  ['For_Sale', { tours: 'Must have 3D Tour,Must have open house' }, on('3d', 'isOpenHousesOnly')],
  ['For_Sale', { incIncompleteHOA: 'false' }, off('nohoa')],
  ['For_Sale', { lotSizeRange: 'min:43560' }, { lotSize: { min: 43_560, max: null, units: 'sqft' } }],
  ...choices('For_Rent', 'otherAmenities', LONG_AMENITIES, (chosen) => on(...chosen)),
  ...choices('For_Rent', 'pets', LONG_PETS, (chosen) => on(...chosen)),
  ['For_Rent', { otherAmenities: 'Income Restricted' }, on('inc')],
  ['For_Rent', { otherAmenities: 'On-site Parking' }, on('parka')],
  ['For_Rent', { hideNoDateListings: 'true' }, on('onlyRentalExcludeNullAvailabilityDates')],
  ['For_Rent', { move_in_date: '2026-12-01' }, { onlyRentalRequestedAvailabilityDate: { value: '2026-12-01' } }],
  ['For_Sale', { listingType: 'By_Owner_and_Other' }, {}, { category: 'cat2' }],
  ['For_Sale', { listingType: 'By_Agent' }, {}, { category: 'cat1' }],
]

function nodesOfFilters(listingClass: ListingClass, parameters: Readonly<Record<string, string>>) {
  const query = [['listingStatus', listingClass] as const, ...Object.entries(parameters)]
  const { args, ignored } = parse(addressFilters.parameters, addressFilters.rules, query)
  assert.deepEqual(ignored, [])
  return addressFilters.conditions(args, { listingClass, ...DAY }).map(({ node }) => node)
}

async function read(state: object) {
  const url = searchUrl.parse(
    `https://portal.example/homes/?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`,
  )
  assert(!(url instanceof Refusal))
  return readSearch(url, undefined, TRIAL_PLACES, DAY)
}

/** Writes conditions as strings. The order of conditions and of their values makes no difference. */
function plain(nodes: readonly QueryNode[]): string[] {
  return nodes
    .map((node) =>
      JSON.stringify(node, (_, value: Json | number) => {
        if (typeof value === 'number') return String(value)
        return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value
      }),
    )
    .sort()
}

suite('a filter means the same in a URL as in the other searches', () => {
  for (const [listingClass, parameters, filterState, top] of ROWS) {
    const state = { ...top, filterState: { ...STATUS[listingClass], ...filterState } }
    test(`${listingClass} ${JSON.stringify(parameters)}: ${JSON.stringify({ ...top, filterState })}`, async () => {
      const { selection, leftOut } = await read(state)
      assert.equal(selection.listingClass, listingClass)
      const nodes = selection.where.map(({ node }) => node)
      assert.deepEqual(plain(nodes), plain(nodesOfFilters(listingClass, parameters)))
      assert.deepEqual(leftOut, [])
    })
  }

  const orders: Readonly<Record<string, OrderName>> = {
    globalrelevanceex: 'Homes_for_you',
    priorityscore: 'Rental_Priority_Score',
    days: 'Newest',
    pricea: 'Price_Low_to_High',
    priced: 'Price_High_to_Low',
    beds: 'Bedrooms',
    baths: 'Bathrooms',
    size: 'Square_Feet',
    lot: 'Lot_Size',
    built: 'Year_Built',
  }
  for (const [value, name] of Object.entries(orders)) {
    test(`sort ${value} is ${name}`, async () => {
      assert.equal((await read({ filterState: { sort: { value } } })).order, orderOf(name, 'For_Sale'))
      assert.equal((await read({ sortSelection: { value } })).order, orderOf(name, 'For_Sale'))
      assert.equal((await read({ filterState: { sortSelection: { value } } })).order, orderOf(name, 'For_Sale'))
    })
  }
})
