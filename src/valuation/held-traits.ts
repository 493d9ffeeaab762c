import type { HomeValues } from '../catalog/query.ts'
import { TRAITS, type Traits, traitsFrom } from '../estimator/likeness.ts'
import { HOME_FLAGS } from '../model/home-columns.ts'

export const TRAIT_COLUMNS = ['homeType', ...TRAITS] as const

const WATERFRONT_BIT = HOME_FLAGS.indexOf('waterfront')

/** The traits of one of the homes selected by a catalogue. */
export function traitsAt({ values, flags }: HomeValues<(typeof TRAIT_COLUMNS)[number]>, i: number): Traits {
  const held = (name: (typeof TRAIT_COLUMNS)[number]) => values[name][i] as number // i is one of the homes
  return traitsFrom(held, ((flags[i] as number) >>> WATERFRONT_BIT) & 1)
}
