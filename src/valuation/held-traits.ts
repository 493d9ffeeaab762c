import type { HomeValues } from '../catalog/query.ts'
import { TRAITS, type Traits } from '../estimator/likeness.ts'
import { HOME_FLAGS } from '../model/home-columns.ts'

export const TRAIT_COLUMNS = ['homeType', ...TRAITS] as const

const WATERFRONT_BIT = HOME_FLAGS.indexOf('waterfront')

/** The traits of one of the homes selected by a catalogue. */
export function traitsAt({ values, flags }: HomeValues<(typeof TRAIT_COLUMNS)[number]>, i: number): Traits {
  const held = (name: (typeof TRAIT_COLUMNS)[number]) => values[name][i] as number // i is one of the homes
  return {
    homeType: held('homeType'),
    livingArea: held('livingArea'),
    lotSize: held('lotSize'),
    bedrooms: held('bedrooms'),
    bathrooms: held('bathrooms'),
    yearBuilt: held('yearBuilt'),
    qualityGrade: held('qualityGrade'),
    conditionGrade: held('conditionGrade'),
    viewGrade: held('viewGrade'),
    waterfront: ((flags[i] as number) >>> WATERFRONT_BIT) & 1,
  }
}
