import type { Climate } from './fabric.ts'
import { entries, rows } from './table.ts'

/** A metro's figures, in the order of the table below. Shares are of homes unless stated otherwise. */
const FIGURES = [
  /** Dollars per square foot of an average house of 1,800 square feet. */
  'pricePerSquareFoot',
  /** Dollars per month for an average home with two bedrooms. */
  'rent',
  /** The yearly property tax as a share of the market value. */
  'taxRate',
  /** The assessed value as a share of the market value. */
  'assessedShare',
  /** Share of homes in buildings with several homes. */
  'urbanShare',
  'basementShare',
  'coolingShare',
  'poolShare',
  /** Share of homes with a view of mountains. */
  'mountainShare',
  /** Share of homes at a sea, lake or river. */
  'waterShare',
  /** Factor for the typical area of a home. */
  'size',
  /** Half of the homes were built before about this year. */
  'oldBuiltYear',
  /** UTC offset in winter, in hours. */
  'utcOffsetHours',
  /** Homes for sale without a buyer, in months of sales. */
  'monthsOfSupply',
] as const
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>

/**
 * A metro's figures, rounded by hand to be plausible; they are not statistics. Rents are near the Fair Market Rents
 * (HUD, fiscal year 2025). Taxes are near effective rates of owner-occupied homes (Tax Foundation, from the American
 * Community Survey 2022). Sizes rank as in the American Housing Survey. Months of supply are 2 to 3 in the Northeast
 * and Midwest and highest in Florida and Texas, as boards of Realtors reported for summer 2025. Values above 6 are
 * reduced. Other figures are less exact.
 */
export interface Economy extends Figures {
  /** The principal city, which is part of the metro's key. */
  readonly city: string
  /** The principal city's state, in two letters. */
  readonly state: string
  /** Prefix of listing numbers in the metro's invented MLS. */
  readonly mlsPrefix: string
  readonly climate: Climate
  /** FIPS codes, the principal city's county first. */
  readonly counties: readonly string[]
}

const TABLE = rows(`
  Seattle | WA | NW | marine | 53033 53061 53053 | 430 2500 0.0085 0.94 0.4 0.35 0.4 0.02 0.1 0.05 0.98 1958 -8 3
  Portland | OR | RC | marine | 41051 41067 41005 53011 | 340 1950 0.0095 0.72 0.34 0.35 0.6 0.02 0.08 0.03 0.95 1956 -8 3.9
  San Francisco | CA | BA | mild | 06075 06081 06001 | 850 3250 0.0072 0.78 0.5 0.1 0.3 0.03 0.05 0.03 0.86 1938 -8 2.7
  Los Angeles | CA | LA | mild | 06037 06059 | 620 2650 0.007 0.76 0.46 0.03 0.75 0.18 0.09 0.015 0.84 1955 -8 3.8
  San Diego | CA | SD | mild | 06073 | 590 2850 0.0072 0.78 0.4 0.03 0.65 0.15 0.06 0.03 0.9 1970 -8 3.4
  Phoenix | AZ | AZ | desert | 04013 | 280 1950 0.005 0.82 0.26 0 0.99 0.33 0.14 0.002 1.02 1978 -7 4.2
  Denver | CO | CO | dry | 08031 08005 08059 08001 | 350 2150 0.005 0.93 0.38 0.55 0.72 0.02 0.2 0.005 1.08 1962 -7 3.7
  Austin | TX | CT | south | 48453 48491 | 270 1850 0.015 0.95 0.36 0 0.99 0.12 0 0.02 1.12 1984 -6 5.4
  Dallas | TX | NT | south | 48113 48439 48085 | 240 1900 0.015 0.95 0.32 0 0.99 0.17 0 0.008 1.12 1978 -6 4.4
  Minneapolis | MN | MN | cold | 27053 27123 27037 | 225 1650 0.0105 0.96 0.34 0.85 0.85 0.01 0 0.04 1 1955 -6 2.6
  Chicago | IL | IL | cold | 17031 17043 | 270 1750 0.0195 0.92 0.48 0.72 0.88 0.02 0 0.02 0.9 1942 -6 2.7
  Nashville | TN | TN | south | 47037 47187 | 270 1850 0.0056 0.85 0.32 0.25 0.98 0.05 0 0.015 1.06 1974 -6 4.6
  Atlanta | GA | GA | south | 13121 13089 13067 | 255 1850 0.0085 0.9 0.34 0.42 0.98 0.06 0 0.012 1.14 1972 -5 4.4
  Miami | FL | SF | tropical | 12086 12011 | 390 2350 0.0085 0.82 0.5 0 1 0.26 0 0.08 0.92 1974 -5 5.6
  Charlotte | NC | CN | south | 37119 | 260 1700 0.007 0.9 0.3 0.08 0.98 0.04 0 0.015 1.12 1982 -5 3.6
  Philadelphia | PA | PH | northeast | 42101 42091 42029 | 250 1650 0.0125 0.88 0.4 0.78 0.78 0.03 0 0.012 0.9 1938 -5 2.8
  New York | NY | NY | northeast | 36061 36047 36081 36005 36085 34017 | 680 2850 0.0092 0.85 0.68 0.5 0.7 0.01 0 0.02 0.84 1932 -5 4.8
  Boston | MA | MA | northeast | 25025 25017 | 540 2850 0.0095 0.95 0.5 0.78 0.62 0.02 0 0.03 0.88 1928 -5 2.5`)

export const ECONOMIES: readonly Economy[] = TABLE.map(
  ([city = '', state = '', mlsPrefix = '', climate, counties = '', figures = '']) => ({
    city,
    state,
    mlsPrefix,
    climate: climate as Climate, // the table has only names of climates
    counties: counties.split(' '),
    ...figuresOf(figures.split(' ')),
  }),
)

function figuresOf(cells: readonly string[]): Figures {
  return Object.fromEntries(FIGURES.map((name, at) => [name, Number(cells[at])])) as Figures // every name has a value
}

/** Counties whose prices differ most from their metro: a price factor and, for some, the property tax. */
const COUNTIES = new Map(
  entries(`
    06001 0.84 0.0078 | 06059 1.12 0.0064 | 06075 1.18 | 06081 1.25 0.0066 | 12011 0.95 | 25025 1.12 0.007 |
    34017 0.84 0.021 | 36005 0.6 | 36061 1.6 | 36081 0.84 | 36085 0.78 | 42029 1.25 | 42101 0.84 0.0095 | 47187 1.5 |
    53011 1 0.0085 | 53033 1.15 | 53053 0.74 | 53061 0.88`).map((entry) => {
    const [fips = '', priceLevel, taxRate] = entry.split(' ')
    return [fips, { priceLevel: Number(priceLevel), ...(taxRate && { taxRate: Number(taxRate) }) }]
  }),
)

/** Returns a county's price factor within its metro, and its property tax if it differs. */
export function countyLevels(fips: string): { readonly priceLevel: number; readonly taxRate?: number } {
  return COUNTIES.get(fips) ?? { priceLevel: 1 }
}
