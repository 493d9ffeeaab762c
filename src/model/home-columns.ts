import { dayNumber, startOfDay } from '../kit/base/clock.ts'
import {
  HOME_TYPES,
  type Home,
  type HomeFacts,
  type LeaseTerms,
  type Listing,
  type ListingCondition,
  VIEWS,
  type View,
} from './home.ts'
import { currentPrice } from './market-state.ts'
import { monthlyCosts } from './monthly-cost.ts'
import { coolingOf, garageOf } from './real-features.ts'
import { equityPercent, hasLien, lastDay } from './recorded-events.ts'
import { bitsOf, type SearchColumn } from './searchable.ts'

/** Listing classes in searches. Searches never return a home without a class. */
export const LISTING_CLASSES = ['For_Sale', 'For_Rent', 'Sold'] as const
export type ListingClass = (typeof LISTING_CLASSES)[number]

/** The stage of a home for sale. */
export const SALE_STATES = ['active', 'coming_soon', 'backup', 'pending'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** Bits of the column `flags`, in order. Unknown facts have 0. */
export const HOME_FLAGS = [
  'listedByAgent',
  'listedByOwner',
  'newConstruction',
  'foreclosure',
  'auction',
  'foreclosed',
  'preForeclosure',
  'tour3D',
  'cooling',
  'pool',
  'waterfront',
  'garage',
  'singleStory',
  'seniorCommunity',
  'basementFinished',
  'basementUnfinished',
  'viewCity',
  'viewMountain',
  'viewPark',
  'viewWater',
  'largeDogs',
  'smallDogs',
  'cats',
  'onSiteParking',
  'inUnitLaundry',
  'acceptsApplications',
  'incomeRestricted',
  'apartmentCommunity',
  'wholePlace',
  'room',
  'lien',
] as const
export type HomeFlag = (typeof HOME_FLAGS)[number]

export type HomeColumn = SearchColumn<Home>

/** Day number of an ISO date; undefined if the date is missing or invalid. */
export function dayNumberOf(day: string | undefined): number | undefined {
  const timeMs = day === undefined ? Number.NaN : startOfDay(day)
  return Number.isNaN(timeMs) ? undefined : dayNumber(timeMs)
}

/** Every column that searches filter or sort by. The embedded index and the SQL tables follow this table. */
export const HOME_COLUMNS = {
  saleState: {
    type: 'u8',
    unit: 'code',
    doc: 'Stage of a home for sale.',
    values: SALE_STATES,
    of: (home) => (home.listing ? SALE_STATES.indexOf(saleState(home.listing)) : undefined),
  },
  homeType: {
    type: 'u8',
    unit: 'code',
    doc: 'Kind of home.',
    values: HOME_TYPES,
    of: (home) => HOME_TYPES.indexOf(home.homeType),
  },
  price: {
    type: 'u32',
    unit: 'dollars',
    doc: 'Asking price, monthly rent, or price paid for a sold home.',
    of: (home) => currentPrice(home) ?? undefined,
  },
  bedrooms: { type: 'u8', unit: 'rooms', doc: 'Bedrooms; 0 = studio.', of: (home) => home.facts.bedroomsTotal },
  bathrooms: {
    type: 'u16',
    unit: 'baths',
    doc: 'Baths, parts counted.',
    scale: 100,
    of: (home) => home.facts.bathrooms,
  },
  livingArea: {
    type: 'u32',
    unit: 'square feet',
    doc: 'Living area.',
    scale: 100,
    of: (home) => home.facts.livingArea,
  },
  // u32 is too small for the hundredths of square feet of a large ranch
  lotSize: { type: 'f64', unit: 'square feet', doc: 'Lot.', of: (home) => home.facts.lotSizeSquareFeet },
  yearBuilt: { type: 'u16', unit: 'year', doc: 'Year built.', of: (home) => home.facts.yearBuilt },
  associationFee: {
    type: 'u32',
    unit: 'dollars a month',
    doc: 'Association dues; 0 = no association.',
    scale: 100,
    of: (home) => home.facts.associationFee,
  },
  qualityGrade: {
    type: 'u16',
    unit: "steps of the source's scale",
    doc: 'Construction quality; higher is better.',
    scale: 100,
    of: (home) => home.facts.qualityGrade,
  },
  conditionGrade: {
    type: 'u16',
    unit: "steps of the source's scale",
    doc: 'State of repair; more is better.',
    scale: 100,
    of: (home) => home.facts.conditionGrade,
  },
  viewGrade: {
    type: 'u16',
    unit: "steps of the source's scale",
    doc: 'Quality of the view; higher is better.',
    scale: 100,
    of: (home) => home.facts.viewGrade,
  },
  parkingSpots: {
    type: 'u16',
    unit: 'spots',
    doc: 'All parking.',
    scale: 100,
    of: (home) => home.facts.parkingTotal,
  },
  listedDay: {
    type: 'i32',
    unit: 'day number',
    doc: 'Day it came on the market.',
    of: (home) => (home.listing?.onMarketMs === undefined ? undefined : dayNumber(home.listing.onMarketMs)),
  },
  soldDay: {
    type: 'i32',
    unit: 'day number',
    doc: 'Day of the sale.',
    of: (home) => dayNumberOf(home.listing?.closeDate),
  },
  availableDay: {
    type: 'u16',
    unit: 'day number',
    doc: 'Move-in date of a rental, 1970 to 2149.',
    of: (home) => dayNumberOf(home.listing?.lease?.availabilityDate),
  },
  openHouseDay: {
    type: 'u16',
    unit: 'day number',
    doc: 'Day of the last announced open house, 1970 to 2149.',
    of: (home) => lastOpenHouseDay(home.listing),
  },
  monthlyCosts: {
    type: 'f64',
    unit: 'dollars a month',
    doc: 'Property tax, insurance and dues.',
    of: monthlyCosts,
  },
  permitDay: {
    type: 'u16',
    unit: 'day number',
    doc: 'Day of the last recorded permit, 1970 to 2149.',
    of: (home) => dayNumberOf(lastDay(home.recorded, 'Permit')),
  },
  deedDay: {
    type: 'i32',
    unit: 'day number',
    doc: 'Day of the last recorded deed.',
    of: (home) => dayNumberOf(lastDay(home.recorded, 'Deed')),
  },
  equityPercent: {
    type: 'i32',
    unit: 'percent of the value',
    doc: 'The value minus unreleased mortgages; below 0 if the mortgages exceed the value.',
    scale: 100,
    of: equityPercent,
  },
} as const satisfies Record<string, HomeColumn>

export type HomeColumnName = keyof typeof HOME_COLUMNS

export function listingClassOf(home: Home): ListingClass | undefined {
  const listing = home.listing
  if (!listing) return undefined
  switch (listing.status) {
    case 'Active':
    case 'ActiveUnderContract':
    case 'ComingSoon':
    case 'Pending':
      return listing.kind === 'sale' ? 'For_Sale' : 'For_Rent'
    case 'Closed':
      return listing.kind === 'sale' ? 'Sold' : undefined
    case 'Canceled':
    case 'Expired':
    case 'Withdrawn':
      return undefined
  }
}

export function saleState(listing: Listing): SaleState {
  if (listing.status === 'ComingSoon') return 'coming_soon'
  if (listing.status === 'ActiveUnderContract') return 'backup'
  return listing.status === 'Pending' ? 'pending' : 'active'
}

function lastOpenHouseDay(listing: Listing | undefined): number | undefined {
  const ends = listing?.openHouses?.map((openHouse) => dayNumber(openHouse.endMs)) ?? []
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Values that several flag tests need, computed once per record. */
interface FlagInput {
  readonly facts: HomeFacts
  readonly listing: Listing
  readonly lease: LeaseTerms | undefined
  readonly conditions: readonly ListingCondition[] | undefined
  readonly views: readonly View[] | undefined
  readonly basement: HomeFacts['basement']
  readonly isUnit: boolean
  readonly isLien: boolean
}

const FLAG_TESTS: Readonly<Record<HomeFlag, (home: FlagInput) => boolean | undefined>> = {
  listedByAgent: ({ listing }) => listing.listedBy === 'agent',
  listedByOwner: ({ listing }) => listing.listedBy === 'owner',
  newConstruction: ({ listing }) => listing.newConstruction,
  foreclosure: ({ conditions }) => conditions?.includes('Foreclosure'),
  auction: ({ conditions }) => conditions?.includes('Auction'),
  foreclosed: ({ conditions }) => conditions?.includes('Foreclosed'),
  preForeclosure: ({ conditions }) => conditions?.includes('PreForeclosure'),
  tour3D: ({ listing }) => listing.has3DTour,
  cooling: ({ facts }) => coolingOf(facts),
  pool: ({ facts }) => facts.privatePool,
  waterfront: ({ facts }) => facts.waterfront,
  garage: ({ facts }) => garageOf(facts),
  singleStory: ({ facts }) => facts.storiesTotal === 1,
  seniorCommunity: ({ facts }) => facts.seniorCommunity,
  basementFinished: ({ basement }) => basement === 'finished' || basement === 'partly_finished',
  basementUnfinished: ({ basement }) => basement === 'unfinished' || basement === 'partly_finished',
  viewCity: ({ views }) => views?.includes(VIEWS[0]),
  viewMountain: ({ views }) => views?.includes(VIEWS[1]),
  viewPark: ({ views }) => views?.includes(VIEWS[2]),
  viewWater: ({ views }) => views?.includes(VIEWS[3]),
  largeDogs: ({ lease }) => lease?.pets?.includes('LargeDogs'),
  smallDogs: ({ lease }) => lease?.pets?.includes('SmallDogs'),
  cats: ({ lease }) => lease?.pets?.includes('Cats'),
  onSiteParking: ({ lease }) => lease?.onSiteParking,
  inUnitLaundry: ({ facts }) => facts.inUnitLaundry,
  acceptsApplications: ({ lease }) => lease?.acceptsApplications,
  incomeRestricted: ({ lease }) => lease?.incomeRestricted,
  apartmentCommunity: ({ lease, isUnit }) => lease !== undefined && isUnit,
  wholePlace: ({ lease }) => lease?.space === 'entire',
  room: ({ lease }) => lease?.space === 'room',
  lien: ({ isLien }) => isLien,
}

const FLAG_TESTS_IN_ORDER = HOME_FLAGS.map((flag) => FLAG_TESTS[flag])

/** Computes the bits of the column `flags`. */
export function flagsOf({ facts, listing, lotId, recorded }: Home): number {
  if (!listing) return 0
  const { lease, conditions } = listing
  const { views, basement } = facts
  return bitsOf(FLAG_TESTS_IN_ORDER, {
    facts,
    listing,
    lease,
    conditions,
    views,
    basement,
    isUnit: lotId !== undefined,
    isLien: hasLien(recorded),
  })
}
