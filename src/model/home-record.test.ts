import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HomeRecord } from './home-fields.ts'
import { HOME_FIELD_NAMES, type HomeFieldName, homeField } from './home-fields.ts'
import { asOfMs, homeFrom } from './home-record.ts'

const IDENTITY = { zpid: 7, source: 'mls', sourceKey: 'A7' }
const PLACE = {
  city: 'Austin',
  state: 'TX',
  zipcode: '78704',
  county: 'Travis',
  countyFips: '48453',
  timeZone: 'America/Chicago',
}

function from(record: Partial<HomeRecord>) {
  return homeFrom({ HomeType: 'CONDO', ...record }, IDENTITY, PLACE)
}

test('an empty record gives a home with no optional keys', () => {
  assert.deepEqual(from({}), {
    zpid: 7,
    source: 'mls',
    sourceKey: 'A7',
    address: { streetAddress: '', ...PLACE },
    homeType: 'CONDO',
    facts: {},
    history: [],
    taxes: [],
  })
})

/** A value for each type of field, different from the default. */
const SOMETHING = { text: 'x', wholeNumber: 2, number: 2, date: '2025-01-02', time: 5, list: ['x'] } as const
/** Values for fields that need a special format. */
const FORMED: Readonly<Record<string, unknown>> = {
  CensusTract: '101.02',
  OpenHouseStartTimes: ['2026-01-31T13:00:00Z'],
  OpenHouseEndTimes: ['2026-01-31T13:00:00Z'],
  EventHistory: '[{"date":"2025-01-02","event":"Sold","source":"mls"}]',
  AssessmentHistory: '[{"year":2020,"taxPaid":5.25}]',
  RecordedEvents: '[{"day":"2025-01-02","type":"Deed","source":"county"}]',
  FactsWithoutField: '{"Barn":"yes"}',
}
const MEANINGFUL_WHEN_FALSE = [
  'InternetAddressDisplayYN',
  'InternetAutomatedValuationDisplayYN',
  'BasementYN',
  'AssociationYN',
]

function valueFor(name: HomeFieldName): unknown {
  const { kind, values } = homeField(name)
  if (FORMED[name] !== undefined) return FORMED[name]
  if (values) return kind === 'list' ? [values[0]] : values.at(-1)
  return kind === 'boolean' ? !MEANINGFUL_WHEN_FALSE.includes(name) : SOMETHING[kind as keyof typeof SOMETHING]
}

/** For each field: a record with the other fields that it needs to have an effect. */
const AROUND: Readonly<Record<string, HomeRecord>> = {
  default: {
    HomeType: 'LOT',
    StandardStatus: 'Expired',
    ListingKind: 'lease',
    ListPrice: 7,
    ContactName: 'n',
    TaxYear: 2020,
    StreetName: 'Main',
    Latitude: 1,
    Longitude: 1,
    AssociationFee: 9,
    OwnerName: 'n',
  },
  AssociationYN: { HomeType: 'LOT' },
  PriceChangeTimestamp: { HomeType: 'LOT', OriginalListPrice: 8, ListPrice: 7 },
  OriginalListPrice: { HomeType: 'LOT', OnMarketDate: '2025-01-01', ListPrice: 7 },
  TaxYear: { HomeType: 'LOT', TaxAnnualAmount: 1 },
  OpenHouseStartTimes: { HomeType: 'LOT', StandardStatus: 'Active', OpenHouseEndTimes: ['2026-01-31T14:00:00Z'] },
  OpenHouseEndTimes: { HomeType: 'LOT', StandardStatus: 'Active', OpenHouseStartTimes: ['2026-01-31T12:00:00Z'] },
}

/**
 * Fields that do not change the home: they find the location, which this test passes in, or decide whether a row is
 * used.
 */
const NOT_OF_THE_HOME: readonly string[] = ['PostalCode', 'ZipOrigin', 'Country', 'Currency', 'UnparsedAddress']

test('every field of the table changes the home', () => {
  for (const name of HOME_FIELD_NAMES) {
    if (NOT_OF_THE_HOME.includes(name)) continue
    const { [name]: _, ...without }: HomeRecord = AROUND[name] ?? AROUND.default ?? {}
    const record = { ...without, [name]: valueFor(name) } as HomeRecord // the value has the field's type
    const [bare, filled] = [without, record].map((each) => homeFrom(each, IDENTITY, PLACE))
    assert.notDeepEqual(filled, bare, name)
  }
})

test('every field that another field needs is in the table', () => {
  for (const name of HOME_FIELD_NAMES)
    for (const needed of homeField(name).needs?.flat() ?? [])
      assert.ok((HOME_FIELD_NAMES as readonly string[]).includes(needed), name)
})

test('the street is assembled from its parts, and a unit gets its designator', () => {
  const parts = { StreetNumber: '1204', StreetDirPrefix: 'N', StreetName: 'Lamar', StreetSuffix: 'Blvd' }
  assert.equal(from({ ...parts, UnitNumber: '4' }).address.streetAddress, '1204 N Lamar Blvd APT 4')
  assert.equal(from({ ...parts, UnitNumber: '# 4' }).address.streetAddress, '1204 N Lamar Blvd # 4')
  assert.equal(from({ ...parts, UnitNumber: 'Ste 4' }).address.streetAddress, '1204 N Lamar Blvd Ste 4')
  assert.equal(from({ ...parts, UnitNumber: '4B' }).address.streetAddress, '1204 N Lamar Blvd APT 4B')
  assert.equal(from({ ...parts, StreetAddress: '1 Elm St' }).address.streetAddress, '1 Elm St')
  assert.equal(from({ StreetNumber: '1204' }).address.streetAddress, '')
})

