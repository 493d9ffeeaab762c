import { DAY_MS, dayOf } from '../../../../kit/base/clock.ts'
import type { HomeColumnName, HomeFlag, ListingClass, SaleState } from '../../../../model/home-columns.ts'
import { allOf, anyOf, type HasField, isOneOf, type Term } from './terms.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** How a column is asked for among the fields of Property. */
interface ColumnTerms {
  range?(bounds: Bounds, listingClass: ListingClass, has: HasField): Term | undefined
  oneOf?(values: readonly string[], has: HasField): Term
}

/** RESO's statuses for the stages of a home for sale. */
const STATUS_OF: Readonly<Record<SaleState, string>> = {
  active: 'Active',
  coming_soon: 'Coming Soon',
  backup: 'Active Under Contract',
  pending: 'Pending',
}

export function statusesOf(states: readonly string[]): readonly string[] {
  return states.map((state) => STATUS_OF[state as SaleState]) // codes of the column
}

/**
 * Each column that searches filter by, as conditions on the fields of Property. Undefined in place of a term, or of
 * both kinds: OData cannot say it.
 */
export const COLUMN_TERMS: Readonly<Record<HomeColumnName, ColumnTerms>> = {
  saleState: {
    oneOf: (values) => isOneOf('StandardStatus', statusesOf(values)),
  },
  homeType: { oneOf: (values) => isOneOf('HomeType', values) },
  price: {
    range: (bounds, listingClass, has) => between(listingClass === 'Sold' ? 'ClosePrice' : 'ListPrice', bounds, has),
  },
  bedrooms: numbers('BedroomsTotal'),
  bathrooms: numbers('BathroomsTotalDecimal'),
  livingArea: numbers('LivingArea'),
  lotSize: numbers('LotSizeSquareFeet'),
  yearBuilt: numbers('YearBuilt'),
  associationFee: numbers('AssociationFee'),
  qualityGrade: {},
  conditionGrade: {},
  viewGrade: {},
  parkingSpots: numbers('ParkingTotal'),
  listedDay: days('OnMarketDate'),
  soldDay: days('CloseDate'),
  availableDay: days('AvailabilityDate'),
  openHouseDay: {},
  monthlyCosts: {},
}

function numbers(field: string): ColumnTerms {
  return { range: (bounds, _listingClass, has) => between(field, bounds, has) }
}

function days(field: string): ColumnTerms {
  return { range: (bounds, _listingClass, has) => between(field, bounds, has, dayText) }
}

function dayText(dayNumber: number): string {
  return dayOf(dayNumber * DAY_MS)
}

function between(
  field: string,
  { min, max, orMissing }: Bounds,
  has: HasField,
  written: (bound: number) => string = String,
): Term {
  if (!has(field)) return orMissing
  const isOpen = min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY
  if (isOpen) return orMissing || `${field} ne null`
  const inside = allOf([
    min === Number.NEGATIVE_INFINITY || `${field} ge ${written(min)}`,
    max === Number.POSITIVE_INFINITY || `${field} le ${written(max)}`,
  ])
  return orMissing ? anyOf([`${field} eq null`, inside]) : inside
}

type FlagTerm = (has: HasField) => Term

/** The term for each flag that searches filter by; undefined if no field says it. */
export const FLAG_TERMS: Readonly<Record<HomeFlag, FlagTerm | undefined>> = {
  listedByAgent: undefined,
  listedByOwner: undefined,
  newConstruction: isTrue('NewConstructionYN'),
  foreclosure: holds('SpecialListingConditions', 'In Foreclosure'),
  auction: holds('SpecialListingConditions', 'Auction'),
  foreclosed: holds('SpecialListingConditions', 'Real Estate Owned'),
  preForeclosure: holds('SpecialListingConditions', 'Notice Of Default'),
  tour3D: undefined,
  cooling: undefined,
  pool: isTrue('PoolPrivateYN'),
  waterfront: isTrue('WaterfrontYN'),
  garage: isTrue('GarageYN'),
  singleStory: (has) => has('StoriesTotal') && 'StoriesTotal eq 1',
  seniorCommunity: isTrue('SeniorCommunityYN'),
  basementFinished: undefined,
  basementUnfinished: undefined,
  viewCity: holds('View', 'City'),
  viewMountain: holds('View', 'Mountain(s)'),
  viewPark: holds('View', 'Park/Greenbelt'),
  viewWater: holds('View', 'Water'),
  largeDogs: undefined,
  smallDogs: undefined,
  cats: undefined,
  onSiteParking: undefined,
  inUnitLaundry: undefined,
  acceptsApplications: undefined,
  incomeRestricted: undefined,
  apartmentCommunity: undefined,
  wholePlace: undefined,
  room: undefined,
}

function isTrue(field: string): FlagTerm {
  return (has) => has(field) && `${field} eq true`
}

/** A list has one of the words. */
function holds(field: string, ...words: readonly string[]): FlagTerm {
  return (has) => has(field) && `${field}/any(x:${isOneOf('x', words)})`
}
