// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

/** Somebody whom a person knows. */
export interface Acquaintance {
  readonly Name: string
  /** Years; 0 if unknown. */
  readonly Age: number
  /** Id of the person. */
  readonly 'Person ID': string
}

/** An address in its parts. */
export interface Address {
  /**
   * House number, street and unit; empty where the source gives none, `(Undisclosed Address)` where it may not be
   * shown.
   */
  readonly streetAddress: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  /** Five digits. */
  readonly zipcode: string
}

/** An address in two lines, as a list of results shows it. */
export interface AddressLines {
  /** The address in the lines of a card. */
  readonly location: readonly {
    readonly fullValue: string
  }[]
}

/** An address that may be meant. */
export interface AddressSuggestion {
  /** The address in one line. */
  readonly display: string
  readonly resultType: 'Address'
  readonly metaData: {
    readonly addressType: 'house' | 'unit' | 'building'
    readonly streetNumber?: string
    readonly streetName?: string
    readonly unitNumber?: string
    readonly city: string
    /** Two letters. */
    readonly state: string
    readonly country: 'USA'
    readonly zipCode?: string
    /** Degrees; 0 if unknown. */
    readonly lat: number
    /** Degrees; 0 if unknown. */
    readonly lng: number
    /** The place is the middle of a region; absent where it is exact. */
    readonly hasBadGeocode?: true
    /** Of a home. */
    readonly zpid?: number
    /** Of a building. */
    readonly lotId?: string
  }
}

/** An agent in a list, with the main figures of their year. */
export interface Agent {
  readonly name: string
  /** URL of the profile. */
  readonly link: string
  readonly username: string
  /** Id of the agent. */
  readonly encodedZuid: string
  readonly imageUrl: string
  readonly isTopAgent: boolean
  readonly businessName: string
  readonly phoneNumber: string
  readonly location: string
  readonly profileData: readonly {
    readonly label: string
    readonly data: string
  }[]
  readonly reviewInformation: {
    readonly reviewCount: number
    /** 0 if there are no reviews. */
    readonly reviewAverage: number
    readonly reviewCountText: string
    readonly reviewAverageText: string
  }
}

/** Part of the answers of `/changes`. */
export interface AgentChange {
  readonly record: 'agent'
  /** Goes on behind this event, as `since`. */
  readonly cursor: string
  /** When the catalogue learnt of it. */
  readonly at: string
  /** Everything that happened to the record at once. */
  readonly kinds: readonly ('new' | 'gone' | 'back' | 'price' | 'status' | 'facts' | 'history' | 'withheld')[]
  /** Id of the agent. */
  readonly encodedZuid: string
}

/** What `/agent/details` answers. */
export interface AgentDetails extends AnswerHead {
  readonly message: '200: Success'
  readonly agent_details: AgentProfile
}

/** What `/agent/for_rent` answers. */
export interface AgentForRent extends AnswerHead {
  readonly message: '200: Success'
  /** Newest first. */
  readonly forRentListings: readonly AgentListing[]
  readonly listingCount: number
}

/** What `/agent/for_sale` answers. */
export interface AgentForSale extends AnswerHead {
  readonly message: '200: Success'
  /** Newest first. */
  readonly forSaleListings: readonly AgentListing[]
  readonly listingCount: number
}

/** A home that an agent offers. */
export interface AgentListing {
  /** Id of the home. */
  readonly zpid: number
  readonly home_type: 'SINGLE_FAMILY' | 'TOWNHOUSE' | 'CONDO' | 'MULTI_FAMILY' | 'APARTMENT' | 'LOT' | 'MANUFACTURED'
  readonly address: {
    readonly line1: string
    readonly line2: string
    readonly city: string
    readonly stateOrProvince: string
    readonly postalCode: string
  }
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly bedrooms: number | null
  /** 0 if unknown. */
  readonly bathrooms: number
  /** Dollars, per month for rentals; 0 if unknown. */
  readonly price: number
  readonly price_currency: 'usd'
  /** Market state of the home today. */
  readonly status: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  /** Degrees. */
  readonly latitude: number | null
  /** Degrees. */
  readonly longitude: number | null
  readonly primary_photo_url: string
  /** `start/end` of each, separated by commas. */
  readonly openHouses: string
  readonly hasOpenHouse: boolean
  readonly brokerage_name: string
  readonly home_marketing_status: 'active' | 'comingSoon' | 'pending'
  readonly home_marketing_type: 'forSale' | 'forRent'
  readonly has_vr_model: boolean
  readonly listing_url: string
}

/** Everything that is known of an agent. */
export interface AgentProfile {
  readonly about: {
    readonly title: string
    readonly specialties: readonly string[]
    readonly description: string
    /** Whole years, as a string. */
    readonly yearsExperience: string
  }
  readonly displayUser: {
    /** Id of the agent. */
    readonly encodedZuid: string
    readonly screenName: string
    readonly name: string
    readonly profileTypes: readonly string[]
    readonly businessAddress: {
      readonly city: string
      readonly state: string
    }
    readonly businessName: string
    readonly phoneNumber: string
    readonly email: string
    readonly isTopAgent: boolean
    readonly profilePhotoSrc: string
    readonly ratings: {
      readonly count: number
      /** 0 if there are no reviews. */
      readonly average: number
    }
  }
  readonly getToKnowMe: {
    readonly title: string
    readonly description: string
    /** Year. */
    readonly inBusinessSince: number | null
    readonly videoUrl: string | null
    readonly specialties: readonly string[]
    readonly languages: readonly string[]
  }
  /** Only what is known. */
  readonly professionalInformation: readonly {
    readonly term: string
    readonly lines: readonly string[]
  }[]
  /** Those with the most homes first. */
  readonly serviceAreas: readonly {
    readonly regionId: number
    readonly text: string
    readonly url: string
  }[]
  readonly lastYearPastSalesTotal: {
    readonly count: number
  }
  /** Dollars; null if no price is known. */
  readonly lastYearPriceRange: {
    readonly min: number
    readonly max: number
  } | null
  readonly lastYearPriceRangeText: string
  readonly pastSales: {
    readonly total: number
  }
  readonly forSaleListings: {
    readonly listingCount: number
  }
  readonly forRentListings: {
    readonly listingCount: number
  }
  readonly reviewsData: {
    readonly reviews: readonly AgentReview[]
  }
  readonly agentLicenses: readonly {
    readonly licenseNumber: string
    readonly state: string
  }[]
}

/** What a client says of an agent. */
export interface AgentReview {
  readonly reviewId: string
  readonly reviewComment: string
  readonly rating: number
  readonly subRatings: readonly {
    readonly description: string
    readonly score: number
  }[]
  readonly createDate: string
  readonly workDescription: string
}

/** A sale in which an agent acted. */
export interface AgentSale extends Coordinates {
  /** Id of the home. */
  readonly zpid: number
  readonly represented: 'Buyer' | 'Seller' | 'Buyer and Seller'
  readonly sold_date: string
  /** `$350,000`; empty if unknown. */
  readonly price: string
  readonly image_url: string
  readonly image_alt: string
  readonly home_details_url: string
  readonly street_address: string
  readonly city_state_zipcode: string
  /** The place is the middle of a region; absent where it is exact. */
  readonly hasBadGeocode?: true
}

/** What `/agent/search` answers. */
export interface AgentSearch extends AnswerHead {
  readonly message: '200'
  /** How the requested location was understood. */
  readonly location?: UnderstoodLocation
  readonly resultsCount: {
    readonly totalMatchingCount: number
  }
  readonly pagesInfo: {
    readonly totalPages: number
    readonly currentPage: number
    readonly resultsPerPage: number
  }
  readonly agents: readonly Agent[]
  /** Names of agents that are spelled alike, the nearest first; only where nobody has the name. */
  readonly nearNames?: readonly string[]
}

/** What `/agent/sold_properties` answers. */
export interface AgentSold extends AnswerHead {
  readonly message: '200: Success'
  /** Latest first. */
  readonly pastSales: readonly AgentSale[]
  readonly pastSalesCount: number
}

/** What `/` answers. */
export interface Alive {
  readonly message: string
}

/** What answers say besides their data. */
export interface AnswerHead {
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  /** Given parameters that were left out or assumed, and why. */
  readonly warnings?: readonly Warning[]
}

/** Part of the answers of `/apartment_details`. */
export interface ApartmentBuilding extends Address, Mobility, Coordinates {
  /** Id of the building. */
  readonly lotId: string
  /** Number of the building, as cards and documents of its units have it. */
  readonly buildingId: number
  /** The same number as a text. */
  readonly id: string
  readonly buildingName: string
  readonly address: DetailedAddress
  /** On one line. */
  readonly fullAddress: string
  readonly neighborhood: string | null
  /** With its word; empty if unknown. */
  readonly county: string
  readonly country: 'USA'
  readonly currency: 'USD'
  /** IANA name; empty if unknown. */
  readonly bestGuessTimezone: string
  readonly regionIds: {
    readonly city: number
    readonly zipcode: number
  }
  readonly buildingUrl: string
  /** Path of the building’s page. */
  readonly bdpUrl: string
  /** What its units are offered for. */
  readonly buildingType: 'FOR_RENT' | 'FOR_SALE' | 'OTHER'
  /** Of its units. */
  readonly homeTypes: readonly (
    | 'SINGLE_FAMILY'
    | 'TOWNHOUSE'
    | 'CONDO'
    | 'MULTI_FAMILY'
    | 'APARTMENT'
    | 'LOT'
    | 'MANUFACTURED'
  )[]
  /** Empty if there is none. */
  readonly description: string
  /** In the order of the listing. */
  readonly photos: readonly Photo[]
  /** In the order of the listing. */
  readonly galleryPhotos: readonly Photo[]
  readonly photoCount: number
  /** The first picture; empty if there is none. */
  readonly thumb: readonly PictureLink[]
  readonly amenities: readonly string[]
  readonly amenitySummary: {
    /** The same as amenities. */
    readonly buildingDetails: readonly string[]
    /** Those of them that are about it. */
    readonly laundry: readonly string[]
    /** Those of them that are about it. */
    readonly parking: readonly string[]
    /** Those of them that are about it. */
    readonly security: readonly string[]
  }
  readonly amenityDetails: {
    /** Of the office; null if unknown. */
    readonly hours: readonly string[] | null
    /** Pets allowed. */
    readonly pets: readonly string[]
    readonly customAmenities: {
      /** The same as amenities. */
      readonly rawAmenities: readonly string[]
    }
    /** Of the units: what at least one of them has. */
    readonly unitFeatures: readonly string[]
  }
  readonly buildingAttributes: {
    /** Null if the data does not say. */
    readonly hasSharedLaundry: boolean | null
    /** Null if the data does not say. */
    readonly hasElevator: boolean | null
    /** Null if the data does not say. */
    readonly hasSwimmingPool: boolean | null
    /** Null if the data does not say. */
    readonly hasBicycleStorage: boolean | null
    /** Null if the data does not say. */
    readonly hasStorage: boolean | null
    /** Null if the data does not say. */
    readonly hasGuestSuite: boolean | null
    /** Null if the data does not say. */
    readonly hasPackageService: boolean | null
    /** Null if the data does not say. */
    readonly hasPetPark: boolean | null
    /** Null if the data does not say. */
    readonly hasHotTub: boolean | null
    /** Null if the data does not say. */
    readonly hasSauna: boolean | null
    /** Null if the data does not say. */
    readonly hasBarbecue: boolean | null
    /** Null if the data does not say. */
    readonly hasOnsiteManagement: boolean | null
    /** Null if the data does not say. */
    readonly hasFireplace: boolean | null
    /** Null if the data does not say. */
    readonly isFurnished: boolean | null
    /** Of the units: what at least one of them has. */
    readonly appliances: readonly string[]
    /** Of the units: what at least one of them has. */
    readonly floorCoverings: readonly string[]
    /** Of the units: what at least one of them has. */
    readonly parkingTypes: readonly string[]
    /** Of the units: what at least one of them has. */
    readonly viewType: readonly string[]
    /** Of the units: what at least one of them has. */
    readonly leaseTerms: readonly string[]
    /** Of the units; null if unknown. */
    readonly airConditioning: string | null
    /** Of the units; null if unknown. */
    readonly heatingSource: string | null
    /** Dollars, of the available units; null if unknown. */
    readonly depositFeeMin: number | null
    /** Dollars, of the available units; null if unknown. */
    readonly depositFeeMax: number | null
    /** The amenities, separated by commas. */
    readonly customAmenities: string
    /** Null if the data does not say which pets are allowed. */
    readonly detailedPetPolicy: {
      readonly petPolicies: readonly {
        readonly petType: 'LargeDogs' | 'SmallDogs' | 'Cats'
        readonly allowed: boolean
      }[]
    } | null
  }
  /** Pets allowed. */
  readonly petPolicy: readonly ('LargeDogs' | 'SmallDogs' | 'Cats')[] | null
  /** Null if the data does not say which pets are allowed. */
  readonly detailedPetPolicy: {
    readonly petPolicies: readonly {
      readonly petType: 'LargeDogs' | 'SmallDogs' | 'Cats'
      readonly allowed: boolean
    }[]
  } | null
  /** Tenants of an available unit must be below an income limit. */
  readonly isLowIncome: boolean
  /** Units are in a community for people over 55. */
  readonly isSeniorHousing: boolean
  readonly yearBuilt?: number
  readonly storiesTotal: number | null
  readonly phone: string | null
  readonly buildingPhoneNumber: string | null
  readonly managedBy: string | null
  readonly contactInfo: {
    readonly agentFullName: string | null
    readonly businessName: string | null
    readonly phoneNumber: string | null
  }
  readonly specialOffers: readonly {
    readonly description: string
  }[]
  readonly unitCount: number
  /** Of the available units, in dollars per month. */
  readonly minPrice: number | null
  /** Of the available units, in dollars per month. */
  readonly maxPrice: number | null
  /** Available units. */
  readonly availableCount: number
  readonly rentalUnitsSummary: {
    readonly unitCount: number
    readonly availableUnitCount: number
  }
  /** Id of its cheapest available unit, else of its first one, as a text; null without a unit. */
  readonly zpid: string | null
  /** The same unit; null without a unit. */
  readonly bestMatchedUnit: {
    readonly zpid: string
    readonly unitNumber: string | null
    readonly hdpUrl: string
  } | null
  readonly floorPlans: readonly FloorPlan[]
  /** Every unit once more, without its plan. */
  readonly ungroupedUnits: readonly Unit[]
  /** Nearest first. */
  readonly assignedSchools: readonly School[]
  /** Nearest first. */
  readonly nearbyCities: readonly RegionLink[]
  /** Nearest first. */
  readonly nearbyNeighborhoods: readonly RegionLink[]
  /** Nearest first. */
  readonly nearbyZipcodes: readonly RegionLink[]
}

