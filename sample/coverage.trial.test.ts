import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, startOfDay } from '../src/kit/base/clock.ts'
import { AGENT_LANGUAGES, AGENT_SPECIALTIES, type Agent } from '../src/model/agent.ts'
import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from '../src/model/experience-words.ts'
import { type Home, type HomeFacts, LISTING_CONDITIONS, type Listing, PETS, VIEWS } from '../src/model/home.ts'
import { OFFER_PROPERTY_TYPES } from '../src/model/offer.ts'
import * as offerValues from '../src/model/offer-values.ts'
import { largeSample } from '../test/sample/homes.ts'
import { TRIAL_NOW_MS } from '../test/sample/trial.ts'
import { POLISH_CITIES } from './words/poland.ts'

/** A home and the listing that searches return. */
interface Row {
  readonly home: Home
  readonly facts: HomeFacts
  readonly listing: Listing
}
type Case = readonly [value: string, fits: (row: Row) => boolean]

const { report, ...records } = await largeSample(40_000, 1)
const rows: readonly Row[] = records.home.flatMap((home) =>
  home.listing ? [{ home, facts: home.facts, listing: home.listing }] : [],
)
const onMarket = ({ listing }: Row) =>
  ['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'].includes(listing.status)
const forSale = rows.filter((row) => row.listing.kind === 'sale' && onMarket(row))
const forRent = rows.filter((row) => row.listing.kind === 'lease' && row.listing.status === 'Active')
const sold = rows.filter((row) => row.listing.kind === 'sale' && row.listing.status === 'Closed')

function everyCase(kind: string, candidates: readonly Row[], cases: readonly Case[]): void {
  for (const [value, fits] of cases) assert.ok(candidates.some(fits), `no home ${kind} has ${value}`)
}

const listedDays = ({ listing }: Row) => days(listing.onMarketMs ?? 0)
const soldDays = ({ listing }: Row) => days(startOfDay(listing.closeDate ?? ''))
const available = ({ listing }: Row) => startOfDay(listing.lease?.availabilityDate ?? 'none')
const days = (sinceMs: number) => Math.floor((TRIAL_NOW_MS - sinceMs) / DAY_MS)
const DAY_STEPS = [1, 7, 14, 30, 90, 183, 365, 730, 1096] as const

/** No home was sold within the last day: the trials' day is a Monday, and deeds are not recorded on weekends. */
const SOLD_STEPS = steps(soldDays).slice(1)

/** Makes one case for each interval between adjacent values of daysOnPortal or soldInLast. */
function steps(age: (row: Row) => number): Case[] {
  return DAY_STEPS.map((most, at) => [
    `${DAY_STEPS[at - 1] ?? 0} to ${most} days`,
    (row) => age(row) <= most && age(row) > (DAY_STEPS[at - 1] ?? -1),
  ])
}

