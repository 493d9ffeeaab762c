import type { Day } from '../base/clock.ts'

/**
 * A home: one property, whatever listings it has had. Names follow the RESO Data Dictionary in lower camel case. A key
 * that may be absent is absent when the fact is unknown, never null. Money is whole US dollars, areas are square feet.
 */
export interface Home {
  /** Property id: a whole number below 2^53, the same at every import. */
  readonly zpid: number
  /** Name of the source the record came from, e.g. `king-county` or `sample`. */
  readonly source: string
  /** Key of the record in its source. */
  readonly sourceKey: string
  readonly address: HomeAddress
  /** Degrees; absent when the source has no coordinates. */
  readonly point?: Point
  readonly homeType: HomeType
  /** `lotid` of the building that the home is a unit of. */
  readonly lotId?: string
  readonly parcelNumber?: string
  readonly facts: HomeFacts
  /** The listing that is on the market, or the last one; absent for a home that no known listing describes. */
  readonly listing?: Listing
  /** What happened to its price and status, oldest first. */
  readonly history: readonly HistoryEvent[]
  /** Yearly assessments, oldest first. */
  readonly taxes: readonly TaxYear[]
  readonly estimate?: Estimate
  readonly interest?: Interest
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

export interface HomeAddress {
  /** `1204 N Lamar Blvd APT 4`; empty when the source gives no street. */
  readonly streetAddress: string
  readonly city: string
  /** Two-letter postal abbreviation. */
  readonly state: string
  /** Five digits. */
  readonly zipcode: string
  readonly county?: string
  /** Five digits: state and county. */
  readonly countyFips?: string
  /** Eleven digits: state, county and tract. */
  readonly censusTract?: string
  /** IANA name, e.g. `America/Chicago`. */
  readonly timeZone?: string
  readonly neighborhood?: string
  readonly community?: string
  readonly subdivision?: string
  /** The source forbids showing the address (RESO InternetAddressDisplayYN = false). */
  readonly undisclosed?: true
}

export const HOME_TYPES = [
  'SINGLE_FAMILY',
  'TOWNHOUSE',
  'CONDO',
  'MULTI_FAMILY',
  'APARTMENT',
  'LOT',
  'MANUFACTURED',
] as const
export type HomeType = (typeof HOME_TYPES)[number]

/** What a home is like. Absent = unknown. */
export interface HomeFacts {
  readonly bedroomsTotal?: number
  /** Full baths and their fractions added up: two full and one half bath are 2.5. */
  readonly bathrooms?: number
  readonly bathroomsFull?: number
  readonly bathroomsThreeQuarter?: number
  readonly bathroomsHalf?: number
  readonly bathroomsOneQuarter?: number
  readonly livingArea?: number
  readonly aboveGradeFinishedArea?: number
  readonly belowGradeFinishedArea?: number
  readonly lotSizeSquareFeet?: number
  readonly yearBuilt?: number
  readonly yearRenovated?: number
  readonly storiesTotal?: number
  /** `none` is known to have none; absent is not known. */
  readonly basement?: 'none' | 'finished' | 'unfinished' | 'partly_finished'
  readonly garageSpaces?: number
  readonly attachedGarage?: boolean
  readonly carportSpaces?: number
  /** All parking: garage, carport, open. */
  readonly parkingTotal?: number
  readonly parkingFeatures?: readonly string[]
  /** Monthly dues in dollars; 0 = no association fee. */
  readonly associationFee?: number
  readonly associationName?: string
  readonly seniorCommunity?: boolean
  readonly cooling?: readonly string[]
  readonly heating?: readonly string[]
  readonly hasCooling?: boolean
  readonly hasHeating?: boolean
  readonly fireplacesTotal?: number
  readonly privatePool?: boolean
  readonly spa?: boolean
  readonly waterfront?: boolean
  readonly views?: readonly View[]
  /** How well it is built, in steps of its source's own scale; more is better. */
  readonly qualityGrade?: number
  /** In what state of repair it is, likewise. */
  readonly conditionGrade?: number
  /** How good the view is, likewise. */
  readonly viewGrade?: number
  readonly architecturalStyle?: string
  readonly structureType?: string
  readonly propertySubType?: readonly string[]
  readonly roof?: string
  readonly foundation?: readonly string[]
  readonly constructionMaterials?: readonly string[]
  readonly flooring?: readonly string[]
  readonly appliances?: readonly string[]
  readonly interiorFeatures?: readonly string[]
  readonly exteriorFeatures?: readonly string[]
  readonly lotFeatures?: readonly string[]
  readonly communityFeatures?: readonly string[]
  readonly laundryFeatures?: readonly string[]
  readonly inUnitLaundry?: boolean
  readonly sewer?: readonly string[]
  readonly waterSource?: readonly string[]
  readonly utilities?: readonly string[]
  readonly zoning?: string
  readonly furnished?: boolean
  readonly rooms?: readonly Room[]
  readonly elementarySchool?: string
  readonly middleOrJuniorSchool?: string
  readonly highSchool?: string
  readonly schoolDistrict?: string
  /** Facts of the source that have no field of their own, as they were given. */
  readonly other?: Readonly<Record<string, string>>
}

export const VIEWS = ['City', 'Mountain', 'Park', 'Water'] as const
export type View = (typeof VIEWS)[number]

export interface Room {
  readonly roomType: string
  readonly roomLevel?: string
  readonly roomDimensions?: string
  readonly roomFeatures?: readonly string[]
}

/** RESO StandardStatus, as far as a listing that was once public can have it. */
export const LISTING_STATUSES = [
  'Active',
  'ActiveUnderContract',
  'ComingSoon',
  'Pending',
  'Closed',
  'Canceled',
  'Expired',
  'Withdrawn',
] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** RESO SpecialListingConditions, narrowed to those that buyers filter by. */
export const LISTING_CONDITIONS = ['Auction', 'Foreclosure', 'Foreclosed', 'PreForeclosure'] as const
export type ListingCondition = (typeof LISTING_CONDITIONS)[number]

export const PETS = ['LargeDogs', 'SmallDogs', 'Cats'] as const
export type Pet = (typeof PETS)[number]

export interface Listing {
  readonly kind: 'sale' | 'lease'
  readonly status: ListingStatus
  /** The number that people know: RESO ListingId. */
  readonly mlsId?: string
  /** Name of the multiple listing service. */
  readonly mlsName?: string
  /** Asking price; for a lease, rent by the month. */
  readonly listPrice?: number
  readonly closePrice?: number
  readonly closeDate?: Day
  /** When it came on the market: milliseconds since 1970. */
  readonly onMarketMs?: number
  /** When the source last changed it: milliseconds since 1970. */
  readonly modifiedMs?: number
  readonly pendingDate?: Day
  /** For a coming-soon listing, the day it goes on the market. */
  readonly expectedDate?: Day
  readonly listedBy: 'agent' | 'owner'
  readonly newConstruction?: true
  readonly conditions?: readonly ListingCondition[]
  readonly openHouses?: readonly OpenHouse[]
  readonly virtualTourUrl?: string
  /** A tour in three dimensions, as against a film. */
  readonly has3DTour?: true
  readonly videoUrl?: string
  readonly featured?: true
  readonly description?: string
  readonly whatILove?: string
  readonly photos?: readonly Photo[]
  /** Pictures that Plat itself draws for an invented home; never beside `photos`. */
  readonly drawnPhotos?: number
  /** Ids of agents in the catalogue. */
  readonly listAgentId?: string
  readonly coListAgentId?: string
  readonly buyerAgentId?: string
  readonly contact?: Contact
  readonly lease?: LeaseTerms
}

/** Who to call about an owner-listed home or a rental; agents stand in the catalogue instead. */
export interface Contact {
  readonly name: string
  readonly businessName?: string
  readonly phone?: string
  readonly email?: string
}

export interface LeaseTerms {
  readonly space: 'entire' | 'room'
  /** Day from which it can be moved into. */
  readonly availabilityDate?: Day
  readonly pets?: readonly Pet[]
  readonly acceptsApplications?: true
  readonly incomeRestricted?: true
  readonly onSiteParking?: true
  readonly securityDeposit?: number
  readonly leaseTermMonths?: number
}

export interface OpenHouse {
  readonly startMs: number
  readonly endMs: number
}

export interface Photo {
  readonly url: string
  readonly caption?: string
  /** Pixels; absent when the source does not say. */
  readonly width?: number
}

export const HISTORY_EVENTS = [
  'Listed for sale',
  'Price change',
  'Pending sale',
  'Sold',
  'Listing removed',
  'Listed for rent',
] as const
export type HistoryEventName = (typeof HISTORY_EVENTS)[number]

export interface HistoryEvent {
  readonly date: Day
  readonly event: HistoryEventName
  readonly price?: number
  /** The event concerns a lease. */
  readonly rental?: true
  /** Who reports it, e.g. the county or an MLS. */
  readonly source: string
  readonly mlsId?: string
  readonly buyerAgentId?: string
  readonly sellerAgentId?: string
}

export interface TaxYear {
  readonly year: number
  readonly assessedValue?: number
  readonly taxPaid?: number
}

/** Values that the operator's data states; Plat computes none of these here. */
export interface Estimate {
  readonly value?: number
  /** Percent below and above `value` within which the source expects the price. */
  readonly lowPercent?: number
  readonly highPercent?: number
  /** By the month. */
  readonly rent?: number
  readonly rentLowPercent?: number
  readonly rentHighPercent?: number
  /** Month by month, oldest first, as pairs of `YYYY-MM` and dollars; what charts show. */
  readonly history?: readonly (readonly [month: string, value: number])[]
  readonly rentHistory?: readonly (readonly [month: string, rent: number])[]
}

/** How often people looked at the home, where the source counts it. */
export interface Interest {
  readonly pageViews?: number
  readonly favorites?: number
  readonly tourViews?: number
}
