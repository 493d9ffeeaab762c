import type { Random } from '../src/kit/algorithms/random.ts'
import type { HomeType } from '../src/model/home.ts'
import type { Block } from './block.ts'
import { type Dwelling, usualArea } from './dwelling.ts'

/** A home's true value and rent today. The home's prices, estimates and assessments are near these values. */
export interface Worth {
  /** Dollars. */
  readonly value: number
  /** Dollars per month; 0 for a lot. */
  readonly rent: number
}

const TYPE_FACTOR: Readonly<Record<HomeType, number>> = {
  SINGLE_FAMILY: 1,
  TOWNHOUSE: 0.92,
  CONDO: 0.95,
  MULTI_FAMILY: 0.8,
  APARTMENT: 0.84,
  LOT: 1,
  MANUFACTURED: 0.48,
}

export function worthOf(random: Random, block: Block, dwelling: Dwelling, thisYear: number): Worth {
  const own = block.quality * Math.exp(0.07 * random.bell()) * (dwelling.worn ? random.between(0.35, 0.75) : 1)
  const { homeType, bedrooms, livingArea, yearBuilt, pool, waterfront, lotSquareFeet } = dwelling
  if (homeType === 'LOT') return { value: Math.round(lotValue(block, dwelling) * own), rent: 0 }
  const { economy } = block.zip.metro
  const ageFactor = 1.06 - 0.002 * Math.min(75, thisYear - yearBuilt)
  const lotFactor = lotSquareFeet === 0 ? 1 : Math.min(1.5, Math.max(0.9, (lotSquareFeet / 7000) ** 0.07))
  const extras = (pool ? 1.04 : 1) * (waterfront ? 1.3 : 1) * (dwelling.basement === 'finished' ? 1.03 : 1)
  // Grand homes also have better materials, so a square foot costs more.
  const finish = block.grandeur ** FINISH
  const usual = usualArea(homeType, bedrooms, block)
  const middling = economy.pricePerSquareFoot * 1800 ** (1 - BY_SIZE) * usual ** BY_SIZE * TYPE_FACTOR[homeType]
  const place = block.zip.pricePerSquareFoot / economy.pricePerSquareFoot
  const standing = place * (livingArea / usual) ** BY_SIZE * ageFactor * lotFactor * extras * finish * own
  const value = Math.min(middling * standing, livingArea * MAX_PER_SQUARE_FOOT)
  return {
    value: Math.round(value),
    rent: roundedRent(economy.rent * (RENTS[bedrooms] ?? 2) * standing ** RENT_BY_STANDING),
  }
}

/** A home of twice the size costs 2 ^ 0.74 times as much. */
const BY_SIZE = 0.74

/** Rents by number of bedrooms, relative to two. Typical ratios of Fair Market Rents. */
const RENTS = [0.76, 0.86, 1, 1.27, 1.5, 1.7, 1.85]

/** Rents vary less than prices: a home that costs twice as much as similar ones has about 1.5 times the rent. */
const RENT_BY_STANDING = 0.55

/** A mansion of twice the size costs about 2.5 times as much per square foot. */
const FINISH = 1.3

/** Dollars. */
const MAX_PER_SQUARE_FOOT = 2700

function lotValue(block: Block, { lotSquareFeet, waterfront }: Dwelling): number {
  return block.zip.pricePerSquareFoot * 380 * (lotSquareFeet / 8000) ** 0.4 * (waterfront ? 1.5 : 1)
}

/** Rounds to thousands, sometimes slightly below. */
export function roundedAskingPrice(random: Random, price: number): number {
  const thousands = Math.max(5, Math.round(price / 1000))
  const charm = random.chance(0.4) ? 900 : random.chance(0.3) ? 500 : 0
  return thousands * 1000 - (charm > 0 ? 1000 - charm : 0)
}

/** Rounds to five dollars. */
export function roundedRent(rent: number): number {
  return Math.max(350, Math.round(rent / 5) * 5)
}

export function toHundred(price: number): number {
  return Math.round(price / 100) * 100
}
