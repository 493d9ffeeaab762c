import fc from 'fast-check'
import { dayOf } from '../../src/kit/base/clock.ts'
import {
  type Contact,
  type Estimate,
  HISTORY_EVENTS,
  type HistoryEvent,
  HOME_TYPES,
  type Home,
  type HomeAddress,
  type HomeFacts,
  type HomeOwner,
  type Interest,
  type LeaseTerms,
  LISTING_CONDITIONS,
  LISTING_STATUSES,
  type Listing,
  type OpenHouse,
  PETS,
  type Photo,
  RECORDED_EVENTS,
  type RecordedEvent,
  type Room,
  type TaxYear,
  VIEWS,
} from '../../src/model/home.ts'
import { anyUrl } from '../any-text.ts'
import { NOW_MS } from './made-homes.ts'

/**
 * Arbitrary homes. Each fact is absent or present independently of others, and may be as large or small as the model
 * allows.
 */

/** Makes the compiler report a field of the model that arbitrary homes do not have. */
type Every<T> = { readonly [K in keyof Required<T>]: fc.Arbitrary<unknown> }

const dollars = fc.integer({ min: 0, max: 50_000_000 })
const count = fc.integer({ min: 0, max: 40 })
const area = fc.integer({ min: 0, max: 2_000_000 })
const year = fc.integer({ min: 1700, max: 2030 })
const percent = fc.double({ min: 0, max: 100, noNaN: true })
const timeMs = fc.integer({ min: 0, max: NOW_MS * 2 })
const day = timeMs.map(dayOf)
const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('Granite', 'None', 'Corner Lot', '1%', '__proto__'))
const words = fc.array(word, { maxLength: 3 })
const flag = fc.boolean()
const yes = fc.constant(true as const)
const agentId = fc.constantFrom('agent-ann', 'agent-bob', 'agent-gone')

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

const address = fc.record(
  {
    streetAddress: fc.constantFrom('', '1 Main St', '12½ Ñandú Ave # 4', '///'),
    city: fc.constantFrom('', 'Austin', 'Cañon City'),
    state: fc.constantFrom('', 'TX', 'CO'),
    zipcode: fc.constantFrom('', '78703', '00000'),
    county: word,
    countyFips: fc.constant('48453'),
    timeZone: fc.constant('America/Chicago'),
    censusTract: fc.constant('48453001100'),
    zipcodeFrom: fc.constantFrom('coordinates', 'city'),
    neighborhood: word,
    community: word,
    subdivision: word,
    undisclosed: yes,
  } satisfies Every<HomeAddress>,
  { requiredKeys: ['streetAddress', 'city', 'state', 'zipcode'] },
)

const room = fc.record(
  { roomType: word, roomLevel: word, roomDimensions: word, roomFeatures: words } satisfies Every<Room>,
  { requiredKeys: ['roomType'] },
)

const facts = fc.record(
  {
    bedroomsTotal: count,
    bathrooms: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
    bathroomsFull: count,
    bathroomsThreeQuarter: count,
    bathroomsHalf: count,
    bathroomsOneQuarter: count,
    livingArea: area,
    aboveGradeFinishedArea: area,
    belowGradeFinishedArea: area,
    belowGradeUnfinishedArea: area,
    basementArea: area,
    garageArea: area,
    lotSizeSquareFeet: area,
    yearBuilt: year,
    yearRenovated: year,
    storiesTotal: fc.constantFrom(0, 1, 1.5, 2, 3, 60),
    basement: fc.constantFrom('none', 'finished', 'unfinished', 'partly_finished'),
    garageSpaces: count,
    attachedGarage: flag,
    carportSpaces: count,
    parkingTotal: count,
    walkScore: fc.integer({ min: 0, max: 100 }),
    transitScore: fc.integer({ min: 0, max: 100 }),
    bikeScore: fc.integer({ min: 0, max: 100 }),
    parkingFeatures: words,
    associationFee: dollars,
    associationName: word,
    seniorCommunity: flag,
    cooling: words,
    heating: words,
    hasCooling: flag,
    hasHeating: flag,
    fireplacesTotal: count,
    privatePool: flag,
    spa: flag,
    waterfront: flag,
    views: fc.subarray([...VIEWS]),
    qualityGrade: percent,
    conditionGrade: percent,
    viewGrade: percent,
    architecturalStyle: word,
    structureType: word,
    propertySubType: words,
    roof: word,
    foundation: words,
    constructionMaterials: words,
    flooring: words,
    appliances: words,
    interiorFeatures: words,
    exteriorFeatures: words,
    lotFeatures: words,
    fencing: words,
    communityFeatures: words,
    laundryFeatures: words,
    inUnitLaundry: flag,
    sewer: words,
    waterSource: words,
    utilities: words,
    zoning: word,
    furnished: flag,
    rooms: fc.array(room, { maxLength: 2 }),
    elementarySchool: word,
    middleOrJuniorSchool: word,
    highSchool: word,
    schoolDistrict: word,
    other: fc.dictionary(word, word, { maxKeys: 2 }),
  } satisfies Every<HomeFacts>,
  { requiredKeys: [] },
)