/** What `/apartment_details` answers. */
export interface ApartmentDetails extends AnswerHead {
  readonly message: '200: Success'
  readonly apartmentBuildingDetails: ApartmentBuilding
}

/**
 * Part of the answers of `/pro/byaddress`, `/byaddress`, `/pro/byzpid`, `/byzpid`, `/pro/byurl`, `/byurl`,
 * `/graph_charts`, `/pricehistory`, `/taxinfo`, `/comparable_homes`, `/search/byaddress`, `/search/bypolygon`,
 * `/search/bycoordinates`, `/search/bymapbounds`, `/search/facets`, `/housing_market`, `/rental_market`.
 */
export interface AsOf {
  /** The day that was asked for. */
  readonly day: string
  /**
   * What is as it is today, since it has no date. facts: address, place, kind, size, rooms and features of homes,
   * who lists them, and terms of leases. people: agents, offices and what is counted of them. surroundings:
   * buildings, schools, climate, scores and the regions themselves.
   */
  readonly undated: readonly ('facts' | 'people' | 'surroundings')[]
}

/** Whom a listing comes from, and who has to be named with it. */
export interface Attribution extends ShortAttribution {
  readonly agentEmail: string | null
  readonly agentLicenseNumber: string | null
  readonly attributionTitle: string | null
  readonly buyerAgentName: string | null
  readonly buyerBrokerageName: string | null
  readonly buyerAgentMemberStateLicense: string | null
  readonly coAgentName: string | null
  readonly coAgentNumber: string | null
  readonly coAgentLicenseNumber: string | null
  readonly mlsDisclaimer: string | null
  /** `YYYY-MM-DD hh:mm:ss`, UTC; null if unknown. */
  readonly lastChecked: string | null
  /** `YYYY-MM-DD hh:mm:ss`, UTC; null if unknown. */
  readonly lastUpdated: string | null
  readonly listingAgents: readonly {
    /** `listAgent`, `coListAgent` or `buyerAgent`. */
    readonly associatedAgentType: string
    readonly memberFullName: string
    readonly memberStateLicense: string | null
  }[]
  readonly listingOffices: readonly {
    /** `listOffice` or `buyerOffice`. */
    readonly associatedOfficeType: string
    readonly officeName: string
  }[]
}

/** Part of the answers of `/valuation/backtest`. */
export interface BacktestFigures {
  /** Sales held back. */
  readonly sales: number
  /** Day of the first of them. */
  readonly firstDay: string
  /** Day of the last. */
  readonly lastDay: string
  /** Half of the estimates are off by at most so many percent of the price. */
  readonly medianErrorPercent: number
  /**
   * Half of what comparable sales alone say is off by at most so many percent; null if fewer than 30 sales have
   * any.
   */
  readonly comparablesMedianErrorPercent: number | null
  /** Above 0 if most estimates are too high. */
  readonly signedMedianErrorPercent: number
  /** Percent of estimates that are within 5 % of the price. */
  readonly within5Percent: number
  /** Percent of estimates that are within 10 % of the price. */
  readonly within10Percent: number
  /** Percent of estimates that are within 20 % of the price. */
  readonly within20Percent: number
  readonly cod: StandardMeasure
  readonly prd: StandardMeasure
  readonly prb: StandardMeasure
  readonly coverage: IntervalCoverage
}

/** Part of the answers of `/valuation/backtest`. */
export interface BacktestRegions {
  /** How many have at least 30 held-back sales. */
  readonly total: number
  /** Those with the most sales first, 100 at most; any other place can be asked for itself. */
  readonly listed: readonly {
    /** Name to ask for it by. */
    readonly name: string
    readonly figures: BacktestFigures
  }[]
}

/** A rental building among results, with its units that match. */
export interface BuildingCard {
  /** Id of the building. */
  readonly lotId: string
  readonly title: string
  readonly location: Coordinates
  readonly address: {
    /**
     * House number, street and unit; empty where the source gives none, `(Undisclosed Address)` where it may not be
     * shown.
     */
    readonly streetAddress: string
    readonly city: string
    /** Two letters. */
    readonly state: string
    /** Five digits. */
    readonly zipcode: string
    readonly buildingId: number
  }
  readonly groupType: string
  readonly listingStatus: 'FOR_RENT'
  readonly media: CardMedia
  readonly rental: CardRental
  readonly listCardRecommendation: CardRecommendation
  readonly currency: 'usd'
  readonly country: 'usa'
  /** Id of one of the matching units. */
  readonly zpid: number
  /** Dollars per month. */
  readonly minPrice?: number
  /** Dollars per month. */
  readonly maxPrice?: number
  readonly unitsGroup: readonly {
    readonly bedrooms: number
    readonly minPrice: number
    readonly isRoomForRent: boolean
  }[]
  /** Matching units. */
  readonly matchingHomeCount: number
}

/** A result that is a building. */
export interface BuildingResult {
  readonly property: BuildingCard
  readonly resultType: 'propertyGroup'
}

/** What may be shown of a listing. */
export interface CardDisplayRules {
  readonly canShowAddress: boolean
  readonly canShowOnMap: boolean
  readonly agent: {
    readonly agentName?: string
  }
  readonly mls: {
    /** `Listing by: …` */
    readonly brokerName?: string
    readonly mustDisplayBrokerName: boolean
    readonly mlsIdOnMap?: string
  }
  /** Always empty. */
  readonly builder: Readonly<Record<string, never>>
  /** Always empty. */
  readonly soldByOffice: Readonly<Record<string, never>>
  readonly listingCategory: 'mls' | 'nonMls'
}

/** How a home is offered. */
export interface CardListing {
  /** Days since it came on the market. */
  readonly daysOnPortal?: number
  /** Only those that are true; others are absent. */
  readonly listingSubType: {
    readonly isOpenHouse?: true
    readonly isFSBA?: true
    readonly isFSBO?: true
    readonly isPending?: true
    readonly isNewHome?: true
    readonly isForeclosure?: true
    readonly isBankOwned?: true
    readonly isForAuction?: true
    readonly isComingSoon?: true
  }
  readonly listingStatus: 'forSale' | 'forRent' | 'recentlySold' | 'preForeclosure'
  readonly marketingStatus: 'active' | 'acceptingBackupOffers' | 'comingSoon' | 'pending' | 'closed'
  readonly isPreforeclosureAuction: boolean
}

/** The pictures of a home or building. */
export interface CardMedia {
  readonly propertyPhotoLinks: {
    readonly mediumSizeLink: string
    readonly highResolutionLink: string
  }
  /** Always empty. */
  readonly thirdPartyPhotoLinks: Readonly<Record<string, never>>
  readonly hasVRModel: boolean
  readonly hasVideos: boolean
  readonly hasIMX: boolean
  readonly hasApprovedThirdPartyVirtualTour: boolean
  /** The first few. */
  readonly allPropertyPhotos: {
    readonly medium: readonly string[]
    readonly highResolution: readonly string[]
  }
}

/** Why a home is near the top. */
export interface CardRecommendation {
  /** Highlights shown beside the figures, best first. */
  readonly flexFieldRecommendations: readonly {
    /** Such as `Price cut: $22,000 (11/10)`: month and day. */
    readonly displayString: string
    readonly flexFieldType: 'priceCut' | 'homeInsight'
    readonly contentType: 'priceCut' | 'homeInsight'
  }[]
}

/** The terms on which a home is let. */
export interface CardRental {
  readonly areApplicationsAccepted: boolean
  readonly hasVirtualTour: boolean
  readonly currency: 'usd'
  readonly country: 'usa'
  /** Dollars per month. */
  readonly baseRent?: number
}

/** What `/graph_charts` answers. */
export interface Chart extends AnswerHead {
  readonly message: '200: Success'
  readonly GraphType:
    | 'zestimate_history'
    | 'rent_zestimate_history'
    | 'listing_price'
    | 'zestimate_percent_change'
    | 'tax_assessment'
    | 'tax_paid'
  /** The newest point comes first. */
  readonly RecentFirst: boolean
  readonly DataPoints: {
    /** The line of the home, then those of its city and its ZIP code. */
    readonly homeValueChartData: readonly ChartLine[]
    /**
     * House number, street and unit; empty where the source gives none, `(Undisclosed Address)` where it may not be
     * shown.
     */
    readonly streetAddress: string
    readonly city: string
    /** Two letters. */
    readonly state: string
    /** Five digits. */
    readonly zipcode: string
    /** Estimated monthly rent in dollars. */
    readonly Current_Rent_Zestimate?: number
  }
  /** Estimated monthly rent in dollars. */
  readonly Current_Rent_Zestimate?: number
  readonly asOf?: AsOf
}

/** One line of a chart. */
export interface ChartLine {
  /** `This home`, the name of its city, or its ZIP code. */
  readonly name: string
  /** Where its points come from. */
  readonly source: string
  /** The number of sales in the months that have a point, where it is computed from sales. */
  readonly sales?: number
  readonly points: readonly {
    /** Milliseconds since 1970. */
    readonly x: number
    /** Dollars, or percent. */
    readonly y: number
  }[]
}

/** What `/climate` answers. */
export interface Climate extends AnswerHead {
  readonly message: '200: Success'
  /** Scores by name; empty if none is known. */
  readonly floodSources: { readonly [name: string]: ClimateScore }
  /** Scores by name; empty if none is known. */
  readonly fireSources: { readonly [name: string]: ClimateScore }
  /** Scores by name; empty if none is known. */
  readonly heatSources: { readonly [name: string]: ClimateScore }
  /** Scores by name; empty if none is known. */
  readonly windSources: { readonly [name: string]: ClimateScore }
  /** Scores by name; empty if none is known. */
  readonly airSources: { readonly [name: string]: ClimateScore }
  /** Scores by name; empty if none is known. */
  readonly overallSources: { readonly [name: string]: ClimateScore }
  /** Sources that disagree, by peril. */
  readonly disagreement?: { readonly [name: string]: readonly ClimateDisagreement[] }
}

/** A peril that two sources score far apart. */
export interface ClimateDisagreement {
  readonly peril: 'flood' | 'fire' | 'heat' | 'wind' | 'air' | 'overall'
  /** The source that sees less risk, then the one that sees more. */
  readonly sources: readonly string[]
  /** How far apart they are, each on its own scale from 0 to 1. */
  readonly difference: number
  readonly detail: string
}

/** How one source scores one peril. */
export interface ClimateScore {
  /** The publisher’s name for it. */
  readonly name: string
  /** On its own scale. */
  readonly score: number
  readonly scale: {
    readonly min: number
    readonly max: number
  }
  readonly higherIsWorse: boolean
  /** What one step of the scale is. */
  readonly unit: string
  /** The publisher’s word for the score. */
  readonly rating?: string
  /** The area that the score covers. */
  readonly resolution: 'parcel' | 'tract' | 'county'
  /** The date of the score: a year, a month or a day. */
  readonly vintage: string
  readonly explanation: string
  readonly source: string
}

/** What `/comparable_homes` answers. */
export interface ComparableHomes extends AnswerHead {
  readonly message: '200: Success'
  /** Id of the home, as a string. */
  readonly zpid: string
  /** Most relevant first. */
  readonly comparable_homes: readonly {
    readonly property: SoldHomeRow
    readonly comparison: Comparison
  }[]
  readonly valuation: {
    /** Day that the value stands for: today, or where the sales of its county ended long ago, the day of the newest. */
    readonly asOf: string
    /**
     * Value of this home in dollars, judged by all of these sales; null if there are none, or if its listing forbids
     * a valuation.
     */
    readonly value: number | null
    /** Plat’s own estimate, from these sales and what all others teach; null where too few are known. */
    readonly estimate: OwnEstimate | null
    /**
     * What each says that says what the home is worth. The first is the value of the home, and the first range is
     * its range.
     */
    readonly values: readonly SaidValue[]
    /**
     * A sentence for each value whose range does not meet that of the first: how far apart they are, and what may
     * explain it.
     */
    readonly disagreements: readonly string[]
    /** Price index used to bring prices up to date; null if none is known. */
    readonly marketIndex: {
      readonly region: string
      readonly source: string
    } | null
  }
  readonly asOf?: AsOf
}

/** What a sale says about the value of a home, adjustment by adjustment. */
export interface Comparison {
  readonly distanceMiles: number
  readonly soldDate: string
  /** How much more of each trait the sold home has; null unless known for both. */
  readonly differences: {
    readonly livingArea: number | null
    readonly lotSize: number | null
    readonly bedrooms: number | null
    readonly bathrooms: number | null
    readonly yearBuilt: number | null
    readonly qualityGrade: number | null
    readonly conditionGrade: number | null
    readonly viewGrade: number | null
  }
  /** Factor by which the market has moved since the sale. */
  readonly marketFactor: number
  /** Value of this home in dollars, judged by this sale alone. */
  readonly adjustedPrice: number
  /** Share of the valuation, 0 to 1. */
  readonly weight: number
}

/** A point, in degrees. */
export interface Coordinates {
  /** Degrees. */
  readonly latitude: number
  /** Degrees. */
  readonly longitude: number
}

/** An address in its parts, with the places around it. */
export interface DetailedAddress extends Address {
  readonly neighborhood: string | null
  readonly community: string | null
  readonly subdivision: string | null
}

/** An agent who acted in a sale. */
export interface EventAgent {
  readonly photo: string | null
  /** Path of the profile. */
  readonly profileUrl: string
  readonly name: string
}

/** A guest experience that can be booked. */
export interface Experience {
  /** Null if nothing can be booked. */
  readonly nextAvailable: string | null
  /** Dates with free seats, earliest first. */
  readonly availability: readonly ExperienceSlot[]
  readonly experienceId: string
  readonly title: string
  readonly byline: string
  readonly url: string
  /** In currency. */
  readonly pricePerGuest: number
  /** ISO 4217. */
  readonly currency: string
  readonly durationMinutes: number
  readonly rating: number | null
  readonly reviewCount: number
  readonly experienceType: string
  readonly travelerTypes: readonly string[]
  readonly timesOfDay: readonly ('morning' | 'afternoon' | 'evening')[]
  /** English names. */
  readonly hostLanguages: readonly string[]
  readonly accessibilityFeatures: readonly string[]
  /** 0 if unknown. */
  readonly maxGuests: number
  /** Years. */
  readonly minAge: number | null
  readonly host: {
    readonly id: string
    readonly name: string
    readonly isSuperhost: boolean
  }
  readonly location: {
    readonly city: string
    readonly country: string
    /** Degrees; null where the source has no coordinates and the city is not known. */
    readonly latitude: number | null
    readonly longitude: number | null
    /** The place is the middle of a region; absent where it is exact. */
    readonly hasBadGeocode?: true
  }
  /** URLs. */
  readonly images: readonly string[]
}

