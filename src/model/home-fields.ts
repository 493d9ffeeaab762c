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
  type HomeOwner,
  type Interest,
  type LeaseTerms,
  LISTING_CONDITIONS,
  LISTING_STATUSES,
  type Listing,
  PETS,
  VIEWS,
} from './home.ts'

/** The part and key of a home that a field fills. `homeFrom` computes fields with `rule`. */
type Target =
  | { readonly part: 'home'; readonly key: 'homeType' | 'parcelNumber' }
  | { readonly part: 'address'; readonly key: keyof HomeAddress }
  | { readonly part: 'facts'; readonly key: keyof HomeFacts }
  | { readonly part: 'listing'; readonly key: keyof Listing }
  | { readonly part: 'lease'; readonly key: keyof LeaseTerms }
  | { readonly part: 'contact'; readonly key: keyof Contact }
  | { readonly part: 'estimate'; readonly key: keyof Estimate }
  | { readonly part: 'interest'; readonly key: keyof Interest }
  | { readonly part: 'owner'; readonly key: Exclude<keyof HomeOwner, 'source'> }
  | { readonly part: 'rule' }

export interface HomeField<T = unknown> extends Field<T> {
  readonly target: Target
}

const dollars = of('dollars', 0)
const dollarsAndCents = of('dollars', 2)
const squareFeet = of('square feet', 2)
const hundredths: FieldShape<number> = { ...amount, digits: 2 }
const acres = of('acres')

/** The type of a field's values, given the type of its key. `true` becomes a yes-no field. */
type Fill<T> = [Exclude<T, undefined>] extends [true] ? boolean : Exclude<T, undefined>

function fact<K extends keyof HomeFacts>(key: K, shape: FieldShape<Fill<HomeFacts[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'facts', key } } as const
}

function place<K extends keyof HomeAddress>(key: K, shape: FieldShape<Fill<HomeAddress[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'address', key } } as const
}

const LEASE = { field: 'ListingKind', values: ['lease'] }
const OFF_MARKET = { field: 'StandardStatus', values: ['Canceled', 'Expired', 'Withdrawn'] }

function listing<K extends keyof Listing>(key: K, shape: FieldShape<Fill<Listing[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'listing', key }, needs: key === 'status' ? [] : ['StandardStatus'] } as const
}

function lease<K extends keyof LeaseTerms>(key: K, shape: FieldShape<Fill<LeaseTerms[K]>>, doc: string) {
  return {
    ...shape,
    doc,
    target: { part: 'lease', key },
    needs: ['StandardStatus', 'ListingKind'],
    onlyWith: LEASE,
  } as const
}

function contact<K extends keyof Contact>(key: K, shape: FieldShape<Fill<Contact[K]>>, doc: string) {
  const needs = key === 'name' ? ['StandardStatus'] : ['StandardStatus', 'ContactName']
  return { ...shape, doc, target: { part: 'contact', key }, needs } as const
}

function estimate<K extends keyof Estimate>(key: K, shape: FieldShape<Fill<Estimate[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'estimate', key } } as const
}

function interest<K extends keyof Interest>(key: K, shape: FieldShape<Fill<Interest[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'interest', key } } as const
}

function owner<K extends 'name' | 'address' | 'day'>(key: K, shape: FieldShape<Fill<HomeOwner[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'owner', key }, needs: key === 'name' ? [] : ['OwnerName'] } as const
}

function home<K extends 'homeType' | 'parcelNumber'>(key: K, shape: FieldShape<Fill<Home[K]>>, doc: string) {
  return { ...shape, doc, target: { part: 'home', key } } as const
}

function rule<T>(shape: FieldShape<T>, doc: string, needs: HomeField['needs'] = []) {
  return { ...shape, doc, target: { part: 'rule' }, needs } as const
}

/** Declares a field that is used only if the preferred field is missing. */
function insteadOf<T>(field: string, shape: FieldShape<T>, doc: string, needs: HomeField['needs'] = []) {
  return { ...rule(shape, doc, needs), insteadOf: field } as const
}

/** RESO FeeFrequency. A `OneTime` fee counts as 0 a month. `Seasonal` dues have no monthly equivalent. */
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
 * Every home field that an import can fill, by its RESO Data Dictionary 2.0 name, or by Plat's name if RESO has none.
 * Mappings, the importer and the docs are derived from this table.
 */
