import type { HomeValues } from '../../catalog/ports/query.ts'
import { HOME_FLAGS } from '../../model/home-columns.ts'
import { TRAITS, type Traits, traitsFrom } from '../estimator/likeness.ts'

export const TRAIT_COLUMNS = ['homeType', ...TRAITS] as const

const WATERFRONT_BIT = HOME_FLAGS.indexOf('waterfront')

export function traitsAt({ values, flags }: HomeValues<(typeof TRAIT_COLUMNS)[number]>, i: number): Traits {
  const traitOf = (name: (typeof TRAIT_COLUMNS)[number]) => values[name][i] as number // in bounds
  return traitsFrom(traitOf, ((flags[i] as number) >>> WATERFRONT_BIT) & 1)
}
