import type { HomeFacts } from './home.ts'

/** `None`, as RESO's lookups have it, and what sources write for it. */
const NONE = /^\W*no(ne)?( (cooling|heat|heating|a\/?c|air conditioning|garage|parking|laundry))?\W*$/i
/** Such an entry says neither that there is something nor that there is nothing. */
const SAYS_NOTHING = /^\W*(n\/?a|not applicable|unknown|see (agent|remarks|agent remarks|public remarks))?\W*$/i

/** The entries of a list of features that name something. */
export function realFeatures(list: readonly string[] = []): readonly string[] {
  return list.filter((entry) => !NONE.test(entry) && !SAYS_NOTHING.test(entry))
}

/** Whether a list of features names anything: false where it is empty or says `None`, undefined where it is silent. */
export function namesAny(list: readonly string[] | undefined): boolean | undefined {
  if (realFeatures(list).length > 0) return true
  return list?.length === 0 || list?.some((entry) => NONE.test(entry)) ? false : undefined
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
