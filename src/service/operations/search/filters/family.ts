import { filtersOf } from '../../filter-family.ts'

/** The functions that declare filters of homes. */
export const { filter, ranged, flagged, each, family, together, when, between, within, oneOfThem, all, some, none } =
  filtersOf<'home'>()