/** A change of an experience. */
export interface ExperienceChange {
  /** Goes on behind this event, as `since`. */
  readonly cursor: string
  /** When the catalogue learnt of it. */
  readonly at: string
  /** Everything that happened to the record at once. */
  readonly kinds: readonly ('new' | 'gone' | 'back' | 'price' | 'status' | 'facts' | 'history' | 'withheld')[]
  /** Id of the experience. */
  readonly experienceId: string
  readonly title: string
  readonly city: string
  /** In currency. */
  readonly pricePerGuest: number
  /** ISO 4217. */
  readonly currency: string
  /** Keys with another value; none where the record came or went. Pictures and long texts are not told of. */
  readonly changes: readonly FieldChange[]
}

/** What `/changes/experiences` answers. */
export interface ExperienceChanges extends AnswerHead {
  readonly message: '200'
  /** In the order in which the catalogue learnt of them. */
  readonly events: readonly ExperienceChange[]
  /** Gets what comes behind this answer, as `since`. */
  readonly next: string
  /** The cursor of everything that the catalogue knows now. */
  readonly upTo: string
  /** Whether there is more behind `next` already: an answer may be short, or empty, and not the last. */
  readonly more: boolean
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
}

/** A time at which an experience takes place, and its free seats. */
export interface ExperienceSlot {
  readonly date: string
  /** Local time, `HH:MM`. */
  readonly startTime: string
  readonly seatsLeft: number
}

/** What `/search/exp/bydestination` answers. */
export interface Experiences extends AnswerHead {
  readonly message: '200'
  /** All results. */
  readonly total: number
  /** Gets the next page; null on the last one. */
  readonly nextPageCursor: string | null
  /** How each requested location was understood. */
  readonly locations: readonly UnderstoodLocation[]
  readonly facets?: Facets
  readonly searchResults: readonly Experience[]
}

/** What was asked, as it was understood, and what each filter left out. */
export interface Explanation {
  /** Every parameter that took effect, as it could be given, defaults included. */
  readonly query: { readonly [name: string]: string | number | boolean }
  /** Names in query that have their default values. */
  readonly defaults: readonly string[]
  /** What was given in another spelling than the one in query, or under another name, which then stands before it. */
  readonly given?: { readonly [name: string]: string }
  readonly removed: readonly {
    readonly parameter: string
    /** Homes that it removed from what the conditions before it had left. */
    readonly rows: number
  }[]
  /** Only where nothing fits: each filter that was given. */
  readonly without?: readonly {
    /** Both ends of a range go together. */
    readonly parameters: readonly string[]
    /** The total of this search without them. */
    readonly results: number
  }[]
}

/**
 * Part of the answers of `/search/byaddress`, `/search/bypolygon`, `/search/bycoordinates`,
 * `/search/bymapbounds`, `/search/byaiprompt`, `/search/byurl`, `/search/facets`.
 */
export interface FacetGroups {
  /** Months in order, the newest 100; or the 100 places with most homes, in order of name. */
  readonly groups: readonly {
    /** The place, or the month: `2026-05`. */
    readonly group: string
    /** Matching homes with a known number. */
    readonly count: number
    readonly mean: number
    /** The least number that half of them do not exceed. */
    readonly median: number
  }[]
  /** Groups that are left out: smaller or older ones, and all with fewer than three homes. */
  readonly others: number
}

/**
 * Part of the answers of `/search/byaddress`, `/search/bypolygon`, `/search/bycoordinates`,
 * `/search/bymapbounds`, `/search/byaiprompt`, `/search/byurl`, `/search/facets`.
 */
export interface FacetNumbers {
  readonly unit: string
  /** Matching homes, offers or experiences whose number is known; every unit of a building counts. */
  readonly count: number
  /** Those whose number is not known. */
  readonly missing: number
  readonly sum: number
  /** Null if no such number is known. */
  readonly mean: number | null
  /** Null if no such number is known. */
  readonly min: number | null
  /** The least number that a tenth of them do not exceed; null if no such number is known. */
  readonly p10: number | null
  /** Null if no such number is known. */
  readonly p25: number | null
  /** The least number that half of them do not exceed; null if no such number is known. */
  readonly median: number | null
  /** Null if no such number is known. */
  readonly p75: number | null
  /** Null if no such number is known. */
  readonly p90: number | null
  /** Null if no such number is known. */
  readonly max: number | null
  /** A rental building counts once in every class that a matching unit of it is in. */
  readonly histogram: {
    /** Where each class begins; it ends before the next one begins, and the last is open. */
    readonly from: readonly number[]
    /** Results in each class, as if the filters on this number, and they alone, were not set. */
    readonly results: readonly number[]
  }
}

/**
 * Part of the answers of `/search/byaddress`, `/search/bypolygon`, `/search/bycoordinates`,
 * `/search/bymapbounds`, `/search/byaiprompt`, `/search/byurl`, `/search/facets`.
 */
export interface FacetPlaces {
  /** Those with most results first, 100 at most. */
  readonly places: readonly {
    /** Name of the place, as location takes it; of a feature of a layer, as inLayer does. */
    readonly place: string
    /** Results of the search that lie in it. */
    readonly results: number
  }[]
  /** Places that are left out because they have fewer results. */
  readonly others: number
}

/** What was asked for as `facets`, counted over all results. */
export interface Facets {
  /** By parameter and value. Values that the search would refuse are left out. */
  readonly values: { readonly [name: string]: { readonly [name: string]: number } }
  /** By type of place, within the area of the search. */
  readonly places: { readonly [name: string]: FacetPlaces }
  /** By name of the number. */
  readonly numbers: { readonly [name: string]: FacetNumbers }
  /** Figures by ZIP code and by month. */
  readonly groups: { readonly [name: string]: FacetGroups }
}

/** A key that has another value. */
export interface FieldChange {
  /** The key of documents and cards that holds the value; `resoFacts.view` is a key of a part. */
  readonly field: string
  /** The value until then; null if there was none. */
  readonly before: unknown
  /** The value since; null if there is none. */
  readonly after: unknown
}

/** Where a figure comes from, and the day that it is of. */
export interface FigureSource {
  /** From a published series, computed from the homes of this catalogue, or neither because too little is known. */
  readonly basis: 'published' | 'computed' | 'none'
  readonly source: string
  /** The date of the figure. */
  readonly date: string
  /** The first day of the data that it was computed from. */
  readonly from?: string
  /** The figure used in its place. */
  readonly figure?: string
  /** The number of homes that it was computed from; of a change, in the month with fewer. */
  readonly homes?: number
  /** Of what homes are worth: whether the sources of the homes publish it, or Plat estimates it. */
  readonly kind?: 'published' | 'estimated'
  /** Why there is no figure. */
  readonly why?: string
}

/** A kind of unit of a building. */
export interface FloorPlan {
  readonly name: string
  /** Id of its cheapest available unit, else of its first one, as a text; null without a unit. */
  readonly zpid: string | null
  readonly beds: number
  readonly baths: number
  /** Square feet. */
  readonly sqft: number | null
  /** Of the available units, in dollars per month. */
  readonly minPrice: number | null
  /** Of the available units, in dollars per month. */
  readonly maxPrice: number | null
  /** Available units. */
  readonly availableCount: number
  /** The first day on which a unit is available. */
  readonly availableFrom: string | null
  readonly units: readonly Unit[]
}

/** What `/pro/byaddress`, `/pro/byzpid`, `/pro/byurl` answer. */
export interface FullDocument extends AnswerHead {
  readonly message: '200: Success'
  /** URL of the home’s page. */
  readonly portalURL: string
  readonly propertyDetails: PropertyDetails
  /** The newest 100 changes that are kept, the last one first. */
  readonly changes?: readonly HomeChange[]
  readonly asOf?: AsOf
}

/** A home among results. */
export interface HomeCard {
  /** Days since it came on the market. */
  readonly daysOnPortal?: number
  /** Only those that have not ended. */
  readonly openHouseShowingList?: readonly {
    /** Milliseconds since 1970. */
    readonly startTime: number
    /** Milliseconds since 1970. */
    readonly endTime: number
  }[]
  readonly listing: CardListing
  /** Id of the home. */
  readonly zpid: number
  /** The middle of the ZIP code if the home’s own location is unknown or may not be shown. */
  readonly location?: Coordinates
  readonly address: Address
  readonly buildingId?: number
  readonly media: CardMedia
  readonly isFeatured: boolean
  readonly isShowcaseListing: boolean
  readonly isUnmappable: boolean
  readonly isPreforeclosureAuction: boolean
  readonly hasFloorPlan: boolean
  readonly rental: CardRental
  /** Milliseconds since 1970. */
  readonly listingDateTimeOnPortal?: number
  /** IANA name. */
  readonly bestGuessTimeZone?: string
  readonly listCardRecommendation: CardRecommendation
  readonly bathrooms?: number
  readonly bedrooms?: number
  /** Square feet. */
  readonly livingArea?: number
  readonly yearBuilt?: number
  readonly lotSizeWithUnit?: {
    readonly lotSize: number
    readonly lotSizeUnit: 'squareFeet' | 'acres'
  }
  readonly propertyType: 'singleFamily' | 'townhome' | 'condo' | 'multiFamily' | 'apartment' | 'manufactured' | 'land'
  readonly price?: {
    /** Asking price, or the price paid once sold, in dollars; per month for rentals. */
    readonly value: number
    /** Dollars. */
    readonly pricePerSquareFoot?: number
    /** Dollars. */
    readonly priceChange?: number
    /** Milliseconds since 1970. */
    readonly changedDate?: number
  }
  readonly soldDate?: string
  readonly estimates: {
    /** Estimated value, dollars. */
    readonly zestimate?: number
    /** Estimated monthly rent in dollars. */
    readonly rentZestimate?: number
  }
  readonly taxAssessment?: {
    /** Dollars. */
    readonly taxAssessedValue: number
    readonly taxAssessmentYear: string
  }
  readonly portalOwnedProperty: {
    readonly isPortalOwned: boolean
  }
  /** Number of the multiple listing service, the same on every home that it lists. */
  readonly ssid?: number
  /** Always empty. */
  readonly region: Readonly<Record<string, never>>
  readonly personalizedResult: {
    readonly isViewed: boolean
  }
  readonly userRecommendation: {
    readonly isRecommendedForYou: boolean
  }
  readonly currency: 'usd'
  readonly country: 'usa'
  readonly hdpView: {
    readonly listingStatus: 'forSale' | 'forRent' | 'recentlySold' | 'preForeclosure'
    /** Dollars. */
    readonly price?: number
    /** Path of the home’s page. */
    readonly hdpUrl: string
  }
  readonly propertyDisplayRules: CardDisplayRules
}

/** A change of a home. */
export interface HomeChange {
  readonly record: 'home'
  /** Goes on behind this event, as `since`. */
  readonly cursor: string
  /** When the catalogue learnt of it. */
  readonly at: string
  /** Everything that happened to the record at once. */
  readonly kinds: readonly ('new' | 'gone' | 'back' | 'price' | 'status' | 'facts' | 'history' | 'withheld')[]
  /** Id of the home. */
  readonly zpid: number
  readonly address: Address
  /** Dollars; null if the home is off the market. */
  readonly price: number | null
  /** Market state of the home today. */
  readonly homeStatus: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  /** Keys with another value; none where the record came or went. Pictures and long texts are not told of. */
  readonly changes: readonly FieldChange[]
}

/** What `/changes` answers. */
export interface HomeChanges extends AnswerHead {
  readonly message: '200'
  /** In the order in which the catalogue learnt of them. */
  readonly events: readonly (HomeChange | AgentChange)[]
  /** Gets what comes behind this answer, as `since`. */
  readonly next: string
  /** The cursor of everything that the catalogue knows now. */
  readonly upTo: string
  /** Whether there is more behind `next` already: an answer may be short, or empty, and not the last. */
  readonly more: boolean
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
}

/** Part of the answers of `/pro/byaddress`, `/pro/byzpid`, `/pro/byurl`. */
export interface HomeLayer {
  /** Its name in parameters. */
  readonly layer: string
  /** Id of the feature, for `/layers/feature`. */
  readonly id: string
  readonly name: string | null
  /** Its name for readers. */
  readonly label: string
  /** Where the polygons come from, as the operator says. */
  readonly source: string | null
  /** The day as of which they are, YYYY-MM-DD. */
  readonly date: string | null
}

/** A result that is a home. */
export interface HomeResult {
  readonly property: HomeCard
  readonly resultType: 'property'
}

/** A home in few words. */
export interface HomeRow extends Coordinates {
  /** Id of the home. */
  readonly zpid: number
  /** Asking price, or the price paid once sold, in dollars. Null if the home is off the market. */
  readonly price: number | null
  readonly currency: 'USD'
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly bedrooms: number | null
  /** 0 if unknown. */
  readonly bathrooms: number
  /** Square feet. */
  readonly livingArea: number | null
  /** Square feet. */
  readonly livingAreaValue: number | null
  readonly livingAreaUnits: string | null
  readonly livingAreaUnitsShort: string | null
  /** Square feet. */
  readonly lotSize: number | null
  /** In lotAreaUnits. */
  readonly lotAreaValue: number | null
  /** Unit of lotAreaValue; acres from one acre up. */
  readonly lotAreaUnits: 'Square Feet' | 'Acres'
  readonly address: Address
  /** Two letters. */
  readonly state: string
  /** Market state of the home today. */
  readonly homeStatus: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  readonly homeType: 'SINGLE_FAMILY' | 'TOWNHOUSE' | 'CONDO' | 'MULTI_FAMILY' | 'APARTMENT' | 'LOT' | 'MANUFACTURED'
  readonly yearBuilt?: number
  /** Path of the home’s page. */
  readonly hdpUrl: string
  /** Market state, such as `ForSale`. */
  readonly hdpTypeDimension: string
  /** Display name of the home’s type. */
  readonly propertyTypeDimension: string
  /** Kind of listing, such as `For Sale by Agent`. */
  readonly listingTypeDimension: string
  readonly listing_sub_type: {
    readonly is_newHome: boolean
    readonly is_FSBO: boolean
    readonly is_FSBA: boolean
    readonly is_foreclosure: boolean
    readonly is_bankOwned: boolean
    readonly is_forAuction: boolean
    readonly is_comingSoon: boolean
  }
  readonly newConstructionType: string | null
  /** Listing number at its multiple listing service. */
  readonly providerListingID: string | null
  readonly attributionInfo: ShortAttribution
  readonly miniCardPhotos: readonly PictureLink[]
  readonly formattedChip: AddressLines
  readonly parentRegion: RegionName | null
}

