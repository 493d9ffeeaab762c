import type { Random } from '../../kit/algorithms/random.ts'
import type { HomeType } from '../../model/home.ts'
import type { Block } from './block.ts'
import type { Dwelling } from './dwelling.ts'

/** The home's true worth today. All its prices, estimates and assessments vary around these two. */
export interface Worth {
  /** Dollars. */
  readonly value: number
  /** Monthly dollars; 0 for a lot. */
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
  const own = block.quality * Math.exp(0.07 * random.bell()) * (dwelling.worn ? random.between(0.4, 0.75) : 1)
  if (dwelling.homeType === 'LOT') return { value: Math.round(lotValue(block, dwelling) * own), rent: 0 }
  const { livingArea, yearBuilt, pool, waterfront, lotSquareFeet } = dwelling
  const sizeFactor = (1800 / livingArea) ** 0.26
  const ageFactor = 1.06 - 0.002 * Math.min(75, thisYear - yearBuilt)
  const lotFactor = lotSquareFeet === 0 ? 1 : Math.min(1.5, Math.max(0.9, (lotSquareFeet / 7000) ** 0.07))
  const extras = (pool ? 1.04 : 1) * (waterfront ? 1.3 : 1) * (dwelling.basement === 'finished' ? 1.03 : 1)
  // A grand home is also a fine one: it costs more by the square foot.
  const finish = block.grandeur ** FINISH
  const value =
    block.zip.pricePerSquareFoot *
    livingArea *
    sizeFactor *
    TYPE_FACTOR[dwelling.homeType] *
    ageFactor *
    lotFactor *
    extras *
    finish *
    own
  const capped = Math.min(value, livingArea * MAX_PER_SQUARE_FOOT)
  const rent = ((capped * block.zip.metro.economy.rentYield) / 12) * rentFactor(capped)
  return { value: Math.round(capped), rent: Math.max(450, Math.round(rent / 5) * 5) }
}

/** Mansions of twice the size cost some two and a half times as much by the square foot. */
const FINISH = 1.3

/** Dollars. */
const MAX_PER_SQUARE_FOOT = 2700

/** Factor on the metro's rental yield: cheap homes rent for a larger share of their value than expensive ones. */
function rentFactor(value: number): number {
  return Math.min(1.9, Math.max(0.64, (400_000 / value) ** 0.34))
}

function lotValue(block: Block, { lotSquareFeet, waterfront }: Dwelling): number {
  return block.zip.pricePerSquareFoot * 380 * (lotSquareFeet / 8000) ** 0.4 * (waterfront ? 1.5 : 1)
}

/** Rounds like an asking price: to thousands, sometimes just below. */
export function asAsked(random: Random, price: number): number {
  const thousands = Math.max(5, Math.round(price / 1000))
  const charm = random.chance(0.4) ? 900 : random.chance(0.3) ? 500 : 0
  return thousands * 1000 - (charm > 0 ? 1000 - charm : 0)
}

/** Rounds like a rent: to five dollars. */
export function asRent(rent: number): number {
  return Math.max(350, Math.round(rent / 5) * 5)
}

export function toHundred(price: number): number {
  return Math.round(price / 100) * 100
}
