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
  r4re: ['isEntirePlace'],

  inc: ['includeHomesWithNoHoaData'],
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
  h3dt: ['has3DTour', 'is3dHome'],
  open: ['isOpenHouse'],
  ldog: [],
  sdog: [],
  cat: [],
  lau: [],
  os: [],
  app: [],
  ir: ['isIncomeRestricted'],
  fmfb: [],
} as const satisfies Record<string, readonly string[]>

export const RANGES = {
  price: [],
  mp: ['monthlyPayment'],
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
  rad: [],
  sort: [],
  senior: ['seniorHousing', '55plus', 'ageRestricted55Plus', 'isSeniorHousing'],
} as const satisfies Record<string, readonly string[]>

export const WORDS = { att: ['keywords'] } as const satisfies Record<string, readonly string[]>

export type SwitchName = keyof typeof SWITCHES
export type RangeName = keyof typeof RANGES
export type ChoiceName = keyof typeof CHOICES | keyof typeof WORDS

/** From each spelling of a key to the name of its filter. */
export function spellings<N extends string>(table: Readonly<Record<N, readonly string[]>>): ReadonlyMap<string, N> {
  const names = Object.keys(table) as N[] // the keys of a record over N
  return new Map(names.flatMap((name) => [name, ...table[name]].map((spelling) => [spelling, name] as const)))
}