/** What `/housing_market` answers. */
export interface HousingMarket extends AnswerHead {
  readonly message: '200: Success'
  /** Date of the newest figure. */
  readonly date: string
  readonly search_query: string
  readonly search_url: string
  readonly location: ResolvedRegion
  /**
   * Where all figures here come from: published series, or the homes of this catalogue. `figure_sources` has the
   * details.
   */
  readonly basis: 'published' | 'computed'
  readonly market_overview: MarketOverview
  readonly market_analytics: MarketAnalytics
  readonly rental_market_trends?: RentTrends
  readonly figure_sources: {
    readonly typical_home_values: FigureSource
    readonly for_sale_inventory: FigureSource
    readonly new_listings: FigureSource
    readonly median_days_to_pending: FigureSource
    readonly median_sale_price: FigureSource
    readonly median_list_price: FigureSource
    readonly market_saletolist_ratio: FigureSource
    readonly percent_ofsales_over_list_price: FigureSource
    readonly percent_ofsales_under_list_price: FigureSource
    readonly zhviRange: FigureSource
  }
  readonly asOf?: AsOf
}

/** What `/propimages` answers. */
export interface Images extends AnswerHead {
  readonly message: '200: Success'
  /** URL of the home’s page. */
  readonly propertyURL: string
  readonly hiResImageLink: string
  readonly streetViewImageUrl: string | null
  /** In the order of the listing. */
  readonly originalPhotos: readonly Photo[]
}

/** Part of the answers of `/valuation/backtest`. */
export interface IntervalCoverage {
  /** Percent of prices within the interval that promises 80 %. */
  readonly of80: number
  /** Percent of prices within the interval that promises 90 %. */
  readonly of90: number
}

/** What `/layers/feature` answers. */
export interface LayerFeature {
  readonly type: 'Feature'
  readonly id: string
  readonly properties: {
    readonly layer: string
    readonly label: string
    readonly name: string | null
    readonly source: string | null
    readonly date: string | null
  }
  readonly geometry: {
    readonly type: 'MultiPolygon'
    /** Rings are closed; outlines run counter-clockwise. */
    readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[]
  }
  /** Given parameters that were left out or assumed, and why. */
  readonly warnings?: readonly Warning[]
}

/** What `/layers` answers. */
export interface Layers {
  readonly message: '200'
  readonly layers: readonly {
    /** Its name in parameters. */
    readonly name: string
    /** Its name for readers. */
    readonly label: string
    /** Where the polygons come from, as the operator says. */
    readonly source: string | null
    /** The day as of which they are, YYYY-MM-DD. */
    readonly date: string | null
    readonly features: number
  }[]
}

/** What `/lotid_from_address` answers. */
export interface LotIds extends AnswerHead {
  readonly message: '200: Success'
  readonly results: readonly {
    /** Id of the building. */
    readonly lotId: string
    readonly display: string
    /** Degrees. */
    readonly lat: number
    /** Degrees. */
    readonly lng: number
  }[]
}

/** How the figures of a place moved. */
export interface MarketAnalytics {
  /** Value of a typical home over time, newest first. */
  readonly zhviRange: readonly {
    readonly timePeriodEnd: string
    /** Dollars. */
    readonly dataValue: number
    /** The number of values or sales of homes that it rests on; absent where it is published. */
    readonly homes?: number
  }[]
  /** Only the figures that are known. */
  readonly mrktListingLatest: {
    readonly date: string
    readonly forSaleInventory?: number
    readonly newListings?: number
    readonly medianDaysToPending?: number
    readonly medianSalePrice?: number
    readonly medianListPrice?: number
    readonly saleToListRatio?: number
    readonly percentOfSalesOverListPrice?: number
    readonly percentOfSalesUnderListPrice?: number
  }
  /** Those with the most homes first. */
  readonly neighborhoods_zhvi?: readonly NeighborhoodValue[]
}

/** The main figures of a place. */
export interface MarketOverview {
  /** The main figures, in one sentence. */
  readonly description: string
  /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly typical_home_values: number | null
  /** Homes. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly for_sale_inventory: number | null
  /** Homes. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly new_listings: number | null
  /** Days. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly median_days_to_pending: number | null
  /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly median_sale_price: number | null
  /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly median_list_price: number | null
  /**
   * Sale price divided by asking price; repeated as `market saletolist ratio`. Null if unknown, which
   * figure_sources explains; 0 with handling=lenient.
   */
  readonly market_saletolist_ratio: number | null
  /** As a fraction. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly percent_ofsales_over_list_price: number | null
  /** As a fraction. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
  readonly percent_ofsales_under_list_price: number | null
  /**
   * Sale price divided by asking price; repeated as `market saletolist ratio`. Null if unknown, which
   * figure_sources explains; 0 with handling=lenient.
   */
  readonly 'market saletolist ratio': number | null
}

/** Part of the answers of `/walk_transit_bike`. */
export interface Mobility {
  /** Null if unknown. */
  readonly walkScore: {
    /** 0 to 100, as the source gives it. */
    readonly walkscore: number
    /** What such a score means. */
    readonly description: string
  } | null
  /** Null if unknown. */
  readonly transitScore: {
    /** 0 to 100, as the source gives it. */
    readonly transit_score: number
    /** What such a score means. */
    readonly description: string
  } | null
  /** Null if unknown. */
  readonly bikeScore: {
    /** 0 to 100, as the source gives it. */
    readonly bikescore: number
    /** What such a score means. */
    readonly description: string
  } | null
}

/** The rents of a month. */
export interface MonthRent {
  readonly month: 'Jan' | 'Feb' | 'Mar' | 'Apr' | 'May' | 'Jun' | 'Jul' | 'Aug' | 'Sep' | 'Oct' | 'Nov' | 'Dec'
  /** Dollars per month. */
  readonly price: number
  /** The number of homes whose median it is; absent where it is published. */
  readonly homes?: number
  readonly year: string
}

/** A rate of a mortgage, and when it was last told. */
export interface MortgageBucket {
  /** Percent per year; 0 if the catalogue has none. */
  readonly rate: number
  /** Empty if the catalogue has none. */
  readonly rateSource: string
  /** Milliseconds since 1970. */
  readonly lastUpdated: number
}

/** The rates of mortgages, by product. */
export interface MortgageBuckets {
  readonly fifteenYearFixedBucket: MortgageBucket
  readonly thirtyYearFixedBucket: MortgageBucket
  readonly arm5Bucket: MortgageBucket
}

/** The newest rate of a product. */
export interface MortgageRate {
  /** Percent per year. */
  readonly rate: string
  readonly productType: string
  readonly datePriced: string
  readonly apr: string
  readonly pointsPaid: string
  /** Dollars. */
  readonly monthlyPayment: string
  readonly pointsPaidDollar: string
  readonly miUpfrontPercent: string
  readonly miUpfrontDollar: string
  readonly miMonthlyPremiumPercent: string
  readonly miMonthlyPremiumDollar: string
  readonly rateSource: string
}

/** By product. Every value is a string, empty if unknown. */
export type MortgageRates = { readonly [name: string]: MortgageRate }

/** What `/nearby` answers. */
export interface NearbyHomes extends AnswerHead {
  readonly message: '200: Success'
  /** Nearest first. */
  readonly nearby_properties: readonly PlaceRow[]
}

/** What a typical home of a neighbourhood is worth. */
export interface NeighborhoodValue {
  readonly areaId: number
  readonly name: string
  readonly city: string
  readonly state: string
  readonly timePeriodEnd: string
  /** Dollars. */
  readonly dataValue: number
  /** The same as of all figures. */
  readonly basis: string
}

/** A property offer of the second portal. */
export interface Offer {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly url: string
  readonly propertyType: 'Apartment' | 'House' | 'Plot' | 'Commercial' | 'Warehouse' | 'Room' | 'Garage' | 'Investment'
  readonly searchType: 'For_Sale' | 'For_Rent'
  /** Empty if unknown. */
  readonly market: 'Primary' | 'Secondary' | ''
  /** Empty if unknown. */
  readonly ownerType: 'Private' | 'Agency' | 'Developer' | ''
  /** Null if unknown or hidden. */
  readonly price: number | null
  readonly currency: 'PLN'
  /** By m². */
  readonly pricePerMeter: number | null
  /** Administrative rent per month. */
  readonly rent: number | null
  /** m² */
  readonly area: number
  /** m² */
  readonly plotArea: number | null
  readonly rooms: number | null
  readonly floor: string | null
  readonly floorsInBuilding: number | null
  readonly yearBuilt: number | null
  readonly buildingType: string | null
  readonly buildingMaterial: string | null
  readonly heating: string | null
  readonly extras: readonly string[]
  readonly media: readonly string[]
  readonly hasPhotos: boolean
  readonly hasVideo: boolean
  readonly has3DView: boolean
  readonly openDay: boolean
  readonly exclusiveOffer: boolean
  readonly hidePrice: boolean
  readonly createdAt: string
  readonly modifiedAt: string
  readonly agency: {
    readonly id: number
    readonly name: string
  } | null
  readonly images: readonly {
    readonly medium: string
    readonly large: string
  }[]
  readonly location: {
    readonly street: string | null
    readonly district: string | null
    readonly city: string
    readonly county: string
    readonly province: string
    /** Degrees; null where the source has no coordinates and the city is not known. */
    readonly latitude: number | null
    readonly longitude: number | null
    /** The place is the middle of a region; absent where it is exact. */
    readonly hasBadGeocode?: true
  }
  readonly description: string
}

/** A change of an offer. */
export interface OfferChange {
  /** Goes on behind this event, as `since`. */
  readonly cursor: string
  /** When the catalogue learnt of it. */
  readonly at: string
  /** Everything that happened to the record at once. */
  readonly kinds: readonly ('new' | 'gone' | 'back' | 'price' | 'status' | 'facts' | 'history' | 'withheld')[]
  /** Id of the offer. */
  readonly id: number
  readonly title: string
  readonly city: string
  /** PLN; null if unknown or hidden. */
  readonly price: number | null
  /** Keys with another value; none where the record came or went. Pictures and long texts are not told of. */
  readonly changes: readonly FieldChange[]
}

/** What `/changes/offers` answers. */
export interface OfferChanges extends AnswerHead {
  readonly message: '200'
  /** In the order in which the catalogue learnt of them. */
  readonly events: readonly OfferChange[]
  /** Gets what comes behind this answer, as `since`. */
  readonly next: string
  /** The cursor of everything that the catalogue knows now. */
  readonly upTo: string
  /** Whether there is more behind `next` already: an answer may be short, or empty, and not the last. */
  readonly more: boolean
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
}

/** What `/search/bylocation` answers. */
export interface Offers extends AnswerHead {
  readonly message: '200'
  /** All results. */
  readonly total: number
  /** Results per page. */
  readonly resultCount: number
  readonly page: number
  readonly totalPages: number
  /** Whether there is another page. */
  readonly nextPage: boolean
  /** How each requested location was understood. */
  readonly locations: readonly UnderstoodLocation[]
  readonly facets?: Facets
  readonly searchResults: readonly Offer[]
}

/** What `/searches`, `/searches/{id}`, `/searches/{id}`, `/searches/{id}`, `/searches/{id}/feed` answer. */
export interface OneSavedSearch {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  readonly search: SavedSearch
  /** A sentence for each part of what was given that has no effect. */
  readonly notes: readonly string[]
}

/** What `/webhooks/{id}`, `/webhooks/{id}`, `/webhooks/{id}` answer. */
export interface OneWebhook {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  readonly webhook: Webhook
}

/** Calls of an operation on a day. */
export interface OperationUsage {
  readonly day: string
  /** Its path. */
  readonly operation: string
  readonly calls: number
  readonly credits: number
}

/**
 * Part of the answers of `/pro/byaddress`, `/byaddress`, `/pro/byzpid`, `/byzpid`, `/pro/byurl`, `/byurl`,
 * `/comparable_homes`.
 */
export interface OwnEstimate {
  /** Dollars; for a rent, dollars per month. */
  readonly value: number
  /** Dollars. In four cases of five the price lies between the two. */
  readonly low80: number
  /** Dollars. In four cases of five the price lies between the two. */
  readonly high80: number
  /** Dollars. In nine cases of ten the price lies between the two. */
  readonly low90: number
  /** Dollars. In nine cases of ten the price lies between the two. */
  readonly high90: number
  /** How many sales it has learnt from. */
  readonly sales: number
  /** The day that it stands for: it rests on nothing later. */
  readonly asOf: string
  /** Day of the newest sale that it has learnt from. */
  readonly learntUntil: string
  /** What is unknown of the home, so that it was estimated without. */
  readonly without:
    | 'nothing'
    | 'size'
    | 'coordinates'
    | 'coordinates and size'
    | 'coordinates and ZIP'
    | 'coordinates, ZIP and size'
  /** What moves it most, greatest first. */
  readonly reasons: readonly {
    /** What is known of the home, or of the sales around it. */
    readonly input: string
    /** The home is worth so many times as much for it. */
    readonly effect: number
  }[]
}

/** What `/ownerinfo` answers. */
export interface OwnerInfo extends AnswerHead {
  readonly message: '200: Success'
  /** Id of the home, as a string. */
  readonly zpid: string
  readonly isListedByOwner: boolean
  /** Null if the home is neither for sale nor sold. */
  readonly forSaleOrSold_ListingContact: Attribution | null
  /** Null if the home is not for rent, or its listing names nobody. */
  readonly rentalListingContact: RentalContact | null
}

/** What `/skip/byaddress` answers. */
export interface PeopleAtAddress {
  readonly Status: 200
  readonly Message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly Source: string
  /** Total number of people. */
  readonly Records: number
  readonly Page: number
  /** Current residents first. */
  readonly PeopleDetails: readonly PersonRow[]
  /** Given parameters that were left out or assumed, and why. */
  readonly warnings?: readonly Warning[]
}

