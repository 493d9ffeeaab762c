import { dayOf } from '../kit/base/clock.ts'
import type { Agent, Office } from './agent.ts'
import type { Home } from './home.ts'
import { dayNumberOf } from './home-columns.ts'
import type { Offer } from './offer.ts'
import { OFFER_KINDS, shownPrice } from './offer-columns.ts'
import { garageOf } from './real-features.ts'

/** The home's listing agent and the agent's office. Absent if the catalog lacks them. */
export interface ListingPeople {
  readonly agent?: Agent | undefined
  readonly office?: Office | undefined
}

/** Types of column values. Missing values are undefined or an empty list. */
interface ColumnValues {
  readonly number: number | undefined
  /** Days since 1970. */
  readonly day: number | undefined
  /** Microseconds since 1970. */
  readonly moment: number | undefined
  /** 1 for true, 0 for false. */
  readonly boolean: 0 | 1 | undefined
  /** A string with few different values. Searches test each different value once. */
  readonly text: string | undefined
  /** A string that few records share. Searches compare it only for equality. */
  readonly id: string | undefined
  readonly list: readonly string[]
}
export type ColumnKind = keyof ColumnValues

/**
 * A field of the resource Property in filters and orders. It has readers for homes, offers or both; without a reader,
 * the value is missing.
 */
interface PropertyColumn<K extends ColumnKind> {
  readonly kind: K
  readonly home?: (home: Home, people: ListingPeople) => ColumnValues[K]
  readonly offer?: (offer: Offer) => ColumnValues[K]
}
export type AnyPropertyColumn = { readonly [K in ColumnKind]: PropertyColumn<K> }[ColumnKind]

type Readers<K extends ColumnKind> = Omit<PropertyColumn<K>, 'kind'>
const of =
  <K extends ColumnKind>(kind: K) =>
  (home?: Readers<K>['home'], offer?: Readers<K>['offer']): PropertyColumn<K> => ({
    kind,
    ...(home && { home }),
    ...(offer && { offer }),
  })

const number = of('number')
const day = of('day')
const moment = of('moment')
const boolean = of('boolean')
const text = of('text')
const id = of('id')
const list = of('list')

/**
 * Searchable fields of Property. `ModificationTimestamp` is missing here: records do not contain it, and backends store
 * it separately. Strings are stored values, not the spelling in answers.
 */
