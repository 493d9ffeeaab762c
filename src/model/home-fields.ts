import {
  amount,
  count,
  date,
  degrees,
  type Field,
  type FieldShape,
  list,
  listOf,
  of,
  oneOf,
  percent,
  type RecordOf,
  text,
  time,
  webAddress,
  webAddresses,
  yesNo,
} from './field.ts'
import {
  type Contact,
  type Estimate,
  HOME_TYPES,
  type Home,
  type HomeAddress,
  type HomeFacts,
  type Interest,
  type LeaseTerms,
  LISTING_CONDITIONS,
  LISTING_STATUSES,
  type Listing,
  PETS,
  VIEWS,
} from './home.ts'

/** Part of a home that a field is put into under `key`; `rule`: `homeFrom` has a rule of its own for the field. */
type Target =
  | { readonly part: 'home'; readonly key: 'homeType' | 'parcelNumber' }
  | { readonly part: 'address'; readonly key: keyof HomeAddress }
  | { readonly part: 'facts'; readonly key: keyof HomeFacts }
  | { readonly part: 'listing'; readonly key: keyof Listing }
  | { readonly part: 'lease'; readonly key: keyof LeaseTerms }
  | { readonly part: 'contact'; readonly key: keyof Contact }
  | { readonly part: 'estimate'; readonly key: keyof Estimate }
  | { readonly part: 'interest'; readonly key: keyof Interest }
  | { readonly part: 'rule' }

export interface HomeField<T = unknown> extends Field<T> {
  readonly target: Target
}

/** Rounded to whole dollars, as the model has them. */
const dollars = of('dollars')
const squareFeet = of('square feet')
const acres = of('acres')

/** A key that holds `true` or is absent takes a yes-no field: its `false` leaves the key out. */
type Given<T> = [Exclude<T, undefined>] extends [true] ? boolean : Exclude<T, undefined>

function fact<K extends keyof HomeFacts>(key: K, shape: FieldShape<Given<HomeFacts[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'facts', key } } as const
}

function place<K extends keyof HomeAddress>(key: K, shape: FieldShape<Given<HomeAddress[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'address', key } } as const
}

const LEASE = { field: 'ListingKind', values: ['lease'] }
const OFF_MARKET = { field: 'StandardStatus', values: ['Canceled', 'Expired', 'Withdrawn'] }

function listing<K extends keyof Listing>(key: K, shape: FieldShape<Given<Listing[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'listing', key }, needs: key === 'status' ? [] : ['StandardStatus'] } as const
}

function lease<K extends keyof LeaseTerms>(key: K, shape: FieldShape<Given<LeaseTerms[K]>>, doc: string) {
  return {
    ...shape,
    doc,
    target: { part: 'lease', key },
    needs: ['StandardStatus', 'ListingKind'],
    onlyWith: LEASE,
  } as const
}

function contact<K extends keyof Contact>(key: K, shape: FieldShape<Given<Contact[K]>>, doc: string) {
  const needs = key === 'name' ? ['StandardStatus'] : ['StandardStatus', 'ContactName']
  return { ...shape, doc, target: { part: 'contact', key }, needs } as const
}

function estimate<K extends keyof Estimate>(key: K, shape: FieldShape<Given<Estimate[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'estimate', key } } as const
}

function interest<K extends keyof Interest>(key: K, shape: FieldShape<Given<Interest[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'interest', key } } as const
}

function home<K extends 'homeType' | 'parcelNumber'>(key: K, shape: FieldShape<Given<Home[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'home', key } } as const
}

function rule<T>(shape: FieldShape<T>, doc: string, needs: HomeField['needs'] = []) {
  return { ...shape, doc, target: { part: 'rule' }, needs } as const
}

/** Used only in rows where another field says nothing. */
function insteadOf<T>(field: string, shape: FieldShape<T>, doc: string, needs: HomeField['needs'] = []) {
  return { ...rule(shape, doc, needs), insteadOf: field } as const
}

/** RESO FeeFrequency. `OneTime` is no monthly due, `Seasonal` cannot be told by the month. */
export const FEE_FREQUENCIES = [
  'Annually',
  'SemiAnnually',
  'Quarterly',
  'BiMonthly',
  'Monthly',
  'SemiMonthly',
  'BiWeekly',
  'Weekly',
  'Daily',
  'OneTime',
  'Seasonal',
] as const

const BASEMENTS = ['none', 'finished', 'unfinished', 'partly_finished'] as const

/**
 * Every field of a home that an import can fill, under its name in the RESO Data Dictionary 2.0, or one of ours where
 * that has none. Mappings, the importer and the docs follow this table.
 */
