import { addressFilters } from '../filters/index.ts'

/** The URL keys that filters declare for their values, in the order of the filters. */
export const VALUE_SWITCHES = Object.entries(addressFilters.words).flatMap(([parameter, { values = {} }]) =>
  Object.entries(values).flatMap(([text, { url, isOnInUrls: isOn = false }]) => {
    const [name, ...spellings] = url?.split(' ') ?? []
    return name === undefined ? [] : [{ name, spellings, parameter, text, isOn }]
  }),
)

/**
 * The keys of `filterState` whose value is true or false: for each filter its short key, then other spellings.
 * `RANGES`, `CHOICES` and `WORDS` list the keys with other types of values.
 */
export const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  fr: ['isForRent'],
  rs: ['isRecentlySold'],

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
  basf: ['isBasementFinished'],
  basu: ['isBasementUnfinished'],
  hbas: ['hasBasement'],
  pet: ['onlyRentalPetsAllowed'],
  ...Object.fromEntries(VALUE_SWITCHES.map(({ name, spellings }) => [name, spellings])),
}

/** The ranges that filters take from URLs unchanged, in the order of the filters. */
export const VALUE_RANGES = Object.entries(addressFilters.words).flatMap(([parameter, { urlRange }]) => {
  const [name, ...spellings] = urlRange?.split(' ') ?? []
  return name === undefined ? [] : [{ name, spellings, parameter }]
})

export const RANGES: Readonly<Record<string, readonly string[]>> = {
  price: [],
  mp: ['monthlyPayment', 'mcp', 'monthlyCostPayment'],
  beds: [],
  baths: [],
  hoa: [],
  parks: ['parkingSpots'],
  ...Object.fromEntries(VALUE_RANGES.map(({ name, spellings }) => [name, spellings])),
}

export const CHOICES = {
  doz: [],
  rad: ['onlyRentalRequestedAvailabilityDate'],
  sort: ['sortSelection'],
  senior: ['seniorHousing', '55plus', 'ageRestricted55Plus', 'isSeniorHousing'],
} as const satisfies Record<string, readonly string[]>

export const WORDS = { att: ['keywords'] } as const satisfies Record<string, readonly string[]>

const SCHOOLS = 'no filter uses schools.'
const COMMUTE = 'no filter uses commutes.'
const UNKNOWN_OF_HOMES = 'no filter uses it.'

function reasoned(why: string, keys: string): [key: string, why: string][] {
  return keys.split(/\s+/).map((key) => [key, why])
}

/** Keys for which there is no filter here, each with the reason. */
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

export type SwitchName = string
export type RangeName = string
export type ChoiceName = keyof typeof CHOICES | keyof typeof WORDS

/** Maps each spelling of a key to the name of its filter. */
export function namesBySpelling<N extends string>(
  table: Readonly<Record<N, readonly string[]>>,
): ReadonlyMap<string, N> {
  const names = Object.keys(table) as N[] // the table has a key for every N
  return new Map(names.flatMap((name) => [name, ...table[name]].map((spelling) => [spelling, name] as const)))
}
