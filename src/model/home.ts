import type { Day } from '../kit/base/clock.ts'
import type { HomeLayer } from './layer.ts'

/**
 * A property with its listing and history. Names follow the RESO Data Dictionary in camel case. Unknown facts are
 * absent, never null. Prices and values are in whole dollars; dues, taxes and deposits have cents. Areas are in square
 * feet with two decimals.
 */
export interface Home {
  /** A whole number below 2^53, stable across imports. */
  readonly zpid: number
  /** Name of the source, e.g. `king-county` or `sample`. */
  readonly source: string
  /** Key of the record in its source. */
  readonly sourceKey: string
  readonly address: HomeAddress
  /** Degrees; absent if the source has no coordinates. */
  readonly point?: Point
  readonly homeType: HomeType
  /** Id (`lotid`) of the home's building. */
  readonly lotId?: string
  readonly parcelNumber?: string
  readonly facts: HomeFacts
  /** The current or most recent listing; absent if no listing is known. */
  readonly listing?: Listing
  /** Price and status events, oldest first. */
  readonly history: readonly HistoryEvent[]
  /** Yearly assessments, oldest first. */
  readonly taxes: readonly TaxYear[]
  /** Recorded events, oldest first. Absent if there are none. */
  readonly recorded?: readonly RecordedEvent[]
  readonly estimate?: Estimate
  readonly interest?: Interest
  /** Only the operations about owners show the owner. Absent if unknown or if the address is withheld. */
  readonly owner?: HomeOwner
  /** Map layer features that contain the home. Computed when the home is stored. Absent if there are none. */
  readonly layers?: readonly HomeLayer[]
  /**
   * Time of the last file with the home, in milliseconds since 1970. Absent if the mapping states no time, or if the
   * listing has `modifiedMs`.
   */
  readonly toldMs?: number
}