export const HOME_FIELDS = {
  HomeType: home('homeType', oneOf(HOME_TYPES), 'Kind of home. Every home needs one.'),
  ParcelNumber: home('parcelNumber', text, 'Number of the parcel at the county assessor.'),

  StreetAddress: place('streetAddress', text, 'House number, street and unit in one line: 1204 N Lamar Blvd APT 4.'),
  StreetNumber: insteadOf(
    'StreetAddress',
    text,
    'House number; the parts of a street address make up the line when StreetAddress is absent.',
    ['StreetName'],
  ),
  StreetDirPrefix: insteadOf('StreetAddress', text, 'Direction before the street name: N, SW.', ['StreetName']),
  StreetName: insteadOf('StreetAddress', text, 'Name of the street.'),
  StreetSuffix: insteadOf('StreetAddress', text, 'Kind of street: St, Avenue.', ['StreetName']),
  StreetDirSuffix: insteadOf('StreetAddress', text, 'Direction after the street name.', ['StreetName']),
  UnitNumber: rule(
    text,
    'Number of the unit, put behind a street that has none; APT goes before it unless it has a word of its own.',
    [['StreetAddress', 'StreetName']],
  ),
  City: place('city', text, 'City; when absent, the one that the ZIP belongs to.'),
  StateOrProvince: place('state', text, 'Two-letter state; when absent, the one that the ZIP lies in.'),
  PostalCode: rule(text, 'ZIP or ZIP+4. Every home needs one.'),
  CountyOrParish: place('county', text, 'County without the word County; when absent, that of the ZIP.'),
  CountyFips: place('countyFips', text, 'Five-digit FIPS code of the county; when absent, that of the ZIP.'),
  CensusTract: place(
    'censusTract',
    text,
    'Census tract: eleven digits, or the tract alone (101.02), to which the county is added.',
  ),
  Neighborhood: place('neighborhood', text, 'Neighbourhood.'),
  Community: place('community', text, 'Community, e.g. a planned one.'),
  SubdivisionName: place('subdivision', text, 'Subdivision.'),
  InternetAddressDisplayYN: rule(yesNo, 'False: the source forbids showing the street address.'),
  Latitude: rule(degrees, 'Latitude, north positive.', ['Longitude']),
  Longitude: rule(degrees, 'Longitude, east positive: negative in the United States.', ['Latitude']),

  BedroomsTotal: fact('bedroomsTotal', count, 'Bedrooms; a studio has 0.'),
  BathroomsTotalDecimal: fact('bathrooms', amount, 'Baths, with fractions; when absent, the sum of the four below.'),
  BathroomsFull: fact('bathroomsFull', count, 'Full baths.'),
  BathroomsThreeQuarter: fact('bathroomsThreeQuarter', count, 'Three-quarter baths.'),
  BathroomsHalf: fact('bathroomsHalf', count, 'Half baths.'),
  BathroomsOneQuarter: fact('bathroomsOneQuarter', count, 'Quarter baths.'),
  LivingArea: fact('livingArea', squareFeet, 'Living area.'),
  AboveGradeFinishedArea: fact('aboveGradeFinishedArea', squareFeet, 'Finished area above ground.'),
  BelowGradeFinishedArea: fact('belowGradeFinishedArea', squareFeet, 'Finished area below ground.'),
  LotSizeSquareFeet: fact('lotSizeSquareFeet', squareFeet, 'Lot.'),
  LotSizeAcres: insteadOf('LotSizeSquareFeet', acres, 'Lot; used when LotSizeSquareFeet is absent.'),
  YearBuilt: fact('yearBuilt', count, 'Year of construction.'),
  YearRenovated: fact('yearRenovated', count, 'Year of the last large renovation.'),
  StoriesTotal: fact('storiesTotal', amount, 'Floors; halves are allowed.'),
  Basement: fact('basement', oneOf(BASEMENTS), 'Basement, and whether it is finished.'),
  BasementYN: insteadOf('Basement', yesNo, 'False: known to have no basement; used when Basement is absent.'),
  GarageSpaces: fact('garageSpaces', amount, 'Cars that fit the garage.'),
  AttachedGarageYN: fact('attachedGarage', yesNo, 'Whether the garage is attached.'),
  CarportSpaces: fact('carportSpaces', amount, 'Cars that fit the carport.'),
  ParkingTotal: fact('parkingTotal', amount, 'All parking: garage, carport and open.'),
  ParkingFeatures: fact('parkingFeatures', list, 'What the parking is like.'),
  AssociationFee: {
    ...fact(
      'associationFee',
      dollars,
      'Dues, by the month unless AssociationFeeFrequency says otherwise; seasonal ones cannot be told by the month.',
    ),
    onlyWith: {
      field: 'AssociationFeeFrequency',
      values: FEE_FREQUENCIES.filter((frequency) => frequency !== 'Seasonal'),
    },
  },
  AssociationFeeFrequency: rule(oneOf(FEE_FREQUENCIES), 'How often AssociationFee falls due.', ['AssociationFee']),
  AssociationYN: insteadOf(
    'AssociationFee',
    yesNo,
    'False: no association, so no dues; used when AssociationFee is absent.',
  ),
  AssociationName: fact('associationName', text, 'Name of the home-owner association.'),
  SeniorCommunityYN: fact('seniorCommunity', yesNo, 'Whether the community is for people of 55 and over.'),
  Cooling: fact('cooling', list, 'Kinds of cooling.'),
  CoolingYN: fact('hasCooling', yesNo, 'Whether there is cooling.'),
  Heating: fact('heating', list, 'Kinds of heating.'),
  HeatingYN: fact('hasHeating', yesNo, 'Whether there is heating.'),
  FireplacesTotal: fact('fireplacesTotal', count, 'Fireplaces.'),
  PoolPrivateYN: fact('privatePool', yesNo, 'Whether there is a private pool.'),
  SpaYN: fact('spa', yesNo, 'Whether there is a spa.'),
  QualityGrade: fact(
    'qualityGrade',
    amount,
    'How well it is built, in steps of the scale of the source; more is better.',
  ),
  ConditionGrade: fact('conditionGrade', amount, 'In what state of repair it is, likewise.'),
  ViewGrade: fact('viewGrade', amount, 'How good the view is, likewise.'),
  WaterfrontYN: fact('waterfront', yesNo, 'Whether the home lies on the water.'),
  View: fact('views', listOf(VIEWS), 'What the home looks out on.'),
  ArchitecturalStyle: fact('architecturalStyle', text, 'Architectural style.'),
  StructureType: fact('structureType', text, 'Kind of structure.'),
  PropertySubType: fact('propertySubType', list, 'Kinds of property, as the source names them.'),
  Roof: fact('roof', text, 'Roof.'),
  FoundationDetails: fact('foundation', list, 'Foundation.'),
  ConstructionMaterials: fact('constructionMaterials', list, 'Materials of the walls.'),
  Flooring: fact('flooring', list, 'Floors.'),
  Appliances: fact('appliances', list, 'Appliances that stay.'),
  InteriorFeatures: fact('interiorFeatures', list, 'Features inside.'),
  ExteriorFeatures: fact('exteriorFeatures', list, 'Features outside.'),
  LotFeatures: fact('lotFeatures', list, 'Features of the lot.'),
  CommunityFeatures: fact('communityFeatures', list, 'Features of the community.'),
  LaundryFeatures: fact('laundryFeatures', list, 'Laundry.'),
  InUnitLaundryYN: fact('inUnitLaundry', yesNo, 'Whether the laundry is in the unit.'),
  Sewer: fact('sewer', list, 'Sewer.'),
  WaterSource: fact('waterSource', list, 'Water source.'),
  Utilities: fact('utilities', list, 'Utilities.'),
  Zoning: fact('zoning', text, 'Zoning code.'),
  FurnishedYN: fact('furnished', yesNo, 'Whether the home comes furnished.'),
  ElementarySchool: fact('elementarySchool', text, 'Elementary school.'),
  MiddleOrJuniorSchool: fact('middleOrJuniorSchool', text, 'Middle or junior school.'),
  HighSchool: fact('highSchool', text, 'High school.'),
  HighSchoolDistrict: fact('schoolDistrict', text, 'School district.'),

  StandardStatus: listing('status', oneOf(LISTING_STATUSES), 'Where the listing stands.'),
  ListingKind: listing('kind', oneOf(['sale', 'lease']), 'For sale or for rent; sale when absent.'),
  ListedBy: listing('listedBy', oneOf(['agent', 'owner']), 'Who lists it; agent when absent.'),
  ListingId: listing('mlsId', text, 'Listing number that people know.'),
  OriginatingSystemName: listing('mlsName', text, 'Name of the multiple listing service.'),
  ListPrice: listing('listPrice', dollars, 'Asking price; for a lease, rent by the month.'),
  OriginalListPrice: rule(dollars, 'First asking price.', ['ListPrice', ['OnMarketDate', 'OnMarketTimestamp']]),
  PriceChangeTimestamp: rule(time, 'When the asking price last changed.', ['ListPrice', 'OriginalListPrice']),
  ClosePrice: listing('closePrice', dollars, 'Price paid.'),
  CloseDate: listing('closeDate', date, 'Day of the sale.'),
  OnMarketDate: rule(date, 'Day on which it came on the market; used when OnMarketTimestamp is absent.', [
    'StandardStatus',
  ]),
  OnMarketTimestamp: listing('onMarketMs', time, 'When it came on the market.'),
  OffMarketDate: {
    ...rule(date, 'Day on which it left the market without a sale.', ['StandardStatus']),
    onlyWith: OFF_MARKET,
  },
  ModificationTimestamp: listing('modifiedMs', time, 'When the source last changed the listing.'),
  PurchaseContractDate: listing('pendingDate', date, 'Day on which the contract was signed.'),
  ExpectedOnMarketDate: listing('expectedDate', date, 'Day on which a coming-soon listing goes on the market.'),
  NewConstructionYN: listing('newConstruction', yesNo, 'Whether it is newly built.'),
  SpecialListingConditions: listing('conditions', listOf(LISTING_CONDITIONS), 'Auction, foreclosure and the like.'),
  VirtualTourURLUnbranded: listing('virtualTourUrl', webAddress, 'Address of a virtual tour.'),
  ThreeDTourYN: listing('has3DTour', yesNo, 'Whether the tour is in three dimensions.'),
  VideoURL: listing('videoUrl', webAddress, 'Address of a film.'),
  FeaturedYN: listing('featured', yesNo, 'Whether the listing is featured.'),
  PublicRemarks: listing('description', text, 'Description.'),
  WhatILove: listing('whatILove', text, 'What its owner loves about it.'),
  PhotoURLs: rule(webAddresses, 'Addresses of the photos, the first one first.', ['StandardStatus']),

  ListAgentKey: rule(text, 'Key of the listing agent in the agents of the same source.', ['StandardStatus']),
  CoListAgentKey: rule(text, 'Key of a second listing agent.', ['StandardStatus']),
  BuyerAgentKey: rule(text, 'Key of the agent of the buyer.', ['StandardStatus']),

  ContactName: contact('name', text, 'Who to call about an owner-listed home or a rental.'),
  ContactBusinessName: contact('businessName', text, 'Their business.'),
  ContactPhone: contact('phone', text, 'Their telephone number.'),
  ContactEmail: contact('email', text, 'Their mail address.'),
  RentedSpace: lease('space', oneOf(['entire', 'room']), 'What is let; entire when absent.'),
  AvailabilityDate: lease('availabilityDate', date, 'Day from which it can be moved into.'),
  PetsAllowed: lease('pets', listOf(PETS), 'Pets that are allowed.'),
  AcceptsApplicationsYN: lease('acceptsApplications', yesNo, 'Whether it takes applications online.'),
  IncomeRestrictedYN: lease('incomeRestricted', yesNo, 'Whether it is let up to an income only.'),
  OnSiteParkingYN: lease('onSiteParking', yesNo, 'Whether there is parking on the site.'),
  SecurityDeposit: lease('securityDeposit', dollars, 'Deposit.'),
  LeaseTermMonths: lease('leaseTermMonths', count, 'Length of the lease in months.'),

  TaxYear: rule(count, 'Year of the assessment below.', [['TaxAssessedValue', 'TaxAnnualAmount']]),
  TaxAssessedValue: rule(dollars, 'Assessed value.', ['TaxYear']),
  TaxAnnualAmount: rule(dollars, 'Tax paid in the year.', ['TaxYear']),
  EstimatedValue: estimate('value', dollars, 'Value that the source estimates.'),
  EstimatedValueLowPercent: estimate('lowPercent', percent, 'How far the price may lie below the estimate.'),
  EstimatedValueHighPercent: estimate('highPercent', percent, 'How far the price may lie above the estimate.'),
  EstimatedRent: estimate('rent', dollars, 'Rent by the month that the source estimates.'),
  EstimatedRentLowPercent: estimate('rentLowPercent', percent, 'How far the rent may lie below the estimate.'),
  EstimatedRentHighPercent: estimate('rentHighPercent', percent, 'How far the rent may lie above the estimate.'),
  PageViews: interest('pageViews', count, 'How often its page was looked at.'),
  Favorites: interest('favorites', count, 'How many people saved it.'),
  TourViews: interest('tourViews', count, 'How often its tour was looked at.'),
} as const satisfies Record<string, HomeField>

export type HomeFieldName = keyof typeof HOME_FIELDS

/** A flat record: what a source says of one home at one time. An unknown field is absent. */
export type HomeRecord = RecordOf<typeof HOME_FIELDS>

export const HOME_FIELD_NAMES = Object.keys(HOME_FIELDS) as HomeFieldName[]

export function isHomeField(name: string): name is HomeFieldName {
  return Object.hasOwn(HOME_FIELDS, name)
}

/** The table's row for a field, in the one type that all rows share. */
export function homeField(name: HomeFieldName): HomeField {
  return HOME_FIELDS[name]
}