/** What `/skip/detailsbyid` answers. */
export interface PersonDetails {
  readonly Status: 200
  readonly Message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly Source: string
  readonly 'Person Details': readonly {
    readonly Person_name: string
    /** Years; 0 if unknown. */
    readonly Age: number
    /** `YYYY-MM-DD` */
    readonly Born: string
    readonly 'Lives in': string
    readonly Telephone: string
  }[]
  readonly 'Current Address Details List': readonly {
    readonly street_address: string
    readonly address_locality: string
    readonly address_region: string
    readonly postal_code: string
    readonly county?: string
    readonly date_range: string
  }[]
  readonly 'All Phone Details': readonly {
    readonly phone_number: string
    readonly phone_type: 'Wireless' | 'Landline' | 'VoIP'
    readonly provider: string
    readonly last_reported: string
  }[]
  readonly 'Email Addresses': readonly string[]
  readonly 'Previous Address Details': readonly {
    readonly streetAddress: string
    readonly addressLocality: string
    readonly addressRegion: string
    readonly postalCode: string
    readonly county: string
    readonly timespan: string
  }[]
  readonly 'All Relatives': readonly Acquaintance[]
  readonly 'All Associates': readonly Acquaintance[]
  /** Given parameters that were left out or assumed, and why. */
  readonly warnings?: readonly Warning[]
}

/** A person in a list. */
export interface PersonRow extends Acquaintance {
  /** URL of the call of `/skip/detailsbyid` for this person. */
  readonly Link: string
  readonly 'Lives in': string
  /** Cities, separated by commas. */
  readonly 'Used to live in': string
  /** Names, separated by commas. */
  readonly 'Related to': string
}

/** A picture in several sizes. */
export interface Photo {
  /** Empty if there is none. */
  readonly caption: string
  /** The picture in several widths. */
  readonly mixedSources: {
    /** Narrowest first. */
    readonly jpeg: readonly PhotoSource[]
    /** Narrowest first. */
    readonly webp: readonly PhotoSource[]
  }
}

/** A picture in one size. */
export interface PhotoSource {
  readonly url: string
  /** Pixels across. */
  readonly width: number
}

/** The address of a picture. */
export interface PictureLink {
  readonly url: string
}

/** What `/myping` answers. */
export interface Ping {
  readonly message: 'API is running'
  readonly status: 'ok'
}

/** A home or building near another one. */
export interface PlaceRow extends HomeRow {
  /** Id of the building; absent for a home. */
  readonly lotId?: string
  readonly buildingName?: string
  /** Available units. */
  readonly availableCount?: number
}

/** What a key may call, and how often. */
export interface Plan {
  readonly name: string
  readonly period: 'month' | 'once'
  /** Those that it opens. */
  readonly areas: readonly ('A' | 'B' | 'C')[]
  /** It opens skip tracing. */
  readonly skip: boolean
  readonly requestsPerSecond: number
  /** Calls a second that find nothing or cannot be read. */
  readonly missesPerSecond: number
  /** What becomes of calls beyond the credits. */
  readonly beyondCredits: 'refuse' | 'warn'
  /** Rows of a page of `/odata` that one credit pays for. */
  readonly rowsPerCredit: number
  /** Requests that may come at once after a pause. */
  readonly burst: number
  readonly callsInFlight: number
}

/** A building on a page of a portal’s results. */
export interface PortalBuildingRow {
  /** Id of the home, as a string. */
  readonly zpid: string
  readonly id: string
  readonly isBuilding: true
  /** Id of the building. */
  readonly lotId: string
  readonly buildingName: string
  readonly imgSrc: string
  readonly hasImage: boolean
  readonly carouselPhotosComposable: {
    /** A URL once a photoKey replaces its placeholder. */
    readonly baseUrl: '{photoKey}'
    readonly photoData: readonly {
      readonly photoKey: string
    }[]
  }
  /** URL of the home’s page. */
  readonly detailUrl: string
  readonly statusType: string
  readonly statusText: string
  readonly rawHomeStatusCd: string
  readonly marketingStatusSimplifiedCd: string
  readonly countryCurrency: '$'
  /** `$399,000`; empty if unknown. */
  readonly price: string
  /** Dollars; 0 if unknown. */
  readonly unformattedPrice: number
  readonly address: string
  readonly addressStreet: string
  readonly addressCity: string
  readonly addressState: string
  readonly addressZipcode: string
  readonly isUndisclosedAddress: boolean
  /** Square feet; a building has none. */
  readonly area: number | null
  readonly latLong: Coordinates
  readonly isPortalOwned: boolean
  /** Empty if unknown. */
  readonly brokerName: string
  readonly flexFieldText: string
  /** `priceCut`, `homeInsight` or `daysOnPortal`. */
  readonly contentType: string
  readonly has3DModel: boolean
  readonly hasVideo: boolean
  readonly units: readonly {
    /** `$1,200+` */
    readonly price: string
    readonly beds: string
    readonly roomForRent: boolean
  }[]
  /** Dollars per month; 0 if unknown. */
  readonly minBaseRent: number
  /** Dollars per month; 0 if unknown. */
  readonly maxBaseRent: number
  /** Matching units. */
  readonly availabilityCount: number
}

/** The same, with the card that other searches have. */
export interface PortalBuildingRowWithCard extends PortalBuildingRow, BuildingResult {}

/** A home on a page of a portal’s results, once more in few words. */
export interface PortalHomeInfo extends Address, Coordinates {
  /** Id of the home. */
  readonly zpid: number
  /** The place is the middle of a region; absent where it is exact. */
  readonly hasBadGeocode?: true
  /** Dollars; 0 if unknown. */
  readonly price: number
  /** 0 if unknown. */
  readonly bathrooms: number
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly bedrooms: number | null
  /** Square feet; 0 if unknown. */
  readonly livingArea: number
  readonly homeType: 'SINGLE_FAMILY' | 'TOWNHOUSE' | 'CONDO' | 'MULTI_FAMILY' | 'APARTMENT' | 'LOT' | 'MANUFACTURED'
  /** Market state of the home today. */
  readonly homeStatus: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  readonly daysOnPortal: number
  /** Dollars. */
  readonly zestimate?: number
  /** Dollars. */
  readonly rentZestimate?: number
  /** Dollars. */
  readonly taxAssessedValue?: number
  /** In lotAreaUnit. */
  readonly lotAreaValue?: number
  readonly lotAreaUnit?: 'sqft' | 'acres'
}

/** A home on a page of a portal’s results. */
export interface PortalRow {
  /** Id of the home, as a string. */
  readonly zpid: string
  readonly id: string
  readonly imgSrc: string
  readonly hasImage: boolean
  readonly carouselPhotosComposable: {
    /** A URL once a photoKey replaces its placeholder. */
    readonly baseUrl: '{photoKey}'
    readonly photoData: readonly {
      readonly photoKey: string
    }[]
  }
  /** URL of the home’s page. */
  readonly detailUrl: string
  readonly statusType: string
  readonly statusText: string
  readonly rawHomeStatusCd: string
  readonly marketingStatusSimplifiedCd: string
  readonly countryCurrency: '$'
  /** `$399,000`; empty if unknown. */
  readonly price: string
  /** Dollars; 0 if unknown. */
  readonly unformattedPrice: number
  readonly address: string
  readonly addressStreet: string
  readonly addressCity: string
  readonly addressState: string
  readonly addressZipcode: string
  readonly isUndisclosedAddress: boolean
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly beds: number | null
  /** 0 if unknown. */
  readonly baths: number
  /** Square feet. */
  readonly area: number | null
  readonly latLong: Coordinates
  readonly isPortalOwned: boolean
  /** Empty if unknown. */
  readonly brokerName: string
  readonly flexFieldText: string
  /** `priceCut`, `homeInsight` or `daysOnPortal`. */
  readonly contentType: string
  readonly has3DModel: boolean
  readonly hasVideo: boolean
  readonly hdpData: {
    readonly homeInfo: PortalHomeInfo
  }
}

/** The same, with the card that other searches have. */
export interface PortalRowWithCard extends PortalRow, HomeResult {}

/** What happened to a price on a day. */
export interface PriceEvent {
  readonly date: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** Dollars. */
  readonly price: number | null
  /** Dollars. */
  readonly pricePerSquareFoot: number | null
  /** Change from the previous price of the same kind, as a fraction; 0 if either is unknown. */
  readonly priceChangeRate: number
  readonly event: 'Listed for sale' | 'Price change' | 'Pending sale' | 'Sold' | 'Listing removed' | 'Listed for rent'
  readonly source: string
  readonly postingIsRental: boolean
  readonly buyerAgent: EventAgent | null
  readonly sellerAgent: EventAgent | null
  readonly attributeSource: {
    /** Listing number. */
    readonly infoString1: string | null
    readonly infoString2: string
    readonly infoString3: string | null
  }
  readonly showCountyLink: false
}

/** Part of the answers of `/valuation/backtest`. */
export interface PriceFifth {
  readonly sales: number
  /** Dollars. */
  readonly lowestPrice: number
  /** Dollars. */
  readonly highestPrice: number
  readonly medianErrorPercent: number
  readonly coverage: IntervalCoverage
}

/** What `/pricehistory` answers. */
export interface PriceHistory extends AnswerHead {
  readonly message: '200: Success'
  /** Newest first. */
  readonly priceHistory: readonly PriceEvent[]
  readonly asOf?: AsOf
}

/** A refusal, as RFC 9457 has it; clients of look-ups find the empty containers that they reach into. */
export interface Problem {
  /** Where this failure is explained. */
  readonly type: string
  readonly title: string
  readonly status: number
  /** What was given, and what is accepted. */
  readonly detail: string
  /** The request id. */
  readonly instance: string
  readonly code:
    | 'request.malformed'
    | 'param.invalid'
    | 'search.too_costly'
    | 'grant.unsupported'
    | 'grant.invalid'
    | 'redirect.refused'
    | 'odata.malformed'
    | 'key.missing'
    | 'key.malformed'
    | 'key.unknown'
    | 'key.revoked'
    | 'key.expired'
    | 'credits.exhausted'
    | 'plan.area'
    | 'plan.skip'
    | 'plan.operator'
    | 'plan.unknown'
    | 'origin.refused'
    | 'host.refused'
    | 'range.missing'
    | 'route.unknown'
    | 'home.unknown'
    | 'scores.unknown'
    | 'building.unknown'
    | 'place.unknown'
    | 'agent.unknown'
    | 'person.unknown'
    | 'odata.unknown'
    | 'media.unknown'
    | 'subscription.unknown'
    | 'method.unsupported'
    | 'odata.unacceptable'
    | 'address.ambiguous'
    | 'place.ambiguous'
    | 'subscriptions.too_many'
    | 'request.timeout'
    | 'changes.expired'
    | 'odata.link_expired'
    | 'request.body_too_large'
    | 'subscription.too_large'
    | 'odata.too_costly'
    | 'request.too_long'
    | 'request.headers_too_large'
    | 'range.unfit'
    | 'rate.exceeded'
    | 'calls.too_many'
    | 'misses.exceeded'
    | 'server.failed'
    | 'odata.unsupported'
    | 'tiles.unreadable'
    | 'catalogue.damaged'
    | 'server.busy'
  /** The detail once more; a look-up that found nothing begins it with 404. */
  readonly message: string
  /** The detail, for programs that look here. */
  readonly error: string
  readonly errors?: readonly {
    readonly parameter: string
    readonly code: 'param.invalid' | 'param.missing' | 'param.repeated' | 'param.unknown' | 'param.inapplicable'
    readonly detail: string
    readonly given?: string
    readonly accepted?: readonly string[]
    readonly nearest?: string
  }[]
  /** What was most likely meant, where nothing fits. */
  readonly nearest?: string
  /** What an ambiguous address or name fits, or what comes near one that fits nothing. */
  readonly candidates?: readonly {
    readonly zpid?: number
    readonly address?: string
    /** Of a place. */
    readonly name?: string
    readonly why?: string
  }[]
  /** How many properties an ambiguous address fits: `candidates` lists the first of them. */
  readonly candidateCount?: number
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly propertyDetails?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly PropertyAddress?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly apartmentBuildingDetails?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly results?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly DataPoints?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly floodSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly fireSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly heatSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly windSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly airSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly overallSources?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly walk_transit_bike?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly priceHistory?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly taxHistory?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly originalPhotos?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly comparable_homes?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly similar_properties?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly nearby_properties?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly agent_details?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly forSaleListings?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly forRentListings?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly pastSales?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'Person Details'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'Current Address Details List'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'All Phone Details'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'Email Addresses'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'Previous Address Details'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'All Relatives'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly 'All Associates'?: readonly unknown[]
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly searchResult?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly market_overview?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly market_analytics?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly rental_market_trends?: Readonly<Record<string, never>>
  /** Empty, for clients of a look-up that reach into it whatever was found. */
  readonly changes?: readonly unknown[]
}

