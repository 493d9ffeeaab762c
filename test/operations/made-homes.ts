import { DAY_MS } from '../../src/kit/base/clock.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Home, HomeAddress, Point } from '../../src/model/home.ts'
import type { MortgageRate } from '../../src/model/market.ts'
import type { Region, RegionType } from '../../src/model/region.ts'
import type { School } from '../../src/model/school.ts'

/** A small made-up neighborhood, with one home of each kind that answers show differently. */

export const NOW_MS = Date.UTC(2026, 10, 20, 12)

const AUSTIN: Point = { latitude: 30.29, longitude: -97.77 }

/** Returns a point that is some steps of 100 m away from the center. */
export function pointAt(east: number, north: number): Point {
  return { latitude: AUSTIN.latitude + north / 1000, longitude: AUSTIN.longitude + east / 1000 }
}

function austin(streetAddress: string, more: Partial<HomeAddress> = {}): HomeAddress {
  return {
    streetAddress,
    city: 'Austin',
    state: 'TX',
    zipcode: '78703',
    county: 'Travis',
    countyFips: '48453',
    timeZone: 'America/Chicago',
    ...more,
  }
}

/** A home with every field. */
export const RICH: Home = {
  zpid: 1001,
  source: 'hill-country-mls',
  sourceKey: 'HC-1001',
  address: austin('1204 N Lamar Blvd', {
    neighborhood: 'Clarksville',
    community: 'Lamar Heights',
    subdivision: 'Enfield A',
  }),
  point: pointAt(0, 0),
  homeType: 'SINGLE_FAMILY',
  parcelNumber: '0112030405',
  facts: {
    bedroomsTotal: 4,
    bathrooms: 2.5,
    bathroomsFull: 2,
    bathroomsHalf: 1,
    livingArea: 2400,
    aboveGradeFinishedArea: 2400,
    lotSizeSquareFeet: 65_340,
    yearBuilt: 1998,
    storiesTotal: 2,
    basement: 'partly_finished',
    garageSpaces: 2,
    attachedGarage: true,
    carportSpaces: 1,
    parkingTotal: 5,
    parkingFeatures: ['Attached', 'Driveway'],
    associationFee: 385,
    associationName: 'Lamar Heights HOA',
    cooling: ['Central Air'],
    heating: ['Forced Air'],
    fireplacesTotal: 1,
    fencing: ['Wood', 'Privacy'],
    privatePool: true,
    spa: false,
    waterfront: false,
    views: ['City', 'Park'],
    architecturalStyle: 'Craftsman',
    structureType: 'House',
    propertySubType: ['Single Family Residence'],
    roof: 'Metal',
    foundation: ['Slab'],
    constructionMaterials: ['Brick'],
    flooring: ['Hardwood floors'],
    appliances: ['Dishwasher'],
    interiorFeatures: ['Kitchen island'],
    exteriorFeatures: ['Covered patio'],
    lotFeatures: ['Corner Lot'],
    communityFeatures: ['Park'],
    laundryFeatures: ['Inside'],
    sewer: ['Public Sewer'],
    waterSource: ['Public'],
    utilities: ['Electricity Connected'],
    zoning: 'SF-3',
    furnished: false,
    rooms: [{ roomType: 'Kitchen', roomLevel: 'Main', roomDimensions: '12 x 14', roomFeatures: ['Island'] }],
    elementarySchool: 'Mathews Elementary',
    middleOrJuniorSchool: 'O Henry Middle',
    highSchool: 'Austin High',
    schoolDistrict: 'Austin ISD',
    walkScore: 88,
    transitScore: 61,
    bikeScore: 90,
    other: { Condition: 'Good' },
  },
  listing: {
    kind: 'sale',
    status: 'Active',
    mlsId: 'HC1001',
    mlsName: 'Hill Country MLS',
    listPrice: 950_000,
    onMarketMs: NOW_MS - 30 * DAY_MS,
    cumulativeDaysOnMarket: 42,
    modifiedMs: NOW_MS - DAY_MS,
    listedBy: 'agent',
    newConstruction: true,
    openHouses: [{ startMs: NOW_MS + DAY_MS, endMs: NOW_MS + DAY_MS + 7_200_000 }],
    virtualTourUrl: 'https://tours.example/1001',
    has3DTour: true,
    featured: true,
    description: 'Sun-filled home with an open floor plan and granite counters.',
    whatILove: 'The porch.',
    photos: [
      { url: 'https://photos.example/1001-1.jpg', caption: 'Front' },
      { url: 'https://photos.example/1001-2.jpg' },
    ],
    listAgentId: 'agent-ann',
    coListAgentId: 'agent-bob',
  },
  history: [
    { date: '2019-05-02', event: 'Listed for sale', price: 600_000, source: 'Hill Country MLS', mlsId: 'HC77' },
    {
      date: '2019-06-14',
      event: 'Sold',
      price: 630_000,
      source: 'Hill Country MLS',
      sellerAgentId: 'agent-ann',
      buyerAgentId: 'agent-bob',
    },
    { date: '2021-03-01', event: 'Listed for rent', price: 4000, rental: true, source: 'Hill Country MLS' },
    { date: '2026-10-21', event: 'Listed for sale', price: 1_000_000, source: 'Hill Country MLS', mlsId: 'HC1001' },
    { date: '2026-11-05', event: 'Price change', price: 950_000, source: 'Hill Country MLS', mlsId: 'HC1001' },
  ],
  taxes: [
    { year: 2023, assessedValue: 700_000, taxPaid: 14_000 },
    { year: 2024, assessedValue: 770_000, taxPaid: 14_700 },
  ],
  estimate: { value: 940_000, lowPercent: 5, highPercent: 6, rent: 4300, rentLowPercent: 8, rentHighPercent: 9 },
  interest: { pageViews: 1200, favorites: 45, tourViews: 3 },
}