test("a county other than the ZIP's does not get the ZIP's county code", () => {
  assert.equal(from({ CountyOrParish: 'travis county' }).address.countyFips, '48453')
  assert.equal(from({ CountyOrParish: 'Hays' }).address.countyFips, undefined)
  assert.equal(from({ CountyOrParish: 'Hays', CountyFips: '48209' }).address.countyFips, '48209')
})

test('the number of baths is the total in the record, or else the sum of the kinds of bath', () => {
  assert.equal(from({ BathroomsFull: 2, BathroomsHalf: 1, BathroomsThreeQuarter: 1 }).facts.bathrooms, 3.25)
  assert.equal(from({ BathroomsFull: 2, BathroomsTotalDecimal: 2.5 }).facts.bathrooms, 2.5)
  assert.equal(from({ BedroomsTotal: 2 }).facts.bathrooms, undefined)
})

test('dues are converted to monthly amounts, and are unknown if that is impossible', () => {
  const dues = (AssociationFeeFrequency: HomeRecord['AssociationFeeFrequency'] & string) =>
    from({ AssociationFee: 120, AssociationFeeFrequency }).facts.associationFee
  assert.deepEqual([dues('Annually'), dues('Monthly'), dues('Weekly'), dues('OneTime')], [10, 120, 520, 0])
  assert.equal(dues('Seasonal'), undefined)
  assert.equal(from({ AssociationFee: 120.4 }).facts.associationFee, 120.4)
  assert.equal(from({ AssociationFee: 1000, AssociationFeeFrequency: 'Annually' }).facts.associationFee, 83.33)
  assert.equal(from({ AssociationYN: false }).facts.associationFee, 0)
  assert.equal(from({ AssociationYN: true }).facts.associationFee, undefined)
})

test('a lot in acres becomes square feet, unless the record has square feet', () => {
  assert.equal(from({ LotSizeAcres: 0.5 }).facts.lotSizeSquareFeet, 21_780)
  assert.equal(from({ LotSizeAcres: 0.17 }).facts.lotSizeSquareFeet, 7405.2)
  assert.equal(from({ LivingArea: 1076.3910417 }).facts.livingArea, 1076.39)
  assert.equal(from({ LotSizeAcres: 0.5, LotSizeSquareFeet: 20_000 }).facts.lotSizeSquareFeet, 20_000)
})

test('a false flag leaves its key out if the model only has true', () => {
  const listing = from({ StandardStatus: 'Active', FeaturedYN: false, NewConstructionYN: true }).listing
  assert.deepEqual(listing, { kind: 'sale', status: 'Active', listedBy: 'agent', newConstruction: true })
})

test('a listing yields its history, each event once, and listed comes before sold', () => {
  const { history } = from({
    StandardStatus: 'Closed',
    ListingId: 'M1',
    OnMarketDate: '2025-01-02',
    OriginalListPrice: 500_000,
    ListPrice: 480_000.4,
    PriceChangeTimestamp: Date.UTC(2025, 1, 3, 23),
    PurchaseContractDate: '2025-03-01',
    CloseDate: '2025-03-01',
    ClosePrice: 470_000,
  })
  assert.deepEqual(
    history.map(({ date, event, price, mlsId }) => [date, event, price, mlsId]),
    [
      ['2025-01-02', 'Listed for sale', 500_000, 'M1'],
      ['2025-02-03', 'Price change', 480_000, 'M1'],
      ['2025-03-01', 'Pending sale', 480_000, 'M1'],
      ['2025-03-01', 'Sold', 470_000, 'M1'],
    ],
  )
})

test('a closed lease is rented, not sold', () => {
  const { history, listing } = from({
    StandardStatus: 'Closed',
    ListingKind: 'lease',
    OnMarketDate: '2025-01-02',
    ListPrice: 2000,
    CloseDate: '2025-02-01',
  })
  assert.deepEqual(
    history.map(({ event, rental }) => [event, rental]),
    [
      ['Listed for rent', true],
      ['Listing removed', true],
    ],
  )
  assert.deepEqual(listing?.lease, { space: 'entire' })
})

test('a home refers to the time of its last change, or else its latest day, or else its latest tax year', () => {
  assert.equal(
    asOfMs(from({ StandardStatus: 'Closed', OnMarketDate: '2025-01-02', CloseDate: '2025-03-01' })),
    Date.UTC(2025, 2, 1),
  )
  assert.equal(asOfMs(from({ StandardStatus: 'Active', ModificationTimestamp: 5, OnMarketDate: '2025-01-02' })), 5)
  assert.equal(asOfMs(from({ TaxYear: 2020, TaxAnnualAmount: 1 })), Date.UTC(2020, 0, 1))
  assert.equal(asOfMs(from({})), Number.NEGATIVE_INFINITY)
})

test('open houses are sorted by start, in UTC if they have no zone, and end after they start', () => {
  const OpenHouseStartTimes = ['2026-02-01T10:00:00-08:00', '2026-01-31T12:00', '2026-01-31T15:00:00Z']
  const OpenHouseEndTimes = ['2026-02-01T12:00:00-08:00', '2026-01-31T14:00', '2026-01-31T15:00:00Z']
  const { listing } = from({ StandardStatus: 'Active', OpenHouseStartTimes, OpenHouseEndTimes })
  assert.deepEqual(listing?.openHouses, [
    { startMs: Date.UTC(2026, 0, 31, 12), endMs: Date.UTC(2026, 0, 31, 14) },
    { startMs: Date.UTC(2026, 1, 1, 18), endMs: Date.UTC(2026, 1, 1, 20) },
  ])
})