/** Everything that is known of a property. */
export interface PropertyDetails extends Address, Coordinates {
  /** Id of the home. */
  readonly zpid: number
  /** The county assessor’s parcel number; null where the address may not be shown. */
  readonly parcelId: string | null
  /** Listing number at its multiple listing service. */
  readonly mlsid: string | null
  /** Listing number at its multiple listing service. */
  readonly providerListingID: string | null
  /** Id internal to one vendor. */
  readonly listingFeedID: string | null
  /** Number of the multiple listing service; null if none lists the home. */
  readonly ssid: number | null
  /** Id internal to one vendor. */
  readonly ouid: string | null
  /** Id internal to one vendor. */
  readonly palsId: string | null
  /** Null if the home is not a unit of a building. */
  readonly buildingId: number | null
  /** Path of the home’s page. */
  readonly hdpUrl: string
  readonly country: 'USA'
  readonly currency: 'USD'
  /** IANA name; empty if unknown. */
  readonly timeZone: string
  readonly address: DetailedAddress
  readonly abbreviatedAddress: string
  /** The full name, such as `Travis County`; empty if unknown. */
  readonly county: string
  /** Five digits; empty if unknown. */
  readonly countyFIPS: string
  /** Id of the region; 0 if unknown. */
  readonly cityId: number
  /** Id of the region; 0 if unknown. */
  readonly stateId: number
  /** Id of the region; 0 if unknown. */
  readonly countyId: number
  /** Id of the region; 0 if unknown. */
  readonly zipcodeId: number
  readonly neighborhoodId: number | null
  /** What people would call the area: the neighbourhood, or else the city. */
  readonly parentRegion: RegionName | null
  readonly neighborhoodRegion: RegionName | null
  /** The source forbids showing the address. */
  readonly isUndisclosedAddress: boolean
  /** The source has no ZIP: the one shown was taken from the coordinates or the city. */
  readonly hasApproximateZip: boolean
  /** latitude and longitude are the middle of a region, not the home’s location. */
  readonly hasBadGeocode: boolean
  /**
   * Asking price, or the price paid once sold, in dollars; per month for rentals. Null if the home is off the
   * market.
   */
  readonly price: number | null
  /** Dollars; null if the price has not changed since the home was listed. */
  readonly priceChange: number | null
  /** Milliseconds since 1970. */
  readonly priceChangeDate: number | null
  readonly priceChangeDateString: string | null
  /** Estimated value, dollars: as the source publishes it, or else Plat’s own. */
  readonly zestimate: number | null
  /** Estimated monthly rent in dollars, in the same way; absent if unknown. */
  readonly rentZestimate?: number
  /** Who says the zestimate; null without one. */
  readonly valueSource: ValueSource | null
  /** Who says the rentZestimate; null without one. */
  readonly rentValueSource: ValueSource | null
  /** Percent, as a string; empty if unknown. */
  readonly zestimateLowPercent: string
  /** Percent, as a string; empty if unknown. */
  readonly zestimateHighPercent: string
  /** Percent, as a string; empty if unknown. */
  readonly restimateLowPercent: string
  /** Percent, as a string; empty if unknown. */
  readonly restimateHighPercent: string
  /** Dollars. */
  readonly lastSoldPrice: number | null
  readonly lastSoldDate: string | null
  readonly dateSoldString: string | null
  /** Milliseconds since 1970. */
  readonly dateSold: number | null
  /** When it came on the market. */
  readonly datePostedString: string | null
  /** Percent of the assessment; 0 if unknown. */
  readonly propertyTaxRate: number
  /** Dollars per year. */
  readonly annualHomeownersInsurance: number
  /** Dollars per month. */
  readonly monthlyHoaFee: number | null
  /** Dollars. */
  readonly taxAssessedValue: number | null
  /** Null if there is no sale price or no mortgage rate. */
  readonly affordabilityEstimate: {
    /** Dollars. */
    readonly totalMonthlyCost: number
  } | null
  readonly mortgageRates: MortgageBuckets
  /** The same as mortgageRates, under another name that clients use. */
  readonly mortgagePHLRates: MortgageBuckets
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly bedrooms: number | null
  /** 0 if unknown. */
  readonly bathrooms: number
  readonly yearBuilt?: number
  /** Square feet. */
  readonly livingArea: number | null
  /** Square feet. */
  readonly livingAreaValue: number | null
  readonly livingAreaUnits: 'Square Feet'
  readonly livingAreaUnitsShort: 'sqft'
  /** Square feet. */
  readonly lotSize: number | null
  /** In lotAreaUnits. */
  readonly lotAreaValue: number | null
  /** Unit of lotAreaValue; acres from one acre up. */
  readonly lotAreaUnits: 'Square Feet' | 'Acres'
  readonly fireplaces: number | null
  readonly fencing: string | null
  /** Market state of the home today. */
  readonly homeStatus: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  readonly homeType: 'SINGLE_FAMILY' | 'TOWNHOUSE' | 'CONDO' | 'MULTI_FAMILY' | 'APARTMENT' | 'LOT' | 'MANUFACTURED'
  /** Market state, such as `ForSale`. */
  readonly hdpTypeDimension: string
  /** Display name of the home’s type. */
  readonly propertyTypeDimension: string
  /** Kind of listing, such as `For Sale by Agent`. */
  readonly listingTypeDimension: string
  readonly contingentListingType: string | null
  /** Milliseconds since 1970. */
  readonly comingSoonOnMarketDate: number | null
  readonly newConstructionType: string | null
  /** The kinds of the listing; all false for a home that is not on the market. */
  readonly listingSubType: {
    readonly isFSBA: boolean
    readonly isFSBO: boolean
    readonly isPending: boolean
    readonly isNewHome: boolean
    readonly isForeclosure: boolean
    readonly isBankOwned: boolean
    readonly isForAuction: boolean
    readonly isOpenHouse: boolean
    readonly isComingSoon: boolean
  }
  readonly foreclosureTypes: {
    readonly isBankOwned: boolean
    readonly isForeclosedNFS: boolean
    readonly isPreforeclosure: boolean
    readonly isAnyForeclosure: boolean
    readonly wasREO: boolean
    readonly wasDefault: boolean
    readonly wasForeclosed: boolean
  }
  readonly isPortalOwned: boolean
  readonly isPremierBuilder: boolean
  readonly isShowcaseListing: boolean
  readonly isFeatured: boolean
  readonly isIncomeRestricted: boolean
  readonly isNonOwnerOccupied: boolean
  readonly isRecentStatusChange: boolean
  readonly listingDataSource: string
  /** Days since it came on the market; 0 if unknown. */
  readonly daysOnPortal: number
  /** The same in words: `706 days`. */
  readonly timeOnPortal: string
  /** Days on the market under this and earlier listings, as the source counts them. */
  readonly cumulativeDaysOnMarket: number | null
  /** 0 if the source does not count. */
  readonly pageViewCount: number
  /** 0 if the source does not count. */
  readonly favoriteCount: number
  /** 0 if the source does not count. */
  readonly tourViewCount: number
  /** Empty if there is none. */
  readonly description: string
  readonly whatILove: string | null
  readonly marketingName: string | null
  /** In the order of the listing. */
  readonly originalPhotos: readonly Photo[]
  /** In the order of the listing. */
  readonly responsivePhotos: readonly Photo[]
  readonly hiResImageLink: string
  readonly desktopWebHdpImageLink: string
  readonly streetViewImageUrl: string | null
  readonly photoCount: number
  readonly thumb: readonly PictureLink[]
  readonly neighborhoodMapThumb: readonly PictureLink[]
  readonly virtualTourUrl: string | null
  readonly thirdPartyVirtualTour: {
    readonly externalUrl: string
  } | null
  readonly hasPublicVideo: boolean
  readonly attributionInfo: Attribution
  readonly brokerageName: string | null
  readonly listingProvider: {
    readonly title: string
    readonly name: string
  } | null
  readonly listedBy: readonly {
    /** `LISTING_AGENT`, `PROPERTY_OWNER` or `BROKER`. */
    readonly id: string
    readonly elements: readonly {
      /** `NAME` or `PHONE`. */
      readonly id: string
      readonly text: string
      /** Link target, such as a `tel:` URL. */
      readonly action: string | null
    }[]
    readonly textStyle: string
  }[]
  /** Nearest first. */
  readonly schools: readonly School[]
  /** Newest first. */
  readonly priceHistory: readonly PriceEvent[]
  /** Newest first. */
  readonly taxHistory: readonly TaxYear[]
  /** Nearest first. */
  readonly nearbyHomes: readonly PlaceRow[]
  readonly collections: {
    /** Similar homes; empty if there are none. */
    readonly modules: readonly {
      readonly name: 'Similar homes'
      readonly placement: 'NEIGHBORHOOD'
      readonly propertyDetails: readonly HomeRow[]
    }[]
  }
  /** Nearest first. */
  readonly nearbyCities: readonly RegionLink[]
  /** Nearest first. */
  readonly nearbyNeighborhoods: readonly RegionLink[]
  /** Nearest first. */
  readonly nearbyZipcodes: readonly RegionLink[]
  readonly homeInsights: readonly {
    readonly insights: readonly {
      readonly modelId: string
      readonly treatmentId: string
      readonly phrases: readonly string[]
    }[]
  }[]
  /** Those of today and later days. */
  readonly openHouseSchedule: readonly {
    readonly startTime: string
    readonly endTime: string
  }[]
  readonly formattedChip: AddressLines
  /** A few facts as strings; unknown ones are left out. */
  readonly adTargets: { readonly [name: string]: string }
  /** Features of the operator’s layers that the home lies in. */
  readonly layers?: readonly HomeLayer[]
  readonly resoFacts: ResoFacts
}

/** Part of the answers of `/valuation/backtest`. */
export interface RatioStandard {
  readonly name: string
  /** Coefficient of dispersion, in percent, of older or mixed homes. */
  readonly codAtMost: number
  /** The same of homes that are new or alike. */
  readonly codAtMostOfAlikeHomes: number
  /** Price-related differential: above the bounds, dear homes are estimated too low. */
  readonly prdFrom: number
  readonly prdTo: number
  /** Coefficient of price-related bias: change of the ratio when the value doubles. */
  readonly prbFrom: number
  readonly prbTo: number
}

/** A place around a property, and its page. */
export interface RegionLink {
  readonly name: string
  readonly regionUrl: {
    /** Path of its page. */
    readonly path: string
  }
}

/** The name of a place. */
export interface RegionName {
  readonly name: string
}

/** A place that may be meant. */
export interface RegionSuggestion {
  /** The name, as searches understand it. */
  readonly display: string
  readonly resultType: 'Region'
  readonly metaData: {
    readonly regionId: number
    readonly regionType: 'country' | 'state' | 'metro' | 'county' | 'city' | 'neighborhood' | 'zipcode'
    /** Empty unless the region is a city or part of one. */
    readonly city: string
    /** Two letters; empty for the country. */
    readonly state: string
    readonly country: 'USA'
    /** Of a ZIP code. */
    readonly zipCode?: string
    /** Degrees. */
    readonly lat: number
    /** Degrees. */
    readonly lng: number
  }
  /** With totals: what searches of the place by address find, without a filter. */
  readonly totals?: {
    readonly forSale: number
    readonly forRent: number
    readonly sold: number
  }
}

/** How rents of a place moved. */
export interface RentTrends {
  readonly areaName: string
  readonly areaType: string
  /**
   * Where all figures here come from: published series, or the homes of this catalogue. `figure_sources` has the
   * details.
   */
  readonly basis: 'published' | 'computed'
  readonly date: string
  readonly summary: {
    /** Homes. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
    readonly availableRentals: number | null
    /** Dollars per month. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
    readonly medianRent: number | null
    /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
    readonly monthlyChange: number | null
    /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
    readonly yearlyChange: number | null
  }
  readonly marketTemperature: {
    /** Null if unknown, which figure_sources explains; Neutral with handling=lenient. */
    readonly temperature: 'Cold' | 'Cool' | 'Neutral' | 'Warm' | 'Hot' | null
  }
  readonly rentHistogram: {
    /** Dollars; 0 if there are no rents. */
    readonly minPrice: number
    /** Dollars; 0 if there are no rents. */
    readonly maxPrice: number
    /** The last bar holds everything above it. */
    readonly priceAndCount: readonly {
      /** Lower edge of the bar, dollars. */
      readonly price: number
      readonly count: number
    }[]
  }
  readonly medianRentPriceOverTime: {
    readonly currentYear: readonly MonthRent[]
    readonly prevYear: readonly MonthRent[]
  }
  readonly rentCompare: {
    readonly areaName: string
    /** Dollars per month. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
    readonly medianRent: number | null
  }
  readonly nearbyAreaTrends: readonly {
    readonly areaName: string
    readonly date: string
    /** Dollars per month. */
    readonly medianRent: number
    /** The number of homes whose median it is; absent where it is published. */
    readonly homes?: number
    readonly resourceId: number
  }[]
  readonly nearByAreas: readonly {
    readonly areaId: number
    readonly areaType: string
    readonly city: string
    readonly name: string
    readonly state: string
  }[]
  /** With zipcode_rents, each has the summary of its rents. */
  readonly zipcodesInCity: readonly {
    readonly areaId: number
    readonly name: string
    readonly city: string
    readonly state: string
    readonly rents?: {
      /** Homes. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
      readonly availableRentals: number | null
      /** Dollars per month. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
      readonly medianRent: number | null
      /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
      readonly monthlyChange: number | null
      /** Dollars. Null if unknown, which figure_sources explains; 0 with handling=lenient. */
      readonly yearlyChange: number | null
    }
  }[]
  readonly figure_sources: {
    readonly availableRentals: FigureSource
    readonly medianRent: FigureSource
    readonly monthlyChange: FigureSource
    readonly yearlyChange: FigureSource
    readonly marketTemperature: FigureSource
    readonly rentHistogram: FigureSource
    readonly medianRentPriceOverTime: FigureSource
    readonly rentCompare: FigureSource
  }
}

/** Whom to ask about renting a property. */
export interface RentalContact {
  readonly displayName: string | null
  readonly businessName: string | null
  readonly phoneNumber: string | null
  readonly agentBadgeType: string | null
  readonly photoUrl: string | null
  readonly reviewsReceivedCount: number
  readonly reviewsUrl: string | null
  /** Null if there are no reviews. */
  readonly ratingAverage: number | null
  readonly isBrokerLocalCompliance: boolean | null
}

/** What `/rental_market` answers. */
export interface RentalMarket extends AnswerHead {
  readonly message: '200: Success'
  readonly search_query: string
  readonly location: ResolvedRegion
  readonly rental_market_trends: RentTrends
  readonly asOf?: AsOf
}

/** What `/api_reqcount` answers. */
export interface RequestCount {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  /** Credits of the period; most calls cost one. */
  readonly limit: number
  /** Credits of the calls that were answered. */
  readonly used: number
  /** Credits left; those of calls that run at this moment count as spent. */
  readonly remaining: number
  /** Calls of operations that were answered. */
  readonly requests: number
  readonly periodStart: string
  /** Null for a period that never begins again. */
  readonly periodEnd: string | null
}