export const PROPERTY_COLUMNS = {
  City: text(
    ({ address }) => address.city,
    ({ city }) => city,
  ),
  StateOrProvince: text(
    ({ address }) => address.state,
    ({ province }) => province,
  ),
  CountyOrParish: text(
    ({ address }) => address.county,
    ({ county }) => county,
  ),
  PostalCode: text(({ address }) =>
    address.zipcodeFrom === undefined && address.zipcode ? address.zipcode : undefined,
  ),
  SubdivisionName: text(
    ({ address }) => address.subdivision,
    ({ district }) => district,
  ),
  Country: text(
    () => 'US',
    () => 'PL',
  ),
  PropertyType: text(propertyTypeOf, ({ propertyType, searchType }) =>
    searchType === 'For_Rent' ? OFFER_KINDS[propertyType].lease : OFFER_KINDS[propertyType].sale,
  ),
  PropertySubType: text(
    ({ facts, homeType }) => facts.propertySubType?.[0] ?? homeType,
    ({ propertyType }) => OFFER_KINDS[propertyType].subType,
  ),
  HomeType: text(({ homeType }) => homeType),
  StandardStatus: text(
    ({ listing }) => listing?.status,
    ({ goneSince }) => (goneSince === undefined ? 'Active' : undefined),
  ),
  OriginatingSystemName: text(({ listing }) => listing?.mlsName),
  SourceSystemID: text(
    ({ source }) => source,
    ({ source }) => source,
  ),
  ListOfficeName: text(
    (_, { office }) => office?.name,
    ({ agency }) => agency?.name,
  ),

  ListingId: id(({ listing }) => listing?.mlsId),
  ParcelNumber: id(({ parcelNumber }) => parcelNumber),
  SourceSystemKey: id(
    ({ sourceKey }) => (sourceKey === '' ? undefined : sourceKey),
    ({ sourceKey }) => (sourceKey === '' ? undefined : sourceKey),
  ),
  ListAgentKey: id(({ listing }) => listing?.listAgentId),
  ListAgentMlsId: id((_, { agent }) => agent?.memberMlsId),
  ListOfficeKey: id((_, { agent }) => agent?.officeId),
  CoListAgentKey: id(({ listing }) => listing?.coListAgentId),
  BuyerAgentKey: id(({ listing }) => listing?.buyerAgentId),

  ListPrice: number(({ listing }) => listing?.listPrice, shownPrice),
  ClosePrice: number(({ listing }) => listing?.closePrice),
  BedroomsTotal: number(({ facts }) => facts.bedroomsTotal),
  BathroomsTotalDecimal: number(({ facts }) => facts.bathrooms),
  BathroomsTotalInteger: number(bathsOf),
  BathroomsFull: number(({ facts }) => facts.bathroomsFull),
  BathroomsHalf: number(({ facts }) => facts.bathroomsHalf),
  LivingArea: number(
    ({ facts }) => facts.livingArea,
    ({ area }) => area,
  ),
  LotSizeSquareFeet: number(({ facts }) => facts.lotSizeSquareFeet),
  YearBuilt: number(
    ({ facts }) => facts.yearBuilt,
    ({ yearBuilt }) => yearBuilt,
  ),
  StoriesTotal: number(
    ({ facts: { storiesTotal } }) => (Number.isInteger(storiesTotal) ? storiesTotal : undefined),
    ({ floorsInBuilding }) => floorsInBuilding,
  ),
  GarageSpaces: number(({ facts }) => facts.garageSpaces),
  ParkingTotal: number(({ facts }) => facts.parkingTotal),
  AssociationFee: number(({ facts }) => facts.associationFee),
  RoomsTotal: number(undefined, ({ rooms }) => rooms),
  PhotosCount: number(
    ({ listing }) => listing && (listing.photos?.length ?? listing.drawnPhotos ?? 0),
    ({ photos, drawnPhotos }) => photos?.length ?? drawnPhotos ?? 0,
  ),
  // Not a field of Property: the resource OpenHouse uses this column to find homes. Undefined if there are no open
  // houses.
  OpenHousesCount: number(({ listing }) => listing?.openHouses?.length || undefined),
  Latitude: number(
    ({ point }) => point?.latitude,
    ({ point }) => point?.latitude,
  ),
  Longitude: number(
    ({ point }) => point?.longitude,
    ({ point }) => point?.longitude,
  ),

  OnMarketDate: day(
    ({ listing }) => (listing?.onMarketMs === undefined ? undefined : dayNumberOf(dayOf(listing.onMarketMs))),
    ({ createdMs }) => dayNumberOf(dayOf(createdMs)),
  ),
  PurchaseContractDate: day(({ listing }) => dayNumberOf(listing?.pendingDate)),
  CloseDate: day(({ listing }) => dayNumberOf(listing?.closeDate)),
  AvailabilityDate: day(({ listing }) => dayNumberOf(listing?.lease?.availabilityDate)),

  OnMarketTimestamp: moment(
    ({ listing }) => inMicroseconds(listing?.onMarketMs),
    ({ createdMs }) => createdMs * 1000,
  ),
  OriginatingSystemModificationTimestamp: moment(
    ({ listing }) => (listing?.modifiedMs === undefined ? undefined : listing.modifiedMs * 1000),
    ({ modifiedMs }) => modifiedMs * 1000,
  ),

  PoolPrivateYN: boolean(({ facts }) => bit(facts.privatePool)),
  WaterfrontYN: boolean(({ facts }) => bit(facts.waterfront)),
  SeniorCommunityYN: boolean(({ facts }) => bit(facts.seniorCommunity)),
  GarageYN: boolean(({ facts }) => bit(garageOf(facts))),
  AssociationYN: boolean(({ facts: { associationFee } }) =>
    bit(associationFee === undefined ? undefined : associationFee > 0),
  ),
  NewConstructionYN: boolean(({ listing }) => bit(listing?.newConstruction)),

  View: list(({ facts }) => facts.views ?? []),
  Appliances: list(({ facts }) => facts.appliances ?? []),
  Cooling: list(({ facts }) => facts.cooling ?? []),
  Heating: list(
    ({ facts }) => facts.heating ?? [],
    ({ heating }) => (heating === undefined ? [] : [heating.replaceAll('_', ' ')]), // the spelling in answers
  ),
  SpecialListingConditions: list(({ listing }) => listing?.conditions ?? []),
  PetsAllowed: list(({ listing }) => listing?.lease?.pets ?? []),
} as const satisfies Record<string, AnyPropertyColumn>

/** The type of each column. `ModificationTimestamp` is the last change of the record, cut to whole milliseconds. */
export const PROPERTY_COLUMN_KINDS = {
  ...(Object.fromEntries(Object.entries(PROPERTY_COLUMNS).map(([name, { kind }]) => [name, kind])) as {
    readonly [C in keyof typeof PROPERTY_COLUMNS]: (typeof PROPERTY_COLUMNS)[C]['kind']
  }), // Object.fromEntries loses the types of the keys
  ModificationTimestamp: 'moment',
} as const

type Kinds = typeof PROPERTY_COLUMN_KINDS
export type PropertyColumnName = keyof Kinds
type OfKind<K extends ColumnKind> = { [C in PropertyColumnName]: Kinds[C] extends K ? C : never }[PropertyColumnName]
/** Columns stored as numbers: numbers, days, moments and booleans. */
export type NumberColumnName = OfKind<'number' | 'day' | 'moment' | 'boolean'>
export type TextColumnName = OfKind<'text'>
export type IdColumnName = OfKind<'id'>
export type ListColumnName = OfKind<'list'>

export function isPropertyColumn(name: string): name is PropertyColumnName {
  return Object.hasOwn(PROPERTY_COLUMN_KINDS, name)
}

/** The RESO PropertyType of a home. */
export function propertyTypeOf({ homeType, listing }: Home): string {
  if (listing?.kind === 'lease') return 'Residential Lease'
  if (homeType === 'LOT') return 'Land'
  return homeType === 'MULTI_FAMILY' ? 'Residential Income' : 'Residential'
}

/** Number of baths of all kinds: RESO BathroomsTotalInteger. */
export function bathsOf({ facts }: Home): number | undefined {
  const parts = [
    facts.bathroomsFull,
    facts.bathroomsThreeQuarter,
    facts.bathroomsHalf,
    facts.bathroomsOneQuarter,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0)
}

function inMicroseconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000)
}

function bit(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}
