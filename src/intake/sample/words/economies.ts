import type { Climate } from './fabric.ts'
import { entries, rows } from './table.ts'

/** The figures of a metro, in the order of the table. A share is of homes where nothing else is said. */
const FIGURES = [
  /** Dollars for a square foot of a middling house of 1,800 square feet. */
  'pricePerSquareFoot',
  /** A year's rent as a share of the value. */
  'rentYield',
  /** A year's property tax as a share of the assessed value. */
  'taxRate',
  /** Assessed value as a share of the market's. */
  'assessedShare',
  /** Share of homes that stand in buildings of several. */
  'urbanShare',
  'basementShare',
  'coolingShare',
  'poolShare',
  /** Share of homes from which mountains are seen. */
  'mountainShare',
  /** Share of blocks that lie at the sea, a lake or a river. */
  'waterShare',
  /** Year around which the older half of the homes was built. */
  'oldBuiltYear',
  /** Hours from UTC in winter. */
  'utcOffsetHours',
] as const
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>

/**
 * The levels of each metro of the sample: rough, rounded by hand, so that invented prices, taxes and
 * houses look at home where they stand. None of it is a statistic.
 */
export interface Economy extends Figures {
  /** Principal city; what a key of the metro is made of. */
  readonly city: string
  /** Two letters: the principal city's state. */
  readonly state: string
  /** Begins the listing numbers of the metro's invented listing service. */
  readonly mlsPrefix: string
  readonly climate: Climate
  /** Five digits each, the principal city's county first. */
  readonly counties: readonly string[]
}

const TABLE = rows(`
  Seattle | WA | NW | marine | 53033 53061 53053 | 430 0.044 0.0092 0.94 0.4 0.35 0.4 0.02 0.1 0.05 1958 -8
  Portland | OR | RC | marine | 41051 41067 41005 53011 | 310 0.047 0.0098 0.72 0.34 0.35 0.6 0.02 0.08 0.03 1956 -8
  San Francisco | CA | BA | mild | 06075 06081 06001 | 760 0.038 0.0115 0.78 0.5 0.1 0.3 0.03 0.05 0.03 1938 -8
  Los Angeles | CA | LA | mild | 06037 06059 | 580 0.042 0.0114 0.76 0.46 0.03 0.75 0.18 0.09 0.02 1955 -8
  San Diego | CA | SD | mild | 06073 | 590 0.043 0.0112 0.78 0.4 0.03 0.65 0.15 0.06 0.04 1970 -8
  Phoenix | AZ | AZ | desert | 04013 | 265 0.055 0.0062 0.82 0.26 0 0.99 0.33 0.14 0.002 1978 -7
  Denver | CO | CO | dry | 08031 08005 08059 08001 | 310 0.048 0.0055 0.93 0.38 0.55 0.72 0.02 0.2 0.005 1962 -7
  Austin | TX | CT | south | 48453 48491 | 265 0.052 0.0185 0.95 0.36 0 0.99 0.12 0 0.02 1984 -6
  Dallas | TX | NT | south | 48113 48439 48085 | 225 0.058 0.0205 0.95 0.32 0 0.99 0.17 0 0.015 1978 -6
  Minneapolis | MN | MN | cold | 27053 27123 27037 | 225 0.058 0.0122 0.96 0.34 0.85 0.85 0.01 0 0.05 1955 -6
  Chicago | IL | IL | cold | 17031 17043 | 235 0.066 0.0215 0.92 0.48 0.72 0.88 0.02 0 0.025 1942 -6
  Nashville | TN | TN | south | 47037 47187 | 245 0.056 0.0068 0.85 0.32 0.25 0.98 0.05 0 0.02 1974 -6
  Atlanta | GA | GA | south | 13121 13089 13067 | 235 0.058 0.0112 0.9 0.34 0.42 0.98 0.06 0 0.012 1972 -5
  Miami | FL | SF | tropical | 12086 12011 | 345 0.062 0.0118 0.82 0.5 0 1 0.26 0 0.07 1974 -5
  Charlotte | NC | CN | south | 37119 | 230 0.057 0.0085 0.9 0.3 0.08 0.98 0.04 0 0.015 1982 -5
  Philadelphia | PA | PH | northeast | 42101 42091 42029 | 230 0.064 0.0145 0.88 0.4 0.78 0.78 0.03 0 0.015 1938 -5
  New York | NY | NY | northeast | 36061 36047 36081 36005 36085 34017 | 640 0.053 0.0102 0.85 0.68 0.5 0.7 0.01 0 0.02 1932 -5
  Boston | MA | MA | northeast | 25025 25017 | 490 0.047 0.0105 0.95 0.5 0.78 0.62 0.02 0 0.03 1928 -5`)

export const ECONOMIES: readonly Economy[] = TABLE.map(
  ([city = '', state = '', mlsPrefix = '', climate, counties = '', figures = '']) => ({
    city,
    state,
    mlsPrefix,
    climate: climate as Climate, // the table names climates only
    counties: counties.split(' '),
    ...figuresOf(figures.split(' ')),
  }),
)

function figuresOf(cells: readonly string[]): Figures {
  return Object.fromEntries(FIGURES.map((name, at) => [name, Number(cells[at])])) as Figures // has every name
}

/** Counties whose prices differ most from those of their metro, and by what factor. */
const COUNTY_LEVELS = new Map(
  entries(`
    06001 0.84 | 06059 1.12 | 06075 1.18 | 06081 1.25 | 12011 0.95 | 25025 1.12 | 34017 0.84 | 36005 0.6 | 36061 1.6 |
    36081 0.84 | 36085 0.78 | 42029 1.25 | 42101 0.84 | 47187 1.5 | 53033 1.15 | 53053 0.74 | 53061 0.88`).map(
    (entry) => [entry.slice(0, 5), Number(entry.slice(6))],
  ),
)

/** Prices of a county relative to those of its metro. */
export function countyLevel(fips: string): number {
  return COUNTY_LEVELS.get(fips) ?? 1
}
