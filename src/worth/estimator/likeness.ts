import { HOME_TYPES, type Home } from '../../model/home.ts'

/**
 * The traits by which homes are compared, besides their type. They have the names of numeric columns. NaN means
 * unknown.
 */
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

/** Collects the traits that `traitOf` returns. Written out for speed, because it runs for every compared home. */
export function traitsFrom(traitOf: (name: 'homeType' | Trait) => number, waterfront: number): Traits {
  return {
    homeType: traitOf('homeType'),
    livingArea: traitOf('livingArea'),
    lotSize: traitOf('lotSize'),
    bedrooms: traitOf('bedrooms'),
    bathrooms: traitOf('bathrooms'),
    yearBuilt: traitOf('yearBuilt'),
    qualityGrade: traitOf('qualityGrade'),
    conditionGrade: traitOf('conditionGrade'),
    viewGrade: traitOf('viewGrade'),
    waterfront,
  }
}

/**
 * The difference in each trait that counts as one step. A step in any trait makes homes equally dissimilar. Sizes are
 * compared as logarithms.
 */
export const STEPS = {
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

/** A different type counts as much as a difference of two steps, squared. */
const OTHER_TYPE = 4

/** All compared traits except the type, which is either equal or different. */
export const COMPARED = Object.keys(STEPS) as (keyof typeof STEPS)[]

/** `writeTraits` writes this many numbers for a home: its type, then the traits. */
export const TRAIT_NUMBERS = 1 + COMPARED.length

const PER_STEP = Float64Array.from(COMPARED, (trait) => 1 / STEPS[trait])

/** Writes traits as numbers that can be subtracted. Sizes are logarithms. */
export function writeTraits(traits: Traits, to: Float64Array, start: number): void {
  to[start] = traits.homeType
  to[start + 1] = logarithm(traits.livingArea)
  to[start + 2] = logarithm(traits.lotSize)
  to[start + 3] = traits.bedrooms
  to[start + 4] = traits.bathrooms
  to[start + 5] = traits.yearBuilt
  to[start + 6] = traits.qualityGrade
  to[start + 7] = traits.conditionGrade
  to[start + 8] = traits.viewGrade
  to[start + 9] = traits.waterfront
}

/** Index of the logarithm of the living area in the result of `writeTraits`. */
export const LOG_AREA_AT = 1 + COMPARED.indexOf('livingArea')

function logarithm(size: number): number {
  return size > 0 ? Math.log(size) : Number.NaN
}

/**
 * Returns the sum of the squared differences of two homes, in steps. Ignores unknown traits.
 * @param home Start of the first home in `homes`; `other` is the start of the second home in `others`.
 */
export function dissimilarityAt(homes: Float64Array, home: number, others: Float64Array, other: number): number {
  let sum = homes[home] === others[other] ? 0 : OTHER_TYPE
  for (let i = 0; i < PER_STEP.length; i++) {
    const more = (homes[home + 1 + i] as number) - (others[other + 1 + i] as number)
    if (Number.isNaN(more)) continue
    const steps = more * (PER_STEP[i] as number)
    sum += steps * steps
  }
  return sum
}

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