export const HOME_FIELDS = {
  HomeType: home('homeType', oneOf(HOME_TYPES), 'Kind of home.'),
  ParcelNumber: home('parcelNumber', text, "County assessor's parcel number."),

  StreetAddress: place('streetAddress', text, 'House number, street and unit on one line: 1204 N Lamar Blvd APT 4.'),
  StreetNumber: insteadOf(
    'StreetAddress',
    text,
    'House number. If StreetAddress is absent, Plat assembles the street line from StreetNumber, StreetDirPrefix, StreetName, StreetSuffix and StreetDirSuffix.',
    ['StreetName'],
  ),
  StreetDirPrefix: insteadOf('StreetAddress', text, 'Direction before the street name: N, SW.', ['StreetName']),
  StreetName: insteadOf('StreetAddress', text, 'Name of the street.'),
  StreetSuffix: insteadOf('StreetAddress', text, 'Kind of street: St, Avenue.', ['StreetName']),
  StreetDirSuffix: insteadOf('StreetAddress', text, 'Direction after the street name.', ['StreetName']),
  UnparsedAddress: insteadOf('StreetAddress', text, 'Whole address; used for the parts whose own fields are empty.'),
  UnitNumber: rule(text, 'Unit, added to a street line that has none, after APT if it has no designator.', [
    ['StreetAddress', 'StreetName', 'UnparsedAddress'],
  ]),
  City: place('city', text, "City; the ZIP's city when absent."),
  StateOrProvince: place('state', text, "Two-letter state; the ZIP's state when absent."),
  PostalCode: rule(
    text,
    'ZIP or ZIP+4. If absent, the home is placed by its coordinates, or by its city and state, and the ZIP may stay unknown.',
  ),
  Country: rule(text, 'Country. Rows with a country other than the United States are rejected.'),
  Currency: rule(text, 'Currency of the prices, such as USD. Rows in a currency other than US dollars are rejected.'),
  CountyOrParish: place('county', text, "County without the word County; the ZIP's county when absent."),
  CountyFips: place('countyFips', text, "Five-digit FIPS code of the county; the ZIP's county when absent."),
  CensusTract: place(
    'censusTract',
    text,
    'Census tract: eleven digits, or a bare tract (101.02), to which the county code is added.',
  ),
  Neighborhood: place('neighborhood', text, 'Neighborhood.'),
  Community: place('community', text, 'Named community, such as a planned one.'),
  SubdivisionName: place('subdivision', text, 'Subdivision.'),
  InternetAddressDisplayYN: rule(yesNo, 'False when the source forbids showing the street address.'),
  Latitude: rule(degrees, 'Latitude, north positive.', ['Longitude']),
  Longitude: rule(degrees, 'Longitude, east positive: negative in the United States.', ['Latitude']),

  BedroomsTotal: fact('bedroomsTotal', count, 'Bedrooms; a studio has 0.'),
  BathroomsTotalDecimal: fact(
    'bathrooms',
    hundredths,
    'Total baths, with fractions; when absent, the sum of full, three-quarter, half and quarter baths.',
  ),
  BathroomsFull: fact('bathroomsFull', count, 'Full baths.'),
  BathroomsThreeQuarter: fact('bathroomsThreeQuarter', count, 'Three-quarter baths.'),
  BathroomsHalf: fact('bathroomsHalf', count, 'Half baths.'),
  BathroomsOneQuarter: fact('bathroomsOneQuarter', count, 'Quarter baths.'),
  LivingArea: fact('livingArea', squareFeet, 'Living area.'),
  AboveGradeFinishedArea: fact('aboveGradeFinishedArea', squareFeet, 'Finished area above grade.'),
  BelowGradeFinishedArea: fact('belowGradeFinishedArea', squareFeet, 'Finished area below grade.'),
  BelowGradeUnfinishedArea: fact('belowGradeUnfinishedArea', squareFeet, 'Unfinished area below grade.'),
  BasementArea: fact('basementArea', squareFeet, 'Area of the basement, finished or not.'),
  LotSizeSquareFeet: fact('lotSizeSquareFeet', squareFeet, 'Lot size.'),
  LotSizeAcres: insteadOf('LotSizeSquareFeet', acres, 'Lot size; used when LotSizeSquareFeet is empty.'),
  YearBuilt: fact('yearBuilt', count, 'Year built.'),
  YearRenovated: fact('yearRenovated', count, 'Year of the last major renovation.'),
  StoriesTotal: fact('storiesTotal', amount, 'Stories; halves are allowed.'),
  Basement: fact('basement', oneOf(BASEMENTS), 'Whether there is a basement, and how far it is finished.'),
  BasementYN: insteadOf('Basement', yesNo, 'False when there is no basement; used when Basement is empty.'),
  GarageSpaces: fact('garageSpaces', amount, 'Garage spaces.'),
  GarageArea: fact('garageArea', squareFeet, 'Area of the garage.'),
  AttachedGarageYN: fact('attachedGarage', yesNo, 'Whether the garage is attached.'),
  CarportSpaces: fact('carportSpaces', amount, 'Carport spaces.'),
  ParkingTotal: fact('parkingTotal', hundredths, 'All parking spaces: garage, carport and open.'),
  ParkingFeatures: fact('parkingFeatures', list, 'Kinds of parking.'),
  AssociationFee: {
    ...fact(
      'associationFee',
      dollarsAndCents,
      'Dues, monthly unless AssociationFeeFrequency says otherwise. Seasonal dues are not used.',
    ),
    onlyWith: {
      field: 'AssociationFeeFrequency',
      values: FEE_FREQUENCIES.filter((frequency) => frequency !== 'Seasonal'),
    },
  },
  AssociationFeeFrequency: rule(oneOf(FEE_FREQUENCIES), 'How often AssociationFee is due.', ['AssociationFee']),
  AssociationYN: insteadOf(
    'AssociationFee',
    yesNo,
    'False when there is no association and so no dues; used when AssociationFee is empty.',
  ),
  AssociationName: fact('associationName', text, 'Name of the homeowner association.'),
  SeniorCommunityYN: fact('seniorCommunity', yesNo, 'Whether the community is for people aged 55 and over.'),
  Cooling: fact('cooling', list, 'Kinds of cooling.'),
  CoolingYN: fact('hasCooling', yesNo, 'Whether there is cooling.'),
  Heating: fact('heating', list, 'Kinds of heating.'),
  HeatingYN: fact('hasHeating', yesNo, 'Whether there is heating.'),
  FireplacesTotal: fact('fireplacesTotal', count, 'Fireplaces.'),
  PoolPrivateYN: fact('privatePool', yesNo, 'Whether there is a private pool.'),
  SpaYN: fact('spa', yesNo, 'Whether there is a spa.'),
  QualityGrade: fact('qualityGrade', hundredths, "Construction quality on the source's own scale; higher is better."),
  ConditionGrade: fact('conditionGrade', hundredths, "State of repair on the source's own scale; higher is better."),
  ViewGrade: fact('viewGrade', hundredths, "Quality of the view on the source's own scale; higher is better."),
  WaterfrontYN: fact('waterfront', yesNo, 'Whether the home is on the waterfront.'),
  View: fact('views', listOf(VIEWS), 'What the home overlooks.'),
  ArchitecturalStyle: fact('architecturalStyle', text, 'Architectural style.'),
  StructureType: fact('structureType', text, 'Kind of structure.'),
  PropertySubType: fact('propertySubType', list, 'Property subtypes, as the source names them.'),
  Roof: fact('roof', text, 'Roof.'),
  FoundationDetails: fact('foundation', list, 'Foundation.'),
  ConstructionMaterials: fact('constructionMaterials', list, 'Wall materials.'),
  Flooring: fact('flooring', list, 'Flooring.'),
  Appliances: fact('appliances', list, 'Appliances included.'),
  InteriorFeatures: fact('interiorFeatures', list, 'Interior features.'),
  ExteriorFeatures: fact('exteriorFeatures', list, 'Exterior features.'),
  LotFeatures: fact('lotFeatures', list, 'Lot features.'),
  Fencing: fact('fencing', list, 'Fences.'),
  CommunityFeatures: fact('communityFeatures', list, 'Community features.'),
  LaundryFeatures: fact('laundryFeatures', list, 'Laundry features.'),
  InUnitLaundryYN: fact('inUnitLaundry', yesNo, 'Whether the unit has its own laundry.'),
  Sewer: fact('sewer', list, 'Sewer.'),
  WaterSource: fact('waterSource', list, 'Water source.'),
  Utilities: fact('utilities', list, 'Utilities.'),
  Zoning: fact('zoning', text, 'Zoning code.'),
  FurnishedYN: fact('furnished', yesNo, 'Whether the home is furnished.'),
  ElementarySchool: fact('elementarySchool', text, 'Elementary school.'),
  MiddleOrJuniorSchool: fact('middleOrJuniorSchool', text, 'Middle or junior school.'),
  HighSchool: fact('highSchool', text, 'High school.'),
  HighSchoolDistrict: fact('schoolDistrict', text, 'School district.'),
  WalkScore: fact('walkScore', count, 'How well errands can be done on foot, 0 to 100.'),
  TransitScore: fact('transitScore', count, 'How well public transit serves the place, 0 to 100.'),
  BikeScore: fact('bikeScore', count, 'How well the place suits cycling, 0 to 100.'),

  StandardStatus: listing('status', oneOf(LISTING_STATUSES), 'Status of the listing.'),
  ListingKind: listing('kind', oneOf(['sale', 'lease']), 'For sale or for rent; sale when absent.'),
  ListedBy: listing('listedBy', oneOf(['agent', 'owner']), 'Who lists the home; agent when absent.'),
  ListingId: listing('mlsId', text, 'Public listing number.'),
  OriginatingSystemName: listing('mlsName', text, 'Name of the multiple listing service.'),
  ListPrice: listing('listPrice', dollars, 'Asking price; for a lease, monthly rent.'),
  OriginalListPrice: rule(dollars, 'First asking price.', ['ListPrice', ['OnMarketDate', 'OnMarketTimestamp']]),
  PriceChangeTimestamp: rule(time, 'When the asking price last changed.', ['ListPrice', 'OriginalListPrice']),
  ClosePrice: listing('closePrice', dollars, 'Price paid.'),
  CloseDate: listing('closeDate', date, 'Date of the sale.'),
  OnMarketDate: rule(date, 'Date the home came on the market, if OnMarketTimestamp is empty.', ['StandardStatus']),
  OnMarketTimestamp: listing('onMarketMs', time, 'When the home came on the market.'),
  CumulativeDaysOnMarket: listing(
    'cumulativeDaysOnMarket',
    count,
    'Days on the market under this and earlier listings of the home.',
  ),
  OffMarketDate: {
    ...rule(date, 'Date the home left the market without a sale.', ['StandardStatus']),
    onlyWith: OFF_MARKET,
  },
  ModificationTimestamp: listing('modifiedMs', time, 'When the source last changed the listing.'),
  PurchaseContractDate: listing('pendingDate', date, 'Date the contract was signed.'),
  ExpectedOnMarketDate: listing('expectedDate', date, 'Date a coming-soon listing goes on the market.'),
  NewConstructionYN: listing('newConstruction', yesNo, 'Whether the home is new construction.'),
  SpecialListingConditions: listing('conditions', listOf(LISTING_CONDITIONS), 'Auction, foreclosure and the like.'),
  OpenHouseStartTimes: rule(list, 'When the open houses begin, as ISO 8601 times.', [
    'StandardStatus',
    'OpenHouseEndTimes',
  ]),
  OpenHouseEndTimes: rule(list, 'When the open houses end, in the same order.', [
    'StandardStatus',
    'OpenHouseStartTimes',
  ]),
  InternetAutomatedValuationDisplayYN: rule(
    yesNo,
    'False when the source forbids showing an automated valuation of the home.',
    ['StandardStatus'],
  ),
  VirtualTourURLUnbranded: listing('virtualTourUrl', webAddress, 'Web address of a virtual tour.'),
  ThreeDTourYN: listing('has3DTour', yesNo, 'Whether the tour is 3D.'),
  VideoURL: listing('videoUrl', webAddress, 'Web address of a video.'),
  FeaturedYN: listing('featured', yesNo, 'Whether the listing is featured.'),
  PublicRemarks: listing('description', text, 'Description.'),
  WhatILove: listing('whatILove', text, 'What the owner loves about the home.'),
  PhotoURLs: rule(webAddresses, 'Web addresses of the photos, in display order.', ['StandardStatus']),

  ListAgentKey: rule(text, "The listing agent's key among the agents of the same source.", ['StandardStatus']),
  CoListAgentKey: rule(text, "A second listing agent's key.", ['StandardStatus']),
  BuyerAgentKey: rule(text, "The buyer's agent's key.", ['StandardStatus']),

  ContactName: contact('name', text, 'Contact for an owner-listed home or a rental.'),
  ContactBusinessName: contact('businessName', text, "The contact's business."),
  ContactPhone: contact('phone', text, "The contact's phone number."),
  ContactEmail: contact('email', text, "The contact's email address."),
  RentedSpace: lease('space', oneOf(['entire', 'room']), 'What is for rent; entire when absent.'),
  AvailabilityDate: lease('availabilityDate', date, 'Move-in date.'),
  PetsAllowed: lease('pets', listOf(PETS), 'Pets allowed.'),
  AcceptsApplicationsYN: lease('acceptsApplications', yesNo, 'Whether applications are accepted online.'),
  IncomeRestrictedYN: lease('incomeRestricted', yesNo, 'Whether tenants must be below an income limit.'),
  OnSiteParkingYN: lease('onSiteParking', yesNo, 'Whether there is on-site parking.'),
  SecurityDeposit: lease('securityDeposit', dollarsAndCents, 'Security deposit.'),
  LeaseTermMonths: lease('leaseTermMonths', count, 'Lease term in months.'),

  TaxYear: rule(count, 'Year of TaxAssessedValue and TaxAnnualAmount.', [['TaxAssessedValue', 'TaxAnnualAmount']]),
  TaxAssessedValue: rule(dollars, 'Assessed value.'),
  TaxAnnualAmount: rule(dollarsAndCents, "The year's property tax."),
  EstimatedValue: estimate('value', dollars, "The source's estimate of the value."),
  EstimatedValueLowPercent: estimate('lowPercent', percent, 'How far the price may be below the estimate.'),
  EstimatedValueHighPercent: estimate('highPercent', percent, 'How far the price may be above the estimate.'),
  EstimatedRent: estimate('rent', dollars, "The source's estimate of the monthly rent."),
  EstimatedRentLowPercent: estimate('rentLowPercent', percent, 'How far the rent may be below the estimate.'),
  EstimatedRentHighPercent: estimate('rentHighPercent', percent, 'How far the rent may be above the estimate.'),
  EventHistory: rule(
    text,
    'The complete price history, as another Plat writes it: a JSON list of events. If present, other fields add no events.',
  ),
  AssessmentHistory: rule(text, 'Assessments of all years, as another Plat writes them: a JSON list.'),
  RecordedEvents: rule(text, 'Recorded events, as Plat exports them: a JSON list.'),
  FactsWithoutField: rule(text, 'Facts that have no field, as another Plat writes them: a JSON object of strings.'),
  ZipOrigin: rule(
    oneOf(['coordinates', 'city', 'unknown']),
    'What another Plat inferred the ZIP from, or unknown if it has no ZIP; absent if the source gave the ZIP.',
  ),
  PageViews: interest('pageViews', count, 'Page views.'),
  Favorites: interest('favorites', count, 'Number of people who saved the home.'),
  TourViews: interest('tourViews', count, 'Tour views.'),
  OwnerName: owner('name', text, 'Owners as the county writes them: SMITH JOHN A & MARY B. Only /owner/… shows them.'),
  OwnerAddress: owner('address', text, "The owner's mailing address on one line."),
  OwnerDate: owner('day', date, 'When the owner was recorded.'),
} as const satisfies Record<string, HomeField>

export type HomeFieldName = keyof typeof HOME_FIELDS

/** A flat record: what a source says about one home at one time. Unknown fields are absent. */
export type HomeRecord = RecordOf<typeof HOME_FIELDS>

const KEY_PREFIXES = {
  home: '',
  address: 'address.',
  facts: 'facts.',
  listing: 'listing.',
  lease: 'listing.lease.',
  contact: 'listing.contact.',
  estimate: 'estimate.',
  interest: 'interest.',
  owner: 'owner.',
} as const

/** Returns the path in a home that a field fills, such as `listing.lease.pets`. Undefined for fields with `rule`. */
export function keyOfHome(name: HomeFieldName): string | undefined {
  const { target } = homeField(name)
  return target.part === 'rule' ? undefined : KEY_PREFIXES[target.part] + target.key
}

export const HOME_FIELD_NAMES = Object.keys(HOME_FIELDS) as HomeFieldName[]

/** Returns a field with its full type. */
export function homeField(name: HomeFieldName): HomeField {
  return HOME_FIELDS[name]
}
