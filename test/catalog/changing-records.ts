import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { idOf, type Noun, type Records } from '../../src/catalog/ports/nouns.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Experience } from '../../src/model/experience.ts'
import { HOME_TYPES, type Home } from '../../src/model/home.ts'
import type { Offer } from '../../src/model/offer.ts'

// There are few ids, places, agents and buildings, so that records soon change more than once.

const IDS = 30
/** Greater than the ids of homes, so that no home and offer have the same id. */
const FIRST_OFFER_ID = 1_000
const AGENT_IDS = ['ann', 'bob', 'c\nd', 'dot']
const OFFICE_IDS = ['o1', 'o2']
const LOTS = ['l1', 'l2', 'l3']
export const CITIES = ['Austin', 'Dallas', 'AUSTIN'] as const
const day = fc.constantFrom('2023-03-05', '2024-10-03', '2024-11-30')
const month = fc.constantFrom('2024-01', '2024-02')
const degrees = fc.integer({ min: 0, max: 12 })
const price = fc.integer({ min: 1, max: 9 })
const agentId = fc.constantFrom(...AGENT_IDS, 'nobody')

function some<T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>> // a field is absent rather than undefined
}

const listing = fc
  .tuple(
    fc.record({
      kind: fc.constantFrom('sale', 'lease'),
      status: fc.constantFrom('Active', 'Active', 'Pending', 'Closed', 'Withdrawn'),
      listedBy: fc.constant('agent'),
    }),
    some({
      listAgentId: agentId,
      coListAgentId: agentId,
      buyerAgentId: agentId,
      listPrice: price,
      onMarketMs: fc.constantFrom(5, 86_400_000 * 19_000),
      closePrice: price,
      closeDate: day,
      mlsId: fc.constantFrom('m1', 'M2', 'm3'),
      description: fc.constantFrom('pool and garden', 'garden'),
    }),
  )
  .map(([one, other]) => ({ ...one, ...other }))

export const homes: fc.Arbitrary<Home> = fc
  .tuple(
    fc.integer({ min: 1, max: IDS }),
    fc.record({
      city: fc.constantFrom(...CITIES),
      state: fc.constantFrom('TX', 'TX', 'WA'),
      zipcode: fc.constantFrom('78704', '75201', ''),
    }),
    some({
      county: fc.constantFrom('Travis', 'TRAVIS'),
      countyFips: fc.constant('48453'),
      neighborhood: fc.constantFrom('Zilker', 'ZILKER'),
    }),
    some({
      point: fc.record({
        latitude: degrees.map((at) => 30 + at / 7),
        longitude: degrees.map((at) => -97 + at / 3),
      }),
      lotId: fc.constantFrom(...LOTS),
      listing,
      estimate: fc.record({
        value: price.map((value) => value * 1000),
        history: fc.array(
          fc.tuple(
            month,
            price.map((value) => value * 900),
          ),
          { maxLength: 2 },
        ),
      }),
    }),
    fc.array(
      fc.record({
        date: day,
        event: fc.constantFrom('Sold', 'Listed for sale', 'Listed for rent'),
        price,
        source: fc.constant('test'),
        sellerAgentId: agentId,
        buyerAgentId: agentId,
      }),
      { maxLength: 3 },
    ),
    fc.constantFrom(...HOME_TYPES),
    fc.record({ bedroomsTotal: price }),
  )
  .map(([zpid, place, more, rest, history, homeType, facts]) => ({
    zpid,
    source: 'test',
    sourceKey: String(zpid),
    address: { streetAddress: `${zpid} Main St`, ...place, ...more },
    homeType,
    facts,
    taxes: [],
    ...(rest as Partial<Home>), // the types of a home's fields
    history: history as unknown as Home['history'], // the type of a home's history
  }))

const agents: fc.Arbitrary<Agent> = fc
  .tuple(
    fc.constantFrom(...AGENT_IDS),
    fc.constantFrom('Ann Lee', 'Bob Lee', 'Árbor'),
    some({
      officeId: fc.constantFrom(...OFFICE_IDS),
      city: fc.constantFrom(...CITIES),
      state: fc.constant('TX'),
      isTopAgent: fc.constant(true),
      memberMlsId: fc.constantFrom('7', '8'),
      specialties: fc.constant(['rentals']),
    }),
  )
  .map(([id, name, more]) => ({ agentId: id, username: id.toUpperCase(), name, ...(more as Partial<Agent>) })) // the types of an agent's fields

