/**
 * What homes are like in each metro of the sample: rough levels, rounded by hand, so that invented prices, taxes and
 * houses look at home where they stand. None of it is a statistic.
 */
export interface Economy {
  /** Principal city; what a key of the metro is made of. */
  readonly city: string
  /** Two letters: the principal city's state. */
  readonly state: string
  /** Five digits each, the principal city's county first. */
  readonly counties: readonly string[]
  /** Share of the sample's homes, relative to the other metros. */
  readonly weight: number
  /** Of a middling house of 1,800 square feet, dollars. */
  readonly pricePerSquareFoot: number
  /** A year's rent as a share of the value. */
  readonly rentYield: number
  /** A year's property tax as a share of the assessed value. */
  readonly taxRate: number
  /** Assessed value as a share of the market's. */
  readonly assessedShare: number
  /** Share of homes that stand in buildings of several. */
  readonly urbanShare: number
  readonly basementShare: number
  readonly coolingShare: number
  readonly poolShare: number
  /** Year around which the older half of the homes was built. */
  readonly oldBuiltYear: number
  /** Hours from UTC in winter. */
  readonly utcOffsetHours: number
  /** Begins the listing numbers of the metro's invented listing service. */
  readonly mlsPrefix: string
}

type Row = [
  city: string,
  state: string,
  counties: string,
  weight: number,
  price: number,
  rentYield: number,
  taxRate: number,
  assessed: number,
  urban: number,
  basement: number,
  cooling: number,
  pool: number,
  oldBuilt: number,
  utcOffset: number,
  prefix: string,
]

const ROWS: readonly Row[] = [
  ['Seattle', 'WA', '53033 53061 53053', 9, 430, 0.044, 0.0092, 0.94, 0.4, 0.35, 0.4, 0.02, 1958, -8, 'NW'],
  ['Portland', 'OR', '41051 41067 41005 53011', 5, 310, 0.047, 0.0098, 0.72, 0.34, 0.35, 0.6, 0.02, 1956, -8, 'RC'],
  ['San Francisco', 'CA', '06075 06081 06001', 6, 760, 0.038, 0.0115, 0.78, 0.5, 0.1, 0.3, 0.03, 1938, -8, 'BA'],
  ['Los Angeles', 'CA', '06037 06059', 10, 580, 0.042, 0.0114, 0.76, 0.46, 0.03, 0.75, 0.18, 1955, -8, 'LA'],
  ['San Diego', 'CA', '06073', 5, 590, 0.043, 0.0112, 0.78, 0.4, 0.03, 0.65, 0.15, 1970, -8, 'SD'],
  ['Phoenix', 'AZ', '04013', 8, 265, 0.055, 0.0062, 0.82, 0.26, 0.02, 0.99, 0.33, 1978, -7, 'AZ'],
  ['Denver', 'CO', '08031 08005 08059 08001', 6, 310, 0.048, 0.0055, 0.93, 0.38, 0.55, 0.72, 0.02, 1962, -7, 'CO'],
  ['Austin', 'TX', '48453 48491', 6, 265, 0.052, 0.0185, 0.95, 0.36, 0.01, 0.99, 0.12, 1984, -6, 'CT'],
  ['Dallas', 'TX', '48113 48439 48085', 8, 225, 0.058, 0.0205, 0.95, 0.32, 0.01, 0.99, 0.17, 1978, -6, 'NT'],
  ['Minneapolis', 'MN', '27053 27123 27037', 5, 225, 0.058, 0.0122, 0.96, 0.34, 0.85, 0.85, 0.01, 1955, -6, 'MN'],
  ['Chicago', 'IL', '17031 17043', 9, 235, 0.066, 0.0215, 0.92, 0.48, 0.72, 0.88, 0.02, 1942, -6, 'IL'],
  ['Nashville', 'TN', '47037 47187', 4, 245, 0.056, 0.0068, 0.85, 0.32, 0.25, 0.98, 0.05, 1974, -6, 'TN'],
  ['Atlanta', 'GA', '13121 13089 13067', 7, 235, 0.058, 0.0112, 0.9, 0.34, 0.42, 0.98, 0.06, 1972, -5, 'GA'],
  ['Miami', 'FL', '12086 12011', 7, 345, 0.062, 0.0118, 0.82, 0.5, 0.01, 1, 0.26, 1974, -5, 'SF'],
  ['Charlotte', 'NC', '37119', 4, 230, 0.057, 0.0085, 0.9, 0.3, 0.08, 0.98, 0.04, 1982, -5, 'CN'],
  ['Philadelphia', 'PA', '42101 42091 42029', 6, 230, 0.064, 0.0145, 0.88, 0.4, 0.78, 0.78, 0.03, 1938, -5, 'PH'],
  ['New York', 'NY', '36061 36047 36081 34017', 9, 640, 0.053, 0.0102, 0.85, 0.68, 0.5, 0.7, 0.01, 1932, -5, 'NY'],
  ['Boston', 'MA', '25025 25017', 6, 490, 0.047, 0.0105, 0.95, 0.5, 0.78, 0.62, 0.02, 1928, -5, 'MA'],
]

export const ECONOMIES: readonly Economy[] = ROWS.map(
  ([
    city,
    state,
    counties,
    weight,
    pricePerSquareFoot,
    rentYield,
    taxRate,
    assessedShare,
    urbanShare,
    basementShare,
    coolingShare,
    poolShare,
    oldBuiltYear,
    utcOffsetHours,
    mlsPrefix,
  ]) => ({
    city,
    state,
    counties: counties.split(' '),
    weight,
    pricePerSquareFoot,
    rentYield,
    taxRate,
    assessedShare,
    urbanShare,
    basementShare,
    coolingShare,
    poolShare,
    oldBuiltYear,
    utcOffsetHours,
    mlsPrefix,
  }),
)