/** The facts of a property under the names of the RESO data dictionary. */
export interface ResoFacts {
  /** A studio has 0. Null if unknown; 0 with handling=lenient. */
  readonly bedrooms: number | null
  /** Baths of every kind, each counted as one; 0 if unknown. */
  readonly bathrooms: number
  readonly bathroomsFull: number
  readonly bathroomsThreeQuarter: number
  readonly bathroomsHalf: number
  readonly bathroomsOneQuarter: number
  /** A half bath counts as half; 0 if unknown. */
  readonly bathroomsFloat: number
  readonly rooms: readonly {
    readonly roomType: string
    readonly roomLevel: string | null
    readonly roomDimensions: string | null
    readonly roomFeatures: readonly string[]
  }[]
  /** With its unit: `1,367 sqft`. */
  readonly livingArea: string | null
  /** With its unit. */
  readonly aboveGradeFinishedArea: string | null
  readonly yearBuilt?: number
  readonly stories: number | null
  readonly storiesTotal: number | null
  readonly levels: string | null
  /** `SingleFamily`, `Townhouse` and the like. */
  readonly homeType: string
  readonly architecturalStyle: string | null
  readonly structureType: string | null
  readonly propertySubType: readonly string[]
  readonly basement: string | null
  readonly basementYN: boolean | null
  readonly roofType: string | null
  readonly foundationDetails: readonly string[]
  readonly constructionMaterials: readonly string[]
  readonly flooring: readonly string[]
  readonly appliances: readonly string[]
  readonly heating: readonly string[]
  readonly cooling: readonly string[]
  readonly interiorFeatures: readonly string[] | null
  readonly exteriorFeatures: readonly string[] | null
  readonly poolFeatures: readonly string[] | null
  readonly lotFeatures: readonly string[] | null
  readonly communityFeatures: readonly string[] | null
  readonly laundryFeatures: readonly string[] | null
  readonly view: readonly string[] | null
  readonly sewer: readonly string[] | null
  readonly waterSource: readonly string[] | null
  readonly utilities: readonly string[] | null
  readonly hasHeating: boolean | null
  readonly hasCooling: boolean | null
  readonly hasFireplace: boolean | null
  readonly fireplaces: number | null
  readonly fencing: string | null
  readonly hasPrivatePool: boolean | null
  readonly hasSpa: boolean | null
  readonly hasView: boolean | null
  readonly hasWaterfrontView: boolean | null
  readonly parkingFeatures: readonly string[] | null
  readonly hasGarage: boolean | null
  readonly hasAttachedGarage: boolean | null
  /** Cars. */
  readonly garageParkingCapacity: number | null
  /** Cars. */
  readonly coveredParkingCapacity: number | null
  /** Cars. */
  readonly parkingCapacity: number | null
  readonly hasAssociation: boolean | null
  /** `$385 monthly`; null both for no fee and for one that is not known. */
  readonly associationFee: string | null
  /** `$385 monthly`; null both for no fee and for one that is not known. */
  readonly hoaFee: string | null
  /** `$385 monthly`; null both for no fee and for one that is not known. */
  readonly hoaFeeTotal: string | null
  readonly associations: readonly {
    readonly name: string
    readonly feeFrequency: string | null
    readonly phone: string | null
  }[]
  readonly feesAndDues: readonly {
    readonly type: string
    readonly fee: string
    readonly name: string | null
    readonly phone: string | null
  }[]
  /** Dollars per year. */
  readonly taxAnnualAmount: number | null
  /** Dollars. */
  readonly taxAssessedValue: number | null
  /** Dollars; null for a rental. */
  readonly pricePerSquareFoot: number | null
  /** Milliseconds since 1970. */
  readonly onMarketDate: number | null
  /** With its unit: `42 days`. */
  readonly cumulativeDaysOnMarket: string | null
  readonly listingId: string | null
  readonly listAOR: string | null
  readonly virtualTour: string | null
  readonly isNewConstruction: boolean | null
  readonly furnished: boolean | null
  readonly elementarySchool: string | null
  readonly elementarySchoolDistrict: string | null
  readonly middleOrJuniorSchool: string | null
  readonly middleOrJuniorSchoolDistrict: string | null
  readonly highSchool: string | null
  readonly highSchoolDistrict: string | null
  readonly parcelNumber: string | null
  readonly zoning: string | null
  /** With its unit: `1,682 sqft` or `8 Acres`. */
  readonly lotSize: string | null
  readonly cityRegion: string | null
  readonly subdivisionName: string | null
  /** Only what is known. */
  readonly atAGlanceFacts: readonly {
    readonly factLabel: string
    readonly factValue: string
  }[]
  readonly otherFacts: readonly {
    readonly name: string
    readonly value: string
  }[]
}

/** The place that was understood. */
export interface ResolvedRegion {
  /** The text that was given. */
  readonly query: string
  /** Type of place that was found. */
  readonly type: string
  readonly name: string
  readonly found: true
  /** Names of other places that may be meant. */
  readonly alternatives: readonly string[]
  /** The number of all of them, where alternatives names only the likeliest ten. */
  readonly alternativeCount?: number
  readonly why?: string
}

/** How many results there are in all, and on this page. */
export interface ResultsCount {
  /** All results; a rental building counts once. */
  readonly totalMatchingCount: number
  /** All matching homes. */
  readonly ungroupedResultCount: number
  /** Results within reach of the pages of one search. */
  readonly scrapeable_count: number
}

/** Part of the answers of `/comparable_homes`, `/valuation/what_if`. */
export interface SaidValue {
  /** The source of the home publishes it, Plat estimates it, or comparable sales alone suggest it. */
  readonly kind: 'published' | 'estimated' | 'comparables'
  /** The source of the home, `Plat` or `comparable sales`. */
  readonly source: string
  /** Dollars. */
  readonly value: number
  /**
   * Low end of its range: as published; or below it lies the price in one case of ten; or a tenth of the weight of
   * the comparable sales suggests less. Null if it gives none.
   */
  readonly low: number | null
  /** High end of the same range. */
  readonly high: number | null
}

/** A search that a key has saved. */
export interface SavedSearch {
  readonly searchId: string
  readonly label: string | null
  /** Of the search, in this area. */
  readonly path: string
  /** As they were given, but for those of pages and order. */
  readonly parameters: { readonly [name: string]: string }
  /** True in a list above 2 MB if a value here was cut to 200 characters; otherwise absent. */
  readonly cut?: boolean
  readonly made: string
  /** The cursor up to which its key has read what is new. */
  readonly seen: string
  /** Null until one was asked for. */
  readonly feed: string | null
}

/** What `/searches` answers. */
export interface SavedSearches {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  /** Of this area, in the order in which they were made. */
  readonly searches: readonly SavedSearch[]
}

/** A school near a property. */
export interface School {
  readonly name: string
  /** 1 to 10. */
  readonly rating: number | null
  /** `Primary`, `Elementary`, `Middle` or `High`. */
  readonly level: string
  /** `K-5` */
  readonly grades: string
  /** `Public`, `Private` or `Charter`. */
  readonly type: string
  /** Miles as the crow flies. */
  readonly distance: number
  readonly link: string | null
  /** Pupils. */
  readonly size: number | null
  readonly studentsPerTeacher: number | null
  readonly totalCount: number | null
  /** Null if the source does not say which schools the home is assigned to. */
  readonly assigned: boolean | null
  /** Null if the source does not say which schools the home is assigned to. */
  readonly isAssigned: boolean | null
}

/** What `/search/byaddress`, `/search/bypolygon`, `/search/bycoordinates`, `/search/bymapbounds` answer. */
export interface Search extends AnswerHead {
  readonly message: '200'
  readonly resultsCount: ResultsCount
  readonly pagesInfo: {
    readonly totalPages: number
    readonly currentPage: number
    readonly resultsPerPage: number
  }
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
  readonly facets?: Facets
  readonly explain?: Explanation
  readonly searchResults: readonly (HomeResult | BuildingResult)[]
  readonly asOf?: AsOf
}

/** What `/search/bymls` answers. */
export interface SearchByMls extends AnswerHead {
  readonly message: '200'
  readonly searchResult: {
    /** Days since it came on the market. */
    readonly daysOnPortal?: number
    /** Only those that have not ended. */
    readonly openHouseShowingList?: readonly {
      /** Milliseconds since 1970. */
      readonly startTime: number
      /** Milliseconds since 1970. */
      readonly endTime: number
    }[]
    readonly listing: CardListing
    /** Id of the home. */
    readonly zpid: number
    /** The middle of the ZIP code if the home’s own location is unknown or may not be shown. */
    readonly location?: Coordinates
    readonly address: Address
    readonly buildingId?: number
    readonly media: CardMedia
    readonly isFeatured: boolean
    readonly isShowcaseListing: boolean
    readonly isUnmappable: boolean
    readonly isPreforeclosureAuction: boolean
    readonly hasFloorPlan: boolean
    readonly rental: CardRental
    /** Milliseconds since 1970. */
    readonly listingDateTimeOnPortal?: number
    /** IANA name. */
    readonly bestGuessTimeZone?: string
    readonly listCardRecommendation: CardRecommendation
    readonly bathrooms?: number
    readonly bedrooms?: number
    /** Square feet. */
    readonly livingArea?: number
    readonly yearBuilt?: number
    readonly lotSizeWithUnit?: {
      readonly lotSize: number
      readonly lotSizeUnit: 'squareFeet' | 'acres'
    }
    readonly propertyType: 'singleFamily' | 'townhome' | 'condo' | 'multiFamily' | 'apartment' | 'manufactured' | 'land'
    readonly price?: {
      /** Asking price, or the price paid once sold, in dollars; per month for rentals. */
      readonly value: number
      /** Dollars. */
      readonly pricePerSquareFoot?: number
      /** Dollars. */
      readonly priceChange?: number
      /** Milliseconds since 1970. */
      readonly changedDate?: number
    }
    readonly soldDate?: string
    readonly estimates: {
      /** Estimated value, dollars. */
      readonly zestimate?: number
      /** Estimated monthly rent in dollars. */
      readonly rentZestimate?: number
    }
    readonly taxAssessment?: {
      /** Dollars. */
      readonly taxAssessedValue: number
      readonly taxAssessmentYear: string
    }
    readonly portalOwnedProperty: {
      readonly isPortalOwned: boolean
    }
    /** Number of the multiple listing service, the same on every home that it lists. */
    readonly ssid?: number
    /** Always empty. */
    readonly region: Readonly<Record<string, never>>
    readonly personalizedResult: {
      readonly isViewed: boolean
    }
    readonly userRecommendation: {
      readonly isRecommendedForYou: boolean
    }
    readonly currency: 'usd'
    readonly country: 'usa'
    readonly hdpView: {
      readonly listingStatus: 'forSale' | 'forRent' | 'recentlySold' | 'preForeclosure'
      /** Dollars. */
      readonly price?: number
      /** Path of the home’s page. */
      readonly hdpUrl: string
    }
    readonly propertyDisplayRules: CardDisplayRules
    /** Degrees. */
    readonly latitude?: number
    /** Degrees. */
    readonly longitude?: number
  }
}

/** What `/search/byaiprompt` answers. */
export interface SearchByPrompt extends AnswerHead {
  readonly message: '200'
  readonly resultsCount: ResultsCount
  readonly pagesInfo: {
    readonly totalPages: number
    readonly currentPage: number
    readonly resultsPerPage: number
  }
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
  readonly facets?: Facets
  /** What the sentence was read as. */
  readonly applied: readonly {
    /** Of the sentence; empty where none says it. */
    readonly words: string
    /** Of /search/byaddress. */
    readonly parameter: string
    /** As that search would be asked. */
    readonly value: string
  }[]
  readonly dropped: readonly {
    /** Of the sentence. */
    readonly words: string
    /** Why they have no effect. */
    readonly why: string
  }[]
  readonly ambiguous: readonly {
    /** Of the sentence; empty where it says nothing. */
    readonly words: string
    /** How they were read, and may be meant otherwise. */
    readonly why: string
  }[]
  readonly searchResults: readonly (HomeResult | BuildingResult)[]
}

/** What `/search/byurl` answers. */
export interface SearchByUrl extends AnswerHead {
  readonly message: '200'
  readonly total_results: number
  readonly resultsPerPage: number
  readonly totalPages: number
  readonly currentPage: number
  readonly listResultsTitle: string
  readonly Results: readonly (PortalRow | PortalBuildingRow)[]
  readonly searchResults: readonly (PortalRowWithCard | PortalBuildingRowWithCard)[]
  readonly understood: readonly {
    /** A part of the URL. */
    readonly key: string
    /** The value in the URL; null if the URL leaves it to a default. */
    readonly value: unknown
    /** How it was understood. */
    readonly as: string
  }[]
  readonly leftOut: readonly {
    /** A part of the URL. */
    readonly key: string
    /** Why it had no effect. */
    readonly why: string
  }[]
  readonly facets?: Facets
}

/** What `/searches/{id}/changes` answers. */
export interface SearchChanges {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  readonly search: SavedSearch
  /** Results that were none before: new, back, or changed so that they fit. */
  readonly entered: readonly (HomeChange | OfferChange | ExperienceChange)[]
  /** Results that are none any more: gone, sold, or changed so that they no longer fit. */
  readonly left: readonly (HomeChange | OfferChange | ExperienceChange)[]
  /** Results that stay, and are others. */
  readonly changed: readonly {
    /** The first of these that is true. */
    readonly how: 'priceUp' | 'priceDown' | 'status' | 'other'
    readonly change: HomeChange | OfferChange | ExperienceChange
  }[]
  /** Goes on behind this answer, as `since`, and as `seen` of the search once it was read. */
  readonly next: string
  /** The cursor of everything that the catalogue knows now. */
  readonly upTo: string
  /** Whether there is more behind `next` already: an answer may be short, or empty, and not the last. */
  readonly more: boolean
}

/** What `/search/facets` answers. */
export interface SearchFacets extends AnswerHead {
  readonly message: '200'
  readonly resultsCount: ResultsCount
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
  readonly facets: Facets
  readonly asOf?: AsOf
}

/** What `/search/plan` answers. */
export interface SearchPlan extends AnswerHead {
  readonly message: '200'
  readonly resultsCount: ResultsCount
  readonly pagesInfo: {
    readonly totalPages: number
    readonly resultsPerPage: number
  }
  /** How each requested location was understood. */
  readonly locations?: readonly UnderstoodLocation[]
  /** Together they hold every home exactly once. */
  readonly parts: readonly {
    /** Query string of this part. */
    readonly query: string
    /** Path of the operation to call. */
    readonly path: string
    /** Number of results in this part. */
    readonly total: number
    /** It has more results than one search can reach and cannot be split further. */
    readonly indivisible?: boolean
  }[]
}

/** Whom a listing comes from. */
export interface ShortAttribution {
  readonly agentName: string | null
  readonly agentPhoneNumber: string | null
  readonly brokerName: string | null
  readonly brokerPhoneNumber: string | null
  readonly mlsId: string | null
  readonly mlsName: string | null
  readonly providerLogo: string | null
  readonly trueStatus: string | null
}

/** What `/similar` answers. */
export interface SimilarHomes extends AnswerHead {
  readonly message: '200: Success'
  readonly similar_properties: {
    readonly name: 'Similar homes'
    readonly placement: 'NEIGHBORHOOD'
    /** Most similar first. */
    readonly propertyDetails: readonly HomeRow[]
  }
}

