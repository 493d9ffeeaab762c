import { filtersOf } from '../../filter-family.ts'

/** How filters of homes are declared. */
export const { filter, each, family, together, when, between, within, oneOfThem, all, some, none } = filtersOf<'home'>()