/** What a source says about the owner of a home. */
export interface HomeOwner {
  /** One or two names as the county writes them: `SMITH JOHN A & MARY B`. */
  readonly name: string
  /** The owner's mailing address on one line. */
  readonly address?: string
  /** When the owner was recorded. */
  readonly day?: Day
  /** The source, if it is not the home's source. */
  readonly source?: string
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

export interface HomeAddress {
  /** `1204 N Lamar Blvd APT 4`; empty if the source gives no street. */
  readonly streetAddress: string
  readonly city: string
  /** Two-letter postal abbreviation. */
  readonly state: string
  /** Five digits. Empty if neither the source nor the location shows the ZIP. */
  readonly zipcode: string
  /** How a guessed ZIP was found. Absent if the source gave it. */
  readonly zipcodeFrom?: 'coordinates' | 'city'
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
  /** Set if the source forbids showing the address (RESO InternetAddressDisplayYN = false). */
  readonly undisclosed?: true
}

/** The address fields that decide which regions contain a home. */
export type PlaceAddress = Pick<HomeAddress, 'city' | 'state' | 'zipcode' | 'county' | 'countyFips' | 'neighborhood'>

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

/** Scores from 0 to 100 for living without a car, given by the source. Absent = unknown. */
export interface MobilityScores {
  readonly walkScore?: number
  readonly transitScore?: number
  readonly bikeScore?: number
}

/** Facts about a home. Absent = unknown. */
export interface HomeFacts extends MobilityScores {
  readonly bedroomsTotal?: number
  /** Full and partial baths combined: two full baths and one half bath are 2.5. */
  readonly bathrooms?: number
  readonly bathroomsFull?: number
  readonly bathroomsThreeQuarter?: number
  readonly bathroomsHalf?: number
  readonly bathroomsOneQuarter?: number
  readonly livingArea?: number
  readonly aboveGradeFinishedArea?: number
  readonly belowGradeFinishedArea?: number
  readonly belowGradeUnfinishedArea?: number
  /** Area of the basement, finished or not. */
  readonly basementArea?: number
  readonly lotSizeSquareFeet?: number
  readonly yearBuilt?: number
  readonly yearRenovated?: number
  readonly storiesTotal?: number
  /** `none` = known to have no basement; absent = unknown. */
  readonly basement?: 'none' | 'finished' | 'unfinished' | 'partly_finished'
  readonly garageSpaces?: number
  readonly garageArea?: number
  readonly attachedGarage?: boolean
  readonly carportSpaces?: number
  /** All parking: garage, carport, open. */
  readonly parkingTotal?: number
  readonly parkingFeatures?: readonly string[]
  /** Monthly dues in dollars and cents; 0 = no association fee. */
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
  /** Construction quality on the source's own scale; higher is better. */
  readonly qualityGrade?: number
  /** State of repair on the source's own scale; higher is better. */
  readonly conditionGrade?: number
  /** Quality of the view on the source's own scale; higher is better. */
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
  readonly fencing?: readonly string[]
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
  /** Columns of the source that have no field here, copied unchanged. */
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

/** RESO StandardStatus, without values of listings that were never public. */
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

/** RESO SpecialListingConditions, limited to the values that buyers can filter by. */
export const LISTING_CONDITIONS = ['Auction', 'Foreclosure', 'Foreclosed', 'PreForeclosure'] as const
export type ListingCondition = (typeof LISTING_CONDITIONS)[number]

export const PETS = ['LargeDogs', 'SmallDogs', 'Cats'] as const
export type Pet = (typeof PETS)[number]

export interface Listing {
  readonly kind: 'sale' | 'lease'
  readonly status: ListingStatus
  /** Public listing number: RESO ListingId. */
  readonly mlsId?: string
  /** Name of the multiple listing service. */
  readonly mlsName?: string
  /** Asking price; for a lease, the monthly rent. */
  readonly listPrice?: number
  readonly closePrice?: number
  readonly closeDate?: Day
  /** When the home came on the market: milliseconds since 1970. */
  readonly onMarketMs?: number
  /** Days on the market in this and earlier listings, as counted by the source. */
  readonly cumulativeDaysOnMarket?: number
  /** Last change of the listing: milliseconds since 1970. */
  readonly modifiedMs?: number
  readonly pendingDate?: Day
  /** Day on which a coming-soon listing goes on the market. */
  readonly expectedDate?: Day
  readonly listedBy: 'agent' | 'owner'
  readonly newConstruction?: true
  readonly conditions?: readonly ListingCondition[]
  readonly openHouses?: readonly OpenHouse[]
  /** Set if the source forbids showing an automated valuation (RESO InternetAutomatedValuationDisplayYN = false). */
  readonly noValuation?: true
  readonly virtualTourUrl?: string
  /** A 3D tour, as opposed to a video. */
  readonly has3DTour?: true
  readonly videoUrl?: string
  readonly featured?: true
  readonly description?: string
  readonly whatILove?: string
  readonly photos?: readonly Photo[]
  /** Number of pictures that Plat draws for a sample home; never set together with `photos`. */
  readonly drawnPhotos?: number
  /** Ids of agents in the catalog. */
  readonly listAgentId?: string
  readonly coListAgentId?: string
  readonly buyerAgentId?: string
  readonly contact?: Contact
  readonly lease?: LeaseTerms
}

/** Contact for an owner-listed home or a rental. Agents have their own records. */
export interface Contact {
  readonly name: string
  readonly businessName?: string
  readonly phone?: string
  readonly email?: string
}

export interface LeaseTerms {
  readonly space: 'entire' | 'room'
  /** Move-in date. */
  readonly availabilityDate?: Day
  readonly pets?: readonly Pet[]
  readonly acceptsApplications?: true
  readonly incomeRestricted?: true
  readonly onSiteParking?: true
  readonly securityDeposit?: number
  readonly leaseTermMonths?: number
}

/** A part of a home, such as a photo, that may have its own row. */
export interface HomePart {
  /** Key of the part in its source. Absent if the home's row contains the part. */
  readonly key?: string
  /** The time that the part's row describes, in milliseconds since 1970. */
  readonly toldMs?: number
}

export interface OpenHouse extends HomePart {
  readonly startMs: number
  readonly endMs: number
}

export interface Photo extends HomePart {
  readonly url: string
  readonly caption?: string
  /** Width in pixels; absent if the source does not say. */
  readonly width?: number
  /** Position among photos with a key. -1: preferred photo. Absent: at the end. */
  readonly order?: number
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
  /** Set if the event concerns a lease. */
  readonly rental?: true
  /** Who reports the event, e.g. the county or an MLS. */
  readonly source: string
  readonly mlsId?: string
  readonly buyerAgentId?: string
  readonly sellerAgentId?: string
}

export const RECORDED_EVENTS = [
  'Deed',
  'Mortgage',
  'MortgageRelease',
  'Lien',
  'LienRelease',
  'NoticeOfDefault',
  'Permit',
  'Assessment',
] as const
export type RecordedEventType = (typeof RECORDED_EVENTS)[number]

/** What a public office recorded about a home on a day. */
export interface RecordedEvent extends HomePart {
  readonly day: Day
  readonly type: RecordedEventType
  /** Price of a deed, amount of a mortgage or lien, cost of permitted work, or assessed value, in dollars and cents. */
  readonly amount?: number
  /** Names of the companies that take part, such as a lender. Names that may belong to people are not stored. */
  readonly parties?: readonly string[]
  /** Number of the document. */
  readonly document?: string
  /** Number of the document that a release ends. */
  readonly releases?: string
  /** Kind of deed, lien or permit, in the words of the source. */
  readonly description?: string
  /** Status of a permit, in the words of the source. */
  readonly status?: string
  /** Who reports the event, such as a county. */
  readonly source: string
}

/** Assessment and tax of a year. A home has at most one entry without a year, which is first. */
export interface TaxYear {
  /** Undefined if the source states no year. */
  readonly year?: number
  readonly assessedValue?: number
  readonly taxPaid?: number
}

/** Values that a source gives. Plat's own estimates are not stored here. */
export interface Estimate {
  readonly value?: number
  /** The price range that the source states, in percent below and above `value`. */
  readonly lowPercent?: number
  readonly highPercent?: number
  /** Monthly rent. */
  readonly rent?: number
  readonly rentLowPercent?: number
  readonly rentHighPercent?: number
  /** Monthly values for charts, oldest first: pairs of `YYYY-MM` and dollars. */
  readonly history?: readonly (readonly [month: string, value: number])[]
  readonly rentHistory?: readonly (readonly [month: string, rent: number])[]
}

/** Public interest in the home, as counted by the source. */
export interface Interest {
  readonly pageViews?: number
  readonly favorites?: number
  readonly tourViews?: number
}
