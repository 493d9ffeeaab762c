import type { HomeFacts } from './home.ts'

/** RESO's `None`, and what sources write instead of `None`, in lower case. */
const NONE = ['none', 'no', 'no cooling', 'no heating', 'no heat', 'no a/c', 'no ac', 'no air conditioning']
/** Entries that leave open whether the home has the feature, in lower case. */
const SILENT = ['', 'n/a', 'not applicable', 'unknown', 'see remarks', 'see agent', 'see agent remarks']
/** Entries of feature lists that name no feature, in lower case. */
export const NAMING_NOTHING: readonly string[] = [...NONE, ...SILENT]

const isAmong = (words: readonly string[], entry: string) => words.includes(entry.trim().toLowerCase())

/** Returns those entries of a feature list that name a feature. */
export function realFeatures(list: readonly string[] = []): readonly string[] {
  return list.filter((entry) => !isAmong(NAMING_NOTHING, entry))
}

/**
 * Returns whether a list of features names a feature. False if the list is empty or contains `None`. Undefined if its
 * entries say nothing about the feature.
 */
export function namesAny(list: readonly string[] | undefined): boolean | undefined {
  if (realFeatures(list).length > 0) return true
  return list?.length === 0 || list?.some((entry) => isAmong(NONE, entry)) ? false : undefined
}

export function coolingOf({ hasCooling, cooling }: HomeFacts): boolean | undefined {
  return hasCooling ?? namesAny(cooling)
}

export function heatingOf({ hasHeating, heating }: HomeFacts): boolean | undefined {
  return hasHeating ?? namesAny(heating)
}

/**
 * Returns whether a home has a garage. An attached garage counts even with 0 spaces. `attachedGarage: false` means
 * nothing, because the garage may be detached or missing.
 */
export function garageOf({ garageSpaces, attachedGarage }: HomeFacts): boolean | undefined {
  if (attachedGarage) return true
  return garageSpaces === undefined ? undefined : garageSpaces > 0
}
