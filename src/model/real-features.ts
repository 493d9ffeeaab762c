import type { HomeFacts } from './home.ts'

/** RESO's `None` and its synonyms, in lower case. */
const NONE = ['none', 'no', 'no cooling', 'no heating', 'no heat', 'no a/c', 'no ac', 'no air conditioning']
/** Entries that say nothing about the feature, in lower case. */
const SILENT = ['', 'n/a', 'not applicable', 'unknown', 'see remarks', 'see agent', 'see agent remarks']
/** Entries that do not name a feature, in lower case. */
export const NAMING_NOTHING: readonly string[] = [...NONE, ...SILENT]

const isAmong = (words: readonly string[], entry: string) => words.includes(entry.trim().toLowerCase())

/** Returns the entries that name a feature. */
export function realFeatures(list: readonly string[] = []): readonly string[] {
  return list.filter((entry) => !isAmong(NAMING_NOTHING, entry))
}

/** Whether a list names a feature. False if empty or `None`. Undefined if its entries say nothing. */
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
 * Whether a home has a garage. An attached garage counts even with 0 spaces. `attachedGarage: false` decides nothing:
 * there may be a detached garage.
 */
export function garageOf({ garageSpaces, attachedGarage }: HomeFacts): boolean | undefined {
  if (attachedGarage) return true
  return garageSpaces === undefined ? undefined : garageSpaces > 0
}
