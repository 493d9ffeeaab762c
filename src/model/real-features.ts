import type { HomeFacts } from './home.ts'

/** `None`, as RESO's lookups have it, and what sources write for it, in lower case. */
const NONE = ['none', 'no', 'no cooling', 'no heating', 'no heat', 'no a/c', 'no ac', 'no air conditioning']
/** Such an entry says neither that there is something nor that there is nothing. */
const SILENT = ['', 'n/a', 'not applicable', 'unknown', 'see remarks', 'see agent', 'see agent remarks']
/** The entries of lists of features that name nothing, in lower case. */
export const NAMING_NOTHING: readonly string[] = [...NONE, ...SILENT]

const isAmong = (words: readonly string[], entry: string) => words.includes(entry.trim().toLowerCase())

/** The entries of a list of features that name something. */
export function realFeatures(list: readonly string[] = []): readonly string[] {
  return list.filter((entry) => !isAmong(NAMING_NOTHING, entry))
}

/** Whether a list of features names anything: false where it is empty or says `None`, undefined where it is silent. */
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

/** An attached garage is one even where its spaces are given as 0; one that is not attached may be anywhere, or absent. */
export function garageOf({ garageSpaces, attachedGarage }: HomeFacts): boolean | undefined {
  if (attachedGarage) return true
  return garageSpaces === undefined ? undefined : garageSpaces > 0
}