const offices: fc.Arbitrary<Office> = fc
  .tuple(fc.constantFrom(...OFFICE_IDS), fc.constantFrom('North', 'South'))
  .map(([officeId, name]) => ({ officeId, name }))

const buildings: fc.Arbitrary<Building> = fc
  .tuple(fc.constantFrom(...LOTS), fc.constantFrom('The Plat', 'The Lot'))
  .map(([lotId, name]) => ({
    lotId,
    source: 'test',
    sourceKey: lotId,
    name,
    address: { streetAddress: '7 Main St', city: 'Austin', state: 'TX', zipcode: '78704' },
    point: { latitude: 30, longitude: -97 },
    amenities: [],
    floorPlans: [],
  }))

const offers: fc.Arbitrary<Offer> = fc
  .tuple(
    fc.integer({ min: FIRST_OFFER_ID, max: FIRST_OFFER_ID + IDS }),
    fc.constantFrom('Kraków', 'Krakow', 'Łódź'),
    fc.constantFrom('małopolskie', 'Małopolskie'),
    price,
    some({ district: fc.constantFrom('Stare Miasto', 'Stare miasto'), goneSince: fc.constant('2026-01-01') }),
  )
  .map(([offerId, city, province, askingPrice, more]) => ({
    offerId,
    source: 'test',
    sourceKey: String(offerId),
    title: 'Dom',
    propertyType: 'House',
    searchType: 'For_Sale',
    price: askingPrice,
    area: 10,
    extras: [],
    media: [],
    createdMs: 0,
    modifiedMs: 0,
    city,
    county: city,
    province,
    point: { latitude: 50, longitude: 20 },
    description: '',
    ...more,
  }))

const experiences: fc.Arbitrary<Experience> = fc
  .tuple(fc.integer({ min: 1, max: IDS }), fc.constantFrom('Paris', 'PARIS', 'Lyon'), price, fc.boolean())
  .map(([id, city, pricePerGuest, early]) => ({
    experienceId: `e${id}`,
    source: 'test',
    title: 'Walk',
    byline: '',
    experienceType: 'Sports',
    travelerTypes: [],
    pricePerGuest,
    currency: 'EUR',
    durationMinutes: 60,
    reviewCount: 0,
    timesOfDay: early ? (['morning'] as const) : [],
    hostLanguages: ['French'],
    accessibilityFeatures: [],
    maxGuests: 1,
    host: { id: 'h', name: 'Ada', isSuperhost: false },
    city,
    country: 'France',
    point: { latitude: 48, longitude: 2 },
    slots: [],
  }))

/** A change that puts a record, or removes the record if `isRemoved`. */
export interface RecordChange {
  readonly noun: Noun
  readonly record: object
  readonly isRemoved: boolean
}

function changeOf(noun: Noun, records: fc.Arbitrary<object>): fc.Arbitrary<RecordChange> {
  const isRemoved = fc.nat(3).map((drawn) => drawn === 0)
  return fc.record({ noun: fc.constant(noun), record: records, isRemoved })
}

export const recordChanges: fc.Arbitrary<RecordChange> = fc.oneof(
  { weight: 8, arbitrary: changeOf('home', homes) },
  { weight: 2, arbitrary: changeOf('agent', agents) },
  { weight: 1, arbitrary: changeOf('office', offices) },
  { weight: 1, arbitrary: changeOf('building', buildings) },
  { weight: 2, arbitrary: changeOf('offer', offers) },
  { weight: 2, arbitrary: changeOf('experience', experiences) },
)

/** Makes changes. For each record that is not removed, stores its last change in `left`, by record type and id. */
export function applyChanges(
  writer: Pick<CatalogWriter, 'put' | 'remove'>,
  changes: readonly RecordChange[],
  left: Map<string, RecordChange>,
): void {
  for (const each of changes) {
    const id = idOf(each.noun, each.record as never) // `noun` determines the record's type
    const key = `${each.noun} ${id}`
    if (each.isRemoved) {
      assert.equal(writer.remove(each.noun, id), left.delete(key))
    } else {
      writer.put(each.noun, each.record as Records[Noun]) // `noun` determines the record's type
      left.set(key, each)
    }
  }
}