/** A sale from county records, without a street. It has only a ZIP code, coordinates and two sales. */
export const POOR: Home = {
  zpid: 1002,
  source: 'king-county',
  sourceKey: '7129300520',
  address: { streetAddress: '', city: 'Austin', state: 'TX', zipcode: '78703' },
  point: pointAt(1, 0),
  homeType: 'SINGLE_FAMILY',
  facts: {},
  history: [
    { date: '2014-06-01', event: 'Sold', price: 300_000, source: 'King County' },
    { date: '2015-02-01', event: 'Sold', price: 360_000, source: 'King County' },
  ],
  taxes: [],
}

/** A home with only an id, a source and a type. */
export const BARE: Home = {
  zpid: 1003,
  source: 'king-county',
  sourceKey: '1',
  address: { streetAddress: '', city: '', state: '', zipcode: '' },
  homeType: 'LOT',
  facts: {},
  history: [],
  taxes: [],
}

export const RENTAL: Home = {
  zpid: 1004,
  source: 'hill-country-mls',
  sourceKey: 'HC-1004',
  address: austin('1300 Enfield Rd'),
  point: pointAt(2, 0),
  homeType: 'TOWNHOUSE',
  facts: { bedroomsTotal: 2, bathrooms: 2, livingArea: 1100, cooling: ['None'] },
  listing: {
    kind: 'lease',
    status: 'Active',
    listPrice: 2400,
    onMarketMs: NOW_MS - DAY_MS,
    listedBy: 'agent',
    drawnPhotos: 3,
    contact: { name: 'Rita Rental', businessName: 'Rita Rents', phone: '512-555-0104', email: 'rita@example.com' },
    lease: { space: 'entire', availabilityDate: '2026-12-01', incomeRestricted: true },
  },
  history: [{ date: '2026-11-19', event: 'Listed for rent', price: 2400, rental: true, source: 'Hill Country MLS' }],
  taxes: [{ year: 2024, assessedValue: 400_000, taxPaid: 8000 }],
}

export const COMING_SOON: Home = {
  zpid: 1005,
  source: 'hill-country-mls',
  sourceKey: 'HC-1005',
  address: austin('1305 Enfield Rd'),
  point: pointAt(2, 1),
  homeType: 'CONDO',
  facts: { bedroomsTotal: 0, bathrooms: 1, livingArea: 520 },
  listing: {
    kind: 'sale',
    status: 'ComingSoon',
    listPrice: 310_000,
    expectedDate: '2026-12-05',
    listedBy: 'agent',
    listAgentId: 'agent-ann',
  },
  history: [],
  taxes: [],
}

export const BY_OWNER: Home = {
  zpid: 1006,
  source: 'owners',
  sourceKey: '6',
  address: austin('1400 W 6th St'),
  point: pointAt(3, 1),
  homeType: 'SINGLE_FAMILY',
  facts: { bedroomsTotal: 3, bathrooms: 1.75, livingArea: 1800, lotSizeSquareFeet: 7000 },
  listing: {
    kind: 'sale',
    status: 'Active',
    listPrice: 720_000,
    onMarketMs: NOW_MS - 706 * DAY_MS,
    listedBy: 'owner',
    contact: { name: 'Otto Owner', phone: '(512) 555-0106' },
    conditions: ['PreForeclosure'],
  },
  history: [],
  taxes: [],
}

/** A home whose source forbids showing the address. */
export const UNDISCLOSED: Home = {
  ...BY_OWNER,
  zpid: 1007,
  sourceKey: '7',
  address: austin('77 Secret Hideaway Ln', { undisclosed: true, censusTract: '48453000077' }),
  parcelNumber: 'Secret-0077',
  facts: { ...BY_OWNER.facts, other: { TaxLegalDescription: 'LOT 7 SECRET ESTATES' } },
  point: pointAt(40, 40),
}

export const SOLD: Home = {
  ...BY_OWNER,
  zpid: 1008,
  sourceKey: '8',
  address: austin('1402 W 6th St'),
  point: pointAt(3, 2),
  listing: {
    kind: 'sale',
    status: 'Closed',
    listPrice: 700_000,
    closePrice: 690_000,
    closeDate: '2026-09-01',
    listedBy: 'agent',
  },
  history: [{ date: '2026-09-01', event: 'Sold', price: 690_000, source: 'Travis County' }],
}

