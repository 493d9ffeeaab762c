import { HOME_TYPES, type Home } from '../model/home.ts'

/** What homes are compared by, besides their type: names of columns, each a number that is NaN if unknown. */
export const TRAITS = [
  'livingArea',
  'lotSize',
  'bedrooms',
  'bathrooms',
  'yearBuilt',
  'qualityGrade',
  'conditionGrade',
  'viewGrade',
] as const
export type Trait = (typeof TRAITS)[number]

export interface Traits extends Readonly<Record<Trait, number>> {
  /** Index in `HOME_TYPES`. */
  readonly homeType: number
  /** 1 if on the waterfront, otherwise 0. */
  readonly waterfront: number
}

/** Differences that make two homes equally dissimilar; for sizes, of their logarithms. */
const STEPS = {
  livingArea: 0.35,
  lotSize: 0.8,
  bedrooms: 2,
  bathrooms: 1.25,
  yearBuilt: 25,
  qualityGrade: 1.25,
  conditionGrade: 1.5,
  viewGrade: 1.5,
  waterfront: 0.7,
} as const satisfies Record<Trait | 'waterfront', number>

/** A home of another type is as dissimilar as one that differs by two steps. */
const OTHER_TYPE = 4

/** Every trait that can differ by more or less. */
export const COMPARED = Object.keys(STEPS) as (keyof typeof STEPS)[]

/**
 * How much more of a trait a home has than another; for sizes, the logarithm of the ratio. NaN if either is unknown.
 */
export function difference(trait: keyof typeof STEPS, home: Traits, other: Traits): number {
  const isSize = trait === 'livingArea' || trait === 'lotSize'
  if (!isSize) return home[trait] - other[trait]
  return logRatio(home[trait], other[trait])
}

/** The sum of the squared differences in steps; 0 for homes that are alike as far as known. */
export function dissimilarity(home: Traits, other: Traits): number {
  // One by one: a loop over the names of traits takes three times as long.
  let sum = home.homeType === other.homeType ? 0 : OTHER_TYPE
  sum += squaredSteps(logRatio(home.livingArea, other.livingArea), STEPS.livingArea)
  sum += squaredSteps(logRatio(home.lotSize, other.lotSize), STEPS.lotSize)
  sum += squaredSteps(home.bedrooms - other.bedrooms, STEPS.bedrooms)
  sum += squaredSteps(home.bathrooms - other.bathrooms, STEPS.bathrooms)
  sum += squaredSteps(home.yearBuilt - other.yearBuilt, STEPS.yearBuilt)
  sum += squaredSteps(home.qualityGrade - other.qualityGrade, STEPS.qualityGrade)
  sum += squaredSteps(home.conditionGrade - other.conditionGrade, STEPS.conditionGrade)
  sum += squaredSteps(home.viewGrade - other.viewGrade, STEPS.viewGrade)
  sum += squaredSteps(home.waterfront - other.waterfront, STEPS.waterfront)
  return sum
}

/** 0 for a difference that is not known. */
function squaredSteps(more: number, step: number): number {
  const steps = more / step
  return Number.isNaN(steps) ? 0 : steps * steps
}

function logRatio(size: number, other: number): number {
  return size > 0 && other > 0 ? Math.log(size / other) : Number.NaN
}

/** The traits of a home, from its record. */
export function traitsOf({ homeType, facts }: Pick<Home, 'homeType' | 'facts'>): Traits {
  return {
    homeType: HOME_TYPES.indexOf(homeType),
    livingArea: facts.livingArea ?? Number.NaN,
    lotSize: facts.lotSizeSquareFeet ?? Number.NaN,
    bedrooms: facts.bedroomsTotal ?? Number.NaN,
    bathrooms: facts.bathrooms ?? Number.NaN,
    yearBuilt: facts.yearBuilt ?? Number.NaN,
    qualityGrade: facts.qualityGrade ?? Number.NaN,
    conditionGrade: facts.conditionGrade ?? Number.NaN,
    viewGrade: facts.viewGrade ?? Number.NaN,
    waterfront: Number(facts.waterfront === true),
  }
}