const part = { key: word, toldMs: timeMs }

const photo = fc.record({ ...part, url: anyUrl, caption: word, width: count, order: count } satisfies Every<Photo>, {
  requiredKeys: ['url'],
})

const openHouse = fc.record({ ...part, startMs: timeMs, endMs: timeMs } satisfies Every<OpenHouse>, {
  requiredKeys: ['startMs', 'endMs'],
})

const lease = fc.record(
  {
    space: fc.constantFrom('entire', 'room'),
    availabilityDate: day,
    pets: fc.subarray([...PETS]),
    acceptsApplications: yes,
    incomeRestricted: yes,
    onSiteParking: yes,
    securityDeposit: dollars,
    leaseTermMonths: count,
  } satisfies Every<LeaseTerms>,
  { requiredKeys: ['space'] },
)

const listing = fc.record(
  {
    kind: fc.constantFrom('sale', 'lease'),
    status: fc.constantFrom(...LISTING_STATUSES),
    mlsId: word,
    mlsName: word,
    listPrice: dollars,
    closePrice: dollars,
    closeDate: day,
    onMarketMs: timeMs,
    cumulativeDaysOnMarket: fc.integer({ min: 0, max: 3000 }),
    modifiedMs: timeMs,
    pendingDate: day,
    expectedDate: day,
    listedBy: fc.constantFrom('agent', 'owner'),
    newConstruction: yes,
    conditions: fc.subarray([...LISTING_CONDITIONS]),
    openHouses: fc.array(openHouse, { maxLength: 2 }),
    noValuation: yes,
    virtualTourUrl: anyUrl,
    has3DTour: yes,
    videoUrl: anyUrl,
    featured: yes,
    description: fc.oneof(word, fc.constant('Open floor plan, granite, natural light, fenced yard.')),
    whatILove: word,
    photos: fc.array(photo, { maxLength: 2 }),
    drawnPhotos: fc.integer({ min: 0, max: 3 }),
    listAgentId: agentId,
    coListAgentId: agentId,
    buyerAgentId: agentId,
    contact: fc.record({ name: word, businessName: word, phone: word, email: word } satisfies Every<Contact>, {
      requiredKeys: ['name'],
    }),
    lease,
  } satisfies Every<Listing>,
  { requiredKeys: ['kind', 'status', 'listedBy'] },
)

const historyEvent = fc.record(
  {
    date: day,
    event: fc.constantFrom(...HISTORY_EVENTS),
    price: dollars,
    rental: yes,
    source: word,
    mlsId: word,
    buyerAgentId: agentId,
    sellerAgentId: agentId,
  } satisfies Every<HistoryEvent>,
  { requiredKeys: ['date', 'event', 'source'] },
)

const taxYear = fc.record({ year, assessedValue: dollars, taxPaid: dollars } satisfies Every<TaxYear>, {
  requiredKeys: [],
})

const recordedEvent = fc.record(
  {
    day,
    type: fc.constantFrom(...RECORDED_EVENTS),
    amount: dollars,
    parties: fc.array(word, { minLength: 1, maxLength: 2 }),
    document: word,
    releases: word,
    description: word,
    status: word,
    source: word,
    key: word,
    toldMs: timeMs,
  } satisfies Every<RecordedEvent>,
  { requiredKeys: ['day', 'type', 'source'] },
)

const months = fc.array(fc.tuple(fc.constantFrom('2025-01', '2025-02'), dollars), { maxLength: 2 })

const estimate = fc.record(
  {
    value: dollars,
    lowPercent: percent,
    highPercent: percent,
    rent: dollars,
    rentLowPercent: percent,
    rentHighPercent: percent,
    history: months,
    rentHistory: months,
  } satisfies Every<Estimate>,
  { requiredKeys: [] },
)

export const anyHome: fc.Arbitrary<Home> = fc.record(
  {
    zpid: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    source: word,
    sourceKey: word,
    address,
    point,
    homeType: fc.constantFrom(...HOME_TYPES),
    lotId: fc.constantFrom('lot-Lamar_Tower1', 'lot-gone'),
    parcelNumber: word,
    facts,
    listing,
    history: fc.array(historyEvent, { maxLength: 4 }),
    taxes: fc.array(taxYear, { maxLength: 3 }),
    recorded: fc.array(recordedEvent, { minLength: 1, maxLength: 4 }),
    estimate,
    interest: fc.record({ pageViews: count, favorites: count, tourViews: count } satisfies Every<Interest>, {
      requiredKeys: [],
    }),
    owner: fc.record(
      { name: word, address: word, day: fc.constant('2026-01-02'), source: word } satisfies Every<HomeOwner>,
      {
        requiredKeys: ['name'],
      },
    ),
    layers: fc.array(fc.record({ layer: fc.constant('zones'), id: word, name: word }), { minLength: 1, maxLength: 2 }),
    toldMs: timeMs,
  } satisfies Every<Home>,
  { requiredKeys: ['zpid', 'source', 'sourceKey', 'address', 'homeType', 'facts', 'history', 'taxes'] },
)