const LOT_ID = 'lot-Lamar_Tower1'

function unit(zpid: number, unitName: string, rent: number | undefined): Home {
  return {
    zpid,
    source: 'hill-country-mls',
    sourceKey: String(zpid),
    address: austin(`500 Lamar Tower Dr ${unitName}`),
    point: pointAt(5, 5),
    homeType: 'APARTMENT',
    lotId: LOT_ID,
    facts: { bedroomsTotal: 1, bathrooms: 1, livingArea: 700 },
    ...(rent !== undefined && {
      listing: { kind: 'lease', status: 'Active', listPrice: rent, listedBy: 'agent', lease: { space: 'entire' } },
    }),
    history: [],
    taxes: [],
  }
}

export const UNITS: readonly Home[] = [
  unit(1101, 'APT 1', 1500),
  unit(1102, 'APT 2', 1600),
  unit(1103, 'APT 3', undefined),
]

export const TOWER: Building = {
  lotId: LOT_ID,
  source: 'hill-country-mls',
  sourceKey: 'tower',
  name: 'Lamar Tower',
  address: austin('500 Lamar Tower Dr'),
  point: pointAt(5, 5),
  yearBuilt: 2015,
  description: 'A tower.',
  amenities: ['Gym', 'Pool', 'Shared Laundry', 'Controlled Access', 'Garage Parking'],
  pets: ['SmallDogs', 'Cats'],
  phone: '512-555-0150',
  managedBy: 'Tower Living',
  officeHours: ['Mon - Fri: 9 AM - 6 PM'],
  specialOffers: ['A month free.'],
  drawnPhotos: 1,
  floorPlans: [{ name: 'A1', bedrooms: 1, bathrooms: 1, livingArea: 700, units: [1101, 1102, 1103, 9999] }],
}

export const HOMES: readonly Home[] = [RICH, POOR, BARE, RENTAL, COMING_SOON, BY_OWNER, UNDISCLOSED, SOLD, ...UNITS]

export const AGENTS: readonly Agent[] = [
  {
    agentId: 'agent-ann',
    username: 'ann',
    name: 'Ann Agent',
    phone: '512-555-0101',
    email: 'ann@example.com',
    licenseNumber: 'TX1',
    officeId: 'office-1',
  },
  {
    agentId: 'agent-bob',
    username: 'bob',
    name: 'Bob Agent',
    phone: '512-555-0102',
    licenseNumber: 'TX2',
    reviews: [5, 5, 4].map((rating, at) => ({ reviewId: `bob-${at}`, rating, comment: 'Good.', date: '2026-01-05' })),
  },
]

export const OFFICES: readonly Office[] = [{ officeId: 'office-1', name: 'Hill Country Homes', phone: '512-555-0100' }]

export const SCHOOLS: readonly School[] = [
  {
    schoolId: 'school-1',
    name: 'Mathews Elementary',
    level: 'Elementary',
    grades: 'K-5',
    type: 'Public',
    point: pointAt(1, 1),
    city: 'Austin',
    state: 'TX',
    rating: 8,
    size: 400,
    studentsPerTeacher: 14,
  },
  {
    schoolId: 'school-2',
    name: 'Other Middle',
    level: 'Middle',
    grades: '6-8',
    type: 'Charter',
    point: pointAt(9, 9),
    city: 'Austin',
    state: 'TX',
  },
]

export const RATES: readonly MortgageRate[] = [
  rate('15_Year_Fixed_Conforming', 5.5),
  rate('30_Year_Fixed_Conforming', 6),
  rate('5_1_ARM_Conforming', 5.75),
]

function rate(product: string, percent: number): MortgageRate {
  return { rateId: `${product}/2026-11-19`, source: 'survey', product, date: '2026-11-19', rate: percent }
}

export const REGIONS: readonly Region[] = [
  region('state', 'state/tx', 'Texas', {}),
  region('county', 'county/48453', 'Travis', {}),
  region('city', 'city/tx/austin', 'Austin', {}),
  region('city', 'city/tx/rollingwood', 'Rollingwood', {}),
  region('neighborhood', 'neighborhood/tx/austin/clarksville', 'Clarksville', { city: 'Austin' }),
  region('neighborhood', 'neighborhood/tx/austin/tarrytown', 'Tarrytown', { city: 'Austin' }),
  region('zipcode', 'zipcode/78703', '78703', { city: 'Austin' }),
  region('zipcode', 'zipcode/78704', '78704', { city: 'Austin' }),
]

function region(type: RegionType, key: string, name: string, more: Partial<Region>): Region {
  const point = pointAt(10, 10)
  const [west, south] = [point.longitude, point.latitude]
  const box = { west, south, east: west, north: south }
  return {
    regionId: 5000 + key.length * 7,
    key,
    type,
    name,
    state: 'TX',
    point,
    ...box,
    homes: 10,
    listings: 5,
    ...more,
  }
}