/** A home that was sold, in few words. */
export interface SoldHomeRow extends Coordinates {
  /** Id of the home. */
  readonly zpid: number
  /** Price paid, in dollars. */
  readonly price: number
  readonly currency: 'USD'
  /** 0 if unknown, when their difference is null. */
  readonly bedrooms: number
  /** 0 if unknown. */
  readonly bathrooms: number
  /** Square feet. */
  readonly livingArea: number | null
  /** Square feet. */
  readonly livingAreaValue: number | null
  readonly livingAreaUnits: string | null
  readonly livingAreaUnitsShort: string | null
  /** Square feet. */
  readonly lotSize: number | null
  /** In lotAreaUnits. */
  readonly lotAreaValue: number | null
  /** Unit of lotAreaValue; acres from one acre up. */
  readonly lotAreaUnits: 'Square Feet' | 'Acres'
  readonly address: Address
  /** Two letters. */
  readonly state: string
  /** Market state of the home today. */
  readonly homeStatus: 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'
  readonly homeType: 'SINGLE_FAMILY' | 'TOWNHOUSE' | 'CONDO' | 'MULTI_FAMILY' | 'APARTMENT' | 'LOT' | 'MANUFACTURED'
  readonly yearBuilt?: number
  /** Path of the home’s page. */
  readonly hdpUrl: string
  /** Market state, such as `ForSale`. */
  readonly hdpTypeDimension: string
  /** Display name of the home’s type. */
  readonly propertyTypeDimension: string
  /** Kind of listing, such as `For Sale by Agent`. */
  readonly listingTypeDimension: string
  readonly listing_sub_type: {
    readonly is_newHome: boolean
    readonly is_FSBO: boolean
    readonly is_FSBA: boolean
    readonly is_foreclosure: boolean
    readonly is_bankOwned: boolean
    readonly is_forAuction: boolean
    readonly is_comingSoon: boolean
  }
  readonly newConstructionType: string | null
  /** Listing number at its multiple listing service. */
  readonly providerListingID: string | null
  readonly attributionInfo: ShortAttribution
  readonly miniCardPhotos: readonly PictureLink[]
  readonly formattedChip: AddressLines
  readonly parentRegion: RegionName | null
}

/** Part of the answers of `/valuation/backtest`. */
export interface StandardMeasure {
  /** Null if the sales do not say. */
  readonly value: number | null
  /** Whether it is within the bounds of the standard. */
  readonly isWithin: boolean | null
}

/** What `/autocomplete` answers. */
export interface Suggestions extends AnswerHead {
  /** Likeliest first. */
  readonly results: readonly (AddressSuggestion | RegionSuggestion)[]
}

/** What `/taxinfo` answers. */
export interface TaxInfo extends AnswerHead {
  readonly message: '200: Success'
  /** Newest first. */
  readonly taxHistory: readonly TaxYear[]
  readonly asOf?: AsOf
}

/** The assessment and the tax of a year. */
export interface TaxYear {
  /** A moment in the year. Milliseconds since 1970. */
  readonly time: number
  /** Dollars. */
  readonly taxPaid: number | null
  /** Change from the year before, as a fraction; 0 if either is unknown. */
  readonly taxIncreaseRate: number
  /** Assessed value in dollars; 0 if only the tax bill is known. */
  readonly value: number
  /** Change from the year before, as a fraction; 0 if either is unknown. */
  readonly valueIncreaseRate: number
}

/** What `/tiles`, `/tiles/{search}` answer. */
export interface TileJson {
  readonly tilejson: '3.0.0'
  /** What is shown. */
  readonly name: string
  /** What the sources of the data ask to be told. */
  readonly attribution?: string
  readonly scheme: 'xyz'
  /** One template of the addresses of tiles; it has the key where the call had it in its address. */
  readonly tiles: readonly string[]
  readonly minzoom: number
  readonly maxzoom: number
  /** West, south, east and north of all homes, in degrees; absent if there are none. */
  readonly bounds?: readonly number[]
  readonly vector_layers: readonly {
    readonly id: string
    readonly description: string
    readonly minzoom: number
    readonly maxzoom: number
    /** What is known of each feature. */
    readonly fields: { readonly [name: string]: string }
  }[]
  /** Homes that the search finds, units of a building counted one by one. */
  readonly homes: number
  /** Those of them that no tile shows: their place is unknown, or their source withholds it. */
  readonly unplaced: number
  /** The version of the data; tiles of an older one are those of now. */
  readonly dataVersion: string
  /** A sentence for each part of what was given that has no effect. */
  readonly notes: readonly string[]
}

/** What `/byaddress`, `/byzpid`, `/byurl` answer. */
export interface TrimmedDocument {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly Source: string
  readonly PropertyAddress: DetailedAddress
  /** Estimated value, dollars: as the source publishes it, or else Plat’s own. */
  readonly zestimate: number | null
  /** Who says the zestimate; null without one. */
  readonly valueSource: ValueSource | null
  readonly Bedrooms: number | null
  readonly Bathrooms: number | null
  /** Living area, square feet. */
  readonly 'Area(sqft)': number | null
  /** Id of the home. */
  readonly PropertyZPID: number
  /** Asking price, or the price paid once sold, in dollars. Null if the home is off the market. */
  readonly Price: number | null
  readonly yearBuilt: number | null
  readonly daysOnPortal: number | null
  /** URL of the home’s page. */
  readonly PropertyPortalURL: string
  /** Absent if the source does not count. */
  readonly favoriteCount?: number
  /** Absent if the source does not count. */
  readonly pageViewCount?: number
  /** Given parameters that were left out or assumed, and why. */
  readonly warnings?: readonly Warning[]
  readonly asOf?: AsOf
}

/** A location that was asked for, and what it was understood as. */
export interface UnderstoodLocation {
  /** The text that was given. */
  readonly query: string
  /** Type of place that was found, such as `city` or `zipcode`; null if none was. */
  readonly type: string | null
  /** Full name, which can be sent again to mean the same place; null if nothing was found. */
  readonly name: string | null
  readonly found: boolean
  /** Names of other places that may be meant, or of near matches. */
  readonly alternatives: readonly string[]
  /** The number of all of them, where alternatives names only the likeliest ten. */
  readonly alternativeCount?: number
  /** Why it was understood this way, or not at all. */
  readonly why?: string
}

/** A unit of a building that is free. */
export interface Unit {
  /** Id of the home. */
  readonly zpid: number
  /** The same id as a text. */
  readonly id: string
  readonly unitNumber: string | null
  readonly beds: number | null
  readonly baths: number | null
  /** Square feet. */
  readonly sqft: number | null
  /** Monthly rent in dollars; null if the unit is not available. */
  readonly price: number | null
  readonly listingType: 'FOR_RENT' | 'FOR_SALE' | 'OTHER'
  /** For rent now. */
  readonly available: boolean
  readonly availableFrom: string | null
  readonly hasApprovedThirdPartyVirtualTour: boolean
  /** Path of the home’s page. */
  readonly hdpUrl: string
}

/** What `/usage` answers. */
export interface Usage {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  readonly key: {
    readonly id: string
    readonly label: string
  }
  readonly plan: Plan
  /** The day that counts as today in each area: the day of its newest data where that ended before the clock. */
  readonly dataToday: {
    readonly A: string
    readonly B: string
    readonly C: string
  }
  readonly periodStart: string
  /** Null for a period that never begins again. */
  readonly periodEnd: string | null
  /** Of the period. */
  readonly creditsLimit: number
  readonly creditsRemaining: number
  /** Beyond the limit, where the plan only warns. */
  readonly creditsOver: number
  /** Of the period, by day and operation. */
  readonly usage: readonly OperationUsage[]
}

/** What `/usage/days` answers. */
export interface UsageDays {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  readonly key: {
    readonly id: string
    readonly label: string
  }
  /** The first day, 30 days before the last. */
  readonly from: string
  /** Today in UTC. */
  readonly to: string
  /** By day and operation, under whatever plans the key had. */
  readonly usage: readonly OperationUsage[]
}

/** What `/valuation/backtest` answers. */
export interface ValuationBacktest extends AnswerHead {
  readonly message: '200: Success'
  readonly location?: ResolvedRegion
  readonly kind: string
  /** How the figures come about. */
  readonly method: string
  readonly standard: RatioStandard
  /** The estimators of the place. Each was trained on all of its sales after the test. */
  readonly estimators: readonly {
    /** Two letters of a state, or US for all states with too few sales of their own. */
    readonly market: string
    /** Day of the newest sale that it learnt from. */
    readonly asOf: string
    /** Sales that it learnt from. */
    readonly sales: number
  }[]
  /** Null if fewer than 30 sales of the place were held back. */
  readonly figures: BacktestFigures | null
  /** Why there are no figures. */
  readonly why?: string
  /**
   * The sales in five parts, the lowest prices first; fewer parts where prices repeat, none if a part held fewer
   * than 30.
   */
  readonly price_fifths: readonly PriceFifth[]
  /**
   * How well homes are estimated of which less is known: the newest of these sales with something hidden, or those
   * that lack it. Lacks of fewer than 30 are left out.
   */
  readonly by_lack: readonly {
    /** What the estimates had to do without. */
    readonly lack:
      | 'nothing'
      | 'size'
      | 'coordinates'
      | 'coordinates and size'
      | 'coordinates and ZIP'
      | 'coordinates, ZIP and size'
    readonly figures: BacktestFigures
  }[]
  /**
   * How far the typical value of the place, as sales before a month gave it, was from the median price paid in
   * that month. Null for rents, where too few sales are known, and for states and the country.
   */
  readonly typical_value: {
    /** Months with at least 30 held-back sales. */
    readonly months: number
    readonly medianErrorPercent: number
  } | null
  readonly counties: BacktestRegions
  readonly zipcodes: BacktestRegions
}

/** Part of the answers of `/pro/byaddress`, `/byaddress`, `/pro/byzpid`, `/byzpid`, `/pro/byurl`, `/byurl`. */
export interface ValueSource {
  /** Plat estimates where the source publishes nothing. */
  readonly kind: 'published' | 'estimated'
  /** The source of the home, or `Plat`. */
  readonly source: string
  /** How Plat’s own estimate came about; null for a published value. */
  readonly estimate: OwnEstimate | null
}

/** What `/walk_transit_bike` answers. */
export interface WalkTransitBike extends AnswerHead {
  readonly message: '200: Success'
  readonly walk_transit_bike: Mobility
}

/**
 * Part of the answers of `/pro/byaddress`, `/byaddress`, `/pro/byzpid`, `/byzpid`, `/pro/byurl`, `/byurl`,
 * `/autocomplete`, `/apartment_details`, `/lotid_from_address`, `/graph_charts`, `/ownerinfo`, `/climate`,
 * `/walk_transit_bike`, `/pricehistory`, `/taxinfo`, `/propimages`, `/comparable_homes`, `/similar`, `/nearby`,
 * `/agent/search`, `/agent/details`, `/agent/for_sale`, `/agent/for_rent`, `/agent/sold_properties`,
 * `/skip/byaddress`, `/skip/detailsbyid`, `/search/byaddress`, `/search/bypolygon`, `/search/bycoordinates`,
 * `/search/bymapbounds`, `/search/byaiprompt`, `/search/byurl`, `/search/bymls`, `/search/plan`,
 * `/search/facets`, `/changes`, `/layers/feature`, `/housing_market`, `/rental_market`, `/valuation/backtest`,
 * `/valuation/what_if`.
 */
export interface Warning {
  readonly parameter: string
  readonly code: 'param.invalid' | 'param.missing' | 'param.repeated' | 'param.unknown' | 'param.inapplicable'
  readonly detail: string
  readonly given?: string
  readonly accepted?: readonly string[]
  readonly nearest?: string
}

/** An address that is told when something is new for a saved search. */
export interface Webhook {
  readonly webhookId: string
  /** The search that it is told of; null for all searches of the key. */
  readonly searchId: string | null
  readonly url: string
  readonly made: string
  /** Why nothing is sent any more; null while it is in use. */
  readonly ended: string | null
  /** Since when no attempt has succeeded; null where the last one did. */
  readonly failingSince: string | null
  /** How the last attempt failed; null where it did not. */
  readonly lastFailure: string | null
}

/** What `/webhooks`, `/webhooks/{id}/secrets`, `/webhooks/{id}/secrets` answer. */
export interface WebhookSecrets extends OneWebhook {
  /** The newest first, and the one before it: messages are signed with each. */
  readonly secrets: readonly string[]
}

/** What `/webhooks/{id}/test` answers. */
export interface WebhookTest {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  /** Whether the receiver has taken the message. */
  readonly taken: boolean
  /** How the receiver answered, in a sentence. */
  readonly outcome: string
}

/** What `/webhooks` answers. */
export interface Webhooks {
  readonly message: '200: Success'
  /**
   * Where the data comes from: the attribution of the source, or those of all sources of a search, or a note that
   * the data is invented.
   */
  readonly source: string
  /** In the order in which they were made. */
  readonly webhooks: readonly Webhook[]
}

/** What `/valuation/what_if` answers. */
export interface WhatIf extends AnswerHead {
  readonly message: '200: Success'
  /** Id of the home, as a string. */
  readonly zpid: string
  /** Day that the values stand for, as in /comparable_homes. */
  readonly asOf: string
  /**
   * The home as it is: by Plat’s own estimate, or else by comparable sales, never as published. Null if neither
   * has a value.
   */
  readonly before: SaidValue | null
  /** The home with the changes, by the same; null if there is no value. */
  readonly after: SaidValue | null
  /** Dollars from before to after; null unless both are known. */
  readonly difference: number | null
  /** The same in percent of before. */
  readonly differencePercent: number | null
  readonly changes: readonly {
    readonly fact:
      | 'bedroomsTotal'
      | 'bathroomsTotal'
      | 'livingArea'
      | 'lotSize'
      | 'yearBuilt'
      | 'yearRenovated'
      | 'qualityGrade'
      | 'conditionGrade'
    /** Null if the record does not tell it. */
    readonly from: number | null
    readonly to: number
    /** False for a fact that is unknown to the value: its change then says nothing. */
    readonly isTold: boolean
  }[]
  /** Facts of which sales here tell too little for a value to rest on them: nothing that depends on these is known. */
  readonly unknown: readonly (
    | 'bedroomsTotal'
    | 'bathroomsTotal'
    | 'livingArea'
    | 'lotSize'
    | 'yearBuilt'
    | 'yearRenovated'
    | 'qualityGrade'
    | 'conditionGrade'
  )[]
  /** Why a value is null. */
  readonly why?: string
}
