/**
 * What `filterState` may hold: for each filter its short key and other spellings of it, in one table per form of
 * value.
 */
export const SWITCHES = {
  fr: ['isForRent'],
  rs: ['isRecentlySold'],

  fsba: ['isForSaleByAgent'],
  fsbo: ['isForSaleByOwner'],
  nc: ['isNewConstruction'],
  fore: ['isForSaleForeclosure'],
  auc: ['isAuction'],
  pmf: ['isPreMarketForeclosure'],
  pf: ['isPreMarketPreForeclosure'],
  cmsn: ['isComingSoon'],
  abo: ['isAcceptingBackupOffersSelected'],
  pnd: ['isPendingListingsSelected'],

  ah: ['isAllHomes'],
  sf: ['isSingleFamily', 'isHouse'],
  tow: ['isTownhouse'],
  mf: ['isMultiFamily'],
  con: ['isCondo'],
  apa: ['isApartment'],
  apco: ['isApartmentOrCondo'],
  land: ['isLotLand'],
  manu: ['isManufactured'],
  r4r: ['isRoomForRent'],
  r4re: ['isEntirePlace', 'isEntirePlaceForRent'],

  nohoa: ['includeHomesWithNoHoaData'],
  ac: ['hasAirConditioning', 'hasCooling'],
  pool: ['hasPool'],
  gar: ['hasGarage'],
  wat: ['isWaterfront'],
  basf: ['isBasementFinished'],
  basu: ['isBasementUnfinished'],
  hbas: ['hasBasement'],
  sto: ['singleStory'],
  cityv: ['isCityView'],
  mouv: ['isMountainView'],
  parkv: ['isParkView'],
  watv: ['isWaterView'],
  h3dt: ['3d', 'has3DTour', 'is3dHome'],
  open: ['isOpenHousesOnly', 'isOpenHouse'],
  ldog: ['onlyRentalLargeDogsAllowed'],
  sdog: ['onlyRentalSmallDogsAllowed'],
  cat: ['onlyRentalCatsAllowed'],
  pet: ['onlyRentalPetsAllowed'],
  lau: ['onlyRentalInUnitLaundry'],
  os: ['parka', 'onlyRentalParkingAvailable'],
  app: ['onlyRentalAcceptsApplications'],
  inc: ['ir', 'isIncomeRestricted', 'onlyRentalIncomeRestricted', 'onlyRentalIncomeRestrictedHousingType'],
  fmfb: ['onlyRentalFeaturedMultiFamilyBuilding'],
  excludeNullAvailabilityDates: ['onlyRentalExcludeNullAvailabilityDates'],
} as const satisfies Record<string, readonly string[]>

export const RANGES = {
  price: [],
  mp: ['monthlyPayment', 'mcp', 'monthlyCostPayment'],
  beds: [],
  baths: [],
  sqft: [],
  lot: ['lotSize'],
  built: ['yearBuilt'],
  hoa: [],
  parks: ['parkingSpots'],
} as const satisfies Record<string, readonly string[]>

export const CHOICES = {
  doz: [],
  rad: ['onlyRentalRequestedAvailabilityDate'],
  sort: ['sortSelection'],
  senior: ['seniorHousing', '55plus', 'ageRestricted55Plus', 'isSeniorHousing'],
} as const satisfies Record<string, readonly string[]>

export const WORDS = { att: ['keywords'] } as const satisfies Record<string, readonly string[]>

const SCHOOLS = 'no filter looks at schools.'
const COMMUTE = 'no filter looks at the way to work.'
const UNKNOWN_OF_HOMES = 'no filter tells homes apart by it.'

function reasoned(why: string, keys: string): [key: string, why: string][] {
  return keys.split(/\s+/).map((key) => [key, why])
}

/** Keys of filters that there are none for here, and why. */
export const WITHOUT_FILTER: ReadonlyMap<string, string> = new Map([
  ...reasoned(
    SCHOOLS,
    `sch enableSchools sche isElementarySchool schm isMiddleSchool schh isHighSchool schp isPublicSchool
    schr isPrivateSchool schc isCharterSchool schb greatSchoolsRating schu includeUnratedSchools includeSchoolsSelection`,
  ),
  ...reasoned(COMMUTE, 'commuteDestination commuteMaxTime commuteMode commuteTimeOfDay'),
  ...reasoned(
    UNKNOWN_OF_HOMES,
    `hc onlyRentalHousingConnector np onlyRentalNoPets stl onlyRentalShortTermLease fur ita ca
    hsia highSpeedInternetAvailable eaa elevatorAccessAvailable areUtilitiesIncluded hasHardwoodFloor hasDisabledAccess
    onlyRentalStudentHousingType onlyRentalMilitaryHousingType onlyRentalDisabledHousingType onlyRentalSeniorHousingType
    red onlyPriceReduction onlyWithPhotos zo dsrc dataSourceSelection seo SEOTypedIdField monthlyCostDownPayment showcase`,
  ),
])

export type SwitchName = keyof typeof SWITCHES
export type RangeName = keyof typeof RANGES
export type ChoiceName = keyof typeof CHOICES | keyof typeof WORDS

/** From each spelling of a key to the name of its filter. */
export function spellings<N extends string>(table: Readonly<Record<N, readonly string[]>>): ReadonlyMap<string, N> {
  const names = Object.keys(table) as N[] // the keys of a record over N
  return new Map(names.flatMap((name) => [name, ...table[name]].map((spelling) => [spelling, name] as const)))
}