const counts: readonly Case[] = [
  ...[1, 2, 3, 4].map((n): Case => [`${n} bedrooms`, ({ facts }) => facts.bedroomsTotal === n]),
  ['5 bedrooms or more', ({ facts }) => (facts.bedroomsTotal ?? 0) >= 5],
  ...[1, 1.5, 2, 3].map((n): Case => [`${n} bathrooms`, ({ facts }) => facts.bathrooms === n]),
  ['4 bathrooms or more', ({ facts }) => (facts.bathrooms ?? 0) >= 4],
]
const parking: readonly Case[] = [
  ...[0, 1, 2, 3].map((n): Case => [`${n} parking spots`, ({ facts }) => facts.parkingTotal === n]),
  ['4 parking spots or more', ({ facts }) => (facts.parkingTotal ?? 0) >= 4],
  ['a garage', ({ facts }) => (facts.garageSpaces ?? 0) > 0],
  ['no garage', ({ facts }) => facts.garageSpaces === 0],
]
const shape: readonly Case[] = [
  ['a single story', ({ facts }) => facts.storiesTotal === 1],
  ['several stories', ({ facts }) => (facts.storiesTotal ?? 0) > 1],
  ...(['none', 'finished', 'unfinished', 'partly_finished'] as const).map(
    (kind): Case => [`basement ${kind}`, ({ facts }) => facts.basement === kind],
  ),
  ['no word on the basement', ({ facts }) => facts.basement === undefined],
  ['air conditioning', ({ facts }) => facts.hasCooling === true],
  ['no air conditioning', ({ facts }) => facts.hasCooling === false],
  ['a pool', ({ facts }) => facts.privatePool === true],
  ['a waterfront', ({ facts }) => facts.waterfront === true],
  ...VIEWS.map((view): Case => [`a view of ${view}`, ({ facts }) => facts.views?.includes(view) === true]),
  ['an unknown area', ({ facts }) => facts.livingArea === undefined && facts.bedroomsTotal !== undefined],
  ['an unknown year', ({ facts }) => facts.yearBuilt === undefined && facts.bedroomsTotal !== undefined],
]
const dues: readonly Case[] = [
  ['no association fee', ({ facts }) => facts.associationFee === 0],
  ['incomplete dues', ({ facts }) => facts.associationFee === undefined],
  ...[50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map(
    (most, at, all): Case => [
      `dues of up to ${most} dollars`,
      ({ facts }) => (facts.associationFee ?? 0) > (all[at - 1] ?? 0) && (facts.associationFee ?? 0) <= most,
    ],
  ),
  ['dues above 1,000 dollars', ({ facts }) => (facts.associationFee ?? 0) > 1000],
  ['a 55+ community', ({ facts }) => facts.seniorCommunity === true],
]
const types = ['SINGLE_FAMILY', 'TOWNHOUSE', 'CONDO', 'MULTI_FAMILY', 'APARTMENT', 'LOT', 'MANUFACTURED'].map(
  (type): Case => [`type ${type}`, ({ home }) => home.homeType === type],
)
const lots: Case = ['a lot of an acre or more', ({ facts }) => (facts.lotSizeSquareFeet ?? 0) >= 43_560]

test('every filter value of homes for sale occurs', () => {
  everyCase('for sale', forSale, [...types, ...counts, ...parking, ...shape, ...dues, ...steps(listedDays), lots])
  everyCase('for sale', forSale, [
    ['an agent', ({ listing }) => listing.listedBy === 'agent' && listing.listAgentId !== undefined],
    ['an owner who sells', ({ listing }) => listing.listedBy === 'owner' && listing.contact?.phone !== undefined],
    ['new construction', ({ listing }) => listing.newConstruction === true],
    ...LISTING_CONDITIONS.map((c): Case => [c, ({ listing }) => listing.conditions?.includes(c) === true]),
    ...(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'] as const).map(
      (status): Case => [`status ${status}`, ({ listing }) => listing.status === status],
    ),
    ['an open house', ({ listing }) => listing.openHouses !== undefined],
    ['a 3D tour', ({ listing }) => listing.has3DTour === true],
    ['a film', ({ listing }) => listing.videoUrl !== undefined],
    ['featuring', ({ listing }) => listing.featured === true],
    ['the keyword granite', ({ listing }) => listing.description?.includes('granite') === true],
    ['a listing number', ({ listing }) => listing.mlsId !== undefined],
  ])
})

test('every filter value of homes for rent occurs', () => {
  const today = startOfDay('2026-06-15')
  everyCase('for rent', forRent, [
    ...counts,
    ...shape.filter(([value]) => value !== 'a waterfront'),
    ...steps(listedDays),
  ])
  everyCase('for rent', forRent, [
    ['type SINGLE_FAMILY', ({ home }) => home.homeType === 'SINGLE_FAMILY'],
    ['type TOWNHOUSE', ({ home }) => home.homeType === 'TOWNHOUSE'],
    ['type CONDO', ({ home }) => home.homeType === 'CONDO'],
    ['type APARTMENT', ({ home }) => home.homeType === 'APARTMENT'],
    ['no bedroom', ({ facts }) => facts.bedroomsTotal === 0],
    ['an entire place', ({ listing }) => listing.lease?.space === 'entire'],
    ['a room', ({ listing }) => listing.lease?.space === 'room'],
    ['a 3D tour', ({ listing }) => listing.has3DTour === true],
    ['a date that has come', (row) => available(row) <= today],
    ['a date to come', (row) => available(row) > today],
    ['no date', (row) => Number.isNaN(available(row))],
    ...PETS.map((pet): Case => [pet, ({ listing }) => listing.lease?.pets?.includes(pet) === true]),
    ['no pets', ({ listing }) => listing.lease?.pets === undefined],
    ['parking on site', ({ listing }) => listing.lease?.onSiteParking === true],
    ['laundry in the unit', ({ facts }) => facts.inUnitLaundry === true],
    ['shared laundry', ({ facts }) => facts.inUnitLaundry === false],
    ['applications', ({ listing }) => listing.lease?.acceptsApplications === true],
    ['restricted income', ({ listing }) => listing.lease?.incomeRestricted === true],
    ['an apartment community', ({ home }) => home.lotId !== undefined],
    ['no building', ({ home }) => home.lotId === undefined],
    ['an owner who lets', ({ listing }) => listing.listedBy === 'owner'],
  ])
})

test('every filter value of sold homes occurs', () => {
  everyCase('sold', sold, [...types, ...counts, ...parking, ...shape, ...dues, ...SOLD_STEPS, lots])
})

test('homes that are off the market have no listing, or one that has ended', () => {
  const off = report.offMarket / report.homes
  assert.ok(off > 0.65 && off < 0.8, `${off} are off the market`)
  assert.ok(records.home.some((home) => home.listing === undefined && home.history.length > 0))
  assert.ok(records.home.some((home) => home.listing === undefined && home.history.length === 0))
  for (const status of ['Canceled', 'Expired', 'Withdrawn']) {
    assert.ok(
      rows.some(({ listing }) => listing.status === status),
      status,
    )
  }
})

test('homes are for sale, for rent and sold in sensible shares', () => {
  const share = (count: number) => count / report.homes
  // 2 to 6 months of sales, plus homes under contract
  assert.ok(share(report.forSale) > 0.015 && share(report.forSale) < 0.035, `${share(report.forSale)} for sale`)
  assert.ok(share(report.forRent) > 0.06 && share(report.forRent) < 0.11, `${share(report.forRent)} for rent`)
  // 4 to 6 % of the homes are sold per year, for three years
  assert.ok(share(report.sold) > 0.12 && share(report.sold) < 0.18, `${share(report.sold)} sold`)
  assert.ok(report.metros >= 12 && report.states >= 8)
})

test('buildings have from 6 to 120 units, and rental buildings have several available ones', () => {
  const sizes = records.building.map(({ floorPlans }) => floorPlans.reduce((sum, { units }) => sum + units.length, 0))
  assert.ok(Math.max(...sizes) > 60 && Math.max(...sizes) <= 120)
  assert.ok(Math.min(...sizes.slice(0, -1)) >= 6)
  const free = Map.groupBy(
    forRent.filter(({ home }) => home.lotId !== undefined),
    ({ home }) => home.lotId,
  )
  assert.ok([...free.values()].filter((units) => units.length > 1).length > 10)
})

test('every specialty, language and other property of agents occurs', () => {
  const { agent } = records
  const some = (fits: (agent: Agent) => unknown, what: string) => assert.ok(agent.some(fits), `no agent has ${what}`)
  for (const specialty of AGENT_SPECIALTIES) some((one) => one.specialties?.includes(specialty), specialty)
  for (const language of AGENT_LANGUAGES) some((one) => one.languages?.includes(language), language)
  some((one) => one.isTopAgent, 'top rank')
  some((one) => !one.isTopAgent, 'no top rank')
  for (const rating of [2, 3, 4, 5]) some((one) => one.reviews?.some((r) => r.rating === rating), `${rating} stars`)
})

test('every enumerated value of area B occurs', () => {
  const { offer } = records
  const has = (values: readonly string[], key: 'buildingType' | 'floor' | 'buildingMaterial' | 'heating') => {
    for (const value of values)
      assert.ok(
        offer.some((one) => one[key] === value),
        `no offer has ${key} ${value}`,
      )
  }
  has(offerValues.BUILDING_TYPES, 'buildingType')
  has(offerValues.FLOORS, 'floor')
  has(offerValues.BUILDING_MATERIALS, 'buildingMaterial')
  has(offerValues.HEATINGS, 'heating')
  for (const extra of offerValues.EXTRAS)
    assert.ok(
      offer.some(({ extras }) => extras.includes(extra)),
      extra,
    )
  for (const medium of offerValues.MEDIA)
    assert.ok(
      offer.some(({ media }) => media.includes(medium)),
      medium,
    )
  for (const type of OFFER_PROPERTY_TYPES)
    assert.ok(
      offer.some(({ propertyType }) => propertyType === type),
      type,
    )
  for (const city of POLISH_CITIES)
    assert.ok(
      offer.some((one) => one.city === city.city),
      city.city,
    )
  for (const owner of ['Private', 'Agency', 'Developer'])
    assert.ok(
      offer.some((one) => one.ownerType === owner),
      owner,
    )
  for (const market of ['Primary', 'Secondary'])
    assert.ok(
      offer.some((one) => one.market === market),
      market,
    )
  for (const kind of ['For_Sale', 'For_Rent'])
    assert.ok(
      offer.some((one) => one.searchType === kind),
      kind,
    )
  for (const mark of ['hidePrice', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer', 'drawnPhotos'] as const) {
    assert.ok(offer.some((one) => one[mark]) && offer.some((one) => !one[mark]), mark)
  }
})

test('every kind of experience, traveler, time of day and accessibility feature occurs', () => {
  const { experience } = records
  for (const kind of EXPERIENCE_TYPES)
    assert.ok(
      experience.some((one) => one.experienceType === kind),
      kind,
    )
  for (const traveler of TRAVELER_TYPES) {
    assert.ok(
      experience.some(({ travelerTypes }) => travelerTypes.includes(traveler)),
      traveler,
    )
  }
  for (const time of ['morning', 'afternoon', 'evening'] as const) {
    assert.ok(
      experience.some(({ timesOfDay }) => timesOfDay.includes(time)),
      time,
    )
  }
  for (const feature of ACCESSIBILITY_FEATURES) {
    assert.ok(
      experience.some(({ accessibilityFeatures }) => accessibilityFeatures.includes(feature)),
      feature,
    )
  }
})
